"""Players over real sockets, who wait for what they are to see."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from kahuna.server.loadtest.http import Client
from kahuna.server.loadtest.player import Sight, any_turn
from kahuna.server.loadtest.socket import LeanSocket, connect

PATIENCE = 120.0  # seconds; long, since a test that fails may wait, and one that works does not

Message = dict[str, Any]


class Player(Client):
    """Somebody at a site, by HTTP and by WebSocket; `heard` is every message, as it came."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.heard: list[bytes] = []
        self._socket: LeanSocket | None = None
        self._more = asyncio.Event()
        self._read = 0
        self.lost = False

    async def connect(self) -> None:
        """Open the WebSocket."""
        self._socket, self.lost = None, False  # until there is one, if there is one
        self._socket = await connect(self.url, self._receive, closed=self._end, cookie=self.cookie)

    @property
    def is_connected(self) -> bool:
        """Whether the WebSocket is open."""
        return self._socket is not None and not self.lost

    def send(self, **message: object) -> None:
        """Send a message."""
        assert self._socket is not None
        self._socket.send(msgspec.json.encode(message))

    async def next(self, which: Callable[[Message], object] = lambda _: True) -> Message:
        """Return the next message of that kind; those before it are passed over."""
        while True:
            while self._read < len(self.heard):
                self._read += 1
                message: Message = msgspec.json.decode(self.heard[self._read - 1])
                if which(message):
                    return message
            if self.lost:
                raise ConnectionResetError("the connection has ended")
            self._more.clear()
            try:
                await asyncio.wait_for(self._more.wait(), PATIENCE)
            except TimeoutError:  # which is no way to notice that a server has gone
                raise AssertionError(f"nothing came in {PATIENCE:g} seconds") from None

    async def sees(self, seq: int, link: str | None = None) -> Message:
        """Return the game once so many events are in it."""
        return await self.next(
            lambda message: (
                message["type"] == "game"
                and message["seq"] >= seq
                and link in (None, message["link"])
            )
        )

    async def begins(self) -> Message:
        """Return the game once it has begun."""
        return await self.next(lambda message: message["type"] == "game" and message["view"])

    async def done(self, ticket: int) -> None:
        """Return when what was asked with this ticket is done."""
        answer = await self.next(lambda message: message.get("id") == ticket)
        assert answer["type"] == "done", answer

    def hang_up(self) -> None:
        """Close everything."""
        self.close()
        if self._socket is not None:
            self._socket.close()

    def _receive(self, data: bytes) -> None:
        self.heard.append(data)
        self._more.set()

    def _end(self) -> None:
        self.lost = True
        self._more.set()


@asynccontextmanager
async def visit(*urls: str) -> AsyncIterator[list[Player]]:
    """Give a player at each of these addresses; all hang up at the end."""
    players = [Player(url) for url in urls]
    try:
        yield players
    finally:
        for player in players:
            player.hang_up()
        await asyncio.sleep(0)  # so that the transports close


def turn_of(state: Message, rng: random.Random) -> list[str]:
    """Return any turn that the mover may make, from the game as the mover sees it."""
    return any_turn(msgspec.convert(state["view"], Sight), rng)


async def sit_down(white: Player, black: Player, **terms: object) -> str:
    """Let two guests begin a game, White first; return its link."""
    await white.become("Lani")
    await black.become("Keoni")
    game = await white.post("/api/games", {"seat": "White", "terms": {"starts": "White"} | terms})
    await black.post(f"/api/games/{game['link']}/join", {})
    link: str = game["link"]
    return link
