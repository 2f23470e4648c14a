"""Bots of others: accounts make them, tokens let them in, and plain HTTP is all they need."""

import asyncio
import contextlib
import json
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from kahuna import Game
from kahuna.cli.online import player
from kahuna.cli.online.site import BotSite
from kahuna.errors import KahunaError
from kahuna.notation.setup import Seat
from kahuna.server.bots import streams as module
from kahuna.server.bots.streams import Streams
from kahuna.server.errors import RefusedError
from kahuna.server.people.person import Key, Person, new_person
from kahuna.server.play.opening import Arrival
from kahuna.server.play.terms import Terms
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from kahuna.server.storage.tables import api_tokens
from tests.server.site_process import PATIENCE, Json, RefusedHere, SiteProcess, Visitor
from tests.server.visitors import TheSite, looking, on_both_databases
from tests.server.visitors import Visitor as Browser

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


async def program(site: TheSite, owner: Browser, name: str) -> Browser:
    """Return a program that plays as a new bot of theirs."""
    bot = site.visitor()
    made = await owner.post("/bots", {"name": name})
    bot.client.headers["authorization"] = f"Bearer {made['token']}"
    return bot


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
            person = await site.sessions.person(Key.of(first.token, of_program=True))
            assert person is not None
            assert (person.name, person.kind) == ("Deep Palm", "bot")

            for name, token in (("Deep Palm", first.id), ("Lani", first.id)):
                with pytest.raises(RefusedError, match="no such bot of yours"):
                    await site.bots.revoke(kai, name, token)
            with pytest.raises(RefusedError, match="no such token"):
                await site.bots.revoke(lani, "Deep Palm", first.id[:3])
            await site.bots.revoke(lani, "Deep Palm", first.id)
            assert await site.sessions.person(Key.of(first.token, of_program=True)) is None
            assert await site.sessions.person(Key.of(second.token, of_program=True)) is not None

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
            for name in ("gone", "Computer", "12345"):  # they mean something else
                with pytest.raises(RefusedError, match=r"nobody can be called|at least one letter"):
                    await site.bots.make(lani, name, "first")
            for number in range(10):
                await site.bots.make(lani, f"Palm {number}", "first")
            with pytest.raises(RefusedError, match="at most 10 bots"):
                await site.bots.make(lani, "Palm 10", "first")
        finally:
            await site.stop()

    asyncio.run(story())


@on_both_databases()
async def test_a_bot_that_is_deleted_is_gone_and_its_games_end(site: TheSite) -> None:
    lani, kai = await site.account("Lani"), await site.account("Kai")
    palm, fern = [await program(site, lani, name) for name in ("Deep Palm", "Fern")]
    past, running, begun = [await palm.plays(kai) for _ in range(3)]
    for link in (past, running):
        await palm.turn(link, 1)
    await kai.post(f"/games/{past}/resign")
    offered = (await palm.post("/games"))["link"]
    others = await fern.plays(kai)

    async with looking(site, palm, running) as socket:
        assert (await lani.ask("DELETE", "/bots/Deep Palm")).status_code == 204
        await asyncio.wait_for(socket.wait_closed(), PATIENCE)
    assert await palm.refused("GET", "/bot/games") == "bad-token"
    seen = {link: await kai.get(f"/games/{link}") for link in (past, running, begun, offered)}
    assert [game["status"] for game in seen.values()] == ["over", "over", "aborted", "aborted"]
    assert (seen[running]["result"], seen[running]["termination"]) == ("Black", "resignation")
    assert seen[past]["white"]["kind"] == "gone"
    assert "Deep Palm" not in await kai.get(f"/games/{past}/record.kgn")

    assert [bot["name"] for bot in await lani.get("/bots")] == ["Fern"]
    assert await lani.name() == "Lani"
    await fern.turn(others, 1)
    assert await lani.refused("DELETE", "/bots/Deep Palm") == "not-found"
    await kai.post("/bots", {"name": "Deep Palm"})  # the name is free again


@on_both_databases()
async def test_a_token_that_a_bot_left_behind_is_nobodys(site: TheSite) -> None:
    lani = await site.account("Lani")
    palm = await program(site, lani, "Deep Palm")
    [token] = await site.rows(select(api_tokens))
    await lani.ask("DELETE", "/bots/Deep Palm")
    async with site.site.database.writing() as connection:  # as if made in the very moment
        await connection.execute(insert(api_tokens).values(token))
    assert await palm.refused("GET", "/bot/games") == "bad-token"


@on_both_databases()
async def test_only_its_owner_can_delete_a_bot(site: TheSite) -> None:
    lani, kai, guest = await site.account("Lani"), await site.account("Kai"), await site.guest("Ro")
    bot = await program(site, lani, "Deep Palm")
    for somebody in (kai, guest, bot):
        assert await somebody.refused("DELETE", "/bots/Deep Palm") == "not-found"
    assert await site.visitor().refused("DELETE", "/bots/Deep Palm") == "nobody"
    for nobody_of_theirs in ("Lani", "Kai", "gone"):
        assert await lani.refused("DELETE", f"/bots/{nobody_of_theirs}") == "not-found"
    assert await bot.name() == "Deep Palm"


@on_both_databases()
async def test_a_bot_that_is_deleted_makes_room_for_another(site: TheSite) -> None:
    lani = await site.account("Lani")
    for number in range(10):
        await lani.post("/bots", {"name": f"Palm {number}"})
    assert await lani.refused("POST", "/bots", {"name": "Fern"}) == "too-many"
    await lani.ask("DELETE", "/bots/Palm 3")
    await lani.post("/bots", {"name": "Fern"})
    assert [bot["name"] for bot in await lani.get("/bots")][-2:] == ["Palm 9", "Fern"]


def test_a_bot_that_is_deleted_is_sent_away_by_every_process(new_postgresql: str) -> None:
    async def story() -> None:
        here, there = TheSite(new_postgresql, {}), TheSite(new_postgresql, {})
        await here.site.start()
        await there.site.start()
        try:
            lani, elsewhere = await here.account("Lani"), there.visitor()
            bot = await program(here, lani, "Deep Palm")
            elsewhere.client.headers = bot.client.headers
            listening = asyncio.ensure_future(elsewhere.get("/bot/events"))
            while not there.site.live:
                await asyncio.sleep(0.01)
            await lani.ask("DELETE", "/bots/Deep Palm")
            heard = (await asyncio.wait_for(listening, PATIENCE)).splitlines()
            assert [json.loads(line)["type"] for line in heard] == ["alive", "bye"]
            assert await elsewhere.refused("GET", "/me") == "bad-token"
        finally:
            await there.site.stop()
            await here.site.stop()

    asyncio.run(story())


# What a bot hears


def test_a_bot_has_a_few_streams_at_a_time_also_if_it_asks_for_all_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        site = Site(Settings(data=str(tmp_path), thinkers=0))
        await site.start()
        try:
            bot = (await owner(site, "Lani")).id

            def welcome() -> Awaitable[bool]:
                return asyncio.sleep(0, result=True)

            opened = [site.bot_streams.open(bot, welcome).lines() for _ in range(6)]
            said = [json.loads(await anext(lines))["type"] for lines in opened]
            assert said == ["alive"] * 4 + ["bye"] * 2
            with pytest.raises(RefusedError, match="at most 4 streams"):
                site.bot_streams.open(bot, welcome)
            await opened[0].aclose()
            assert json.loads(await anext(site.bot_streams.open(bot, welcome).lines()))
        finally:
            await site.stop()

    asyncio.run(story())


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
            waiting = asyncio.ensure_future(anext(lines))
            unheard = await there.opening.create(kai.id, terms, seats, Arrival())
            await streams.missed()  # as after a connection was lost
            while (event := json.loads(await asyncio.wait_for(waiting, PATIENCE)))[
                "type"
            ] != "begun":
                waiting = asyncio.ensure_future(anext(lines))
            assert event["game"]["link"] == unheard.link
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


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The example in the docs, as a file."""
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found
    assert len(found[1].splitlines()) <= 30
    file = tmp_path / "bot.py"
    file.write_text(found[1])
    return file


@pytest.mark.slow
def test_the_example_bot_plays_whole_games(
    site: SiteProcess, example: Path, tmp_path: Path
) -> None:
    white, black = make_bots(site, tmp_path, "Deep Palm", "Shallow Palm")
    terms = {"variants": "1 2", "handicap": {"seat": "White", "bridges": 2}}
    link = white.post("/games", {"seat": "White", "terms": terms})["link"]
    with contextlib.ExitStack() as stack:
        for bot, links in ((white, [link]), (black, [link])):  # the first sits there already
            command = [sys.executable, str(example), site.url, token_of(bot), *links]
            process = stack.enter_context(subprocess.Popen(command))
            stack.callback(process.kill)
        state = white.sees(link, over)
    assert state["termination"] not in (None, "time", "resignation")
    assert Game.from_record(white.get(f"/games/{link}/record.kgn")).is_over


@pytest.mark.slow
def test_the_example_bot_tells_what_is_wrong(
    site: SiteProcess, example: Path, tmp_path: Path
) -> None:
    (bot,) = make_bots(site, tmp_path, "Deep Palm")
    for words, line in (
        (["no"], "HTTPError: HTTP Error 401: Unauthorized"),
        (["no", "k7m2pq4x"], "HTTPError: HTTP Error 401: Unauthorized"),
        ([token_of(bot), "k7m2pq4x"], "HTTPError: HTTP Error 404: Not Found"),
    ):
        command = [sys.executable, str(example), site.url, *words]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert (done.returncode, done.stderr.splitlines()[-1]) == (1, f"urllib.error.{line}")


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
    for _ in range(2):  # it goes on when it is started again
        with subprocess.Popen(
            [*command, token_of(bot), "--join", link],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as running:
            assert running.stdout is not None
            assert [running.stdout.readline() for _ in range(3)] == [
                "waiting for the engine\n",
                "Kahuna random is ready\n",
                f"{link}: playing White\n",
            ]
            running.send_signal(signal.SIGTERM)
            assert running.communicate(timeout=PATIENCE)[1] == "kahuna bot: stopped\n"
            assert running.returncode == 0
    refused = subprocess.run([*command, "no"], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert refused.stderr == "kahuna: this token is not known, or not any more\n"
    for wrong, line in (
        ([token_of(bot), "--join", "k7m2pq4x"], "kahuna: k7m2pq4x: there is no such game\n"),
        (["nö"], "kahuna: this cannot be a token: one has only letters, digits, - and _\n"),
        (["no", "--site", "http://a:b"], "kahuna: a site is https://…, not 'http://a:b'\n"),
    ):
        refused = subprocess.run([*command, *wrong], capture_output=True, text=True, check=False)
        assert (refused.returncode, refused.stderr) == (1, line)


def test_a_token_may_come_with_a_line_break() -> None:
    site = BotSite("https://kahuna.example", "Some_token-1\n")
    assert site._headers["Authorization"] == "Bearer Some_token-1"


def test_a_program_that_never_says_that_it_is_an_engine_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(player, "HELLO", 0.2)
    said: list[str] = []
    bot = player.OnlinePlayer(BotSite("https://kahuna.example", "token"), "cat", 100, said.append)
    with pytest.raises(KahunaError, match="the engine has not said kepok for "):
        bot.play()
    assert said == ["waiting for the engine"]
