"""The streams by which bots hear of their games.

A stream begins with all games that run, so that resuming is just connecting again; and a bot
that lags is not told every step, only how things stand.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.exc import SQLAlchemyError

from kahuna.encoding import encode
from kahuna.notation.setup import Seat
from kahuna.server.api.shapes import game_state
from kahuna.server.bots.events import Alive, Asked, Begun, EndOfStream, Event, Over, YourTurn
from kahuna.server.errors import RefusedError, conflict
from kahuna.server.play.room import Room
from kahuna.server.play.rooms import Rooms
from kahuna.server.storage.tables import games

HEARTBEAT = 15.0  # seconds
MOST_STREAMS = 4  # of one bot
GATHERING = 0.1  # seconds in which news of games elsewhere are gathered

log = logging.getLogger(__name__)
StillWelcome = Callable[[], Awaitable[bool]]


class Streams:
    """All streams of this process."""

    def __init__(self, rooms: Rooms) -> None:
        """Take where games are."""
        self.rooms = rooms
        self._streams: dict[int, set[BotStream]] = {}  # by bot
        self._heard: set[int] = set()  # games elsewhere
        self._task: asyncio.Task[None] | None = None

    def open(self, bot: int, still_welcome: StillWelcome) -> "BotStream":
        """Return a new stream of a bot, which is one of them while its lines are read."""
        if self._is_full(bot):
            raise conflict("too-many", f"a bot has at most {MOST_STREAMS} streams at a time")
        return BotStream(self, bot, still_welcome)

    def add(self, stream: "BotStream") -> bool:
        """Tell a stream of what happens from now on, unless there are too many by now."""
        if self._is_full(stream.person):
            return False
        self._streams.setdefault(stream.person, set()).add(stream)
        return True

    def _is_full(self, bot: int) -> bool:
        return len(self._streams.get(bot, ())) >= MOST_STREAMS

    def discard(self, stream: "BotStream") -> None:
        """Forget a stream."""
        streams = self._streams.get(stream.person, set())
        streams.discard(stream)
        if not streams:
            self._streams.pop(stream.person, None)

    def changed(self, room: Room) -> None:
        """Take note that something happened in a game."""
        for seated in room.seats.values() if self._streams else ():
            for stream in self._streams.get(seated.person, ()) if seated else ():
                stream.changed(room)

    def heard(self, numbers: Iterable[int]) -> None:
        """Take note that games went on in another process; some may be new to this one."""
        if self._streams:
            self._heard.update(n for n in numbers if self.rooms.known(n) is None)
            if self._heard and self._task is None:
                self._task = asyncio.create_task(self._look())

    async def missed(self) -> None:
        """Find games that may have begun in another process unheard."""
        if self._streams:
            await self.find(list(self._streams))

    async def _look(self) -> None:
        """Bring games of bots into memory; that tells their streams."""
        await asyncio.sleep(GATHERING)
        heard, self._heard, self._task = self._heard, set(), None
        bots = list(self._streams)
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self.find(bots, games.c.id.in_(heard))

    async def find(self, bots: list[int], *which: ColumnElement[bool]) -> list[Room]:
        """Return running games of these bots."""
        query = select(games.c.link).where(
            games.c.status == "running",
            or_(games.c.white.in_(bots), games.c.black.in_(bots)),
            *which,
        )
        async with self.rooms.database.reading() as connection:
            links = list((await connection.execute(query)).scalars())
        rooms = []
        for link in links:
            with contextlib.suppress(RefusedError):  # it is gone since
                rooms.append(await self.rooms.get(link))
        return rooms


class BotStream:
    """One connection of a bot."""

    looks = True  # at all that it is sent

    def __init__(self, streams: Streams, bot: int, still_welcome: StillWelcome) -> None:
        """Take whose it is; `lines` is what is sent."""
        self._streams, self._bot, self._still_welcome = streams, bot, still_welcome
        self._changed: dict[str, Room] = {}  # to be told
        self._told: dict[Room, tuple[int, Seat | None]] = {}  # running games: what was told last
        self._wake = asyncio.Event()
        self._ends = False

    @property
    def person(self) -> int:
        """Whose stream it is."""
        return self._bot

    async def is_welcome(self) -> bool:
        """Tell whether the token is still one."""
        return await self._still_welcome()

    def changed(self, room: Room) -> None:
        """Take note that a game has gone on."""
        self._changed[room.link] = room
        self._wake.set()

    async def close(self) -> None:
        """Ask the bot to connect again."""
        self._ends = True
        self._wake.set()

    async def dismiss(self, reason: str) -> None:
        """Let it not go on: whoever it is has been shut out."""
        del reason  # which it is told when it connects again
        await self.close()

    async def lines(self) -> AsyncGenerator[bytes, None]:
        """Yield a line for each thing that happens, until the stream ends."""
        if not self._streams.add(self):
            yield encode(EndOfStream()) + b"\n"
            return
        try:
            for room in await self._streams.find([self._bot]):
                self.changed(room)
            yield encode(Alive()) + b"\n"
            while not self._ends:
                while self._changed:
                    room = self._changed.pop(next(iter(self._changed)))
                    for event in self.events(room):
                        yield encode(event) + b"\n"
                if not await self._wait():
                    yield encode(Alive()) + b"\n"
                    if not await self._still_welcome():
                        break
            yield encode(EndOfStream()) + b"\n"
        finally:
            self._streams.discard(self)
            for room in self._told:
                room.watchers.discard(self)

    def events(self, room: Room) -> Iterator[Event]:
        """Yield what is new in a game."""
        state = game_state(room, room.viewer_of(self._bot, room.mover))
        old, new = self._told.get(room), (room.seq, room.offer)
        if room.status != "running" or room.table is None:
            if self._told.pop(room, None) is not None:
                room.watchers.discard(self)
                yield Over(state)
            return
        self._told[room] = new
        if old is None:
            room.watchers.add(self)  # so that it stays in memory
            yield Begun(state)
        if room.table.mover == state.you and (old is None or old[0] != room.seq):
            yield YourTurn(room.table.turn, room.table.record(state.you).one_line(), state)
        if room.offer not in (None, state.you) and (old is None or old != new):
            yield Asked(state)

    async def _wait(self) -> bool:
        """Wait until something has happened; tell whether it has."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                await self._wake.wait()
        except TimeoutError:
            return False
        self._wake.clear()
        return True
