"""Following games that go on in another process.

The news carry what has happened; where something is missing, only what is new is read, for
all games at once.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ARRAY, BigInteger, Integer, Row, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

from kahuna.server.errors import RefusedError
from kahuna.server.news import Told
from kahuna.server.play.clock import Time
from kahuna.server.play.room import Room
from kahuna.server.play.rooms import Rooms
from kahuna.server.storage.tables import events, games
from kahuna.server.storage.transaction import Transaction

AT_ONCE = 4  # games that are read anew: others need the database too
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

    No game waits until another has been read.
    """

    def __init__(self, rooms: Rooms) -> None:
        """Take where games are."""
        self.rooms = rooms
        self._readings: set[asyncio.Task[None]] = set()

    def heard(self, changed: Sequence[Room], told: Sequence[Told] = ()) -> None:
        """Go on by what was told, at once, and begin to read what that is not enough for."""
        if behind := follow(changed, told):
            reading = asyncio.create_task(self._read(behind), name="catching up")
            self._readings.add(reading)
            reading.add_done_callback(self._readings.discard)

    async def stop(self) -> None:
        """Read no more."""
        readings = tuple(self._readings)
        for reading in readings:
            reading.cancel()
        await asyncio.gather(*readings, return_exceptions=True)

    async def _read(self, behind: Sequence[Room]) -> None:
        while True:
            try:
                await catch_up(self.rooms, behind)
            except (SQLAlchemyError, OSError) as error:
                log.warning("games could not be read: %s", type(error).__name__)
                await asyncio.sleep(PAUSE)
            else:
                return


def follow(changed: Sequence[Room], told: Sequence[Told]) -> list[Room]:
    """Let rooms go on by what was told; return those for which that is not enough."""
    events = _by_game(told)
    return [room for room in changed if not _follow_at_once(room, events.get(room.id, []))]


async def catch_up(rooms: Rooms, behind: Sequence[Room]) -> None:
    """Bring rooms up to date by what is in the database."""
    if rooms.database.is_sqlite:  # where only the command line is another process, and rarely
        for room in behind:
            async with room.lock:
                await read_again(rooms, room)
        return
    async with rooms.database.reading() as connection:
        new = await _new_events(connection, behind)
    some = asyncio.Semaphore(AT_ONCE)

    async def bring_up_to_date(room: Room) -> None:
        async with some, room.lock:
            if not _follow(room, new.get(room.id, [])):
                await read_again(rooms, room)

    await asyncio.gather(*(bring_up_to_date(room) for room in behind))


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


async def read_again(rooms: Rooms, room: Room) -> None:
    """Read a room anew, whose lock is held; drop it if it is gone."""
    try:
        await rooms.refresh(room)
    except RefusedError:  # it was deleted
        rooms.forget(room)
