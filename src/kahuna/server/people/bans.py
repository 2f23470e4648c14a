"""Shutting somebody out, and seeing to it that they are out."""

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any, Protocol

from sqlalchemy import or_, select

from kahuna.server.people.person import GONE, Sessions
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import people

SHUT_OUT = "shut-out"  # a topic of the news
REASON = "you are shut out"


class Inside(Protocol):
    """A live connection of somebody."""

    @property
    def person(self) -> int | None:
        """Who it is, if they are known."""

    async def is_welcome(self) -> bool:
        """Tell whether it is still known who it is, and they are not shut out."""

    def close(self) -> Coroutine[Any, Any, None]:
        """Ask the client to connect again."""

    def dismiss(self, reason: str) -> Coroutine[Any, Any, None]:
        """Let it not go on."""


class Doorkeeper:
    """Forgets people who have been shut out, here or by another process, and sends them away."""

    def __init__(self, database: Database, sessions: Sessions, live: Collection[Inside]) -> None:
        """Take who is inside."""
        self.database, self.sessions, self.live = database, sessions, live
        self._farewells: set[asyncio.Task[None]] = set()

    async def check(self, persons: Collection[int]) -> None:
        """End the connections of these: their sessions have ended, or they have been shut out.

        Whoever may connect again, does.
        """
        out = await self._shut_out(persons)
        for each in tuple(self.live):
            if each.person in persons:
                self._part(each.dismiss(REASON) if each.person in out else each.close())

    async def check_all(self) -> None:
        """See whether all inside may stay: some news may have been missed."""
        inside = {connection.person for connection in tuple(self.live)}
        out = await self._shut_out([person for person in inside if person is not None])
        for each in tuple(self.live):
            if each.person in out:
                self._part(each.dismiss(REASON))
            elif not await each.is_welcome():
                self._part(each.close())

    def _part(self, farewell: Coroutine[Any, Any, None]) -> None:
        """Say goodbye, and wait for nobody: a client that does not read takes its time."""
        task = asyncio.create_task(farewell, name="farewell")
        self._farewells.add(task)
        task.add_done_callback(self._farewells.discard)

    async def _shut_out(self, persons: Collection[int]) -> set[int]:
        """Forget these, and return which of them have been shut out or are gone."""
        for person in persons:
            self.sessions.forget(person)
        gone = or_(people.c.banned, people.c.kind == GONE)
        query = select(people.c.id).where(people.c.id.in_(persons), gone)
        async with self.database.reading() as connection:
            return set((await connection.execute(query)).scalars())
