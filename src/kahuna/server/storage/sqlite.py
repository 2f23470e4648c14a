"""SQLite without waiting for the event loop: a thread that does a whole transaction in one go.

Where each statement comes back to a busy event loop, it waits there; and while it is a
transaction that writes, all others who want to write wait as well.
"""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event

from kahuna.server.storage.thread import OneThread, resolve
from kahuna.server.storage.transaction import T, Work, run_through

# That SQLite's log takes before a commit moves them into the database, in some milliseconds.
# By default that is a thousand: on a busy site one turn in a hundred would wait for it.
PAGES = 4000
CACHE = 500  # kB of a connection; what is not in it is in the system's own cache
BESIDE = ("-wal", "-shm")  # files that SQLite keeps beside a database, by how they end
ONLY_OWNER = 0o600


class SQLiteThread:
    """A connection to SQLite and the thread that uses it, both made when they are first needed."""

    def __init__(self, url: URL, begin: str) -> None:
        """Take which database it is, and how its transactions begin."""
        self._url, self._begin = url.set(drivername="sqlite"), begin
        self._thread = OneThread(f"sqlite {begin.lower()}")
        self._connection: Connection | None = None  # used in that thread only
        self._prepared = ""

    async def do(self, work: Work[T]) -> T:
        """Do a transaction."""
        return await self._thread.do(partial(self._transact, work))

    async def run(self, statement: str, *given: object, prepare: str) -> None:
        """Run a statement that is a transaction by itself; `prepare` is run once before it."""
        await self._thread.do(partial(self._run, statement, given, prepare))

    @asynccontextmanager
    async def aside(self) -> AsyncGenerator[None, None]:
        """Let the thread stand aside, when its turn comes, for who writes in another way."""
        its_turn, done = asyncio.get_running_loop().create_future(), threading.Event()

        def stand_aside() -> None:
            its_turn.get_loop().call_soon_threadsafe(resolve, its_turn, None)
            done.wait()

        standing = asyncio.create_task(self._thread.do(stand_aside))
        try:
            await its_turn
            yield
        finally:
            done.set()
            await standing

    async def close(self) -> None:
        """Let go of the connection, and end."""
        if self._connection is not None:
            await self._thread.do(self._connection.close)
        self._thread.stop()

    def _transact(self, work: Work[T]) -> T:
        connection = self._opened()
        with connection.begin():
            return run_through(connection, work)

    def _run(self, statement: str, given: Sequence[object], prepare: str) -> None:
        wire = self._opened().connection.driver_connection
        assert isinstance(wire, sqlite3.Connection)
        if self._prepared != prepare:
            wire.executescript(prepare)
            self._prepared = prepare
        wire.execute(statement, given)

    def _opened(self) -> Connection:
        if self._connection is None:
            engine = create_engine(self._url, poolclass=NullPool, hide_parameters=True)
            set_up(engine, self._begin)
            self._connection = engine.connect()
        return self._connection


def set_up(engine: Engine, begin: str) -> None:
    """Make an engine's connections durable, and begin their transactions by this statement.

    The database is made, if there is none, and is its owner's alone.
    """

    @event.listens_for(engine, "do_connect")
    def _before(*_: object) -> None:
        if (name := engine.url.database) and name != ":memory:":
            make_private(Path(name))

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun here, not by the driver
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.execute(f"PRAGMA cache_size=-{CACHE}")
        cursor.execute(f"PRAGMA wal_autocheckpoint={PAGES}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql(begin)


def make_private(file: Path) -> None:
    """Let nobody but its owner read a database: it has passwords' hashes, and running games' seeds.

    A file that is there already is not opened: to close it would take this process's other
    connections their locks. The files beside it get its mode, when SQLite makes them.
    """
    with suppress(FileExistsError):
        file.touch(ONLY_OWNER, exist_ok=False)
    for one in (file, *(file.with_name(file.name + end) for end in BESIDE)):
        with suppress(FileNotFoundError, PermissionError):  # the second if it is somebody else's
            one.chmod(ONLY_OWNER)
