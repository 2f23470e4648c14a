"""uvicorn's WebSocket, with less to carry and less to do.

A site has thousands of them open and silent: a queue and an event of asyncio hold room for
many who wait; here only one ever does. That is a fifth of what a silent connection takes.

And a busy site sends thousands of messages a second: they are written at once, several
together, without a task that waits for each. What comes is nearly always one short text: such a
message is taken as it is, without the parser's two dozen calls.
"""

import asyncio
import struct
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C, where it can be
from websockets.http11 import Request
from websockets.protocol import OPEN

WIRE = "kahuna.wire"  # an extension of ASGI, in a connection's scope: the WebSocket itself
FEW = 4  # messages that may wait to be taken, before no more are read
TEXT = 0x81  # the first byte of a text message that is whole
FINAL, MASKED = 0x80, 0x80  # in the first two bytes of what a client sends
HEAD = 6  # bytes before a short message of a client: two, and its mask
IN_TWO_BYTES, IN_EIGHT_BYTES = 126, 127  # in place of a length: it follows


class LeanWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose messages are taken by one task, and written without any."""

    # Python keeps the names of attributes once for all objects of a class only if there are no
    # more than thirty; uvicorn has more. Those that stand here do not count.
    __slots__ = (
        *("conn", "frames", "gate", "queue", "read_paused", "scope", "transport", "whole"),
        "writable",
    )

    def __init__(self, *given: Any, **named: Any) -> None:
        """Take what uvicorn gives."""
        super().__init__(*given, **named)
        self.gate = Gate()
        self.queue = Arrivals()  # type: ignore[assignment]  # all that is asked of a queue here
        self.writable = self.gate  # type: ignore[assignment]  # and of an event
        self.whole = False  # all that has come: the parser is in the midst of nothing

    def write(self, messages: Iterable[bytes]) -> None:
        """Send texts, in one go, unless the connection has ended.

        Who has much to say looks first whether the `gate` is open.
        """
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join(map(_framed, messages)))

    def data_received(self, data: bytes) -> None:
        """Take what has come: a short text at once, anything else by the parser."""
        if self.whole and self.conn.state is OPEN:
            if not _is_short_message(data):
                self.whole = False  # from now on nobody but the parser knows
            elif data[0] == TEXT:
                self.curr_msg_data_type = "text"
                self.frames = [apply_mask(data[HEAD:], data[2:HEAD])]
                self.send_receive_event_to_app()
                return
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        """Let whoever serves the connection find it."""
        super().handle_connect(event)
        if not self.close_sent:  # by a refusal
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]  # it is no JSON

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. Reading pauses when several wait, not for each: it has its price."""
        if self.read_paused or len(self.queue) >= FEW:  # type: ignore[arg-type]  # ours has one
            super().send_receive_event_to_app()
        else:
            self.read_paused = True  # as far as uvicorn is concerned
            super().send_receive_event_to_app()
            self.read_paused = False

    def start_keepalive(self) -> None:
        """Begin to live: what was said to open the connection is not needed any more."""
        super().start_keepalive()
        self.whole = not self.conn.reader.buffer
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

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._messages)

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

    @property
    def is_open(self) -> bool:
        """Whether nobody has to wait."""
        return self._waiting is None

    def when_open(self, then: Callable[[], None]) -> None:
        """Call something as soon as it is open, if it is closed."""
        assert self._waiting is not None
        self._waiting.add_done_callback(lambda _: then())

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


def _is_short_message(data: bytes) -> bool:
    """Tell whether this is a short message of a client, or a ping or so, whole and alone."""
    return (
        len(data) >= HEAD
        and data[0] & FINAL != 0
        and len(data) - HEAD == data[1] - MASKED < IN_TWO_BYTES
    )


def _framed(text: bytes) -> bytes:
    """Return a text as one frame of the WebSocket protocol (RFC 6455, section 5.2)."""
    length = len(text)
    if length < IN_TWO_BYTES:
        return struct.pack("!BB", TEXT, length) + text
    if length < 1 << 16:
        return struct.pack("!BBH", TEXT, IN_TWO_BYTES, length) + text
    return struct.pack("!BBQ", TEXT, IN_EIGHT_BYTES, length) + text
