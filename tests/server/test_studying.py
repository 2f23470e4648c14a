"""Studying: replays, exploring and analyses, thought by a real process of its own."""

import asyncio
import os
import random
import re
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, NoReturn

import pytest

from kahuna.game import Game
from kahuna.server.studying import analyses as analyses_module
from kahuna.server.studying import desk as desk_module
from kahuna.server.studying.desk import Desk
from kahuna.server.studying.process import StudyProcess
from kahuna.study.service.messages import Answer
from tests.server.club import Club, Guest, Json, random_game, refused, visit

NODES = 24  # a quick look
PATIENCE = 300.0  # seconds; machine code may have to be made first


@asynccontextmanager
async def studying(club: Club) -> AsyncGenerator[Club]:
    """Let study be quick, and patient while everything is being loaded."""
    club.site.study.desk.nodes = club.site.study.analyses.nodes = NODES
    old, desk_module.PATIENCE = desk_module.PATIENCE, PATIENCE
    try:
        yield club
    finally:
        desk_module.PATIENCE = old


async def played(club: Club, *, seed: int = 1, **terms: Any) -> tuple[str, Guest, Guest]:
    """Return a game that two guests have played to its end."""
    lani, kai = await club.guests("Lani", "Kai")
    link = await lani.invites(kai, starts="White", **terms)
    await random_game(link, lani, kai, seed)
    return link, lani, kai


async def whole_analysis(guest: Guest, progress: Json) -> Json:
    """Wait for an analysis, as the page does."""
    async with asyncio.timeout(PATIENCE):
        while progress["analysis"] is None:
            await asyncio.sleep(0.1)
            progress = await guest.get(f"/analyses/{progress['id']}")
    return progress


def short_game(turns: int = 4, seed: bytes = b"study") -> str:
    """Return the record of a game of some turns, given up then."""
    game, chance = Game(seed=seed), random.Random(3)
    while game.state.turn.number <= turns:
        game.play(chance.choice([token for token in game.legal() if token[0] in "+-ABCDEFGH"]))
    game.play("resign")
    return game.record()


def test_a_replay_has_every_position_and_what_each_player_could_know() -> None:
    async def story(club: Club) -> None:
        link, lani, kai = await played(club, variants="2")
        state, replay = await lani.game(link), await lani.get(f"/games/{link}/replay")
        record = await lani.get(f"/games/{link}/record.kgn")
        assert replay["kgn"] == record
        assert replay == await kai.get(f"/games/{link}/replay")
        game = Game.from_record(record)
        assert [step["token"] for step in replay["steps"]] == [None, *game.tokens]
        last, first = replay["steps"][-1], replay["steps"][0]
        assert last["white"]["bridges"] == state["view"]["white"]["bridges"]
        assert (first["white"]["cards"], first["pile"], first["turn"]) == (3, 15, 1)
        assert len(first["white"]["hand"]) == 3
        assert first["guesses"]["White"]["hidden"] == 3
        part = Game.from_record(record)
        for step in reversed(replay["steps"]):
            view = part.view("White")
            guess = step["guesses"]["White"]
            assert (guess["hand"], guess["unseen"]) == (view.black.hand, view.unseen)
            assert step["black"]["islands"] == view.black.islands
            if part.tokens:
                part.undo()
        scorings = [step["scoring"] for step in replay["steps"] if step["scoring"]]
        assert scorings == state["view"]["scorings"]

    visit(story)


def test_a_replay_of_a_running_game_shows_only_ones_own_view() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        link = await lani.invites(kai, starts="White")
        await lani.turn(link, "+?")
        own, other = [await guest.get(f"/games/{link}/replay") for guest in (lani, kai)]
        assert (own["viewer"], other["viewer"]) == ("White", "Black")
        assert own["steps"][1]["token"].startswith("+?")
        assert other["steps"][1]["token"] == "+?"
        assert other["steps"][0]["white"]["hand"] == ""
        assert list(other["steps"][0]["guesses"]) == ["Black"]
        watching = await club.stranger().get(f"/games/{link}/replay")
        assert watching["viewer"] == "Spectator"
        assert {step["white"]["hand"] for step in watching["steps"]} == {""}
        assert watching["steps"][0]["guesses"] == {}

    visit(story)


def test_a_record_of_ones_own_is_replayed_with_its_comments() -> None:
    async def story(club: Club) -> None:
        somebody = club.stranger()
        kgn = Game(seed=b"aloha").record() + "1. DE {a bold bridge} +G>K ; and a card\n"
        replay = await somebody.post("/replays", {"kgn": kgn.replace('"0-0"]', '"0-0"]\n')})
        assert [(r["after"], r["text"]) for r in replay["remarks"]] == [
            (1, "a bold bridge"),
            (2, "and a card"),
        ]
        assert replay["steps"][1]["white"]["bridges"] == ["DE"]
        with refused("record"):
            await somebody.post("/replays", {"kgn": kgn.replace("+G>K", "+A>K")})
        with refused("bad-request"):
            await somebody.post("/replays", {"kgn": "x" * 60_001})

    visit(story)


def test_a_position_and_a_whole_game_are_drawn() -> None:
    async def story(club: Club) -> None:
        somebody, kgn = club.stranger(), short_game()
        still = await somebody.post("/replays/picture", {"kgn": kgn, "at": 3, "side": "Black"})
        assert still.startswith("<svg")
        moving = await somebody.post("/replays/animation", {"kgn": kgn, "theme": "night"})
        assert moving.startswith("<svg")
        assert "<animate " in moving
        with refused("record"):
            await somebody.post("/replays/picture", {"kgn": kgn, "at": 999})

    visit(story)


def test_a_game_is_analysed_once_for_everybody(database: str) -> None:
    async def story(club: Club) -> None:
        async with studying(club):
            lani, kai = await club.guests("Lani", "Kai")
            kgn = short_game()
            first = await lani.post("/analyses", {"kgn": kgn})
            assert (first["total"], first["done"]) == (5, 0)  # the last one gave up
            whole = await whole_analysis(lani, first)
            analysis = whole["analysis"]
            assert [turn["number"] for turn in whole["turns"]] == [1, 2, 3, 4, 5]
            assert analysis["turns"] == whole["turns"]
            total = analysis["start"] + analysis["skill"] + analysis["luck"]
            assert total == pytest.approx(analysis["end"])
            rest = await kai.get(f"/analyses/{first['id']}", since=3)
            assert [turn["number"] for turn in rest["turns"]] == [4, 5]
            # Another record of the same game, with other names, needs no thinking.
            await club.site.study.process.close()
            same = await kai.post("/analyses", {"kgn": '[White "Lani"]\n' + kgn})
            assert same["id"] == first["id"]
            assert same["analysis"] == analysis
            with refused("not-found"):
                await kai.get("/analyses/nothing")

    visit(story, database)


def test_an_analysis_goes_on_after_a_restart(database: str) -> None:
    kgn, made = short_game(8), list[Json]()

    async def begin(club: Club) -> None:
        async with studying(club):
            lani = await club.guest("Lani")
            progress = await lani.post("/analyses", {"kgn": kgn})
            async with asyncio.timeout(PATIENCE):
                while progress["done"] < 2:
                    await asyncio.sleep(0.05)
                    progress = await lani.get(f"/analyses/{progress['id']}")
            made.append(progress)

    async def go_on(club: Club) -> None:
        async with studying(club):
            kai = await club.guest("Kai")
            progress = await kai.get(f"/analyses/{made[0]['id']}")
            assert progress["done"] >= 2
            assert progress["turns"][:2] == made[0]["turns"][:2]
            whole = await whole_analysis(kai, progress)
            again = await whole_analysis(
                kai, await kai.post("/analyses", {"kgn": short_game(8, b"another")})
            )
            assert again["id"] != whole["id"]
            made.append(whole["analysis"])

    visit(begin, database)
    visit(go_on, database)
    assert [turn["number"] for turn in made[1]["turns"]] == list(range(1, 10))


def test_an_analysis_survives_the_end_of_its_process() -> None:
    async def story(club: Club) -> None:
        async with studying(club):
            lani = await club.guest("Lani")
            progress = await lani.post("/analyses", {"kgn": short_game(8)})
            async with asyncio.timeout(PATIENCE):
                while progress["done"] < 2:
                    await asyncio.sleep(0.05)
                    progress = await lani.get(f"/analyses/{progress['id']}")
            pid = club.site.study.process.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            whole = await whole_analysis(lani, progress)
            assert whole["done"] == whole["total"]
            assert club.site.study.process.pid != pid

    visit(story)


def test_an_analysis_goes_on_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses_module, "SAVE_EVERY", -1)

    async def story(club: Club) -> None:
        async with studying(club):
            lani = await club.guest("Lani")
            progress = await lani.post("/analyses", {"kgn": short_game(8)})
            tried = asyncio.Event()

            def refuse() -> NoReturn:
                tried.set()
                raise ConnectionRefusedError

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(club.site.database, "writing", refuse)
                async with asyncio.timeout(PATIENCE):
                    await tried.wait()
            whole = await whole_analysis(lani, progress)
            assert whole["done"] == whole["total"]
            async with asyncio.timeout(PATIENCE):
                while club.site.study.analyses._jobs:  # the last of it is being kept
                    await asyncio.sleep(0.01)

    visit(story)


def test_an_analysis_that_nobody_looks_at_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses_module, "WANTED", 0)
    monkeypatch.setattr(analyses_module, "LOOK_EVERY", 0.05)

    async def story(club: Club) -> None:
        async with studying(club):
            lani = await club.guest("Lani")
            progress = await lani.post("/analyses", {"kgn": short_game(8)})
            (job,) = club.site.study.analyses._jobs.values()
            assert job.task is not None
            async with asyncio.timeout(PATIENCE):
                await job.task
            monkeypatch.setattr(analyses_module, "WANTED", 1_000_000)
            whole = await whole_analysis(lani, progress)  # a look sets it going again
            assert whole["done"] == whole["total"]

    visit(story)


def test_what_is_being_played_is_not_for_study() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        link = await lani.invites(kai, starts="White")
        await lani.turn(link, "+?")
        with refused("running"):
            await lani.post("/analyses", {"link": link})
        masked = await lani.get(f"/games/{link}/record.kgn")
        for path in ("/analyses", "/explore"):
            with refused("running"):
                await lani.post(path, {"kgn": masked})
        # Nor if the other's cards are made up to hide that it is this game.
        own = Game.from_record(masked)
        left = [letter for letter in own.view("White").unseen if letter not in "".join(own.tokens)]
        whole = masked.replace("???", "".join(left[:3]))
        dealt = re.search(r"White (...) Black (...) Row (...)", whole)
        assert dealt is not None
        white, black, row = dealt.groups()
        for deal in (
            f"White {white} Black {black} Row {row}",
            f"White {white[::-1]} Black {black} Row {row[::-1]}",
            f"White {black} Black {white} Row {row}",
        ):
            begun = f'[KGN "1"]\n[Starts "White"]\n[Variants "none"]\n[Deal "{deal}"]\n'
            for path in ("/analyses", "/explore"):
                with refused("running"):
                    await lani.post(path, {"kgn": begun})
        # Nor for who does not say who they are, by a record that hides a hand.
        with refused("running"):
            await club.stranger().post("/explore", {"kgn": f"{masked.rstrip()} resign"})

    visit(story)


def test_any_position_of_a_game_that_is_over_can_be_explored() -> None:
    async def story(club: Club) -> None:
        async with studying(club):
            link, lani, _ = await played(club)
            kgn = await lani.get(f"/games/{link}/record.kgn")
            start = await lani.post("/explore", {"kgn": kgn, "lines": 3})
            assert start["view"]["mover"] == start["best"]["seat"] == "White"
            assert len(start["best"]["options"]) == 3
            assert [step["token"] for step in start["steps"]] == [None]
            # The game's own dealer goes on: what was drawn in the game comes again.
            game = Game.from_record(kgn)
            turn = [token[:2] if token[0] == "+" else token for token in game.tokens[:1]]
            after = await lani.post("/explore", {"kgn": kgn, "tokens": turn})
            assert after["tokens"] == game.tokens[:1]
            assert after["best"] is None  # as nothing was asked for
            best = start["best"]["options"][0]["tokens"]
            further = await lani.post("/explore", {"kgn": kgn, "tokens": best, "lines": 1})
            assert further["view"]["mover"] == further["best"]["seat"] == "Black"
            assert further["tokens"][-1] not in ("+?", best[-1] + "?")
            on = await lani.post("/explore", {"kgn": kgn, "tokens": [*further["tokens"], "+?"]})
            assert on["tokens"][: len(best)] == further["tokens"]
            assert on["view"]["mover"] == "White"
            end = await lani.post("/explore", {"kgn": kgn, "at": len(game.tokens), "lines": 2})
            assert (end["view"], end["best"]) == (None, None)
            assert end["result"] == game.result
            with refused("no-card"):
                await lani.post("/explore", {"kgn": kgn, "tokens": [_not_held(game)]})
            with refused("record"):
                await lani.post("/explore", {"kgn": kgn, "at": len(game.tokens) + 1})

    visit(story)


def test_without_a_seed_cards_come_by_lot_but_the_same_ones() -> None:
    async def story(club: Club) -> None:
        somebody = club.stranger()
        kgn = short_game()
        kgn = "".join(line + "\n" for line in kgn.splitlines() if "Seed" not in line)
        turns = ["+?", "+?", "+?"]
        drawn = [token for token in Game.from_record(kgn).tokens if token[0] == "+"]
        once = await somebody.post("/explore", {"kgn": kgn, "tokens": turns})
        again = await somebody.post("/explore", {"kgn": kgn, "tokens": once["tokens"]})
        assert once["tokens"] == again["tokens"]
        assert all(len(token) == 3 for token in once["tokens"])
        assert once["tokens"][0][-1] == drawn[0][-1]  # as it came in the game

    visit(story)


def _not_held(game: Game) -> str:
    """Return a token of a card that White does not hold at the start."""
    hand = next(iter(game)).white.hand
    for letter, line in (("A", "AB"), ("C", "CF"), ("G", "GJ"), ("K", "KL")):
        if not hand >> 2 * "ABCDEFGHIJKL".index(letter) & 3:
            return line
    raise AssertionError


ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "cancel":
        continue
    if asked["kgn"] == "end":
        sys.exit()
    option = {"tokens": [asked["kgn"]], "value": 0.5}
    explored = {"seat": "White", "win": 0.5, "options": [option], "exact": False}
    print(json.dumps({"type": "found", "id": asked["id"], "explored": explored}), flush=True)
"""


def at_a_desk(story: Callable[[Desk], Any]) -> None:
    """Let a story happen at a desk whose process answers with what it was asked."""

    async def inside() -> None:
        process = StudyProcess((sys.executable, "-c", ECHO))
        desk = Desk(process)
        try:
            await story(desk)
        finally:
            await desk.stop()
            await process.close()

    asyncio.run(inside())


def test_whoever_asks_again_does_not_want_the_old_answer() -> None:
    async def story(desk: Desk) -> None:
        first = asyncio.create_task(desk.best(1, "first", 1))
        await asyncio.sleep(0)  # it is being answered
        waiting = asyncio.create_task(desk.best(2, "old", 1))
        await asyncio.sleep(0)
        newer = asyncio.create_task(desk.best(2, "new", 1))
        with pytest.raises(Exception, match="something else"):
            await waiting
        assert (await newer).options[0].tokens == ("new",)
        assert (await first).options[0].tokens == ("first",)

    at_a_desk(story)


def test_a_process_that_ends_is_started_anew() -> None:
    async def story(desk: Desk) -> None:
        with pytest.raises(Exception, match="try again"):
            await desk.best(1, "end", 1)
        assert (await desk.best(1, "hello", 1)).options[0].tokens == ("hello",)

    at_a_desk(story)


def test_a_process_with_nothing_to_do_ends() -> None:
    async def story(desk: Desk) -> None:
        process = desk.process
        process.idle = 0.05
        await desk.best(1, "hello", 1)
        async with asyncio.timeout(PATIENCE):
            while process.pid is not None:
                await asyncio.sleep(0.02)
        assert (await desk.best(1, "again", 1)).options[0].tokens == ("again",)

    at_a_desk(story)


def test_too_many_who_wait_are_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "MOST_WAITING", 2)

    async def story(desk: Desk) -> None:
        asked = [asyncio.create_task(desk.best(n, f"{n}", 1)) for n in range(5)]
        answers: list[Answer | BaseException] = list(
            await asyncio.gather(*asked, return_exceptions=True)  # type: ignore[arg-type]  # mixed
        )
        assert sum(isinstance(answer, Exception) for answer in answers) >= 1
        assert sum(not isinstance(answer, Exception) for answer in answers) >= 2

    at_a_desk(story)
