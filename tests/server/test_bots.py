"""Bots of others: accounts make them, tokens let them in, and plain HTTP is all they need."""

import asyncio
import contextlib
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from kahuna import Game
from kahuna.notation.setup import Seat
from kahuna.server.bots import streams as module
from kahuna.server.bots.streams import Streams
from kahuna.server.errors import RefusedError
from kahuna.server.people.person import Person, new_person
from kahuna.server.play.opening import Arrival
from kahuna.server.play.terms import Terms
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from kahuna.server.storage.tables import api_tokens
from tests.server.site_process import PATIENCE, Json, RefusedHere, SiteProcess, Visitor

PAGE = (Path(__file__).parents[2] / "docs/bots.md").read_text()
KAHUNA = (sys.executable, "-m", "kahuna")


async def owner(site: Site, name: str = "Owner") -> Person:
    async with site.database.writing() as connection:
        number = await new_person(connection, name, "account")
    return Person(number, name, "account", "en", banned=False)


def places(white: int | None, black: int | None) -> dict[Seat, int | None]:
    return {"White": white, "Black": black}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SiteProcess]:
    """A site in a process of its own."""
    site = SiteProcess(tmp_path).start()
    try:
        yield site
    finally:
        site.close()


def account(folder: Path, name: str) -> str:
    """Return the secret of a new account's session, at the site in that folder."""

    async def inside() -> str:
        site = Site(Settings(data=str(folder), thinkers=0))
        await site.start()
        person = await owner(site, name)
        async with site.database.writing() as connection:
            secret = await site.sessions.begin(connection, person.id)
        await site.stop()
        return secret

    return asyncio.run(inside())


def make_bots(site: SiteProcess, folder: Path, *names: str) -> list[Visitor]:
    """Return bots of one owner, each with its token."""
    person = Visitor(site.url)
    person.headers["Cookie"] = f"kahuna={account(folder, 'Owner')}"
    return [Visitor(site.url, person.post("/bots", {"name": n})["token"]) for n in names]


def token_of(bot: Visitor) -> str:
    return bot.headers["Authorization"].removeprefix("Bearer ")


def over(state: Json) -> bool:
    return bool(state["status"] == "over")


# Bots and their tokens


def test_an_account_makes_bots_and_their_tokens_and_revokes_them(tmp_path: Path) -> None:
    async def story() -> None:
        site = Site(Settings(data=str(tmp_path), thinkers=0))
        await site.start()
        try:
            lani, kai = await owner(site, "Lani"), await owner(site, "Kai")
            first = await site.bots.make(lani, "Deep Palm", "first")
            second = await site.bots.new_token(lani, "Deep Palm", "at home")
            (bot,) = await site.bots.all_of(lani)
            assert [(token.id, token.label) for token in bot.tokens] == [
                (first.id, "first"),
                (second.id, "at home"),
            ]
            assert await site.bots.all_of(kai) == []
            person = await site.sessions.person(first.token, of_program=True)
            assert person is not None
            assert (person.name, person.kind) == ("Deep Palm", "bot")

            for name, token in (("Deep Palm", first.id), ("Lani", first.id)):
                with pytest.raises(RefusedError, match="no such bot of yours"):
                    await site.bots.revoke(kai, name, token)
            with pytest.raises(RefusedError, match="no such token"):
                await site.bots.revoke(lani, "Deep Palm", first.id[:3])
            await site.bots.revoke(lani, "Deep Palm", first.id)
            assert await site.sessions.person(first.token, of_program=True) is None
            assert await site.sessions.person(second.token, of_program=True) is not None

            async with site.database.reading() as connection:
                stored = (await connection.execute(select(api_tokens))).all()
            assert second.token not in str(stored)
        finally:
            await site.stop()

    asyncio.run(story())


def test_who_may_not_make_a_bot_is_told_why(tmp_path: Path) -> None:
    async def story() -> None:
        site = Site(Settings(data=str(tmp_path), thinkers=0))
        await site.start()
        try:
            lani = await owner(site, "Lani")
            guest = Person(lani.id, "Lani", "guest", "en", banned=False)
            with pytest.raises(RefusedError, match="belongs to an account"):
                await site.bots.make(guest, "Deep Palm", "first")
            with pytest.raises(RefusedError, match="has this name already"):
                await site.bots.make(lani, "kahuna", "first")
            for number in range(10):
                await site.bots.make(lani, f"Palm {number}", "first")
            with pytest.raises(RefusedError, match="at most 10 bots"):
                await site.bots.make(lani, "Palm 10", "first")
        finally:
            await site.stop()

    asyncio.run(story())


# What a bot hears


def test_a_stream_begins_with_what_runs_and_goes_on_with_what_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        site = Site(Settings(data=str(tmp_path), thinkers=0))
        await site.start()
        try:
            lani, kai = await owner(site, "Lani"), await owner(site, "Kai")
            terms, seats = Terms(starts="White"), places(lani.id, None)
            room = await site.opening.create(lani.id, terms, seats, Arrival())
            await site.opening.join(room, kai.id, Arrival())
            welcome = [True]

            async def still_welcome() -> bool:
                return welcome[0]

            stream = site.bot_streams.open(lani.id, still_welcome)
            lines = stream.lines()

            async def heard() -> Json:
                event: Json = json.loads(await asyncio.wait_for(anext(lines), PATIENCE))
                return event

            assert [(await heard())["type"] for _ in range(2)] == ["alive", "begun"]
            turn = await heard()
            assert (turn["type"], turn["turn"]) == ("turn", 1)
            assert turn["game"]["view"]["black"]["hand"] == ""
            assert "Black ???" in turn["record"]
            await site.turns.commit(room, lani.id, 1, ["+?"])
            await site.turns.commit(room, kai.id, 2, ["+?"])
            turn = await heard()
            assert (turn["type"], turn["turn"]) == ("turn", 3)
            assert turn["record"].split()[-1] == "+?"  # what it was, is hidden
            await site.endings.ask_back(room, kai.id)
            assert (await heard())["type"] == "takeback"
            await site.endings.answer_back(room, lani.id, agreed=False)
            await site.endings.resign(room, kai.id)
            end = await heard()
            assert (end["type"], end["game"]["result"]) == ("over", "White")

            other = await site.opening.create(lani.id, terms, seats, Arrival())
            await site.opening.join(other, kai.id, Arrival())
            assert [(await heard())["type"] for _ in range(2)] == ["begun", "turn"]
            monkeypatch.setattr(module, "HEARTBEAT", 0.01)
            await site.turns.commit(other, lani.id, 1, ["+?"])
            assert (await heard())["type"] == "alive"
            welcome[0] = False
            while (await heard())["type"] != "bye":
                pass
            with pytest.raises(StopAsyncIteration):
                await anext(lines)
            assert not other.watchers
        finally:
            await site.stop()

    asyncio.run(story())


def test_a_bot_hears_of_a_game_that_began_in_another_process(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        here, there = [
            Site(Settings(data=str(tmp_path), database=database, thinkers=0)) for _ in range(2)
        ]
        await here.start()
        await there.start()
        try:
            lani, kai = await owner(here, "Lani"), await owner(here, "Kai")
            streams: Streams = here.bot_streams
            lines = streams.open(lani.id, lambda: asyncio.sleep(0, result=True)).lines()
            assert json.loads(await anext(lines))["type"] == "alive"
            waiting = asyncio.ensure_future(anext(lines))
            terms, seats = Terms(starts="White"), places(lani.id, kai.id)
            room = await there.opening.create(kai.id, terms, seats, Arrival())
            streams.heard([room.id])  # which the news bring, where there are any
            event = json.loads(await asyncio.wait_for(waiting, PATIENCE))
            assert (event["type"], event["game"]["link"]) == ("begun", room.link)
            await lines.aclose()
        finally:
            await there.stop()
            await here.stop()

    asyncio.run(story())


@pytest.mark.slow
def test_only_bots_may_listen_and_only_with_a_token_that_is_known(
    site: SiteProcess, tmp_path: Path
) -> None:
    guest = site.guest("Lani")
    for visitor, path, status in (
        (guest, "/bot/events", 403),
        (guest, "/bot/games", 403),
        (Visitor(site.url), "/bot/games", 401),
        (Visitor(site.url, "nonsense"), "/bot/events", 401),
    ):
        with pytest.raises(RefusedHere) as caught:
            visitor.get(path)
        assert caught.value.status == status
    (bot,) = make_bots(site, tmp_path, "Deep Palm")
    assert bot.get("/bot/games") == []
    link = bot.post("/games", {"seat": "Black", "terms": {"starts": "Black"}})["link"]
    later = bot.post("/games", {"seat": "Black", "terms": {"starts": "White"}})["link"]
    for game in (later, link):
        guest.post(f"/games/{game}/join")
    assert [game["link"] for game in bot.get("/bot/games")] == [link, later]


# Whole games


@pytest.mark.slow
def test_the_example_bot_plays_whole_games(site: SiteProcess, tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found
    assert len(found[1].splitlines()) <= 30
    (tmp_path / "bot.py").write_text(found[1])
    white, black = make_bots(site, tmp_path, "Deep Palm", "Shallow Palm")
    terms = {"variants": "1 2", "handicap": {"seat": "White", "bridges": 2}}
    link = white.post("/games", {"seat": "White", "terms": terms})["link"]
    with contextlib.ExitStack() as stack:
        for bot, links in ((white, []), (black, [link])):
            command = [sys.executable, str(tmp_path / "bot.py"), site.url, token_of(bot), *links]
            process = stack.enter_context(subprocess.Popen(command))
            stack.callback(process.kill)
        state = white.sees(link, over)
    assert state["termination"] not in (None, "time", "resignation")
    assert Game.from_record(white.get(f"/games/{link}/record.kgn")).is_over


@pytest.mark.slow
def test_an_engine_joins_a_site_and_plays_on_when_the_site_was_killed(
    site: SiteProcess, tmp_path: Path
) -> None:
    white, black = make_bots(site, tmp_path, "Deep Palm", "Shallow Palm")
    clock = {"pace": "live", "base": 600_000, "increment": 10_000}
    data = {"seat": "White", "terms": {"clock": clock}}
    links = [white.post("/games", data)["link"] for _ in range(2)]
    engine = f"{' '.join(KAHUNA)} engine --player greedy"
    command = [*KAHUNA, "bot", "--engine", engine, "--site", site.url, "--movetime", "100"]
    with contextlib.ExitStack() as stack:
        programs = []
        for bot, more in ((white, []), (black, ["--join", links[0], "--join", links[1]])):
            programs.append(
                subprocess.Popen(
                    [*command, "--token", token_of(bot), "--games", "2", *more],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            )
            stack.enter_context(programs[-1])
            stack.callback(programs[-1].kill)
        white.sees(links[0], lambda state: state["seq"] > 2)
        site.close()
        site.start()
        for program in programs:
            said, errors = program.communicate(timeout=4 * PATIENCE)
            assert program.returncode == 0, errors
            for link in links:
                assert f"{link}: over, " in said
    for link in links:
        assert Game.from_record(white.get(f"/games/{link}/record.kgn")).is_over


@pytest.mark.slow
def test_a_bot_stops_cleanly_and_says_what_is_wrong(site: SiteProcess, tmp_path: Path) -> None:
    (bot,) = make_bots(site, tmp_path, "Deep Palm")
    link = bot.post("/games", {"seat": "White", "terms": {"starts": "Black"}})["link"]
    site.guest("Lani").post(f"/games/{link}/join")
    engine = f"{' '.join(KAHUNA)} engine --player random"
    command = [*KAHUNA, "bot", "--engine", engine, "--site", site.url, "--token"]
    with subprocess.Popen(
        [*command, token_of(bot)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == f"{link}: playing White\n"
        running.send_signal(signal.SIGTERM)
        assert running.communicate(timeout=PATIENCE)[1] == "kahuna bot: stopped\n"
        assert running.returncode == 0
    refused = subprocess.run([*command, "no"], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert refused.stderr == "kahuna: this token is not known, or not any more\n"
