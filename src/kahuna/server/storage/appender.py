"""Group commit: the events of many games in one transaction, each acknowledged after it.

While one transaction is being made durable, the next events gather; so the more there
is to do, the more is done at a time, and a quiet site answers at once.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from kahuna.server.errors import RefusedError
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import events, games

Also = Callable[[AsyncConnection], Awaitable[None]]
TOO_LONG = 15.0  # seconds that a batch takes only when something is wrong

# What changes in a game's row by an event. Every event sets all of it: one statement for many.
SUMMARY = (
    *("status", "seq", "turn", "mover", "thinking", "deadline", "moved", "white_left"),
    *("black_left", "offer", "result", "score", "termination", "ended"),
)
_UPDATE = (
    update(games)
    .where(games.c.id == bindparam("game"))
    .values({name: bindparam(f"new_{name}") for name in SUMMARY} | {"lease": 0})
)
_INSERT = insert(events)


@dataclass(frozen=True, slots=True)
class Append:
    """An event of a game, how its row is summed up after it, and what belongs to it."""

    event: dict[str, Any]
    summary: dict[str, Any]
    also: list[Also] = field(default_factory=list)  # in the same transaction


class AppendConflictError(Exception):
    """Somebody else has written that game's next event."""


class Appender:
    """Writes events, many at a time."""

    def __init__(self, database: Database, notify: Callable[[list[Append]], Also] | None) -> None:
        """Take the database, and what tells other processes within the same transaction."""
        self.database, self.notify = database, notify
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._began: float | None = None  # when the batch that is being written was begun
        self.written: Callable[[list[Append], float], None] | None = None  # told of each batch

    @property
    def is_well(self) -> bool:
        """Whether events are written, and none for suspiciously long."""
        running = self._task is not None and not self._task.done()
        began = self._began
        return running and (began is None or time.monotonic() - began < TOO_LONG)

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="appender")

    async def stop(self) -> None:
        """Take no more, write what is waiting, and stop."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def append(self, item: Append) -> None:
        """Return when the event is durable; refuse it if its place in the log is taken."""
        if self._stopping:
            raise RefusedError(503, "stopping", "the server restarts: try again", retry_after=1)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        self._wake.set()
        await asyncio.shield(future)

    async def _run(self) -> None:
        while not self._stopping:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._waiting:
                self._waiting = []
                self._began = time.monotonic()
                await self._write(batch)
                self._began = None

    async def _write(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        """Write a batch; if it fails, each by itself, so that only the culprit is refused."""
        began = time.perf_counter()
        try:
            async with self.database.writing() as connection:
                await self._statements(connection, [item for item, _ in batch])
        except Exception as error:  # noqa: BLE001 - it goes to who waits for it
            if len(batch) > 1:
                for single in batch:
                    await self._write([single])
            elif not batch[0][1].cancelled():
                batch[0][1].set_exception(
                    AppendConflictError() if isinstance(error, IntegrityError) else error
                )
        else:
            if self.written is not None:
                self.written([item for item, _ in batch], time.perf_counter() - began)
            for _, future in batch:
                if not future.cancelled():
                    future.set_result(None)

    async def _statements(self, connection: AsyncConnection, items: list[Append]) -> None:
        await connection.execute(_INSERT, [item.event for item in items])
        await connection.execute(
            _UPDATE,
            [
                {"game": item.event["game"]}
                | {f"new_{name}": value for name, value in item.summary.items()}
                for item in items
            ],
        )
        for item in items:
            for also in item.also:
                await also(connection)
        if self.notify is not None:
            await self.notify(items)(connection)
