"""Word left for the running site by the command line, where SQLite has no NOTIFY.

It stands in one row that the site looks at every few seconds.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import site
from kahuna.server.storage.transaction import Transaction

NAME = "word"
EVERY = 2.0  # seconds
KEPT = 50

log = logging.getLogger(__name__)


async def leave_word(connection: Transaction, topic: str, numbers: list[int]) -> None:
    """Say that something has changed, in the transaction that changes it."""
    left = await _left(connection)
    number = left[-1][0] + 1 if left else 1
    value = json.dumps([*left, [number, topic, numbers]][-KEPT:])
    await connection.execute(delete(site).where(site.c.name == NAME))
    await connection.execute(insert(site).values(name=NAME, value=value))


class Word:
    """Finds word that was left."""

    def __init__(
        self, database: Database, heard: Callable[[str, list[int]], Awaitable[None]]
    ) -> None:
        """Take who is to be told."""
        self.database, self.heard = database, heard
        self._task: asyncio.Task[None] | None = None
        self._last = 0

    async def start(self) -> None:
        """Begin to look; what was left before is known already."""
        if self.database.is_sqlite:
            await self._look()
            self._task = asyncio.create_task(self._run(), name="word")

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                for topic, numbers in await self._look():
                    await self.heard(topic, numbers)
            except (SQLAlchemyError, OSError) as error:
                log.warning("cannot look for word", exc_info=error)

    async def _look(self) -> list[tuple[str, list[int]]]:
        async with self.database.reading() as connection:
            new = [item for item in await _left(connection) if item[0] > self._last]
        if new:
            self._last = new[-1][0]
        return [(topic, numbers) for _, topic, numbers in new]


async def _left(connection: Transaction) -> list[list[Any]]:
    """Return what was left: its number, topic and the numbers it is about."""
    value = (await connection.execute(select(site.c.value).where(site.c.name == NAME))).scalar()
    return [] if value is None else list(json.loads(value))
