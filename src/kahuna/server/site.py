"""A site: all its parts, put together."""

import asyncio
from typing import Protocol

from kahuna.server.news import News
from kahuna.server.people.computers import ensure_computers
from kahuna.server.people.person import Sessions
from kahuna.server.play.catching_up import catch_up, read_again
from kahuna.server.play.endings import Endings
from kahuna.server.play.opening import Opening
from kahuna.server.play.rooms import Rooms
from kahuna.server.play.turns import Turns
from kahuna.server.settings import Settings
from kahuna.server.storage.appender import Appender
from kahuna.server.storage.database import Database


class Closable(Protocol):
    """A live connection."""

    async def close(self) -> None:
        """Ask the client to connect again: this process stops."""


class Site:
    """The parts of a site, which know only those they need."""

    def __init__(self, settings: Settings) -> None:
        """Put the parts together; nothing runs before `start`."""
        self.settings = settings
        self.database = Database(settings.database_url)
        self.news = News(self.database, self._heard)
        self.rooms = Rooms(self.database)
        self.appender = Appender(
            self.database, None if self.database.is_sqlite else self.news.of_events
        )
        self.turns = Turns(self.rooms, self.appender)
        self.endings = Endings(self.turns)
        self.opening = Opening(self.rooms, self.news)
        self.sessions = Sessions(self.database)
        self.computers: dict[int, int] = {}  # by level
        self.live: set[Closable] = set()  # connections

    async def start(self) -> None:
        """Open the database and set everything going."""
        await self.database.open()
        async with self.database.writing() as connection:
            self.computers = await ensure_computers(connection)
        self.appender.start()
        await self.news.start()

    async def stop(self) -> None:
        """Send live connections elsewhere, write what is waiting, and close."""
        await asyncio.gather(*(connection.close() for connection in tuple(self.live)))
        await self.appender.stop()
        await self.news.stop()
        await self.database.close()

    async def _heard(self, topic: str, numbers: list[int]) -> None:
        """Take in what another process has done."""
        if topic == "game":
            rooms = [self.rooms.known(number) for number in numbers]
            await catch_up(self.rooms, [room for room in rooms if room is not None])
        elif topic == "all":
            for room in self.rooms.in_memory():
                async with room.lock:
                    await read_again(self.rooms, room)
