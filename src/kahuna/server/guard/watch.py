"""Every request in the log and in the figures: its route, its status and how long it took."""

import logging
import secrets
import time

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from kahuna.server.guard.asgi import LIVE, method_of
from kahuna.server.metrics import Metrics

log = logging.getLogger("kahuna.requests")

GONE = 499  # nginx's number for a client that did not wait
NO_ROUTE = "none"  # what no route is for: one word, so that nobody fills the figures with paths
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
OFTEN = ("/healthz", "/metrics")


class Watch:
    """Watches what is asked and answered, without listening."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        """Take what answers."""
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer, and note how."""
        status, ticket, began = 0, secrets.token_hex(6), time.perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                headers = [*message["headers"], (b"x-request-id", ticket.encode())]
                message["headers"] = headers
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            self._note(scope, status or GONE, ticket, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, ticket: str, seconds: float) -> None:
        method, route = method_of(scope), scope.get("path_template") or NO_ROUTE
        if method != LIVE:
            method = method if method in METHODS else "OTHER"
            self.metrics.answered(method, route, status, seconds)
        facts = {
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "request": ticket,
        }
        level = logging.DEBUG if route in OFTEN else logging.INFO
        log.log(level, "answered", extra={"facts": facts})
