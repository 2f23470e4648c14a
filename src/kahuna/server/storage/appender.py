"""Group commit: the events of many games in one transaction, each acknowledged after it.

While one transaction is being made durable, the next events gather; so the more there
is to do, the more is done at a time, and a quiet site answers at once. On a busy one a short
rest lets more gather, as every batch has its price. A batch is written in one go (`bulk`):
where each statement comes back to a busy event loop, it waits there.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy.exc import IntegrityError

from kahuna.server.errors import RefusedError
from kahuna.server.storage.bulk import (
    INSERT,
    UPDATE,
    Row,
    row,
    write_in_postgresql,
    write_in_sqlite,
)
from kahuna.server.storage.database import Database
from kahuna.server.storage.thread import refuse, resolve
from kahuna.server.storage.transaction import Transaction

Also = Callable[[Transaction], Awaitable[None]]
TOO_LONG = 15.0  # seconds that a batch takes only when something is wrong
REST = 0.002  # seconds, after a second batch of several events


@dataclass(slots=True)
class Append:
    """An event of a game, how its row is summed up after it, and what belongs to it."""

    event: dict[str, Any]
    summary: dict[str, Any]
    also: list[Also] = field(default_factory=list)  # in the same transaction
    row: Row = field(init=False)  # the event and the summary

    def __post_init__(self) -> None:
        """Put together what is written and told."""
        self.row = row(self.event, self.summary)


Waiting = tuple[Append, "asyncio.Future[None]"]


class Teller(Protocol):
    """Whoever tells other processes of events, when they are durable and not before."""

    def of_events(self, items: list[Append]) -> Also:
        """Return what tells of these events within their transaction."""

    def notifications(self, items: list[Append]) -> list[str]:
        """Return what PostgreSQL is to tell of them."""


class AppendConflictError(Exception):
    """Somebody else has written that game's next event."""


class Appender:
    """Writes events, many at a time."""

    def __init__(self, database: Database, news: Teller | None) -> None:
        """Take the database, and who tells other processes, if there are any."""
        self.database, self.news = database, news
        self._waiting: list[Waiting] = []
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
        await future

    async def _run(self) -> None:
        size = 0
        while not self._stopping:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._waiting:
                before, size = size, len(batch)
                self._waiting = []
                self._began = time.monotonic()
                await self._write(batch)
                self._began = None
                if min(before, size) > 1:  # busy, and not by chance
                    await asyncio.sleep(REST)

    async def _write(self, batch: list[Waiting]) -> None:
        """Write a batch; if it fails, each by itself, so that only the culprit is refused."""
        together, by_itself = list[Waiting](), list[Waiting]()
        for one in batch:
            (by_itself if self._needs_more(one[0]) else together).append(one)
        for part, write in ((together, self._in_bulk), (by_itself, self._in_steps)):
            if not part:
                continue
            items, began = [item for item, _ in part], time.perf_counter()
            try:
                await write(items)
            except Exception:  # noqa: BLE001 - whoever waits for it is told below
                for single in part:
                    await self._write_single(*single)
            else:
                if self.written is not None:
                    self.written(items, time.perf_counter() - began)
                for _, future in part:
                    resolve(future, None)

    def _needs_more(self, item: Append) -> bool:
        """Tell whether more belongs to the event than a single statement does."""
        return bool(item.also) or (self.database.is_sqlite and self.news is not None)

    async def _write_single(self, item: Append, future: "asyncio.Future[None]") -> None:
        try:
            await self._in_steps([item])
        except IntegrityError:
            refuse(future, AppendConflictError())
        except Exception as error:  # noqa: BLE001 - it goes to who waits for it
            refuse(future, error)
        else:
            resolve(future, None)

    async def _in_bulk(self, items: list[Append]) -> None:
        rows = [item.row for item in items]
        if self.database.is_sqlite:
            await write_in_sqlite(self.database, rows)
        else:
            told = [] if self.news is None else self.news.notifications(items)
            await write_in_postgresql(self.database, rows, told)

    async def _in_steps(self, items: list[Append]) -> None:
        async def write(connection: Transaction) -> None:
            await connection.execute(INSERT, [item.event for item in items])
            await connection.execute(
                UPDATE, [row({"game": item.event["game"]}, item.summary) for item in items]
            )
            for item in items:
                for also in item.also:
                    await also(connection)
            if self.news is not None:
                await self.news.of_events(items)(connection)

        await self.database.write(write)
