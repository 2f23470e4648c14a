"""A site: all its parts, put together."""

import asyncio
from collections.abc import Sequence

from kahuna.server.bots.accounts import Bots
from kahuna.server.bots.streams import Streams
from kahuna.server.guard.limits import Limits
from kahuna.server.metrics import Metrics
from kahuna.server.news import GAME, News, Told
from kahuna.server.page.raster import Rasterizer
from kahuna.server.people.accounts import Accounts
from kahuna.server.people.addresses import Addresses
from kahuna.server.people.bans import SHUT_OUT, Doorkeeper, Inside
from kahuna.server.people.changes import CHANGED, Changes
from kahuna.server.people.computers import ensure_computers
from kahuna.server.people.leaving import Leaving
from kahuna.server.people.notify.mail import Mailer
from kahuna.server.people.notify.push import Push
from kahuna.server.people.notify.turns import YourTurn
from kahuna.server.people.passkeys import Passkeys
from kahuna.server.people.person import Sessions
from kahuna.server.play.catching_up import CatchingUp
from kahuna.server.play.chat import TOPIC as CHAT
from kahuna.server.play.chat import Chat
from kahuna.server.play.endings import Endings
from kahuna.server.play.lobby import CHANGED as LOBBY
from kahuna.server.play.lobby import PAIRED, Lobby
from kahuna.server.play.opening import Opening
from kahuna.server.play.overdue import Overdue
from kahuna.server.play.rooms import Rooms
from kahuna.server.play.turns import Turns
from kahuna.server.settings import Settings
from kahuna.server.storage.appender import Appender
from kahuna.server.storage.database import Database
from kahuna.server.studying.study import Study
from kahuna.server.thinking.thinkers import Thinkers
from kahuna.server.word import Word


class Site:
    """The parts of a site, which know only those they need."""

    def __init__(self, settings: Settings, *, tells: bool = True) -> None:
        """Put the parts together; nothing runs before `start`.

        `tells`: whether this process looks after people, and does not only think: it tells them
        that it is their turn, and ends games that they have lost on time.
        """
        self.settings, self.tells = settings, tells
        self.database = Database(settings.database_url)
        self.news = News(self.database, self._heard, self._heard_of_games)
        self.word = Word(self.database, self._heard)
        self.rooms = Rooms(self.database)
        self.appender = Appender(self.database, None if self.database.is_sqlite else self.news)
        self.catching_up = CatchingUp(self.rooms)
        self.turns = Turns(self.rooms, self.appender)
        self.endings = Endings(self.turns, self.news)
        self.overdue = Overdue(self.rooms, self.endings)
        self.opening = Opening(self.rooms, self.news)
        self.chat = Chat(self.rooms, self.news)
        self.lobby = Lobby(self.opening, self.news)
        self.sessions = Sessions(self.database)
        self.live: set[Inside] = set()  # connections
        self.doorkeeper = Doorkeeper(self.database, self.sessions, self.live)
        self.changes = Changes(self.news, self.rooms, self.doorkeeper)
        self.accounts = Accounts(self.changes)
        self.passkeys = Passkeys(self.changes)
        self.leaving = Leaving(self.changes, self.endings)
        self.push = Push(self.database, settings)
        self.mailer = Mailer(settings)
        self.addresses = Addresses(self.changes, self.mailer, settings.address)
        self.your_turn = YourTurn(self.rooms, self.push, self.mailer, settings.address)
        self.thinkers = Thinkers(self.rooms, self.turns, settings.thinkers)
        self.study = Study(self.database, settings.study_nodes)
        self.bots = Bots(self.changes, self.leaving)
        self.bot_streams = Streams(self.rooms)
        self.rooms.listeners += [self.thinkers.changed, self.bot_streams.changed]
        if tells:
            self.rooms.listeners += [self.your_turn.told, self.overdue.told]
        self.computers: dict[int, int] = {}  # by level
        self.limits = Limits(settings)
        self.rasterizer = Rasterizer()
        self.metrics = Metrics(self.database)
        self.appender.written = self.metrics.written
        self.metrics.watch("kahuna_live", "Live connections", lambda: len(self.live))
        self.metrics.watch("kahuna_rooms", "Games in memory", lambda: len(self.rooms.in_memory()))
        self.is_stopping = False

    async def start(self) -> None:
        """Open the database and set everything going."""
        await self.database.open()
        self.computers = await ensure_computers(self.database)
        await self.push.start()
        self.appender.start()
        await self.news.start()
        await self.word.start()
        self.lobby.start()
        if self.tells:
            self.your_turn.start()
            self.overdue.start()
        await self.thinkers.start()

    async def drain(self) -> None:
        """Begin no further turn, finish those accepted, and send live connections elsewhere."""
        self.is_stopping = True
        await self.thinkers.stop()
        await self.study.stop()
        await self.lobby.stop()
        await self.your_turn.stop()
        await self.overdue.stop()
        await self.appender.stop()
        await asyncio.gather(*(connection.close() for connection in tuple(self.live)))

    async def stop(self) -> None:
        """Finish what was begun, and close."""
        await self.drain()
        await self.word.stop()
        self.accounts.passwords.close()
        await self.news.stop()
        await self.catching_up.stop()
        await self.database.close()

    async def _heard(self, topic: str, numbers: list[int]) -> None:
        """Take in what another process has done, or may have done unheard."""
        if topic in (LOBBY, PAIRED):
            await self.lobby.heard(topic, numbers)
        elif topic == CHAT:
            await self.chat.heard(numbers)
        elif topic in (CHANGED, SHUT_OUT):
            await self.changes.heard(topic, numbers)
        elif topic == GAME:
            self._heard_of_games(numbers)
        else:
            self.thinkers.heard()
            self.catching_up.heard(self.rooms.in_memory())
            await self.doorkeeper.check_all()
            await self.lobby.missed()
            await self.bot_streams.missed()
            await self.chat.missed()

    def _heard_of_games(self, numbers: list[int], told: Sequence[Told] = ()) -> None:
        """Let games go on that went on in another process."""
        rooms = [self.rooms.heard(number) for number in numbers]
        self.catching_up.heard([room for room in rooms if room is not None], told)
        self.thinkers.heard()
        self.bot_streams.heard(numbers)
