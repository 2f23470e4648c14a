"""Games under way while the server is killed, again and again; and what must be true of them."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from kahuna import Game
from kahuna.notation import Record
from kahuna.notation.tokens import as_choice
from kahuna.server.loadtest.process import ServerProcess
from kahuna.server.play.reading import read_room
from kahuna.server.play.records import as_game
from kahuna.server.settings import Settings
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import events
from tests.server.players import Message, Player, sit_down, turn_of

Turn = tuple[int, list[str]]  # its number, and what was chosen
GONE = (OSError, EOFError)  # how a client notices that the server has gone
MOST_TURNS = 60  # from one kill to the next


@dataclass
class Kept:
    """A game, and what its players were told is durable."""

    link: str
    acknowledged: list[Turn] = field(default_factory=list)
    is_over: bool = False


class Siege:
    """Some games at a server, which is killed at random moments while they go on."""

    def __init__(self, server: ServerProcess, database: str, *, games: int, seed: int = 0) -> None:
        self.server, self.database = server, database
        self.rng = random.Random(seed)
        self.games: list[Kept] = []
        self.repeated = 0  # turns that were sent once more, as their answer was lost
        self._up = asyncio.Event()
        self._turn_made = asyncio.Event()
        self._last_games = False
        self._pairs = [_Pair(self, by_http=number % 3 == 2) for number in range(games)]

    @property
    def acknowledged(self) -> int:
        """How many turns the players were told are durable."""
        return sum(len(game.acknowledged) for game in self.games)

    async def run(self, kills: int, tell: Callable[[str], None] = lambda _: None) -> None:
        """Kill the server so many times; then let every game come to its end."""
        await asyncio.to_thread(self.server.start)
        self._up.set()
        playing = asyncio.gather(*(pair.play() for pair in self._pairs))
        try:
            for kill in range(1, kills + 1):
                await self._under_load(self.rng.randrange(MOST_TURNS), playing)
                await self._kill()
                tell(
                    f"kill {kill} of {kills}: {self.acknowledged} turns acknowledged, "
                    f"{self.repeated} asked again, {sum(g.is_over for g in self.games)} games over"
                )
            self._last_games = True
            await playing
            await self.check()
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            for pair in self._pairs:
                pair.hang_up()

    async def _under_load(self, turns: int, playing: "asyncio.Future[list[None]]") -> None:
        """Return in the midst of it, after so many turns; if a player fails, say so at once."""
        enough = self.acknowledged + turns
        while self.acknowledged < enough:
            self._turn_made.clear()
            made = asyncio.ensure_future(self._turn_made.wait())
            either: list[asyncio.Future[Any]] = [made, playing]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            made.cancel()
            if playing.done():
                playing.result()
        await asyncio.sleep(self.rng.uniform(0, 0.02))  # at any moment of what comes next

    def made(self, game: Kept, turn: Turn) -> None:
        """Note a turn that its player was told is durable."""
        game.acknowledged.append(turn)
        self._turn_made.set()

    async def _kill(self) -> None:
        """Kill the server, look at what it left behind, and start it again."""
        await self.up()
        self._up.clear()
        await asyncio.to_thread(self.server.kill)
        await self.check()
        await asyncio.to_thread(self.server.start)
        self._up.set()

    async def up(self) -> None:
        """Return when the server runs."""
        await self._up.wait()

    @property
    def goes_on(self) -> bool:
        """Whether a pair whose game is over is to begin another."""
        return not self._last_games

    async def check(self) -> None:
        """Check every game in the database, as it is after a kill."""
        database = Database(Settings(database=self.database).database_url)
        await database.open()
        try:
            for game in self.games:
                await _check(database, game)
        finally:
            await database.close()


async def _check(database: Database, game: Kept) -> None:
    """Check that a log has each acknowledged turn, each once, and follows the rules."""
    async with database.reading() as connection:
        room = await read_room(connection, game.link)
        query = select(events).where(events.c.game == room.id).order_by(events.c.seq)
        log = (await connection.execute(query)).all()
    assert [event.seq for event in log] == list(range(1, len(log) + 1)), "a number is missing"
    assert room.seq == len(log), "the game's row does not sum up its log"
    turns = {event.turn: event.tokens.split() for event in log}
    assert len(turns) == len(log), "a turn is there twice"
    for number, choices in game.acknowledged:
        made = [as_choice(token) for token in turns[number] if token[0] != "@"]
        assert made == choices, "an acknowledged turn is not in the log"
    if room.table is not None:
        played = as_game(room)  # by the rules, or this is refused
        again = Record(played.setup.tags(), played.tokens)
        assert Game.from_record(again, seed=room.table.dealer.seed) == played  # as it was dealt


class _Pair:
    """Two players who do not give up: what is not acknowledged, they ask for again."""

    def __init__(self, siege: Siege, *, by_http: bool) -> None:
        self.siege, self.by_http = siege, by_http
        self.players = [Player(siege.server.url), Player(siege.server.url)]
        self.ticket = 0

    async def play(self) -> None:
        """Play one game after the other."""
        game = await self._begin()
        while True:
            await self._to_the_end(game)
            game.is_over = True
            if not self.siege.goes_on:
                return
            game = await self._rematch(game.link)

    def hang_up(self) -> None:
        """Close all connections."""
        for player in self.players:
            player.hang_up()

    async def _begin(self) -> Kept:
        while True:
            try:
                await self.siege.up()
                game = Kept(await sit_down(*self.players))
            except GONE:
                continue  # nobody was promised anything
            self.siege.games.append(game)
            return game

    async def _rematch(self, link: str) -> Kept:
        """Play once more; who asks twice gets the same game."""
        first = await self._insist(self.players[0], f"/api/games/{link}/rematch", {})
        second = await self._insist(self.players[1], f"/api/games/{link}/rematch", {})
        assert first["link"] == second["link"]
        game = Kept(first["link"])
        self.siege.games.append(game)
        return game

    async def _to_the_end(self, game: Kept) -> None:
        seq, mover = 0, 0
        while True:
            state = await self._look(game, mover, seq)
            if state["status"] == "over":
                return
            if state["view"]["mover"] != state["you"]:
                mover = 1 - mover
                continue
            turn = (state["view"]["turn"], turn_of(state, self.siege.rng))
            await self._make(game, mover, turn)
            self.siege.made(game, turn)
            seq = state["seq"] + 1
            mover = 1 - mover

    async def _look(self, game: Kept, who: int, seq: int) -> Message:
        """Return the game as a player sees it, when so much has happened."""
        player = self.players[who]
        if self.by_http:
            return await self._insist(player, f"/api/games/{game.link}")
        while True:
            try:
                await self._watch(player, game)
                return await player.sees(seq, game.link)
            except GONE:
                continue

    async def _watch(self, player: Player, game: Kept) -> None:
        """Be connected, and watch the game."""
        await self.siege.up()
        if not player.is_connected:
            await player.connect()
        player.send(type="watch", game=game.link)

    async def _make(self, game: Kept, who: int, turn: Turn) -> None:
        """Make a turn; return when it is acknowledged, however often it has to be sent."""
        player, tries = self.players[who], 0
        message = {"turn": turn[0], "tokens": turn[1]}
        while True:
            self.siege.repeated += tries > 0
            tries += 1
            try:
                if self.by_http:
                    await self.siege.up()
                    await player.post(f"/api/games/{game.link}/turns", message)
                else:
                    await self._watch(player, game)
                    self.ticket += 1
                    player.send(type="turn", game=game.link, id=self.ticket, **message)
                    await player.done(self.ticket)
            except GONE:
                continue
            return

    async def _insist(self, player: Player, path: str, data: object = None) -> Message:
        """Ask until there is an answer."""
        while True:
            try:
                await self.siege.up()
                answer: Message = await (
                    player.get(path) if data is None else player.post(path, data)
                )
            except GONE:
                continue
            return answer
