"""A site: all its parts, put together."""

import asyncio
import contextlib
from typing import Protocol

from kahuna.server.errors import RefusedError
from kahuna.server.news import News
from kahuna.server.people.accounts import Accounts
from kahuna.server.people.addresses import Addresses
from kahuna.server.people.changes import CHANGED, SHUT_OUT, Changes
from kahuna.server.people.computers import ensure_computers
from kahuna.server.people.leaving import Leaving
from kahuna.server.people.notify.mail import Mailer
from kahuna.server.people.notify.push import Push
from kahuna.server.people.notify.turns import YourTurn
from kahuna.server.people.passkeys import Passkeys
from kahuna.server.people.person import Sessions
from kahuna.server.play.chat import TOPIC as CHAT
from kahuna.server.play.chat import Chat
from kahuna.server.play.endings import Endings
from kahuna.server.play.lobby import CHANGED as LOBBY
from kahuna.server.play.lobby import PAIRED, Lobby
from kahuna.server.play.opening import Opening
from kahuna.server.play.rooms import Rooms
from kahuna.server.play.turns import Turns
from kahuna.server.settings import Settings
from kahuna.server.storage.appender import Appender
from kahuna.server.storage.database import Database


class Closable(Protocol):
    """A live connection."""

    @property
    def person(self) -> int | None:
        """Who it is, if they are known."""

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
        self.endings = Endings(self.turns, self.news)
        self.opening = Opening(self.rooms, self.news)
        self.chat = Chat(self.rooms, self.news)
        self.lobby = Lobby(self.opening, self.news)
        self.sessions = Sessions(self.database)
        self.changes = Changes(self.news, self.sessions, self.rooms, self._shut_out)
        self.accounts = Accounts(self.changes)
        self.passkeys = Passkeys(self.changes)
        self.leaving = Leaving(self.changes, self.endings)
        self.push = Push(self.database, settings)
        self.mailer = Mailer(settings)
        self.addresses = Addresses(self.changes, self.mailer, settings.address)
        self.your_turn = YourTurn(self.rooms, self.push, self.mailer, settings.address)
        self.rooms.told = self.your_turn.told
        self.computers: dict[int, int] = {}  # by level
        self.live: set[Closable] = set()  # connections

    async def start(self) -> None:
        """Open the database and set everything going."""
        await self.database.open()
        async with self.database.writing() as connection:
            self.computers = await ensure_computers(connection)
        await self.push.start()
        self.appender.start()
        await self.news.start()
        self.lobby.start()
        self.your_turn.start()

    async def stop(self) -> None:
        """Send live connections elsewhere, write what is waiting, and close."""
        await asyncio.gather(*(connection.close() for connection in tuple(self.live)))
        await self.lobby.stop()
        await self.your_turn.stop()
        self.accounts.passwords.close()
        await self.appender.stop()
        await self.news.stop()
        await self.database.close()

    async def _shut_out(self, person: int) -> None:
        """End somebody's live connections; whoever may connect again, does."""
        theirs = [connection for connection in self.live if connection.person == person]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await asyncio.gather(*(connection.close() for connection in theirs))

    async def _heard(self, topic: str, numbers: list[int]) -> None:
        """Take in what another process has done."""
        if topic in (LOBBY, PAIRED):
            await self.lobby.heard(topic, numbers)
            return
        if topic == CHAT:
            await self.chat.heard(numbers)
            return
        if topic in (CHANGED, SHUT_OUT):
            await self.changes.heard(topic, numbers)
            return
        rooms = [self.rooms.heard(number) for number in numbers]
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
