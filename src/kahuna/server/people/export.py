"""All of somebody's games as one text in KGN, game after game."""

import asyncio
from collections.abc import AsyncGenerator

from sqlalchemy import select

from kahuna.notation.setup import Viewer
from kahuna.server.play.reading import read_room
from kahuna.server.play.records import record
from kahuna.server.play.shelf import plays
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import games


async def export(database: Database, person: int, address: str) -> AsyncGenerator[str, None]:
    """Yield the records, oldest first: what is over is whole, the rest as they may know it.

    Each begins with its tag `KGN`. They are read one by one, and not kept in memory.
    """
    query = (
        select(games.c.link)
        .where(plays(person), games.c.status.in_(("running", "over")))
        .order_by(games.c.id)
    )
    async with database.reading() as connection:
        links = list((await connection.execute(query)).scalars())
    for link in links:
        async with database.reading() as connection:
            room = await read_room(connection, link)
        # On one device nobody can say who reads it: it shows neither hand.
        viewer: Viewer = "Spectator" if room.one_device else room.viewer_of(person)
        if room.status in ("running", "over"):
            yield await asyncio.to_thread(record, room, viewer, address) + "\n"
