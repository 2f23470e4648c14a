"""The database: SQLite for one process with no set-up, PostgreSQL for any number of them.

SQLite has one writer at a time, so there whoever writes has to queue; readers have connections
of their own and never wait (WAL). Both databases acknowledge a commit when it is on
the disk: nothing here trades that for speed.
"""

import tempfile
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from alembic.util import CommandError
from sqlalchemy import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from kahuna.errors import KahunaError, shorten
from kahuna.server.storage import postgresql
from kahuna.server.storage.migrate import migrate
from kahuna.server.storage.postgresql import Hear, Wire
from kahuna.server.storage.sqlite import SQLiteThread, set_up
from kahuna.server.storage.transaction import T, Work

READERS = 4
READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"  # how SQLite's transactions begin
# Connections to PostgreSQL, from one process, beside the one for turns and news.
CONNECTIONS = 11
URGENT = 1  # for what has happened in other processes: it waits behind nobody's request


class Database:
    """A database that is open.

    Read by `reading`, write by `writing`: a transaction each. What is done for every game is
    done by `read` and `write`, in one go.
    """

    def __init__(self, url: str) -> None:
        """Take SQLAlchemy's URL; nothing is opened before `open`."""
        try:
            self.url: URL = make_url(url)
        except (ArgumentError, ValueError):  # the second by a port that is no number
            raise KahunaError(
                "a database is postgresql://user:password@host/name or sqlite:///file"
            ) from None
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._readers: AsyncEngine
        self._urgent: AsyncEngine
        self._writers: AsyncEngine
        self._reader = SQLiteThread(self.url, READ)
        self._writer = SQLiteThread(self.url, WRITE)
        self._wire = Wire(self.url)  # to PostgreSQL

    async def open(self) -> None:
        """Make the database, or bring it up to date."""
        if self.is_sqlite:
            _check_writable(Path(self.url.database or ""))
            self._readers = self._urgent = _sqlite(self.url, READERS, READ)
            self._writers = _sqlite(self.url, 1, WRITE)
        else:
            self._writers = postgresql.engine(self.url, CONNECTIONS)
            # Each statement sees what is there when it begins, in a transaction or not: so who
            # only reads needs none, and is spared two trips to the database and back.
            self._readers = self._writers.execution_options(isolation_level="AUTOCOMMIT")
            self._urgent = postgresql.engine(self.url, URGENT, isolation_level="AUTOCOMMIT")
        try:
            await self._migrate()
        except (*postgresql.LOST, SQLAlchemyError) as error:
            await self.close()
            raise KahunaError(f"{self._called} does not answer: {_why(error)}") from None
        except CommandError:  # a migration that this version does not know
            await self.close()
            raise KahunaError(f"{self._called} belongs to a newer version of Kahuna") from None

    async def _migrate(self) -> None:
        """Bring the schema up to date, however long that takes, here or in another process."""
        if self.is_sqlite:
            async with self.writing() as connection:
                await connection.run_sync(migrate)
            return
        patient = postgresql.engine(self.url, 1, patience=None)
        try:
            async with patient.begin() as connection:
                await connection.run_sync(migrate)
        finally:
            await patient.dispose()

    @property
    def _called(self) -> str:
        """Which database it is, without its password."""
        if self.is_sqlite:
            return f"the database {self.url.database}"
        name = f"the database {self.url.database}" if self.url.database else "PostgreSQL"
        return f"{name} at {self.url.host or 'this machine'}"

    async def close(self) -> None:
        """Let go of all connections."""
        await self._writer.close()
        await self._reader.close()
        await self._wire.close()
        await self._writers.dispose()
        await self._readers.dispose()
        await self._urgent.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncConnection, None]:
        """Give a connection to read from."""
        async with self._readers.begin() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncConnection, None]:
        """Give a connection to write to; what was written is durable when the block ends."""
        if not self.is_sqlite:
            async with self._writers.begin() as connection:
                yield connection
            return
        async with self._writer.aside(), self._writers.begin() as connection:
            yield connection

    async def read(self, work: Work[T], *, urgent: bool = False) -> T:
        """Read something in one go, as `write` does; what is urgent, before what others ask for."""
        if self.is_sqlite:
            return await self._reader.do(work)
        async with (self._urgent if urgent else self._readers).begin() as connection:
            return await work(connection)

    async def write(self, work: Work[T]) -> T:
        """Write something in one go; it is durable when this returns.

        SQLite does it in a thread: it must touch nothing that others may change meanwhile.
        """
        if self.is_sqlite:
            return await self._writer.do(work)
        async with self._writers.begin() as connection:
            return await work(connection)

    async def at_once(self, statement: str, *given: object, prepare: str) -> None:
        """Let SQLite run a statement by itself; what it wrote is durable when this returns."""
        await self._writer.run(statement, *given, prepare=prepare)

    async def directly(self, statement: str, *given: object) -> None:
        """Let PostgreSQL run a statement by itself; what it wrote is durable when this returns."""
        await self._wire.run(statement, *given)

    def listening(self, channel: str, told: Hear, lost: Hear) -> AbstractAsyncContextManager[None]:
        """Hear what PostgreSQL tells in a channel, until the connection is lost."""
        return self._wire.listening(channel, told, lost)


def is_away(error: Exception) -> bool:
    """Tell whether something failed because the database cannot be reached, or cannot write."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or isinstance(error, InterfaceError | OperationalError)
    return isinstance(error, (*postgresql.LOST, PoolTimeoutError))


def _check_writable(file: Path) -> None:
    """Make the folder of a database, for its owner alone; one that is there may be shared.

    One in which nothing can be written is refused.
    """
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=file.parent):
            pass
    except OSError as error:
        raise KahunaError(f"the folder {file.parent} cannot be used: {error.strerror}") from None


def _why(error: Exception) -> str:
    """Return the reason in a line."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    text = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)
    text = text.partition("\n")[0] or "it took too long"
    return shorten(text.rpartition("'>: ")[2], 200)


def _sqlite(url: URL, connections: int, begin: str) -> AsyncEngine:
    """Return an engine for SQLite that begins its transactions by this statement."""
    engine = create_async_engine(url, pool_size=connections, max_overflow=0, hide_parameters=True)
    set_up(engine.sync_engine, begin)
    return engine
