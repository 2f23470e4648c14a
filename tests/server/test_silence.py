"""Connections to PostgreSQL that are lost, or fall silent, as networks do, without a word."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from asyncpg import ConnectionDoesNotExistError
from sqlalchemy import URL, make_url, text

from kahuna.server.storage import postgresql
from kahuna.server.storage.postgresql import Wire
from tests.server.club import Club, RefusedHere

SOCKET = ".s.PGSQL.5432"


class Cable:
    """Leads to a server, until it is cut; whoever connects anew gets through."""

    def __init__(self) -> None:
        self._ways: list[asyncio.Task[None]] = []
        self._ends: list[asyncio.StreamWriter] = []

    def fall_silent(self) -> None:
        """Carry no more, and tell nobody."""
        for way in self._ways:
            way.cancel()

    async def unplug(self) -> None:
        """Be no more."""
        self.fall_silent()
        for end in self._ends:
            end.close()
        await asyncio.gather(*(end.wait_closed() for end in self._ends), return_exceptions=True)

    def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry what comes in at one end to the other."""

        async def go_on() -> None:
            while data := await reader.read(1 << 16):
                writer.write(data)
            writer.close()

        self._ends.append(writer)
        self._ways.append(asyncio.create_task(go_on()))


@asynccontextmanager
async def a_cable(database: str, folder: Path) -> AsyncIterator[tuple[Cable, URL]]:
    """Give a cable to a database, and the address at its other end."""
    url, cable = make_url(database), Cable()
    server_socket = f"{url.query['host']}/{SOCKET}"

    async def plug_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(server_socket)
        cable.carry(reader, far_writer)
        cable.carry(far_reader, writer)

    server = await asyncio.start_unix_server(plug_in, folder / SOCKET)
    try:
        yield cable, url.set(drivername="postgresql+asyncpg", query={"host": str(folder)})
    finally:
        server.close()
        await cable.unplug()


def test_a_silent_wire_is_given_up_and_the_next_turn_goes_by_a_new_one(
    new_postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 1.0)

    async def story() -> None:
        async with a_cable(new_postgresql, tmp_path) as (cable, url):
            wire, lost = Wire(url), asyncio.Event()
            async with wire.listening("news", print, lambda *_: lost.set()):
                await wire.run("SELECT 1")
                cable.fall_silent()
                with pytest.raises(ConnectionDoesNotExistError):
                    await wire.run("SELECT 1")
                await lost.wait()
                await wire.run("SELECT 1")
            await wire.close()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_who_only_listens_finds_out_that_the_wire_is_silent(
    new_postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 1.0)
    monkeypatch.setattr(postgresql, "LOOK", 0.1)
    monkeypatch.setattr(postgresql, "TOUCH", 1)

    async def story() -> None:
        async with a_cable(new_postgresql, tmp_path) as (cable, url):
            wire, lost, told = Wire(url), asyncio.Event(), asyncio.Event()
            async with wire.listening("news", lambda *_: told.set(), lambda *_: lost.set()):
                cable.fall_silent()
                await lost.wait()
            async with wire.listening("news", lambda *_: told.set(), print):
                await wire.run("SELECT pg_notify('news', 'of the day')")
                await told.wait()
            await wire.close()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_who_listens_finds_out_that_the_wire_was_lost_even_if_nobody_says_so(
    new_postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "LOOK", 0.1)
    monkeypatch.setattr(postgresql.Connection, "_call_termination_listeners", lambda _: None)

    async def story() -> None:
        wire, lost = Wire(make_url(new_postgresql)), asyncio.Event()
        async with wire.listening("news", print, lambda *_: lost.set()):
            with pytest.raises(ConnectionDoesNotExistError):
                await wire.run("SELECT pg_terminate_backend(pg_backend_pid())")
            await lost.wait()
        await wire.close()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_request_by_a_silent_connection_fails_and_the_next_one_does_not(
    new_postgresql: str, tmp_path: Path
) -> None:
    async def story() -> None:
        async with a_cable(new_postgresql, tmp_path) as (cable, url):
            engine = postgresql.engine(url, 1, patience=1.0)
            for silent in (False, True):
                async with engine.begin() as connection:
                    await connection.execute(text("SELECT 1"))
                if not silent:
                    cable.fall_silent()
                    with pytest.raises(TimeoutError):
                        async with engine.begin() as connection:
                            await connection.execute(text("SELECT 1"))
            await engine.dispose()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_nobody_is_given_a_connection_that_was_lost(new_postgresql: str) -> None:
    url = make_url(new_postgresql).set(drivername="postgresql+asyncpg")
    others = "FROM pg_stat_activity WHERE datname = current_database()"
    cut_off = f"SELECT pg_terminate_backend(pid) {others} AND pid <> pg_backend_pid()"

    async def story() -> None:
        engine = postgresql.engine(url, 1)
        async with engine.begin() as connection:
            number = (await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one()
            wire = (await connection.get_raw_connection()).driver_connection
            assert wire is not None
        outside = await postgresql.connect(url)
        await outside.execute(cut_off)
        while await outside.fetchval(f"SELECT count(*) {others} AND pid = {number}"):
            await asyncio.sleep(0.01)
        await outside.close()
        while not wire.is_closed():  # the word of it is on its way
            await asyncio.sleep(0.01)
        async with engine.begin() as connection:
            assert (await connection.execute(text("SELECT pg_backend_pid()"))).scalar() != number
        await engine.dispose()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_while_the_database_is_away_people_are_asked_to_try_again(
    new_postgresql: str, tmp_path: Path
) -> None:
    async def story() -> None:
        async with a_cable(new_postgresql, tmp_path) as (cable, url):
            address = url.set(drivername="postgresql").render_as_string()
            async with Club(address) as club:
                await club.guest("Lani")
                (tmp_path / SOCKET).unlink()
                await cable.unplug()
                with pytest.raises(RefusedHere, match="503 away"):
                    await club.guest("Kai")

    asyncio.run(asyncio.wait_for(story(), 60))
