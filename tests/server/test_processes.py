"""Several server processes that share one PostgreSQL are one site."""

import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kahuna import Game
from kahuna.server.loadtest.process import ServerProcess
from tests.server.players import Message, Player, sit_down, turn_of, visit
from tests.server.postgres import PATIENCE, Postgres

# The connections by which turns go and news come, by what each was last used for.
WIRES = """
    FROM pg_stat_activity WHERE datname = '{}'
    AND (query LIKE 'LISTEN%' OR query LIKE 'WITH%INTO events%' OR query = 'SELECT 1')
"""
LISTENING = f"SELECT pid {WIRES}"
CUT_OFF = f"SELECT pg_terminate_backend(pid) {WIRES}"


@pytest.fixture(scope="module")
def site(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ServerProcess, ServerProcess, str]]:
    """Two processes of a site, and its database."""
    database = postgres.new_database()
    folder: Path = tmp_path_factory.mktemp("site")
    first, second = (ServerProcess(folder, database, url="http://club.test") for _ in "12")
    try:
        first.start()
        second.start()
        yield first, second, database
    finally:
        first.stop()
        second.stop()


Site = tuple[ServerProcess, ServerProcess, str]


def test_players_on_two_processes_play_a_game_to_its_end(site: Site) -> None:
    async def play() -> None:
        async with visit(site[0].url, site[1].url) as (white, black):
            await _whole_game({"White": white, "Black": black})

    asyncio.run(play())


async def _sit_down_and_watch(white: Player, black: Player) -> str:
    """Let two begin a game that both look at; return its link."""
    link = await sit_down(white, black)
    for player in (white, black):
        await player.connect()
        player.send(type="watch", game=link)
    return link


async def _whole_game(players: dict[str, Player]) -> None:
    link = await _sit_down_and_watch(players["White"], players["Black"])
    rng, seq = random.Random(5), 0
    states = {seat: await player.begins() for seat, player in players.items()}
    while (mover := states["White"]["view"]["mover"]) is not None:
        seq += 1
        tokens = turn_of(states[mover], rng)
        turn = states[mover]["view"]["turn"]
        players[mover].send(type="turn", game=link, turn=turn, tokens=tokens, id=seq)
        states = {seat: await player.sees(seq) for seat, player in players.items()}
        _same(states["White"], states["Black"])
    record = await players["White"].ask("GET", f"/api/games/{link}/record.kgn")
    other = await players["Black"].ask("GET", f"/api/games/{link}/record.kgn")
    assert record.body == other.body
    game = Game.from_record(record.body)
    assert game.is_over
    assert game.result == states["Black"]["result"]


def _same(white: Message, black: Message) -> None:
    """Both see the same board, on whichever process."""
    for part in ("turn", "mover", "row", "pile", "round", "score", "result"):
        assert white["view"][part] == black["view"][part]
    assert white["view"]["white"]["bridges"] == black["view"]["white"]["bridges"]


def test_turns_and_news_go_on_when_the_connection_they_go_by_is_lost(
    site: Site, postgres: Postgres
) -> None:
    name = site[2].rpartition("?")[0].rpartition("/")[2]

    async def cut_off() -> None:
        async with asyncio.timeout(PATIENCE):  # one may just be on its way back
            while len(await asyncio.to_thread(postgres.run, name, LISTENING.format(name))) < 2:
                await asyncio.sleep(0.05)
        assert len(await asyncio.to_thread(postgres.run, name, CUT_OFF.format(name))) == 2

    async def play() -> None:
        async with visit(site[0].url, site[1].url) as (white, black):
            link = await _sit_down_and_watch(white, black)
            rng, state = random.Random(6), await white.begins()
            await black.begins()
            await cut_off()
            await _turn(white, link, state, rng)  # while nobody listens, perhaps
            state = await black.sees(1)
            await cut_off()
            made = await _turn(black, link, state, rng)
            assert made["seq"] == 2
            await white.sees(2)

    asyncio.run(play())


def test_a_question_right_after_a_turn_is_heard_on_the_other_process(site: Site) -> None:
    """The turn comes as it is, the question has to be read, and both in the same moment."""

    async def play() -> None:
        async with visit(site[0].url, site[1].url) as (white, black):
            link = await _sit_down_and_watch(white, black)
            for _ in range(5):
                state = await white.next(lambda message: _mover(message) == "White")
                await _turn(white, link, state, random.Random(8))
                await white.post(f"/api/games/{link}/takeback")
                await black.next(lambda message: message.get("offer") == "White")
                await black.post(f"/api/games/{link}/takeback/answer", {"agreed": True})

    asyncio.run(play())


def test_a_turn_is_taken_by_a_process_that_has_not_heard_of_the_one_before(site: Site) -> None:
    """A player who is faster than the news loses nothing; nor does one who clicks twice."""

    async def play() -> None:
        first, second = site[0].url, site[1].url
        async with visit(first, second, first) as (white, black, eyes):
            link = await sit_down(white, black)
            eyes.cookie = black.cookie  # Black looks where White moves, and moves elsewhere
            rng = random.Random(7)
            for number in range(1, 9, 2):
                state = await white.get(f"/api/games/{link}")
                while state["view"] is None or state["seq"] < number - 1:  # it comes as news
                    state = await white.get(f"/api/games/{link}")
                assert (await _turn(white, link, state, rng))["seq"] == number
                state = await eyes.get(f"/api/games/{link}")
                assert (await _turn(black, link, state, rng))["seq"] == number + 1

    asyncio.run(play())


def _mover(message: Message) -> str | None:
    """Return whose turn it is, if the message tells."""
    mover: str | None = (message.get("view") or {}).get("mover")
    return mover


async def _turn(player: Player, link: str, state: Message, rng: random.Random) -> Message:
    """Make any turn, twice: the second time it is only answered."""
    turn = {"turn": state["view"]["turn"], "tokens": turn_of(state, rng)}
    made: Message = await player.post(f"/api/games/{link}/turns", turn)
    again: Message = await player.post(f"/api/games/{link}/turns", turn)
    assert again["seq"] == made["seq"]
    return made


KAHUNA = (sys.executable, "-m", "kahuna")


@pytest.mark.slow
def test_a_worker_thinks_for_players_on_every_process(site: Site) -> None:
    """The site's own processes think for nobody: the computer's turns come from the worker."""

    async def play() -> None:
        async with visit(site[0].url, site[1].url) as (here, there):
            await here.become("Lani")
            there.cookie = here.cookie  # the same person, on another process
            data = {"opponent": "computer", "level": 1, "seat": "Black"}
            link = (await here.post("/api/games", data | {"terms": {"starts": "White"}}))["link"]
            for player in (here, there):
                await player.connect()
                player.send(type="watch", game=link)
            for number in range(1, 8, 2):  # White's turns are the computer's
                seen = {player: await player.sees(number) for player in (here, there)}
                _same(seen[here], seen[there])
                mover = there if number % 4 == 1 else here
                tokens = turn_of(seen[mover], random.Random(number))
                mover.send(type="turn", game=link, turn=number + 1, tokens=tokens, id=number)
                await mover.done(number)

    with subprocess.Popen([*KAHUNA, "worker", "--database", site[2], "--thinkers", "1"]) as worker:
        try:
            asyncio.run(play())
        finally:
            worker.terminate()
    assert worker.returncode == 0


@pytest.mark.slow
def test_what_the_host_decides_is_heard_on_every_process(site: Site) -> None:
    async def play() -> None:
        async with visit(site[0].url, site[1].url) as (white, black):
            link = await sit_down(white, black)
            number = (await black.get("/api/me"))["number"]
            for player in (white, black):
                await player.connect()
                player.send(type="watch", game=link)
                await player.begins()
            told = await _admin(site, "close", link, "--winner", "White")
            assert told.endswith(" is over.\n")
            for player in (white, black):
                assert (await player.sees(1))["result"] == "White"
            assert link in await _admin(site, "games", "--status", "over")
            await _admin(site, "ban", str(number))
            with pytest.raises(ConnectionResetError):
                await black.next(lambda _: False)  # who is shut out is sent away at once
            assert (await black.ask("GET", "/api/me")).status == 403
            assert white.is_connected

    asyncio.run(play())


async def _admin(site: Site, *words: str) -> str:
    """Run `kahuna admin` beside the site; return what it prints."""
    process = await asyncio.create_subprocess_exec(
        *KAHUNA, "admin", "--database", site[2], *words, stdout=subprocess.PIPE
    )
    told, _ = await process.communicate()
    assert process.returncode == 0
    return told.decode()
