"""The computer's turns: it thinks in a process of its own, from what its seat may know."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from kahuna.ai.position import read_position
from kahuna.dealer import Dealer
from kahuna.notation.setup import Deal, Seat, Setup
from kahuna.server.people.person import new_person
from kahuna.server.play.opening import Arrival
from kahuna.server.play.room import Room
from kahuna.server.play.table import Table
from kahuna.server.play.terms import Clock, Handicap, Terms
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from kahuna.server.storage.tables import events, games
from kahuna.server.thinking import thinkers as module
from kahuna.server.thinking.engine import Engine, EngineError
from kahuna.server.thinking.pace import Pace, pace
from kahuna.server.thinking.thinkers import Thinkers
from tests.server.site_process import SiteProcess, await_end, engines_of

PATIENCE = 120.0  # seconds


class Eyes:
    """Waits until something can be seen in a game."""

    person, looks = None, True

    def __init__(self, room: Room) -> None:
        self.room, self._wake = room, asyncio.Event()
        room.watchers.add(self)

    def changed(self, _room: Room) -> None:
        self._wake.set()

    async def see(self, what: Callable[[Room], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not what(self.room):
                self._wake.clear()
                await self._wake.wait()


class Muse(Engine):
    """Stands in for the thinking process: it thinks when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[int, str, int]] = []
        self.asked, self.answer = asyncio.Event(), asyncio.Event()

    async def turn(self, level: int, record: str, movetime: int) -> list[str]:
        self.told.append((level, record, movetime))
        self.asked.set()
        await self.answer.wait()
        return any_turn(read_position(record), random.Random(1))


def any_turn(view: Any, chance: random.Random) -> list[str]:
    """Return any legal turn, from a view for programs."""
    tokens, phase = list[str](), view.phase
    while view.phase == phase:
        tokens.append(chance.choice(view.legal).token)
        if tokens[-1][0] in "+-":
            break
        view = view.after(tokens[-1])
    return tokens


def visit(folder: Path, story: Callable[[Site, int], Awaitable[None]], thinkers: int = 1) -> None:
    """Let a story happen on a site, to somebody."""

    async def inside() -> None:
        site = Site(Settings(data=str(folder), thinkers=thinkers))
        await site.start()
        try:
            async with site.database.writing() as connection:
                person = await new_person(connection, "Lani", "guest")
            await story(site, person)
        finally:
            await site.stop()

    asyncio.run(inside())


async def begin(
    site: Site, person: int, level: int = 1, seat: Seat = "Black", terms: Terms | None = None
) -> Eyes:
    """Begin a game against the computer, which starts unless the terms say otherwise."""
    own: Seat = "White" if seat == "Black" else "Black"
    seats: dict[Seat, int | None] = {own: person, seat: site.computers[level]}
    room = await site.opening.create(person, terms or Terms(starts=seat), seats, Arrival())
    return Eyes(room)


async def make_turn(site: Site, eyes: Eyes, person: int, chance: random.Random) -> None:
    table = eyes.room.table
    assert table is not None
    tokens = any_turn(read_position(table.record(table.mover).one_line()), chance)
    await site.turns.commit(eyes.room, person, table.turn, tokens)


async def log_of(site: Site, room: Room) -> list[Any]:
    async with site.database.reading() as connection:
        query = select(events).where(events.c.game == room.id).order_by(events.c.seq)
        return list(await connection.execute(query))


def with_muses(site: Site, number: int) -> list[Muse]:
    """Let the site's thinkers be muses."""
    muses = [Muse() for _ in range(number)]
    supply = iter(muses)
    site.thinkers = Thinkers(site.rooms, site.turns, number, lambda: next(supply))
    site.rooms.listeners.append(site.thinkers.changed)
    return muses


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait to follow the game."""
    monkeypatch.setattr(module, "pace", lambda *_: Pace(100, 0))


@pytest.mark.slow
@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize(
    ("level", "terms", "most"),
    [
        (1, Terms("1 2", Handicap("Black", 2), "White"), 1000),
        (4, Terms("2", None, "Black", Clock("live", 60_000, 1000)), 1000),
        (7, Terms("none", Handicap("White", 1), "Black"), 4),
        (8, Terms("1", None, "White"), 4),
    ],
)
def test_the_computer_plays_games_of_all_kinds(
    tmp_path: Path, level: int, terms: Terms, most: int
) -> None:
    async def story(site: Site, person: int) -> None:
        eyes, chance = await begin(site, person, level, terms=terms), random.Random(level)
        room, made = eyes.room, 0
        while room.status == "running" and made < most:
            await eyes.see(lambda room: room.mover != "Black")
            if room.mover == "White":
                await make_turn(site, eyes, person, chance)
                made += 1
        assert room.status == "over" or made == most
        log = await log_of(site, room)
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        assert room.termination not in ("time", "resignation")

    visit(tmp_path, story)


def test_the_thinker_is_told_what_the_computer_may_know_and_nothing_else(tmp_path: Path) -> None:
    async def story(site: Site, person: int) -> None:
        (muse,) = with_muses(site, 1)
        await site.thinkers.start()
        eyes = await begin(site, person, level=5)
        await asyncio.wait_for(muse.asked.wait(), PATIENCE)
        table = eyes.room.table
        assert table is not None
        level, record, _ = muse.told[0]
        view = read_position(record)  # which refuses what is not masked
        assert level == 5
        assert view.viewer == "Black"
        assert view.white.hand == ""
        assert view == table.view("Black")

    visit(tmp_path, story, thinkers=0)


def test_hidden_cards_change_nothing_in_what_the_thinker_is_told() -> None:
    told = set()
    for hand, discard, drawn in (("DEF", "/DE", "F"), ("JKL", "/JL", "D"), ("DKK", "/KK", "E")):
        setup = Setup(Deal("ABC", hand, "GHI"), "White", "none", None)
        table = Table(setup, Dealer(b"any"))
        table.replay(f"AB +G>A {discard} +?{drawn} -")
        told.add(table.record("White").one_line())
        assert table.record("Black").one_line() not in told
    (record,) = told
    assert record.endswith("AB +G>A /?? +? -")


@pytest.mark.slow
def test_a_killed_thinking_process_costs_no_turn_and_doubles_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "pace", lambda *_: Pace(3000, 0))

    async def story(site: Site, person: int) -> None:
        eyes = await begin(site, person, level=8)
        (engine,) = site.thinkers.engines
        killed = set[int]()
        while len(killed) < 2 and eyes.room.seq == 0:
            if engine.pid is not None and engine.pid not in killed:
                os.kill(engine.pid, signal.SIGKILL)
                killed.add(engine.pid)
            await asyncio.sleep(0.05)
        await eyes.see(lambda room: room.seq == 1)
        assert len(killed) == 2
        assert [event.seat for event in await log_of(site, eyes.room)] == ["Black"]

    visit(tmp_path, story)


def test_an_engine_that_hangs_or_talks_nonsense_or_is_missing_is_given_up() -> None:
    async def ask(*command: str, start: float = PATIENCE) -> str:
        engine = Engine(command, start)
        with pytest.raises(EngineError) as caught:
            await engine.turn(1, "", 1)
        assert engine.pid is None
        return str(caught.value)

    async def story() -> None:
        nonsense = "echo error no; exec sleep 1000"
        assert await ask("sleep", "1000", start=0.1) == "it hangs"
        assert await ask("sh", "-c", nonsense) == "it did not understand what it was told"
        assert await ask("true") in ("it has ended", "BrokenPipeError", "ConnectionResetError")
        assert await ask("/no/such/program") == "FileNotFoundError"

    asyncio.run(story())


@pytest.mark.usefixtures("in_a_hurry")
def test_two_thinkers_with_the_same_game_make_one_turn(tmp_path: Path) -> None:
    async def story(site: Site, person: int) -> None:
        first, second = muses = with_muses(site, 2)
        await site.thinkers.start()
        eyes = await begin(site, person)
        await asyncio.wait_for(first.asked.wait(), PATIENCE)
        assert not second.asked.is_set()  # it is claimed
        async with site.database.writing() as connection:  # as if the first had been too slow
            await connection.execute(update(games).values(lease=0))
        site.thinkers.heard()
        await asyncio.wait_for(second.asked.wait(), PATIENCE)
        for muse in muses:
            muse.answer.set()
        await eyes.see(lambda room: room.seq == 1)
        await asyncio.gather(*site.thinkers._tasks)
        assert len(await log_of(site, eyes.room)) == 1

    visit(tmp_path, story, thinkers=0)


@pytest.mark.usefixtures("in_a_hurry")
def test_a_turn_taken_back_meanwhile_is_not_answered(tmp_path: Path) -> None:
    async def story(site: Site, person: int) -> None:
        first, second = with_muses(site, 2)
        await site.thinkers.start()
        eyes = await begin(site, person, terms=Terms(starts="White"))
        await site.turns.commit(eyes.room, person, 1, ["+?"])
        await asyncio.wait_for(first.asked.wait(), PATIENCE)
        await site.endings.ask_back(eyes.room, person)
        assert eyes.room.mover == "White"
        await site.turns.commit(eyes.room, person, 1, ["-"])
        await asyncio.wait_for(second.asked.wait(), PATIENCE)
        assert "+?" in first.told[0][1]
        assert "+?" not in second.told[0][1]
        first.answer.set()  # too late, though its turn would be legal
        while len(site.thinkers._tasks) > 1:
            await asyncio.sleep(0)
        assert eyes.room.seq == 3
        second.answer.set()
        await eyes.see(lambda room: room.seq == 4)

    visit(tmp_path, story, thinkers=0)


@pytest.mark.usefixtures("in_a_hurry")
def test_a_process_that_stops_leaves_its_games_to_others_at_once(tmp_path: Path) -> None:
    async def story(site: Site, person: int) -> None:
        (muse,) = with_muses(site, 1)
        await site.thinkers.start()
        await begin(site, person)
        await asyncio.wait_for(muse.asked.wait(), PATIENCE)
        assert await site.thinkers.claims.waiting() == 0
        await site.thinkers.stop()
        assert await site.thinkers.claims.waiting() == 1

    visit(tmp_path, story, thinkers=0)


def test_short_clocks_come_first_and_then_who_waits_longest(tmp_path: Path) -> None:
    async def story(site: Site, person: int) -> None:
        clocks = (Clock(), Clock("correspondence", 3_600_000), Clock("live", 30_000))
        rooms = [
            (await begin(site, person, terms=Terms(starts="Black", clock=clock))).room
            for clock in clocks
        ]
        claims = site.thinkers.claims
        order = [await claims.take() for _ in range(4)]
        taken = [None if claim is None else claim.game for claim in order]
        assert taken == [rooms[2].id, rooms[0].id, rooms[1].id, None]
        assert order[0] is not None
        newer = await claims.renew(order[0])
        assert newer is None or newer.lease >= order[0].lease
        await claims.give_back(newer or order[0])
        assert await claims.waiting() == 1

    visit(tmp_path, story, thinkers=0)


def test_the_computer_never_spends_a_clock_that_is_short() -> None:
    for level in range(1, 9):
        left, turns = 30_000, 0
        while turns < 60:  # more turns than a game has
            left -= max(pace(level, left))
            turns += 1
        assert left > 1000


@pytest.mark.slow
def test_a_killed_server_goes_on_thinking_when_it_is_back(tmp_path: Path) -> None:
    site = SiteProcess(tmp_path).start()
    try:
        guest = site.guest("Lani")
        data = {"opponent": "computer", "level": 8, "seat": "Black", "terms": {"starts": "White"}}
        link = guest.post("/games", data)["link"]
        engines = site.thinking()
        assert guest.get(f"/games/{link}")["seq"] == 0
        site.close()
        site.start()
        state = guest.sees(link, lambda state: state["seq"] == 1)
        assert state["view"]["mover"] == "Black"
        assert not set(engines) & set(site.thinking())
        await_end(engines)
        site.end()
        assert engines_of(site.server.pid) == []
    finally:
        site.close()


def test_the_web_process_loads_nothing_that_thinks() -> None:
    code = "import sys, kahuna.server.api.app; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
