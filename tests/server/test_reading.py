"""A game is read as it was at one moment, also while it goes on elsewhere."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Dialect, Executable

from kahuna.server.people.person import new_person
from kahuna.server.play.opening import Arrival, Places
from kahuna.server.play.reading import SEATS, read_room, read_rooms
from kahuna.server.play.room import Room
from kahuna.server.play.terms import Terms
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from kahuna.server.storage.tables import games
from kahuna.server.storage.transaction import Rows, Transaction


class Interrupted:
    """A transaction in which something happens elsewhere after each statement."""

    def __init__(self, connection: Transaction, happens: Callable[[], Awaitable[None]]) -> None:
        self.connection, self.happens = connection, happens

    @property
    def dialect(self) -> Dialect:
        return self.connection.dialect

    async def execute(self, statement: Executable, parameters: Any = None) -> Rows:
        rows = await self.connection.execute(statement, parameters)
        await self.happens()
        return rows


async def _game(site: Site) -> Room:
    async with site.database.writing() as connection:
        white, black = [await new_person(connection, name, "guest") for name in ("Ann", "Bo")]
    seats: Places = {"White": white, "Black": black}
    return await site.opening.create(white, Terms(starts="White"), seats, Arrival())


async def _turn(site: Site, room: Room) -> None:
    assert room.table is not None
    mover = room.seats[room.table.mover]
    assert mover is not None
    await site.turns.make(room, mover.person, room.table.turn, ["+?"])


def test_what_happens_between_row_and_log_is_not_yet_known(new_postgresql: str) -> None:
    """Else it would happen once more when news of it come."""

    async def story() -> None:
        site = Site(Settings(database=new_postgresql))
        await site.start()
        try:
            room = await _game(site)
            await _turn(site, room)

            async def read(connection: Transaction) -> Room:
                elsewhere = Interrupted(connection, lambda: _turn(site, room))
                return await read_room(elsewhere, room.link)

            found = await site.database.read(read)
            assert room.seq > found.seq
            assert found.table is not None
            assert (found.seq, found.table.turn) == (1, 2)
        finally:
            await site.stop()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_several_rooms_are_read_in_one_go_and_those_that_are_gone_are_left_out(
    database: str,
) -> None:
    async def story() -> None:
        site = Site(Settings(database=database))
        await site.start()
        try:
            rooms = [await _game(site) for _ in range(4)]
            older = [await site.database.read(_again(room)) for room in rooms]
            for room in rooms[1:]:
                await _turn(site, room)
            async with site.database.writing() as connection:
                await connection.execute(games.delete().where(games.c.id == rooms[3].id))
            newer = await site.database.read(lambda connection: read_rooms(connection, older))
            assert newer.keys() == {room.id for room in rooms[:3]}
            assert newer[rooms[0].id].table is older[0].table  # nothing has happened there
            for room in rooms[:3]:
                read = newer[room.id]
                assert room.table is not None
                assert read.table is not None
                assert read.seq == room.seq
                for seat in SEATS:
                    assert read.table.view(seat) == room.table.view(seat)
        finally:
            await site.stop()

    asyncio.run(asyncio.wait_for(story(), 60))


def _again(room: Room) -> Callable[[Transaction], Any]:
    return lambda connection: read_room(connection, room.link)
