"""A WebSocket's client end, and no more: so lean that it is not what a load test measures.

It asks for no compression, joins no fragments and leaves what it sends as it is (a mask of
zeros): enough for JSON messages from a server of ours.
"""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

from kahuna.errors import KahunaError

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
NO_MASK = bytes(4)
SWITCHING = b"HTTP/1.1 101"

Received = Callable[[bytes], None]
Closed = Callable[[], None]


class LeanSocket(asyncio.Protocol):
    """One connection; what arrives is handed to `received`, and its end to `closed`."""

    def __init__(self, received: Received, closed: Closed | None = None) -> None:
        """Take who hears of messages and of the end."""
        self.received, self.closed = received, closed
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport
        self._buffer = bytearray()

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._frame(TEXT, message)

    def close(self) -> None:
        """End the connection, politely."""
        if not self._transport.is_closing():
            self._frame(CLOSE, (1000).to_bytes(2, "big"))
            self._transport.close()

    def abort(self) -> None:
        """End the connection without a word."""
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way out."""
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _exc: Exception | None) -> None:
        """Tell that it is over."""
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("the server closed the connection"))
        elif self.closed is not None:
            self.closed()

    def data_received(self, data: bytes) -> None:
        """Take in bytes; hand on every message that is whole."""
        self._buffer += data
        if not self.opened.done() and not self._take_answer():
            return
        while (message := self._take_frame()) is not None:
            self.received(message)

    def ask(self, host: str, path: str, headers: dict[str, str]) -> None:
        """Ask the server for a WebSocket."""
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self._transport.write("\r\n".join([*lines, "", ""]).encode())

    def _take_answer(self) -> bool:
        """Read the server's answer to `ask`, if all of it is there."""
        head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(SWITCHING):
            reason = head.partition(b"\r\n")[0].decode(errors="replace")
            self.opened.set_exception(KahunaError(f"the server refuses a WebSocket: {reason}"))
            self._transport.close()
            return False
        self._buffer[:] = rest
        self.opened.set_result(None)
        return True

    def _take_frame(self) -> bytes | None:
        """Return the next text message, if all of it is there; see to anything else."""
        buffer = self._buffer
        while len(buffer) >= 2:
            start, length = 2, buffer[1] & 0x7F
            if length > 125:
                start = 4 if length == 126 else 10
                if len(buffer) < start:
                    return None
                length = int.from_bytes(buffer[2:start], "big")
            if len(buffer) < start + length:
                return None
            kind, content = buffer[0] & 0x0F, bytes(buffer[start : start + length])
            del buffer[: start + length]
            if kind == TEXT:
                return content
            if kind == PING:
                self._frame(PONG, content)
            elif kind == CLOSE:
                self._transport.close()
        return None

    def _frame(self, kind: int, content: bytes) -> None:
        size = len(content)
        if size < 126:
            head = bytes((FINAL | kind, MASKED | size))
        elif size < 1 << 16:
            head = bytes((FINAL | kind, MASKED | 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((FINAL | kind, MASKED | 127)) + size.to_bytes(8, "big")
        self._transport.write(head + NO_MASK + content)


async def connect(
    url: str, received: Received, *, closed: Closed | None = None, cookie: str = ""
) -> LeanSocket:
    """Return a connection to a site's live news, open."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    _, connection = await asyncio.get_running_loop().create_connection(
        lambda: LeanSocket(received, closed), parts.hostname, parts.port or 80
    )
    connection.ask(parts.netloc, "/api/live", {"Cookie": cookie} if cookie else {})
    await connection.opened
    return connection
