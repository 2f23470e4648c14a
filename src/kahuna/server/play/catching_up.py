"""Following games that go on in another process.

The news carry what has happened; where something is missing, only what is new is read, for
all games at once.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from sqlalchemy import ARRAY, BigInteger, Integer, Row, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

from kahuna.server.news import Told
from kahuna.server.play.clock import Time
from kahuna.server.play.reading import read_rooms
from kahuna.server.play.room import Room
from kahuna.server.play.rooms import Rooms
from kahuna.server.storage.tables import events, games
from kahuna.server.storage.transaction import Transaction

MOST = 100  # games that are read at a time
PAUSE = 1.0  # seconds, when the database does not answer
Event = Row[Any] | Told

log = logging.getLogger(__name__)

_known = (
    func.unnest(
        bindparam("games", type_=ARRAY(BigInteger)), bindparam("seqs", type_=ARRAY(Integer))
    )
    .table_valued("game", "seq")
    .render_derived()
)
_SUMMARY = ("seq", "status", "offer", "result", "score", "termination", "ended")
_CLOCKS = ("white_left", "black_left", "moved")
_NEW_EVENTS = (
    select(
        *(events.c.game, events.c.seq, events.c.kind, events.c.tokens),
        *(games.c[name].label(f"new_{name}") for name in (*_SUMMARY, *_CLOCKS)),
    )
    .join(_known, (events.c.game == _known.c.game) & (events.c.seq > _known.c.seq))
    .join(games, games.c.id == events.c.game)
    .order_by(events.c.game, events.c.seq)
)


class CatchingUp:
    """Brings rooms up to date, of which another process has told that they have changed.

    What was told is enough for most. The others are read, all that have gathered at a time; no
    game waits for one with which something else is being done.
    """

    def __init__(self, rooms: Rooms) -> None:
        """Take where games are."""
        self.rooms, self.database = rooms, rooms.database
        self._behind: dict[int, Room] = {}  # by number
        self._reading: asyncio.Task[None] | None = None
        self._waiting: set[asyncio.Task[None]] = set()

    def heard(self, changed: Sequence[Room], told: Sequence[Told] = ()) -> None:
        """Go on by what was told, at once, and begin to read what that is not enough for."""
        self._add(follow(changed, told))

    async def stop(self) -> None:
        """Read no more."""
        tasks = [*self._waiting, *([] if self._reading is None else [self._reading])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _add(self, behind: Iterable[Room]) -> None:
        self._behind |= {room.id: room for room in behind}
        if self._behind and (self._reading is None or self._reading.done()):
            self._reading = asyncio.create_task(self._read(), name="catching up")

    async def _read(self) -> None:
        while self._behind:
            several = [self._behind.pop(number) for number in list(self._behind)[:MOST]]
            busy = [room for room in several if room.lock.locked()]
            for room in busy:
                self._add_when_free(room)
            try:
                await self._catch_up([room for room in several if room not in busy])
            except (SQLAlchemyError, OSError) as error:
                log.warning("games could not be read: %s", type(error).__name__)
                self._behind |= {room.id: room for room in several}
                await asyncio.sleep(PAUSE)

    def _add_when_free(self, room: Room) -> None:
        """Let a room be read when what is being done with it is done."""

        async def wait() -> None:
            async with room.lock:
                pass
            self._add([room])

        waiting = asyncio.create_task(wait(), name=f"catching up with game {room.id}")
        self._waiting.add(waiting)
        waiting.add_done_callback(self._waiting.discard)

    async def _catch_up(self, behind: Sequence[Room]) -> None:
        """Bring rooms up to date, with which nothing is done meanwhile."""
        async with AsyncExitStack() as locks:
            for room in behind:
                await locks.enter_async_context(room.lock)
            left = await self._go_on(behind)
            if not left:
                return
            newer = await self.database.read(partial(read_rooms, known=left), urgent=True)
            for room in left:
                if room.id in newer:
                    self.rooms.take_in(room, newer[room.id])
                else:  # it was deleted
                    self.rooms.forget(room)

    async def _go_on(self, behind: Sequence[Room]) -> list[Room]:
        """Let games that run go on by what is new; return those for which that is not enough."""
        running = [room for room in behind if room.status == "running"]
        if self.database.is_sqlite or not running:  # there only the command line is another process
            return list(behind)
        new = await self.database.read(partial(_new_events, changed=running), urgent=True)
        return [room for room in behind if not _follow(room, new.get(room.id, []))]


def follow(changed: Sequence[Room], told: Sequence[Told]) -> list[Room]:
    """Let rooms go on by what was told; return those for which that is not enough."""
    events = _by_game(told)
    return [room for room in changed if not _follow_at_once(room, events.get(room.id, []))]


def _follow_at_once(room: Room, told: Sequence[Event]) -> bool:
    """Go on by what was told, unless something else is being done with the room."""
    return not room.lock.locked() and _follow(room, told)


async def _new_events(connection: Transaction, changed: Sequence[Room]) -> dict[int, list[Event]]:
    known = {"games": [room.id for room in changed], "seqs": [room.seq for room in changed]}
    found = await connection.execute(_NEW_EVENTS, known)
    return _by_game(found.all())


def _by_game(found: Sequence[Event]) -> dict[int, list[Event]]:
    events: dict[int, list[Event]] = {}
    for event in found:
        events.setdefault(event.game, []).append(event)
    return events


def _follow(room: Room, found: Sequence[Event]) -> bool:
    """Go on by new events, if they are turns and none is missing; tell whether that could be."""
    new = [event for event in found if event.seq > room.seq]
    if not found or room.table is None or room.status != "running":
        return False
    if not new:
        return True  # it was faster here
    in_order = [event.seq for event in new] == list(range(room.seq + 1, new[-1].new_seq + 1))
    if not in_order or any(event.kind != "turn" for event in new):
        return False
    for event in new:
        room.table.replay(event.tokens)
    last = new[-1]
    for name in _SUMMARY:
        setattr(room, name, getattr(last, f"new_{name}"))
    room.time = Time(*(getattr(last, f"new_{name}") or 0 for name in _CLOCKS))
    room.tell()
    return True
