"""How long a client may take: whoever sends nothing, or a byte a minute, is not waited for."""

import asyncio
from typing import Any

import h11
from litestar.types import (
    ASGIApp,
    HTTPReceiveMessage,
    Receive,
    Scope,
    Send,
    WebSocketReceiveMessage,
)
from uvicorn.protocols.http.h11_impl import H11Protocol

from kahuna.server.errors import RefusedError
from kahuna.server.guard.asgi import LIVE, SAFE, method_of

FOR_HEADERS = 20.0  # seconds
FOR_BODY = 30.0
BETWEEN_REQUESTS = 75  # more than a proxy keeps a connection, so that it is the one to close it


class Patience:
    """Waits for a request's body, but not for ever."""

    def __init__(self, app: ASGIApp, seconds: float = FOR_BODY) -> None:
        """Take what answers."""
        self.app, self.seconds = app, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer; what it waits for comes in time, or is refused."""
        if method_of(scope) in (LIVE, *SAFE):
            await self.app(scope, receive, send)
            return
        end = asyncio.get_running_loop().time() + self.seconds
        complete = False

        async def in_time() -> HTTPReceiveMessage | WebSocketReceiveMessage:
            nonlocal complete
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError:
                raise RefusedError(408, "too-slow", "the request did not come in time") from None
            complete = message["type"] != "http.request" or not message.get("more_body")
            return message

        await self.app(scope, in_time, send)


class PatientConnection(H11Protocol):
    """A connection whose client has to say in time what it wants."""

    seconds = FOR_HEADERS

    def __init__(self, *args: Any, **named: Any) -> None:
        """Begin as uvicorn does."""
        super().__init__(*args, **named)
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Wait for the first request."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(self.seconds, self._give_up)

    def data_received(self, data: bytes) -> None:
        """Take what came; a request that has begun has to become whole."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_timer()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.seconds, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_timer()
        super().connection_lost(exc)

    def _give_up(self) -> None:
        self._timer = None
        if self.conn.their_state is h11.IDLE:
            self.transport.close()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
