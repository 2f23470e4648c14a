"""Following games that go on in another process.

The news carry what has happened; where something is missing, only what is new is read, for
all games at once.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ARRAY, BigInteger, Integer, Row, bindparam, func, select

from kahuna.server.errors import RefusedError
from kahuna.server.news import Told
from kahuna.server.play.clock import Time
from kahuna.server.play.room import Room
from kahuna.server.play.rooms import Rooms
from kahuna.server.storage.tables import events, games
from kahuna.server.storage.transaction import Transaction

AT_ONCE = 4  # games that are read anew: others need the database too
Event = Row[Any] | Told

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


async def catch_up(rooms: Rooms, changed: Sequence[Room], told: Sequence[Told]) -> None:
    """Bring rooms up to date, of which another process has told that they have changed."""
    events = _by_game(told)
    changed = [room for room in changed if not _follow_at_once(room, events.get(room.id, []))]
    if rooms.database.is_sqlite:  # where only the command line is another process, and rarely
        for room in changed:
            async with room.lock:
                await read_again(rooms, room)
        return
    if not changed:
        return
    async with rooms.database.reading() as connection:
        new = await _new_events(connection, changed)
    some = asyncio.Semaphore(AT_ONCE)

    async def bring_up_to_date(room: Room) -> None:
        async with some, room.lock:
            if not _follow(room, new.get(room.id, [])):
                await read_again(rooms, room)

    await asyncio.gather(*(bring_up_to_date(room) for room in changed))


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
