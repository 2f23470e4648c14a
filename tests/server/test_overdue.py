"""Against the computer, and of two at one device, nobody has to claim what is lost on time."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from kahuna.server.now import MINUTE, SECOND
from kahuna.server.play import overdue
from kahuna.server.play.overdue import Overdue
from kahuna.server.storage.tables import events, games
from tests.server.club import Club, Guest, fresh_database, until, visit

LIVE = {"pace": "live", "base": MINUTE, "increment": 0}
TOO_LONG = MINUTE + 5 * SECOND


async def _begun(club: Club, opponent: str) -> tuple[Guest, str]:
    """Begin a game in which White, whose clock runs, never moves."""
    lani = await club.guest("Lani")
    return lani, await lani.offers(opponent, starts="White", clock=LIVE)


@pytest.mark.parametrize("opponent", ["computer", "one-device"])
def test_such_a_game_ends_by_itself_when_the_time_is_over(opponent: str, database: str) -> None:
    async def story(club: Club) -> None:
        lani, link = await _begun(club, opponent)
        await club.pass_time(link, TOO_LONG)
        await until(await club.site.rooms.get(link), lambda room: room.status == "over")
        state = await lani.game(link)
        assert (state["result"], state["termination"]) == ("Black", "time")
        await club.check_log(link)

    visit(story, database)


def test_so_does_one_whose_time_ran_out_while_the_site_was_down() -> None:
    async def story(database: str) -> None:
        async with Club(database) as club:
            _, link = await _begun(club, "computer")
            await club.site.overdue.stop()
            await club.pass_time(link, 100 * MINUTE)
        async with Club(database) as restarted:
            room = await restarted.site.rooms.get(link)
            await until(room, lambda room: room.termination == "time")

    with fresh_database() as database:
        asyncio.run(story(database))


def test_a_site_that_stops_finishes_a_look_that_was_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that is given up in the midst of its work would be left open."""
    file, done, look = tmp_path / "site.sqlite", list[str](), Overdue.look

    async def slow_look(self: Overdue) -> None:
        done.append("begun")
        await asyncio.sleep(0.1)
        await look(self)
        done.append("finished")

    async def begin_and_stop() -> None:
        async with Club(f"sqlite:///{file}"):
            while not done:
                await asyncio.sleep(0)

    monkeypatch.setattr(Overdue, "look", slow_look)
    asyncio.run(begin_and_stop())
    assert done == ["begun", "finished"]
    with closing(sqlite3.connect(file, timeout=0)) as alone:
        alone.execute("PRAGMA locking_mode=EXCLUSIVE")
        alone.execute("BEGIN IMMEDIATE")  # as nobody can be while another uses it


def test_a_site_whose_database_does_not_answer_stops_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = asyncio.Event()

    async def look_for_ever(_: Overdue) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def story(_: Club) -> None:
        await begun.wait()

    monkeypatch.setattr(Overdue, "look", look_for_ever)
    monkeypatch.setattr(overdue, "PATIENCE", 0.01)
    visit(story)


def test_a_turn_of_the_last_moment_may_still_be_on_its_way() -> None:
    async def story(club: Club) -> None:
        lani, link = await _begun(club, "computer")
        await club.site.overdue.stop()
        await club.pass_time(link, MINUTE)  # it has just run out
        await club.site.overdue.look()
        assert (await lani.turn(link, "+?"))["status"] == "running"

    visit(story)


def test_between_people_whoever_has_time_left_decides() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        link = await lani.invites(kai, starts="White", clock=LIVE)
        await club.pass_time(link, TOO_LONG)
        await club.site.overdue.look()
        assert (await kai.game(link))["status"] == "running"
        assert (await kai.does(link, "claim"))["result"] == "Black"

    visit(story)


def test_of_several_processes_that_look_one_ends_it(
    new_postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overdue, "EVERY", 600.0)  # they look when the test says so

    async def story() -> None:
        async with Club(new_postgresql) as club, Club(new_postgresql) as other:
            for _ in range(5):
                lani, link = await _begun(club, "computer")
                await club.pass_time(link, TOO_LONG)
                await asyncio.gather(club.site.overdue.look(), other.site.overdue.look())
                assert (await lani.game(link))["termination"] == "time"
                async with club.site.database.reading() as connection:
                    kinds = select(events.c.kind).join(games).where(games.c.link == link)
                    assert list((await connection.execute(kinds)).scalars()) == ["timeout"]

    asyncio.run(story())
