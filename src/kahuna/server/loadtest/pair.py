"""Two players at two sockets, and the stopwatch between them."""

import random
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from kahuna.server.loadtest.http import Client
from kahuna.server.loadtest.messages import (
    Bye,
    Done,
    Game,
    MakeTurn,
    Problem,
    Unwatch,
    Watch,
    decode,
    encode,
)
from kahuna.server.loadtest.player import Sight, any_turn
from kahuna.server.loadtest.socket import LeanSocket, connect


class Pair:
    """Two players who play one game after the other."""

    def __init__(self, urls: tuple[str, str], crowd: "Crowd", rng: random.Random) -> None:
        """Take at which servers they are, and whom to tell what happens."""
        self.crowd, self.rng = crowd, rng
        self.clients = (Client(urls[0]), Client(urls[1]))
        self.sockets: list[LeanSocket] = []
        self.link = ""
        self.offer: tuple[int, Sight] | None = None  # whose turn it is, and what they see
        self.seq = 0  # of the last turn sent
        self.mover = 0  # who sent it
        self.sent = 0.0  # when
        self.under_way = False  # not yet on the opponent's screen
        self.turns = 0  # sent in all games
        self._unanswered: dict[int, float] = {}  # turns by number: when they were sent

    async def begin(self, number: int) -> None:
        """Become somebody and sit down to a first game."""
        first, second = self.clients
        await first.become(f"Player {number} a")
        await second.become(f"Player {number} b")
        link = await self._new_game()
        for seat, client in enumerate(self.clients):
            self.sockets.append(
                await connect(
                    client.url, self._hears(seat), closed=self._lost, cookie=client.cookie
                )
            )
        self.watch(link)

    async def begin_anew(self) -> None:
        """Leave a game in which no turn is on its way, for another that has just begun."""
        self.offer = None
        self.watch(await self._new_game())

    async def again(self) -> None:
        """Play once more, when a game is over."""
        path, first, second = f"/api/games/{self.link}/rematch", *self.clients
        game = await first.post(path, {})
        await second.post(path, {})
        for client in self.clients:
            client.close()
        self.watch(game["link"])

    def watch(self, link: str) -> None:
        """Look at a game, both of them, and at no other."""
        for socket in self.sockets:
            if self.link:
                socket.send(encode(Unwatch(self.link)))
            socket.send(encode(Watch(link)))
        self.link, self.seq = link, 0

    def move(self) -> None:
        """Make a turn, any turn."""
        assert self.offer is not None
        (self.mover, sight), self.offer = self.offer, None
        tokens = any_turn(sight, self.rng)
        self.seq += 1
        self.turns += 1
        self.under_way = True
        message = encode(MakeTurn(self.link, sight.turn, tokens, self.turns))
        self.sent = self._unanswered[self.turns] = monotonic()
        self.sockets[self.mover].send(message)

    def leave(self) -> None:
        """Hang up."""
        for socket in self.sockets:
            socket.closed = None
            socket.close()

    async def _new_game(self) -> str:
        """Sit down at a new game; return its link."""
        first, second = self.clients
        game = await first.post("/api/games", {"terms": {"starts": "lot"}})
        await second.post(f"/api/games/{game['link']}/join", {})
        for client in self.clients:
            client.close()
        link: str = game["link"]
        return link

    def _hears(self, seat: int) -> Callable[[bytes], None]:
        def hear(data: bytes) -> None:
            self._hear(seat, data)

        return hear

    def _hear(self, seat: int, data: bytes) -> None:
        match decode(data):
            case Game() as game if game.link == self.link:
                self._see(seat, game)
            case Done() as done if done.id in self._unanswered:
                self.crowd.acknowledged(monotonic() - self._unanswered.pop(done.id))
            case Problem() as problem:
                self.crowd.trouble(f"{problem.code}: {problem.detail}")
            case Bye():
                self.crowd.trouble("bye: the server stops")

    def _see(self, seat: int, game: Game) -> None:
        """Take in how the game stands, on the screen of one of them."""
        if game.seq < self.seq:
            return  # from before the turn that is on its way
        if seat != self.mover and self.under_way:
            self.crowd.seen(self.sent, monotonic() - self.sent)
            self.under_way = False
            if game.status == "over":
                self.crowd.over(self)
                return
        view = game.view
        if view is not None and view.mover == view.viewer and self.offer is None:
            self.offer = (seat, view)
            self.crowd.ready(self)

    def _lost(self) -> None:
        self.crowd.trouble("lost: a connection ended")


class Crowd(Protocol):
    """Whoever wants to know what the pairs do."""

    def ready(self, pair: Pair) -> None:
        """A pair's next turn can be made."""

    def seen(self, sent: float, seconds: float) -> None:
        """A turn is on the opponent's screen."""

    def acknowledged(self, seconds: float) -> None:
        """A turn is durable, and its player knows."""

    def over(self, pair: Pair) -> None:
        """A game is over, and both know."""

    def trouble(self, what: str) -> None:
        """Something went wrong."""
