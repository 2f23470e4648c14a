"""News between processes that share a PostgreSQL database: which games have gone on, and how.

An event is told by NOTIFY in its own transaction, so it is told when it is durable, and only
then; a process that has the game in memory goes on by it without reading. The connection that
writes turns listens; when it was lost, every game in memory is looked at again.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Iterator, Sequence
from operator import itemgetter
from typing import Protocol, TypeVar

import msgspec
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from kahuna.server.storage import postgresql
from kahuna.server.storage.appender import Also, Append
from kahuna.server.storage.bulk import CHANNEL
from kahuna.server.storage.database import Database
from kahuna.server.storage.transaction import Transaction
from kahuna.server.word import leave_word

GAME = "game"  # the topic of games that have gone on
MOST = 7500  # bytes of a notification; PostgreSQL takes 8000
EVENTS, NUMBERS = 16, 400  # in one notification
PAUSE = 1.0
# What goes wrong with a connection, and with what is read because of what it tells.
LOST = (*postgresql.LOST, SQLAlchemyError)

log = logging.getLogger(__name__)
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")

Item = TypeVar("Item")


class Told(msgspec.Struct, frozen=True, array_like=True):
    """An event as other processes are told of it: as much as they need to follow the game."""

    game: int
    seq: int
    kind: str
    tokens: str
    new_seq: int
    new_status: str
    new_offer: str | None
    new_result: str
    new_score: str
    new_termination: str | None
    new_ended: int | None
    new_white_left: int
    new_black_left: int
    new_moved: int | None


class Notification(msgspec.Struct, frozen=True, array_like=True):
    """What a process tells the others: of what, which ones, and of games also the events."""

    origin: str
    topic: str
    numbers: list[int]
    events: list[Told] = []


_fields = itemgetter(*Told.__struct_fields__)  # of an event's row
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Notification).decode


class Heard(Protocol):
    """Whoever is to be told of all but games; topic `all` is for a lost connection."""

    def __call__(self, topic: str, numbers: list[int]) -> Awaitable[None]:
        """Take in what others have done."""


class HeardOfGames(Protocol):
    """Whoever is to be told of games that have gone on: somebody waits for that."""

    def __call__(self, numbers: list[int], told: Sequence[Told] = ()) -> None:
        """Let games go on, at once. Of one without an event, what was told is not enough."""


class News:
    """Tells other processes what changed, and hears from them."""

    def __init__(self, database: Database, heard: Heard, heard_of_games: HeardOfGames) -> None:
        """Take who is to be told."""
        self.database, self.heard, self.heard_of_games = database, heard, heard_of_games
        self.origin = secrets.token_hex(4)
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self.is_visitor = False  # the command line, beside a process that runs the site

    async def start(self) -> None:
        """Begin to listen, if there are others at all."""
        if not self.database.is_sqlite:
            self._task = asyncio.create_task(self._listen(), name="news")
            await self._ready.wait()

    async def stop(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def of_events(self, items: list[Append]) -> Also:
        """Return what tells of these events within their transaction."""

        async def tell(connection: Transaction) -> None:
            if self.database.is_sqlite:
                await self.tell(connection, GAME, [item.event["game"] for item in items])
            else:
                await _notify(connection, self.notifications(items))

        return tell

    def notifications(self, items: Sequence[Append]) -> list[str]:
        """Return what PostgreSQL is to tell of these events."""
        return [self._notification(part) for part in _parts(items, EVENTS)]

    def _notification(self, items: Sequence[Append]) -> str:
        numbers = [int(item.event["game"]) for item in items]
        text = _encode(Notification(self.origin, GAME, numbers, [_told(item) for item in items]))
        if len(text) > MOST:  # then they are read
            text = _encode(Notification(self.origin, GAME, numbers))
        return text.decode()

    async def tell(self, connection: Transaction, topic: str, numbers: list[int]) -> None:
        """Tell that something changed, when this transaction is durable."""
        if self.database.is_sqlite:
            if self.is_visitor:
                await leave_word(connection, topic, numbers)
            return
        parts = [Notification(self.origin, topic, part) for part in _parts(numbers, NUMBERS)]
        await _notify(connection, [_encode(part).decode() for part in parts])

    async def _listen(self) -> None:
        """Listen for ever, connecting again when the connection is lost."""
        while True:
            try:
                await self._hear()
                log.warning("news: the connection is lost")
            except LOST as error:
                log.warning("news: the connection is lost: %s", error)
            except Exception:  # a process that hears nothing any more would show old games
                log.exception("news: what was told could not be taken in")
            await asyncio.sleep(PAUSE)

    async def _hear(self) -> None:
        """Listen until the connection is lost."""
        arrived: asyncio.Queue[Notification | Exception | None] = asyncio.Queue()
        own = _encode(Notification(self.origin, "", [])).decode().partition(",")[0]

        def hear(*told: object) -> None:
            if str(told[-1]).startswith(own):  # half of all is: let nobody wake for it
                return
            try:
                news = _decode(str(told[-1]))
                if news.topic == GAME:
                    self.heard_of_games(news.numbers, news.events)
                else:
                    arrived.put_nowait(news)
            except Exception as error:  # noqa: BLE001 - it ends the listening, below
                arrived.put_nowait(error)

        def lost(*_: object) -> None:
            arrived.put_nowait(None)

        async with self.database.listening(CHANNEL, hear, lost):
            if self._ready.is_set():
                await self.heard("all", [])
            self._ready.set()
            while news := await arrived.get():
                if isinstance(news, Exception):
                    raise news
                await self.heard(news.topic, news.numbers)


def _told(item: Append) -> Told:
    return Told(*_fields(item.row))


async def _notify(connection: Transaction, payloads: Sequence[str]) -> None:
    for payload in payloads:
        await connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})


def _parts(items: Sequence[Item], size: int) -> Iterator[list[Item]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
