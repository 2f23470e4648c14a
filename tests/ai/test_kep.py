"""The engine's side of KEP 1, at real pipes."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from queue import Empty, Queue

import pytest

from kahuna.ai import kep
from kahuna.ai.named import player_named
from kahuna.game import Game
from kahuna.notation import Seat, Variants
from tests.paths import PYTHONPATH

ENGINE = (sys.executable, "-m", "kahuna", "engine")
PATIENCE = 60  # seconds: generous, as timing is not what these tests are about

START = '[KGN "1"] [Starts "White"] [Variants "none"] [Deal "White ABC Black ??? Row DEF"]'


class Pipes:
    """A running engine, and what it says."""

    def __init__(self, player: str) -> None:
        self.process = subprocess.Popen(
            [*ENGINE, "--player", player, "--seed", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": PYTHONPATH},
        )
        self.said: Queue[str] = Queue()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.put(line.decode())

    def send(self, *lines: str | bytes) -> None:
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write(line if isinstance(line, bytes) else f"{line}\n".encode())
        self.process.stdin.flush()

    def line(self) -> str:
        try:
            return self.said.get(timeout=PATIENCE).rstrip("\n")
        except Empty:
            raise AssertionError("the engine says nothing") from None

    def ask(self, *lines: str | bytes) -> list[str]:
        """Send lines and return all that the engine says until it is ready again."""
        self.send(*lines, "isready")
        answers = []
        while (line := self.line()) != "readyok":
            answers.append(line)
        return answers

    def turn(self, kgn: str, go: str = "nodes 1") -> list[str]:
        self.send(f"position {kgn}", f"go {go}")
        return self.hear_turn()

    def hear_turn(self) -> list[str]:
        while not (line := self.line()).startswith("turn "):
            assert line.startswith("info wp "), line
        return line.split()[1:]

    def end(self) -> int:
        """Close the engine's input and wait for it to leave."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.listener.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()


def pipes(player: str) -> "closing[Pipes]":
    return closing(Pipes(player))


@pytest.fixture(scope="module")
def greedy() -> Iterator[Pipes]:
    """One engine for many tests: whatever it is sent, it goes on."""
    with pipes("greedy") as engine:
        yield engine


@pytest.fixture(scope="module")
def thinker() -> Iterator[Pipes]:
    with pipes("py:tests.ai.odd_players:Thinker") as engine:
        yield engine


def test_an_engine_says_who_it_is_and_what_can_be_set(greedy: Pipes) -> None:
    greedy.send("kep 1")
    said = [greedy.line()]
    while said[-1] != "kepok":
        said.append(greedy.line())
    assert said[0] == "id name Kahuna greedy"
    assert said[1].startswith("id author ")
    assert any(line.startswith("option name Seed type spin default 1 ") for line in said)


def test_an_engine_answers_a_position_with_a_whole_legal_turn(greedy: Pipes) -> None:
    game = Game(seed=b"aloha")
    game.play(" ".join(greedy.turn(game.to_record("White").one_line())))
    assert game.mover == "Black"


@pytest.mark.parametrize("variants", ["none", "1", "2", "1 2"])
def test_an_engine_plays_whole_games_from_masked_records_alone(
    greedy: Pipes, variants: Variants
) -> None:
    game = Game(seed=variants.encode(), variants=variants, handicap=("Black", 2), starts="Black")
    greedy.send("newgame")
    while game.mover:
        seat, turn = game.mover, (game.state.turn.number, game.state.turn.phase)
        game.play(" ".join(greedy.turn(game.to_record(seat).one_line())))
        assert (game.state.turn.number, game.state.turn.phase) != turn


@pytest.mark.parametrize("seat", ["White", "Black"])
def test_handicap_bridges_are_placed_all_at_once(greedy: Pipes, seat: Seat) -> None:
    game = Game(seed=b"aloha", handicap=(seat, 3))
    turn = greedy.turn(game.to_record(seat).one_line())
    assert [token[0] for token in turn] == ["^", "^", "^"]
    game.play(" ".join(turn))
    assert game.mover == "White"


NONSENSE: dict[str, str | bytes] = {
    "an unknown word": "castle",
    "another language": "uci",
    "another version": "kep 2",
    "bytes that are no text": b"\xff\xfe\x00\x80\n",
    "a control character": b"position \x00\x1b[2J\n",
    "an option that is none": "setoption Hash 12",
    "an option without a value": "setoption Seed",
    "a seed that is no number": "setoption Seed -1",
    "a level for a player without": "setoption Level 3",
    "a position without a record": "position",
    "a record cut off in a tag": "position " + START[:50],
    "a record without a deal": 'position [KGN "1"] [Starts "White"] [Variants "none"]',
    "an unknown token": f"position {START} hello",
    "an illegal token": f"position {START} DE",
    "a card that is not there": f"position {START} AB +D>D EB +?L",
    "somebody else's turn": f"position {START} AB +?D",
    "a game that is over": f"position {START} resign",
    "a wrong result": "position " + START.replace("] [Deal", '] [Result "Black"] [Deal'),
    "a full record": "position " + START.replace("???", "GHI"),
    "a spectator's record": "position " + START.replace("ABC", "???"),
    "a third copy of a card": "position " + START.replace("ABC", "AAA"),
    "an endless line": "position " + "AB " * 400_000,
    "a limit that is missing": "go",
    "a limit that is none": "go fast",
    "a limit without a number": "go movetime",
    "a time that is negative": "go movetime -20",
    "a time that is no number": "go movetime ½",
    "a number that is too big": "go nodes " + "9" * 5000,
    "a limit twice": "go nodes 1 nodes 2",
    "a word too many": "isready now",
}


@pytest.mark.parametrize("line", NONSENSE.values(), ids=NONSENSE.keys())
def test_nonsense_is_answered_by_one_error_line_and_the_engine_goes_on(
    greedy: Pipes, line: str | bytes
) -> None:
    answers = greedy.ask(line)
    assert len(answers) == 1
    assert answers[0].startswith("error ")
    assert len(answers[0]) < 300
    assert greedy.turn(START)


def test_a_record_cut_off_anywhere_never_ends_the_engine(greedy: Pipes) -> None:
    game = Game(seed=b"aloha")
    while game.state.turn.number < 9:
        assert game.mover
        game.play(" ".join(greedy.turn(game.to_record(game.mover).one_line())))
    line = "position " + game.to_record("White").one_line()
    for length in range(0, len(line), 3):
        answers = greedy.ask(line[:length])
        assert all(answer.startswith("error ") for answer in answers)
        assert len(answers) <= 1


def test_empty_lines_and_other_line_ends_are_fine(greedy: Pipes) -> None:
    assert greedy.ask(b"\n", b"   \r\n", b"newgame\r\n", f"position {START}\r\n".encode()) == []
    greedy.send(b"go nodes 1\r\n")
    assert greedy.line().startswith("turn ")


def test_there_is_nothing_to_think_about_without_a_position(greedy: Pipes) -> None:
    assert greedy.ask("newgame", "go nodes 1") == [
        "error there is no position to think about: send one first"
    ]


def test_after_a_bad_position_the_one_before_is_forgotten(greedy: Pipes) -> None:
    bad, no_position = greedy.ask(f"position {START}", f"position {START} XY", "go nodes 1")
    assert bad == "error token 1, XY: unknown token"
    assert no_position.startswith("error there is no position")


def test_the_same_seed_plays_the_same_and_another_may_not() -> None:
    with pipes("random") as engine:
        turns = []
        for seed in (7, 8, 9, 7):
            engine.send(f"setoption Seed {seed}")
            turns.append(engine.turn(START))
    assert turns[0] == turns[3]
    assert len({tuple(turn) for turn in turns}) > 1


def test_stop_brings_the_turn_at_once(thinker: Pipes) -> None:
    thinker.send(f"position {START}", "go nodes 1000000")
    assert thinker.ask() == []  # it is ready for orders while it thinks
    thinker.send("stop")
    assert thinker.hear_turn()


def test_while_it_thinks_an_engine_takes_no_other_order(thinker: Pipes) -> None:
    thinker.send(f"position {START}", "go nodes 1000000")
    orders = ("go nodes 1", f"position {START}", "newgame", "setoption Seed 2")
    for order in orders:
        (answer,) = thinker.ask(order)
        assert answer.startswith("error still thinking: ")
    thinker.send("stop")
    assert thinker.hear_turn()


def test_a_player_that_does_not_come_to_an_end_is_not_waited_for() -> None:
    with pipes("py:tests.ai.odd_players:Dreamer") as engine:
        game = Game(seed=b"aloha")
        turn = engine.turn(game.to_record("White").one_line(), "movetime 100")
        game.play(" ".join(turn))
        assert game.mover == "Black"
        engine.send(f"position {START}", "go nodes 5", "stop")
        assert engine.hear_turn()


def test_a_stop_too_late_says_nothing(thinker: Pipes) -> None:
    thinker.turn(START, "movetime 1")
    assert thinker.ask("stop", "stop") == []


@pytest.mark.parametrize("last", ["quit", None])
def test_an_engine_leaves_when_told_to_or_when_nobody_speaks_any_more(last: str | None) -> None:
    with pipes("py:tests.ai.odd_players:Thinker") as engine:
        assert engine.ask(f"position {START}") == []
        engine.send("go nodes 1000000", *([last] if last else []))
        assert engine.end() == 0
        assert engine.hear_turn()


def test_a_player_that_fails_still_gives_a_turn_and_the_output_stays_clean() -> None:
    game = Game(seed=b"aloha")
    with pipes("py:tests.ai.odd_players:Fumbler") as engine:
        while game.state.turn.number < 6:
            assert game.mover
            game.play(" ".join(engine.turn(game.to_record(game.mover).one_line())))
        assert engine.end() == 0
        assert engine.process.stderr
        assert b"ZeroDivisionError: dropped all cards" in engine.process.stderr.read()


def test_going_from_level_to_level_warms_up_only_what_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warmed: list[str] = []
    monkeypatch.setattr(kep, "warm_up", lambda player: warmed.append(player.name))
    levels = "".join(f"setoption Level {level}\n" for level in (7, 1, 3, 8, 6, 7))
    engine = kep.Engine(player_named, "level:8", 1, 1, BytesIO())
    engine.run(BytesIO(f"{levels}isready\n".encode()))
    assert warmed == ["network", "level 8", "level 7", "level 1"]
