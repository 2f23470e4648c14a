"""uvicorn's WebSocket, with less to carry: a site has thousands of them open and silent.

A queue and an event of asyncio hold room for many who wait; here only one ever does. That
is a fifth of what a silent connection takes.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class LeanWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose messages are taken, and whose writing is awaited, by one task each."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Take what uvicorn gives."""
        super().__init__(*given, **named)
        self.queue = Arrivals()  # type: ignore[assignment]  # all that is asked of a queue here
        self.writable = Gate()  # type: ignore[assignment]  # and of an event

    def start_keepalive(self) -> None:
        """Begin to live: what was said to open the connection is not needed any more."""
        super().start_keepalive()
        self.request.headers.clear()  # the parser holds on to it
        del self.request, self.response


class Arrivals:
    """Messages that have come and are not yet taken."""

    __slots__ = ("_messages", "_taker")

    def __init__(self) -> None:
        """Begin with none."""
        self._messages: list[Any] = []
        self._taker: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Add one."""
        self._messages.append(message)
        _wake(self._taker)

    def empty(self) -> bool:
        """Tell whether there are none."""
        return not self._messages

    async def get(self) -> Any:
        """Take the first, when there is one."""
        while not self._messages:
            self._taker = asyncio.get_running_loop().create_future()
            try:
                await self._taker
            finally:
                self._taker = None
        return self._messages.pop(0)


class Gate:
    """Open, or closed while the other end cannot keep up; several may wait before it."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        """Begin open."""
        self._waiting: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Open it."""
        waiting, self._waiting = self._waiting, None
        _wake(waiting)

    def clear(self) -> None:
        """Close it."""
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().create_future()

    async def wait(self) -> None:
        """Return when it is open."""
        while self._waiting is not None:
            await asyncio.shield(self._waiting)


def _wake(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)
