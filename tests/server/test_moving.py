"""A site moves from SQLite to PostgreSQL: its people notice nothing."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from typer.testing import CliRunner

from kahuna.cli import app
from kahuna.errors import KahunaError
from kahuna.server.admin import moving
from kahuna.server.admin.moving import move_site
from kahuna.server.settings import Settings
from kahuna.server.storage.tables import metadata, people
from tests.server.club import Club, Guest, random_game

PASSWORD = "aloha aloha"


def silent(_table: str, _done: int, _total: int) -> None:
    """Say nothing of how far it is."""


def move(data: Path, database: str) -> dict[str, int]:
    return asyncio.run(move_site(Settings(data=str(data), database=database), None, silent))


def old_site(data: Path) -> str:
    return f"sqlite:///{data / 'site.sqlite'}"


async def _live_there(club: Club) -> tuple[Guest, Guest, str, str]:
    """Fill a site with what refers to each other; return its people, and games over and running."""
    lani, kai = await club.guests("Lani", "Kai")
    await lani.post("/accounts", {"name": "Lani", "password": PASSWORD})
    await lani.post("/bots", {"name": "Lani's bot", "label": "at home"})
    over = await lani.invites(kai, starts="White")
    await random_game(over, lani, kai)
    await lani.does(over, "rematch", {})  # the game refers to one that comes after it
    running = (await kai.does(over, "rematch", {}))["link"]
    await lani.post(f"/games/{running}/chat", {"text": "E komo mai! 🌺"})
    mover = lani if (await lani.game(running))["you"] == "White" else kai
    if (await lani.game(running))["view"]["mover"] == "Black":
        mover = kai if mover is lani else lani
    await mover.turn(running, "+?")
    return lani, kai, over, running


def test_people_go_on_where_they_were(
    tmp_path: Path, new_postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "AT_ONCE", 7)  # so that there is more than one piece of a table

    async def before() -> tuple[Guest, Guest, str, list[object]]:
        async with Club(old_site(tmp_path)) as club:
            lani, kai, over, running = await _live_there(club)
            return lani, kai, running, await _seen(lani, kai, over, running)

    async def after() -> None:
        async with Club(new_postgresql) as club:
            here, there = club.again(lani), club.again(kai)
            over = str(remembered[0])
            assert await _seen(here, there, over, running) == remembered
            for link in (over, running):
                await club.check_log(link)
            await random_game(running, *_by_seat(here, there, await here.game(running)))
            third = await here.invites(there)  # numbers go on where they were
            assert (await here.game(third))["number"] == 3
            stranger = club.stranger()
            await stranger.post("/session", {"name": "Lani", "password": PASSWORD})
            assert [bot["name"] for bot in await stranger.get("/bots")] == ["Lani's bot"]

    lani, kai, running, remembered = asyncio.run(before())
    rows = _dump(tmp_path / "site.sqlite")
    moved = move(tmp_path, new_postgresql)
    assert (moved["games"], moved["chat"]) == (2, 1)
    assert _dump(tmp_path / "site.sqlite") == rows
    asyncio.run(after())


async def _seen(lani: Guest, kai: Guest, over: str, running: str) -> list[object]:
    """Return what two people see of their games, and of each other."""
    games = [
        await who.game(link) | {"clocks": None} for who in (lani, kai) for link in (over, running)
    ]
    record = await lani.get(f"/games/{over}/record.kgn")
    talk = await kai.get(f"/games/{running}/chat")
    return [over, games, record, talk, await lani.get("/me"), await kai.get("/me")]


def _by_seat(lani: Guest, kai: Guest, game: dict[str, object]) -> tuple[Guest, Guest]:
    return (lani, kai) if game["you"] == "White" else (kai, lani)


def _dump(file: Path) -> list[str]:
    with sqlite3.connect(file) as database:
        dump = list(database.iterdump())
    database.close()
    return dump


def test_every_table_goes_along(tmp_path: Path, new_postgresql: str) -> None:
    async def before() -> None:
        async with Club(old_site(tmp_path)) as club:
            await _live_there(club)

    asyncio.run(before())
    moved = move(tmp_path, new_postgresql)
    with sqlite3.connect(tmp_path / "site.sqlite") as database:
        held = {
            name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in metadata.tables
        }
    database.close()
    assert moved == held
    assert sum(count > 0 for count in held.values()) >= 7


def test_a_site_that_runs_does_not_move(tmp_path: Path, new_postgresql: str) -> None:
    async def story() -> None:
        async with Club(old_site(tmp_path)) as club:
            await club.guest("Lani")
            with pytest.raises(KahunaError, match="is in use: stop the site before it moves"):
                await asyncio.to_thread(move, tmp_path, new_postgresql)

    asyncio.run(story())


def _has_a_site(database: str) -> None:
    async def begin() -> None:
        async with Club(database) as club:
            await club.guest("Kai")

    asyncio.run(begin())


def test_nothing_is_moved_to_where_a_site_is_already(tmp_path: Path, new_postgresql: str) -> None:
    _has_a_site(old_site(tmp_path))
    _has_a_site(new_postgresql)
    with pytest.raises(KahunaError, match=r"none yet: this one has 9 people\. Make a new one$"):
        move(tmp_path, new_postgresql)


def _missing(_: Path) -> None:
    """Leave no file."""


def _of_another_kind(file: Path) -> None:
    file.write_text("not a database, whatever it says it is")


def _newer(file: Path) -> None:
    _has_a_site(f"sqlite:///{file}")
    with sqlite3.connect(file) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_missing, "there is no database at"),
        (_of_another_kind, "site.sqlite cannot be read: file is not a database"),
        (_newer, "site.sqlite belongs to a newer version of Kahuna"),
    ],
)
def test_what_cannot_be_moved_says_why(
    tmp_path: Path, new_postgresql: str, make: Callable[[Path], None], why: str
) -> None:
    make(tmp_path / "site.sqlite")
    with pytest.raises(KahunaError, match=why):
        move(tmp_path, new_postgresql)


def test_if_anything_fails_nothing_was_moved(tmp_path: Path, new_postgresql: str) -> None:
    async def before() -> None:
        async with Club(old_site(tmp_path)) as club, club.site.database.writing() as connection:
            long = {"name": "L" * 41, "kind": "guest", "created": 0, "seen": 0}
            await connection.execute(insert(people).values(long))  # SQLite takes any length

    async def after() -> None:
        async with Club(new_postgresql) as club, club.site.database.reading() as connection:
            names = (await connection.execute(select(people.c.name))).scalars()
            assert "L" * 41 not in list(names)

    asyncio.run(before())
    with pytest.raises(KahunaError, match=r"^nothing was moved: .*value too long"):
        move(tmp_path, new_postgresql)
    asyncio.run(after())


def test_the_command_tells_what_it_has_moved(tmp_path: Path, new_postgresql: str) -> None:
    _has_a_site(old_site(tmp_path))
    words = ["admin", "--data", str(tmp_path), "--database", new_postgresql, "move"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "people                    9\n" in done.stdout
    assert "All of it is in PostgreSQL now." in done.stdout


def test_without_postgresql_there_is_nowhere_to_move_to(tmp_path: Path) -> None:
    with pytest.raises(KahunaError, match="the settings name no PostgreSQL database"):
        move(tmp_path, "")
