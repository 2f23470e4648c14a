"""A client for a site's JSON, over one connection that stays open."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import msgspec

from kahuna.errors import KahunaError, shorten


class Answer(msgspec.Struct, frozen=True):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """Return its content."""
        return msgspec.json.decode(self.body)


class Client:
    """Somebody who asks: a guest once they have said their name, before that nobody."""

    def __init__(self, url: str) -> None:
        """Take the site's address; another than one of plain HTTP is refused."""
        host, port = place(url)
        self.url, self.cookie = url, ""
        self._host, self._port, self._netloc = host, port, urlsplit(url).netloc
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def become(self, name: str) -> None:
        """Become a guest."""
        try:
            answer = await self.ask("POST", "/api/guests", {"name": name})
            _expect(answer)
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        except KahunaError:
            raise
        except (EOFError, LookupError, ValueError):
            raise KahunaError(f"what answers at {self.url} is no site of Kahuna") from None

    async def post(self, path: str, data: object = None) -> Any:
        """Return what the site answers; complain if it refuses."""
        answer = await self.ask("POST", path, data)
        _expect(answer)
        return answer.json()

    async def get(self, path: str) -> Any:
        """Return what the site answers; complain if it refuses."""
        answer = await self.ask("GET", path)
        _expect(answer)
        return answer.json()

    async def ask(self, method: str, path: str, data: object = None) -> Answer:
        """Return the answer, whatever it is."""
        if self._streams is not None and self._streams[0].at_eof():
            self.close()  # it was idle for too long
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        body = b"" if data is None else msgspec.json.encode(data)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self._netloc}"]
        lines += [f"Content-Length: {len(body)}", "Content-Type: application/json"]
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        try:
            return await _read(reader)
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            raise

    def close(self) -> None:
        """Let go of the connection; the next question opens another."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def place(url: str) -> tuple[str, int]:
    """Return the host and the port of a site's address.

    >>> place("http://127.0.0.1:8717")
    ('127.0.0.1', 8717)
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or 80
    except ValueError:  # by a port that is no number
        host, port = None, 0
    if host is None or parts.scheme != "http" or parts.path.strip("/"):
        raise KahunaError(f"a site to test is http://host:port, not {shorten(url, 60)!r}")
    return host, port


async def _read(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in head[1:] if line)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Answer(int(head[0].split()[1]), headers, body)


def _expect(answer: Answer) -> None:
    if answer.status >= 400:
        raise KahunaError(f"the site refuses: {shorten(answer.body.decode(errors='replace'), 300)}")
