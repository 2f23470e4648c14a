"""A transaction in one go is one all the same: all of it is written, or nothing."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select

from kahuna.server.settings import Settings
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import site
from kahuna.server.storage.transaction import Transaction


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """Open a database for a while."""
    database = Database(Settings(database=url).database_url)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


async def note(connection: Transaction, name: str) -> None:
    """Write something."""
    await connection.execute(insert(site), {"name": name, "value": "there"})


async def noted(connection: Transaction) -> int:
    """Return how much was written."""
    counted = select(func.count()).select_from(site).where(site.c.value == "there")
    return int((await connection.execute(counted)).scalar_one())


def test_what_was_written_in_one_go_is_there_for_all(database: str) -> None:
    async def story() -> None:
        async with opened(database) as stored:

            async def write(connection: Transaction) -> int:
                await note(connection, "first")
                await note(connection, "second")
                return await noted(connection)

            assert await stored.write(write) == 2
            assert await stored.read(noted) == 2
            async with stored.reading() as connection:
                assert await noted(connection) == 2

    asyncio.run(story())


def test_of_what_fails_nothing_is_left_and_the_next_can_be_written(database: str) -> None:
    async def story() -> None:
        async with opened(database) as stored:

            async def fail(connection: Transaction) -> None:
                await note(connection, "first")
                raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await stored.write(fail)
            await stored.write(lambda connection: note(connection, "first"))
            assert await stored.read(noted) == 1

    asyncio.run(story())


def test_both_ways_of_writing_take_turns(database: str) -> None:
    async def story() -> None:
        async with opened(database) as stored:

            async def slowly(number: int) -> None:
                async with stored.writing() as connection:
                    await asyncio.sleep(0.01)
                    await note(connection, f"slow {number}")

            async def quickly(number: int) -> None:
                await stored.write(lambda connection: note(connection, f"quick {number}"))

            await asyncio.gather(*(way(number) for number in range(5) for way in (slowly, quickly)))
            assert await stored.read(noted) == 10

    asyncio.run(story())


def test_in_one_go_sqlite_waits_for_nothing_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(f"sqlite:///{tmp_path / 'site.sqlite'}") as stored:

            async def dawdle(connection: Transaction) -> None:
                await note(connection, "first")
                await asyncio.sleep(0)

            with pytest.raises(RuntimeError, match="nothing is waited for"):
                await stored.write(dawdle)
            assert await stored.read(noted) == 0

    asyncio.run(story())


def test_sqlite_does_not_come_back_to_the_event_loop_within_a_transaction(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(f"sqlite:///{tmp_path / 'site.sqlite'}") as stored:
            threads = set[str]()

            async def write(connection: Transaction) -> None:
                for number in range(3):
                    await note(connection, str(number))
                    threads.add(threading.current_thread().name)

            await stored.write(write)
            assert threads == {"sqlite begin immediate"}

    asyncio.run(story())
