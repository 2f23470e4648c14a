"""What guards need of ASGI: what a request is, and a refusal before the application is asked."""

import msgspec
from litestar.enums import ScopeType
from litestar.types import HTTPResponseStartEvent, Scope, Send
from litestar.types.asgi_types import WebSocketResponseStartEvent

from kahuna.server.api.problems import PROBLEM, problem_headers, problem_of
from kahuna.server.errors import RefusedError

LIVE = "LIVE"
SAFE = ("GET", "HEAD", "OPTIONS")


def header(scope: Scope, name: bytes) -> str | None:
    """Return the first header of that name; names are in small letters."""
    for key, value in scope["headers"]:
        if key == name:
            return value.decode("latin-1")
    return None


def method_of(scope: Scope) -> str:
    """Return the method of a request; a WebSocket's is `LIVE`."""
    return LIVE if scope["type"] == ScopeType.WEBSOCKET else str(scope["method"])


def changes_something(scope: Scope) -> bool:
    """Tell whether a request may change something. A WebSocket may, once it is open."""
    return method_of(scope) not in SAFE


async def refuse(scope: Scope, send: Send, error: RefusedError) -> None:
    """Answer with a problem; a WebSocket is refused before it is one."""
    body = msgspec.json.encode(problem_of(error))
    named = {"content-type": PROBLEM, "content-length": str(len(body))} | problem_headers(error)
    headers = [(name.encode(), value.encode()) for name, value in named.items()]
    if method_of(scope) != LIVE:
        start: HTTPResponseStartEvent = {
            "type": "http.response.start",
            "status": error.status,
            "headers": headers,
        }
        await send(start)
        await send({"type": "http.response.body", "body": body, "more_body": False})
    elif "websocket.http.response" in (scope.get("extensions") or {}):
        begin: WebSocketResponseStartEvent = {
            "type": "websocket.http.response.start",
            "status": error.status,
            "headers": headers,
        }
        await send(begin)
        await send({"type": "websocket.http.response.body", "body": body, "more_body": False})
    else:
        code = 4000 + error.status
        await send({"type": "websocket.close", "code": code, "reason": error.reason})
