"""`kahuna admin`: looking after a site, also while it runs."""

import asyncio
import json
import logging
import shutil
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Column, Integer, Table
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kahuna.cli import app
from kahuna.errors import KahunaError
from kahuna.server.admin.backup import back_up
from kahuna.server.admin.migration import new_migration
from kahuna.server.settings import Settings
from kahuna.server.storage.migrate import FOLDER
from kahuna.server.storage.tables import metadata
from tests.server.asking import Asking, asking
from tests.server.serving import PATIENCE, command, serving


@pytest.fixture(autouse=True)
def _logging() -> Iterator[None]:
    """Put back what the command line does to the loggers of this process."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)


def admin(data: Path, *words: str, answer: str | None = None) -> str:
    """Run `kahuna admin …` on the site of that folder; return what it prints."""
    done = CliRunner().invoke(app, ["admin", "--data", str(data), *words], input=answer)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


def rows(printed: str) -> list[list[str]]:
    return [line.split("\t") for line in printed.splitlines()]


async def new_game(here: Asking, **wishes: Any) -> dict[str, Any]:
    answer = await here.browser.post("/api/games", json={"opponent": "one-device"} | wishes)
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    return game


async def make_turn(here: Asking, game: dict[str, Any]) -> httpx.Response:
    turn = {"turn": game["view"]["turn"], "tokens": ["+?"]}
    return await here.browser.post(f"/api/games/{game['link']}/turns", json=turn)


async def beside(*words: str, data: Path, answer: str | None = None) -> str:
    """Run the command line while the site runs."""
    return await asyncio.to_thread(admin, data, *words, answer=answer)


def test_games_and_people_are_listed(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            await here.become("Lani")
            running = await new_game(here)
            waiting = await new_game(here, opponent="friend", seat="White")
            await here.become("Keoni")
        games = rows(await beside("games", data=tmp_path))
        assert [game[:5] for game in games] == [
            ["2", waiting["link"], "open", "Lani", "-"],
            ["1", running["link"], "running", "Lani", "Lani"],
        ]
        assert [
            game[0] for game in rows(await beside("games", "--status", "open", data=tmp_path))
        ] == ["2"]
        assert rows(await beside("games", "--person", "Keoni", data=tmp_path)) == []
        people = rows(await beside("people", "--kind", "guest", data=tmp_path))
        assert [(who[1], who[2], who[3], who[4]) for who in people] == [
            ("Keoni", "guest", "-", "0"), ("Lani", "guest", "-", "2"),
        ]  # fmt: skip
        assert (
            len(rows(await beside("people", "--name", "AN", "--kind", "guest", data=tmp_path))) == 1
        )

    asyncio.run(story())


def test_a_games_facts_tell_no_secrets(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            await here.become("Lani")
            game = await new_game(here)
            room = await here.site.rooms.get(game["link"])
            told = await beside("game", game["link"], data=tmp_path)
            assert "status     running" in told
            assert "Lani (guest, number " in told
            assert room.seed.hex() not in told
            assert room.commitment in told
            assert room.table is not None
            hands = room.table.view("White").white.hand, room.table.view("Black").black.hand
            assert [len(hand) for hand in hands] == [3, 3]
            assert not any(hand in told for hand in hands)
            with pytest.raises(KahunaError, match="there is no such game"):
                await beside("game", "nothing", data=tmp_path)

    asyncio.run(story())


def test_a_game_called_off_cannot_go_on_in_a_process_that_holds_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            await here.become()
            game = await new_game(here)
            assert (await make_turn(here, game)).status_code == 200
            game = (await here.browser.get(f"/api/games/{game['link']}")).json()
            assert await beside("close", game["link"], data=tmp_path) == "Game 1 is aborted.\n"
            late = await make_turn(here, game)
            assert late.status_code == 409, late.text
            after = (await here.browser.get(f"/api/games/{game['link']}")).json()
            assert (after["status"], after["result"]) == ("aborted", "*")
            with pytest.raises(KahunaError, match="the game is aborted"):
                await beside("close", game["link"], data=tmp_path)
        async with asking(tmp_path) as here:  # it reads back from its log
            again = (await here.browser.get(f"/api/games/{game['link']}")).json()
            assert again["status"] == "aborted"

    asyncio.run(story())


def test_a_running_site_hears_of_a_game_given_to_one_side(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            await here.become()
            game = await new_game(here)
            room = await here.site.rooms.get(game["link"])
            told = asyncio.Event()

            class Watcher:
                person, looks = None, True

                def changed(self, _room: object) -> None:
                    told.set()

            room.watchers.add(Watcher())
            await beside("close", game["link"], "--winner", "Black", data=tmp_path)
            await asyncio.wait_for(told.wait(), 60)
            after = (await here.browser.get(f"/api/games/{game['link']}")).json()
            assert (after["status"], after["result"], after["termination"]) == (
                "over", "Black", "resignation",
            )  # fmt: skip

    asyncio.run(story())


@pytest.mark.slow
def test_who_is_banned_is_out_of_a_running_site_within_seconds(tmp_path: Path) -> None:
    with serving(tmp_path) as site, httpx.Client(base_url=site.url) as browser:
        cookie = browser.post("/api/guests", json={"name": "Lani"}).cookies["kahuna"]
        assert browser.get("/api/me").status_code == 200
        live = site.url.replace("http", "ws") + "/api/live"
        with connect(live, additional_headers={"cookie": f"kahuna={cookie}"}) as socket:
            socket.send(json.dumps({"type": "ping"}))
            assert json.loads(socket.recv())["type"] == "pong"
            done = subprocess.run(
                command("admin", "--data", tmp_path, "ban", "lani"),
                capture_output=True, text=True, check=False, timeout=PATIENCE,
            )  # fmt: skip
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout.startswith("Lani, number ")
            assert done.stdout.endswith(", is out.\n")
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=60)
        assert socket.close_code == 4403
        answer = browser.get("/api/me")
        assert (answer.status_code, answer.json()["code"]) == (403, "banned")
        assert site.stop() == 0


def test_who_is_let_in_again_is_in(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            await here.become("Lani")
            await beside("ban", "Lani", data=tmp_path)
            assert len(rows(await beside("people", "--banned", data=tmp_path))) == 1
            assert "is in again" in await beside("unban", "Lani", data=tmp_path)
            here.site.sessions._known.clear()
            assert (await here.browser.get("/api/me")).status_code == 200

    asyncio.run(story())


def test_the_bots_of_who_is_banned_are_out_and_in_again_with_them(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            account = {"name": "Lani", "password": "aloha aloha"}
            await here.browser.post("/api/accounts", json=account)
            made = (await here.browser.post("/api/bots", json={"name": "Deep Palm"})).json()
            program = {"authorization": f"Bearer {made['token']}"}
            for what, status in (("ban", 403), ("unban", 200)):
                await beside(what, "Lani", data=tmp_path)
                here.site.sessions._known.clear()
                answer = await here.browser.get("/api/me", headers=program)
                assert answer.status_code == status

    asyncio.run(story())


def test_a_name_that_two_have_or_nobody_needs_a_number(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            await here.become("Lani")
            await here.become("Lani")
        for who, error in (("Lani", "2 people have that name"), ("Nobody", "there is nobody")):
            with pytest.raises(KahunaError, match=error):
                await beside("ban", who, data=tmp_path)
        computer = rows(await beside("people", "--kind", "computer", data=tmp_path))[0]
        with pytest.raises(KahunaError, match="is the computer"):
            await beside("ban", computer[1], data=tmp_path)

    asyncio.run(story())


def test_who_is_deleted_leaves_only_past_games_and_no_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            await here.become("Lani")
            game = await new_game(here)
            assert "Lani is gone; 1 game was ended.\n" in await beside(
                "delete", "Lani", data=tmp_path, answer="y\n"
            )
            here.site.sessions._known.clear()
            assert (await here.browser.get("/api/me")).status_code == 401
        async with asking(tmp_path) as here:
            after = (await here.browser.get(f"/api/games/{game['link']}")).json()
            assert (after["status"], after["white"]["name"]) == ("aborted", "gone")
        assert rows(await beside("people", "--kind", "guest", data=tmp_path)) == []

    asyncio.run(story())


def test_a_backup_of_a_running_site_is_whole_and_private(tmp_path: Path) -> None:
    async def story() -> None:
        data, copy = tmp_path / "data", tmp_path / "copy" / "site.sqlite"
        copy.parent.mkdir()
        async with asking(data) as here:
            await here.become("Lani")
            game = await new_game(here)
            assert "bytes, sound." in await beside("backup", str(copy), data=data)
            with pytest.raises(KahunaError, match="is there already"):
                await beside("backup", str(copy), data=data)
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert [file.name for file in copy.parent.iterdir()] == ["site.sqlite"]
        async with asking(copy.parent) as here:
            assert (await here.browser.get(f"/api/games/{game['link']}")).status_code == 200

    asyncio.run(story())


def test_a_backup_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    with pytest.raises(KahunaError, match="there is no database at"):
        back_up(Settings(data=str(tmp_path)), tmp_path / "copy")
    (tmp_path / "site.sqlite").write_text("not a database, whatever it says it is")
    with pytest.raises(KahunaError, match="cannot be copied: file is not a database"):
        back_up(Settings(data=str(tmp_path)), tmp_path / "copy")
    (tmp_path / "site.sqlite").unlink()
    sqlite3.connect(tmp_path / "site.sqlite").close()
    for place, why in (("none", "No such file or directory"), ("site.sqlite", "Not a directory")):
        target = tmp_path / place / "copy"
        with pytest.raises(KahunaError, match=f"^{target} cannot be written: {why}$"):
            back_up(Settings(data=str(tmp_path)), target)
    with pytest.raises(KahunaError, match=r"pg_dump --format=custom --file=FILE games"):
        back_up(Settings(database="postgresql://me:sesame@host/games"), tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_the_migrations_make_the_tables_and_a_new_table_makes_a_migration(tmp_path: Path) -> None:
    with pytest.raises(KahunaError, match="there is nothing to write"):
        new_migration("nothing")
    folder = tmp_path / "migrations"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    number = len(list(folder.glob("versions/m*.py"))) + 1
    extra = Table("extra", metadata, Column("id", Integer, primary_key=True))
    try:
        written = new_migration("An extra table", folder)
    finally:
        metadata.remove(extra)
    assert written.name == f"m{number:04}_an_extra_table.py"
    assert "op.create_table(" in written.read_text()


@pytest.mark.parametrize("words", [["people"], ["games"], ["ban", "Lani"], ["backup", "copy"]])
def test_where_there_is_no_site_none_is_made(tmp_path: Path, words: list[str]) -> None:
    with pytest.raises(KahunaError, match="there is no database at "):
        admin(tmp_path / "mistyped", *words)
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path):
            pass

    asyncio.run(story())
    with sqlite3.connect(tmp_path / "site.sqlite") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    with pytest.raises(KahunaError, match="belongs to a newer version of Kahuna"):
        admin(tmp_path, "people")
