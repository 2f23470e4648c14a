"""Clients that keep every byte they are sent, and the one place where bytes are made comparable."""

import asyncio
import json
import re
from typing import Any
from urllib.parse import urlsplit

from kahuna.server.loadtest.socket import LeanSocket

PATIENCE = 120.0  # seconds; long, for busy machines
END_OF_HEAD = b"\r\n\r\n"
PONG = b'{"type":"pong"'  # and the version of the page


def plain(data: bytes, link: str) -> bytes:
    """Return bytes without what differs between two sites that do the same: and nothing else.

    That is the link of the game, times, the numbers of requests and, of the figures at
    /metrics, those that measure time and memory. What is left out keeps its length.
    """
    for pattern in _DIFFERS:
        data = re.sub(pattern, lambda found: b"~" * len(found[0]), data)
    return _UNEQUAL.sub(b"", data.replace(link.encode(), b"~" * len(link)))


_DIFFERS = (
    rb"\b1\d{12}\b",  # a time in milliseconds
    rb'(?<="at": ")[^"]+',  # of a line of the log
    rb"(?<=\r\ndate: )[^\r]+",
    rb"(?<=\r\nx-request-id: )[0-9a-f]+",
    rb'(?<="request": ")[0-9a-f]+',
)
_UNEQUAL = re.compile(  # in length, too
    rb'(?<="ms": )[0-9.]+'
    rb"|^(# \w+ )?(process|python)_.*\n|^kahuna_\w+_seconds_(bucket|sum).*\n"
    rb"|(?<=version=1.0.0; charset=utf-8\r\ncontent-length: )\d+",  # of these
    re.MULTILINE,
)


class Ears:
    """Somebody who asks and listens, and keeps all that came.

    `answers` came by HTTP and `messages` over the WebSocket, each in their order: which of two
    connections is faster is nobody's doing.
    """

    def __init__(self, url: str, **headers: str) -> None:
        self.answers: list[bytes] = []
        self.messages: list[bytes] = []
        self.headers = headers
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        self._host, self._port, self._netloc = parts.hostname, parts.port, parts.netloc
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._socket: LeanSocket | None = None
        self._arrived = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None
        self.stream = bytearray()  # what came by `listen`

    async def ask(self, method: str, path: str, data: object = None) -> tuple[int, Any]:
        """Ask by HTTP; return the status and the content, if it is JSON."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        writer.write(self._request(method, path, data))
        async with asyncio.timeout(PATIENCE):
            head = await reader.readuntil(END_OF_HEAD)
            body = await _body(reader, head)
        self.answers.append(head + body)
        if cookie := re.search(rb"\r\nset-cookie: (kahuna=[^;]*)", head):
            self.headers["Cookie"] = cookie[1].decode()
            self.answers.pop()  # the secret of a session
        is_json = b"\r\ncontent-type: application/json" in head or b"problem+json" in head
        return int(head.split()[1]), json.loads(body) if is_json else body.decode()

    async def get(self, path: str) -> Any:
        """Return what is at an address, whatever it is."""
        return (await self.ask("GET", path))[1]

    async def post(self, path: str, data: object = None) -> Any:
        """Send something that is granted; return the answer."""
        status, content = await self.ask("POST", path, {} if data is None else data)
        assert status < 300, content
        return content

    async def connect(self) -> None:
        """Open the WebSocket."""
        _, self._socket = await asyncio.get_running_loop().create_connection(
            lambda: LeanSocket(self._receive), self._host, self._port
        )
        self._socket.ask(self._netloc, "/api/live", self.headers)
        await self._socket.opened

    def send(self, **message: object) -> None:
        """Send a message over the WebSocket."""
        assert self._socket is not None
        self._socket.send(json.dumps(message).encode())

    async def settle(self) -> None:
        """Return when all that was on its way over the WebSocket has come.

        An answer may overtake a game that is to be sent, so it takes two.
        """
        for _ in range(0 if self._socket is None else 2):
            self.send(type="ping")
            async with asyncio.timeout(PATIENCE):
                while not (pongs := [said for said in self.messages if said.startswith(PONG)]):
                    self._arrived.clear()
                    await self._arrived.wait()
            self.messages.remove(pongs[0])

    def take(self) -> list[bytes]:
        """Return what was heard since the last time."""
        heard = [*self.answers, *self.messages, bytes(self.stream)]
        self.answers, self.messages = [], []
        self.stream.clear()
        return heard

    async def listen(self, path: str) -> None:
        """Begin to read an answer that does not end, into `stream`."""
        reader, writer = await asyncio.open_connection(self._host, self._port)
        writer.write(self._request("GET", path, None))

        async def keep() -> None:
            try:
                while data := await reader.read(1 << 16):
                    self.stream += data
            finally:
                writer.close()

        self._listening = asyncio.create_task(keep())
        async with asyncio.timeout(PATIENCE):
            while b"alive" not in self.stream:
                await asyncio.sleep(0.01)

    async def hang_up(self) -> None:
        """Close everything."""
        if self._socket is not None:
            self._socket.close()
        if self._streams is not None:
            self._streams[1].close()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    def _request(self, method: str, path: str, data: object) -> bytes:
        body = b"" if data is None else json.dumps(data).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self._netloc}"]
        lines += [f"Content-Length: {len(body)}", "Content-Type: application/json"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def _receive(self, data: bytes) -> None:
        self.messages.append(data)
        self._arrived.set()


async def _body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    """Read the rest of an answer."""
    if length := re.search(rb"\r\ncontent-length: (\d+)", head):
        return await reader.readexactly(int(length[1]))
    if b"\r\ntransfer-encoding: chunked" not in head.lower():
        return b""
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)
    return body
