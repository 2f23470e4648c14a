"""Shutting somebody out, and seeing to it that they are out."""

import asyncio
from collections.abc import Collection
from typing import Protocol

from sqlalchemy import or_, select

from kahuna.server.people.person import Sessions
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import people

SHUT_OUT = "shut-out"  # the topic of the news


class Inside(Protocol):
    """A live connection of somebody."""

    @property
    def person(self) -> int | None:
        """Who it is, if they are known."""

    async def dismiss(self, reason: str) -> None:
        """Let it not go on."""


class Doorkeeper:
    """Forgets people who have been shut out, here or by another process, and sends them away."""

    def __init__(self, database: Database, sessions: Sessions, live: Collection[Inside]) -> None:
        """Take who is inside."""
        self.database, self.sessions, self.live = database, sessions, live

    async def check(self, persons: Collection[int]) -> None:
        """See whether these have been shut out, or let in again."""
        for person in persons:
            self.sessions.forget(person)
        gone = or_(people.c.banned, people.c.kind == "gone")
        query = select(people.c.id).where(people.c.id.in_(persons), gone)
        async with self.database.reading() as connection:
            out = set((await connection.execute(query)).scalars())
        theirs = [connection for connection in tuple(self.live) if connection.person in out]
        await asyncio.gather(*(connection.dismiss("you are shut out") for connection in theirs))

    async def check_all(self) -> None:
        """See whether anybody inside has been shut out: some news may have been missed."""
        inside = {connection.person for connection in tuple(self.live)}
        await self.check([person for person in inside if person is not None])
