"""PostgreSQL: how it is reached, and the connection by which turns go and news come.

A network can fall silent without a word, and then nobody is told that a connection is none any
more. So whoever asks something is answered in time, or the connection is given up.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING

import asyncpg
from sqlalchemy import URL, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

PATIENCE = 10.0  # seconds for a connection to be made, and for a statement to be answered
LOOK = 1.0  # seconds between looks at whether a connection is known to be lost
TOUCH = 30  # times that, after which it is asked whether it is still there
FAREWELL = 1.0  # seconds to close a connection politely
# What is written by the wire is about single games: PostgreSQL, which takes a batch for a hundred
# rows, would read through all games for it.
BY_KEY = {"enable_hashjoin": "off", "enable_mergejoin": "off"}
LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)  # a time-out is an OSError

if TYPE_CHECKING:  # only for type checkers is it generic
    Connection = asyncpg.Connection[asyncpg.Record]
else:
    Connection = asyncpg.Connection

Hear = Callable[..., None]  # called as asyncpg does: what was told comes last


async def connect(url: URL, patience: float | None = PATIENCE, **settings: str) -> Connection:
    """Return a connection for the caller alone, with settings of its own.

    Each statement is answered within `patience`, or fails.
    """
    return await asyncpg.connect(
        _address(url), timeout=PATIENCE, command_timeout=patience, server_settings=settings
    )


def engine(
    url: URL, connections: int, patience: float | None = PATIENCE, **more: str
) -> AsyncEngine:
    """Return an engine with so many connections."""

    async def one_more() -> Connection:
        return await connect(url, patience)

    made = create_async_engine(
        url,
        async_creator=one_more,
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,
        **more,
    )
    event.listen(made.sync_engine, "checkout", _check)
    return made


def _check(given: DBAPIConnection, *_: object) -> None:
    """Refuse a connection that is none any more: whoever asked for one then gets another.

    That is known here. To ask PostgreSQL, as SQLAlchemy would, takes three trips there and back
    before each request, and finds out no more.
    """
    wire: Connection = given.driver_connection
    if wire.is_closed():
        raise DisconnectionError


def _address(url: URL) -> str:
    """Return the address as asyncpg wants it; SQLAlchemy's word for TLS is understood, too."""
    query = {"sslmode" if name == "ssl" else name: value for name, value in url.query.items()}
    plain = url.set(drivername="postgresql", query=query)
    return plain.render_as_string(hide_password=False)


class Wire:
    """The connection by which turns go and news come; made anew whenever it was lost.

    It is one for both, so that PostgreSQL need not wake a second one of its processes, and that
    ours, for each turn that is written here, while others wait to hear of it.
    """

    def __init__(self, url: URL) -> None:
        """Take where it leads; nothing is opened yet."""
        self._url = url
        self._connection: Connection | None = None
        self._use = asyncio.Lock()

    async def run(self, statement: str, *given: object) -> None:
        """Run a statement by itself; what it wrote is durable when this returns.

        If it fails because the connection was lost, it may have been carried out or not.
        """
        async with self._use:
            connection = await self._connected()
            with _in_time(connection):
                await connection.execute(statement, *given)

    @asynccontextmanager
    async def listening(self, channel: str, told: Hear, lost: Hear) -> AsyncGenerator[None, None]:
        """Hear what is told in a channel, until the connection is lost."""
        async with self._use:
            connection = await self._connected()
            connection.add_termination_listener(lost)
            with _in_time(connection):
                await connection.add_listener(channel, told)
        touching = asyncio.create_task(self._touch(connection, lost), name="touch")
        try:
            yield
        finally:
            touching.cancel()
            connection.remove_termination_listener(lost)
            with suppress(*LOST):  # then there is nothing to take back
                async with self._use:
                    with _in_time(connection, FAREWELL):
                        await connection.remove_listener(channel, told)

    async def close(self) -> None:
        """Close the connection, if there is one."""
        if self._connection is not None:
            with suppress(*LOST):
                await self._connection.close(timeout=FAREWELL)

    async def _connected(self) -> Connection:
        """Return the connection, for one caller at a time."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._url, None, **BY_KEY)
        return self._connection

    async def _touch(self, connection: Connection, lost: Hear) -> None:
        """Find out whether a connection that is silent is one.

        Who listens is told of a loss by asyncpg. Should it ever fail to, they would hear nothing
        any more, for ever; so somebody looks.
        """
        for n in count(1):
            await asyncio.sleep(LOOK)
            if connection.is_closed():
                lost()
                return
            if n % TOUCH == 0:
                with suppress(*LOST):
                    await self.run("SELECT 1")


@contextmanager
def _in_time(connection: Connection, patience: float | None = None) -> Iterator[None]:
    """Let what is asked in this block be answered in time, or the connection be none any more.

    Whoever waits for the answer then gets an error, and who listens is told.
    """
    seconds = PATIENCE if patience is None else patience
    overdue = asyncio.get_running_loop().call_later(seconds, connection.terminate)
    try:
        yield
    finally:
        overdue.cancel()
