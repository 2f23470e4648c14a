"""When something about somebody changes, all who remember them take note, in every process."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy import select

from kahuna.server.news import News
from kahuna.server.people.bans import SHUT_OUT, Doorkeeper
from kahuna.server.play.rooms import Rooms
from kahuna.server.storage.tables import people
from kahuna.server.storage.transaction import Transaction

CHANGED = "person"  # a topic of the news


class Changes:
    """Changes people."""

    def __init__(self, news: News, rooms: Rooms, doorkeeper: Doorkeeper) -> None:
        """Take who remembers people, and who ends their live connections."""
        self.database, self.news = news.database, news
        self.rooms, self.doorkeeper = rooms, doorkeeper
        self.sessions = doorkeeper.sessions

    @asynccontextmanager
    async def of(self, *who: int, shut_out: bool = False) -> AsyncGenerator[Transaction, None]:
        """Give a connection to change them by; `shut_out` if their sessions end by it."""
        topic = SHUT_OUT if shut_out else CHANGED
        async with self.database.writing() as connection:
            yield connection
            await self.news.tell(connection, topic, list(who))
        await self.heard(topic, who)

    async def heard(self, topic: str, who: Sequence[int]) -> None:
        """Take note that somebody has changed, here or in another process."""
        for person in who:
            self.sessions.forget(person)
        async with self.database.reading() as connection:
            query = select(people.c.id, people.c.name, people.c.kind).where(people.c.id.in_(who))
            new = {row.id: (row.name, row.kind) for row in await connection.execute(query)}
        for room in self.rooms.in_memory():
            for seated in room.seats.values():
                if seated and new.get(seated.person, (seated.name, seated.kind)) != (
                    seated.name,
                    seated.kind,
                ):
                    seated.name, seated.kind = new[seated.person]
                    room.tell()
        if topic == SHUT_OUT:
            await self.doorkeeper.check(who)
