"""News between processes that share a PostgreSQL database: which games have gone on.

An event tells its game and number by NOTIFY in its own transaction, so it is told
when it is durable, and only then. One connection listens; when it was lost, every game
in memory is looked at again.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable

import asyncpg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from kahuna.server.storage.appender import Also, Append
from kahuna.server.storage.database import Database
from kahuna.server.word import leave_word

CHANNEL = "kahuna"
GAME = "game"  # the topic of games that have gone on
MOST = 7500  # bytes of a notification
PAUSE = 1.0

log = logging.getLogger(__name__)
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")

Heard = Callable[[str, list[int]], Awaitable[None]]


class News:
    """Tells other processes what changed, and hears from them."""

    def __init__(self, database: Database, heard: Heard) -> None:
        """Take who is to be told: `heard(topic, numbers)`; topic `all` is for a lost connection."""
        self.database, self.heard = database, heard
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
        numbers = [int(item.event["game"]) for item in items]

        async def tell(connection: AsyncConnection) -> None:
            await self.tell(connection, GAME, numbers)

        return tell

    async def tell(self, connection: AsyncConnection, topic: str, numbers: list[int]) -> None:
        """Tell that something changed, when this transaction is durable."""
        if self.database.is_sqlite:
            if self.is_visitor:
                await leave_word(connection, topic, numbers)
            return
        part = 400
        for start in range(0, len(numbers), part):
            payload = json.dumps([self.origin, topic, numbers[start : start + part]])
            await connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": payload})

    async def _listen(self) -> None:
        """Listen for ever, connecting again when the connection is lost."""
        url = self.database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(url)
                try:
                    await self._hear(connection)
                finally:
                    await connection.close(timeout=1)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                log.warning("news: the connection is lost: %s", error)
            await asyncio.sleep(PAUSE)

    async def _hear(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        arrived: asyncio.Queue[str | None] = asyncio.Queue()
        connection.add_termination_listener(lambda *_: arrived.put_nowait(None))
        await connection.add_listener(CHANNEL, lambda *told: arrived.put_nowait(str(told[-1])))
        if self._ready.is_set():
            await self.heard("all", [])
        self._ready.set()
        while True:
            payloads = [await arrived.get()]
            while not arrived.empty():
                payloads.append(arrived.get_nowait())
            for topic, numbers in self._gathered([told for told in payloads if told is not None]):
                await self.heard(topic, numbers)
            if None in payloads:  # the connection is lost
                return

    def _gathered(self, payloads: list[str]) -> list[tuple[str, list[int]]]:
        """Return what others have told, and of all games at once: else who lags lags more."""
        told = [json.loads(payload) for payload in payloads]
        news = [(topic, numbers) for origin, topic, numbers in told if origin != self.origin]
        games = dict.fromkeys(n for topic, numbers in news if topic == GAME for n in numbers)
        others = [(topic, numbers) for topic, numbers in news if topic != GAME]
        return [(GAME, list(games)), *others] if games else others
