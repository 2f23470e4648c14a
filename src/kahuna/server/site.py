"""A site: all its parts, put together."""

import asyncio
from typing import Protocol

from kahuna.server.errors import RefusedError
from kahuna.server.guard.limits import Limits
from kahuna.server.metrics import Metrics
from kahuna.server.news import News
from kahuna.server.people.bans import SHUT_OUT, Doorkeeper
from kahuna.server.people.computers import ensure_computers
from kahuna.server.people.person import Sessions
from kahuna.server.play.endings import Endings
from kahuna.server.play.opening import Opening
from kahuna.server.play.rooms import Rooms
from kahuna.server.play.turns import Turns
from kahuna.server.settings import Settings
from kahuna.server.storage.appender import Appender
from kahuna.server.storage.database import Database
from kahuna.server.word import Word


class Closable(Protocol):
    """A live connection."""

    @property
    def person(self) -> int | None:
        """Who it is, if they are known."""

    async def close(self) -> None:
        """Ask the client to connect again: this process stops."""

    async def dismiss(self, reason: str) -> None:
        """Let it not go on: whoever it is has been shut out."""


class Site:
    """The parts of a site, which know only those they need."""

    def __init__(self, settings: Settings) -> None:
        """Put the parts together; nothing runs before `start`."""
        self.settings = settings
        self.database = Database(settings.database_url)
        self.news = News(self.database, self._heard)
        self.word = Word(self.database, self._heard)
        self.rooms = Rooms(self.database)
        self.appender = Appender(
            self.database, None if self.database.is_sqlite else self.news.of_events
        )
        self.turns = Turns(self.rooms, self.appender)
        self.endings = Endings(self.turns)
        self.opening = Opening(self.rooms)
        self.sessions = Sessions(self.database)
        self.computers: dict[int, int] = {}  # by level
        self.live: set[Closable] = set()  # connections
        self.limits = Limits(settings)
        self.doorkeeper = Doorkeeper(self.database, self.sessions, self.live)
        self.metrics = Metrics(self.database)
        self.appender.written = self.metrics.written
        self.metrics.watch("kahuna_live", "Live connections", lambda: len(self.live))
        self.metrics.watch("kahuna_rooms", "Games in memory", lambda: len(self.rooms.in_memory()))
        self.is_stopping = False

    async def start(self) -> None:
        """Open the database and set everything going."""
        await self.database.open()
        async with self.database.writing() as connection:
            self.computers = await ensure_computers(connection)
        self.appender.start()
        await self.news.start()
        await self.word.start()

    async def drain(self) -> None:
        """Begin no further turn, finish those accepted, and send live connections elsewhere."""
        self.is_stopping = True
        await self.appender.stop()
        await asyncio.gather(*(connection.close() for connection in tuple(self.live)))

    async def stop(self) -> None:
        """Finish what was begun, and close."""
        await self.drain()
        await self.word.stop()
        await self.news.stop()
        await self.database.close()

    async def _heard(self, topic: str, numbers: list[int]) -> None:
        """Take in what another process has done."""
        if topic == SHUT_OUT:
            await self.doorkeeper.check(numbers)
            return
        if topic == "all":
            await self.doorkeeper.check_all()
        rooms = [self.rooms.known(number) for number in numbers]
        if topic == "all":
            rooms = list(self.rooms.in_memory())
        for room in rooms:
            if room is not None:
                async with room.lock:
                    try:
                        await self.rooms.refresh(room)
                    except RefusedError:  # it was deleted
                        self.rooms.forget(room)
        await asyncio.sleep(0)
