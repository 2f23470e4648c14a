"""Real sockets for tests: a club's site served by uvicorn, and clients of its WebSocket."""

import asyncio
import json
import socket
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from kahuna.server.wire import LeanWebSocket
from tests.server.club import PATIENCE, Club, Guest, Json


class _Server(uvicorn.Server):
    """A server that leaves the test's own signals alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def served(club: Club) -> AsyncGenerator[str, None]:
    """Serve the club, instead of entering it; give the address, without its scheme."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(club.app, ws=LeanWebSocket, lifespan="on", log_config=None)
        server = _Server(config)
        task = asyncio.create_task(server.serve([listener]))
        started = asyncio.create_task(_started(server, task))
        await started
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task


async def _started(server: uvicorn.Server, task: "asyncio.Task[None]") -> None:
    while not server.started:  # uvicorn tells nobody
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.01)


class Line:
    """A guest's line to the site."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[Json] = []

    async def send(self, kind: str, **content: object) -> None:
        """Send a message."""
        await self.connection.send(json.dumps({"type": kind} | content))

    async def hear(self, kind: str, condition: Callable[[Json], bool] = lambda _: True) -> Json:
        """Return the next message of that kind for which the condition holds."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: Json = json.loads(await self.connection.recv())
                self.heard.append(message)
                if message["type"] == kind and condition(message):
                    return message

    async def ask(self, kind: str, answer: str, **content: object) -> Json:
        """Send a message and return the answer."""
        await self.send(kind, **content)
        return await self.hear(answer)

    async def watch(self, link: str, **more: object) -> Json:
        """Watch a game; return how it stands."""
        return await self.ask("watch", "game", game=link, **more)


@asynccontextmanager
async def line(address: str, guest: Guest | None = None) -> AsyncGenerator[Line, None]:
    """Connect to the site, as somebody or as nobody."""
    headers: dict[str, Any] = {}
    if guest is not None:
        pairs = (f"{name}={value}" for name, value in guest.client.cookies.items())
        headers["Cookie"] = "; ".join(pairs)
    async with connect(f"ws://{address}/api/live", additional_headers=headers) as connection:
        yield Line(connection)
