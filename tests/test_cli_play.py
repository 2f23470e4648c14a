"""`kahuna play`: a game in the terminal, from the first question to the last word."""

import contextlib
import io
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from kahuna import Deal, Game
from kahuna.board import LETTERS, LINES, NAMES
from kahuna.cli import main
from kahuna.cli.table import words
from kahuna.cli.table.screen import Screen
from kahuna.cli.table.terminal import Terminal
from kahuna.notation.setup import VARIANTS

SEED = "a test"
# With enough of these lines, typed at random, anybody gets to the end of any game.
BUILDS = [*LINES, *(line[::-1] for line in LINES)]
TRIES = [*BUILDS, "+?", *(f"+{letter}" for letter in LETTERS), "-", *(f"/{x}" for x in LETTERS)]


def many_lines(seed: int = 1) -> str:
    return "\n".join(random.Random(seed).choices(TRIES, k=12_000))


class Answer(NamedTuple):
    code: int
    out: str
    err: str


Play = Callable[..., Answer]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Run `kahuna play` with lines typed through a pipe."""

    def run(*args: str, typed: str = "") -> Answer:
        monkeypatch.setattr(sys, "argv", ["kahuna", "play", *args])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        return Answer(code if isinstance(code, int) else 0, *capsys.readouterr())

    return run


TWO = ("--opponent", "human", "--starts", "White", "--seed", SEED)


def new_game() -> Game:
    return Game(seed=SEED.encode())


def hand(game: Game) -> str:
    return game.view("White").white.hand


def missing(game: Game) -> str:
    return next(letter for letter in LETTERS if letter not in hand(game))


# A whole game


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["computer", "human"])
@pytest.mark.parametrize("variants", VARIANTS)
def test_a_whole_game_can_be_played_through_a_pipe(
    play: Play, tmp_path: Path, opponent: str, variants: str
) -> None:
    file = tmp_path / "game.kgn"
    answer = play(
        *("--opponent", opponent, "--variants", variants, "--handicap", "White 1"),
        *("--seed", SEED, "--save", str(file)),
        typed="^AB\n" + many_lines(),
    )
    game = Game.from_record(file.read_text())
    assert answer.code == 0
    assert answer.err == ""
    assert "\x1b" not in answer.out
    assert "--- The game is over ---" in answer.out
    assert game.is_over
    assert words.verdict(game.view("Spectator")) in answer.out


@pytest.mark.slow
def test_scorings_are_shown_when_they_happen(play: Play) -> None:
    out = play(*TWO, typed=many_lines()).out
    first, second, end = (
        out.find(text) for text in ("Round 1 is over", "Round 2 is over", "game is over")
    )
    assert 0 < first < second < end
    assert re.search(r"White has \w+ tokens?, Black \w+ tokens?: ", out)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game_against_the_computer(play: Play) -> None:
    typed = many_lines()
    first, second = (play("--seed", "again", typed=typed).out for _ in range(2))
    assert first == second


@pytest.mark.slow
@pytest.mark.parametrize("level", ["1", "6"])
def test_the_computer_plays_at_the_level_that_is_wished_also_when_a_game_goes_on(
    play: Play, tmp_path: Path, level: str
) -> None:
    file, known = tmp_path / "game.kgn", f"(the computer, level {level})"
    options = ("--level", level, "--side", "White", "--starts", "White", "--save", str(file))
    assert known in play(*options, typed="+?\n").out
    game = Game.from_record(file.read_text())
    assert game.tags["Black"] == f"Computer, level {level}"
    assert game.mover == "White"
    assert [turn.seat for turn in game.view("White").history] == ["White", "Black"]
    assert known in play("--load", str(file)).out
    assert "(the computer)" in play("--load", str(file), "--level", "simple").out


# What is typed


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("zz", "ZZ: unknown token; type ? for what you may do."),
        ("AA", "AA: there is no line AA"),
        ("AL", "AL: there is no line AL"),
        ("undo", "there is nothing to take back in this turn."),
        ("=ab", "=AB: a free bridge (=…) exists only with variant 1, protected islands."),
        ("^ab", "^AB: there is no handicap bridge left to place."),
        ("+? +?", "+? ends the turn, so nothing can follow it."),
        ("save", "name a file to save to, such as: save game.kgn."),
        ("save /", "/ exists and is not a game: choose another name."),
        (f"save {'x' * 300}", f"{'x' * 60}… cannot be a file's name."),
        ("\x1b[31mAB", "[31MAB: unknown token"),
    ],
)
def test_what_cannot_be_done_is_answered_in_one_line(
    play: Play, monkeypatch: pytest.MonkeyPatch, typed: str, expected: str
) -> None:
    monkeypatch.setenv("COLUMNS", "400")  # so that no line is wrapped
    before = play(*TWO, typed="").out.splitlines()
    after = play(*TWO, typed=f"{typed}\n").out.splitlines()
    assert len(after) == len(before) + 2  # what was typed, and the answer
    assert any(line.startswith(expected) for line in after)
    assert "\x1b" not in "".join(after)


@pytest.mark.parametrize("draw", ["+?A", "+?L", "+A>B", "+>", "@ABC"])
def test_nobody_learns_a_card_by_guessing_it(play: Play, draw: str) -> None:
    out = play(*TWO, typed=f"{draw}\n").out
    assert "a draw is only chosen, as +B or +?; chance says what it brings." in out
    assert "seed" not in out
    assert "turn 2" not in out


def test_a_card_that_is_not_held_is_named(play: Play) -> None:
    letter = missing(new_game())
    line = next(line for line in BUILDS if line[0] == letter)
    out = play(*TWO, typed=line).out
    assert re.search(rf"does not hold an? {NAMES[LETTERS.index(letter)]} card\.", out)


def test_small_letters_and_whole_turns_in_a_line_are_understood(play: Play) -> None:
    token = new_game().legal()[0]
    out = play(*TWO, typed=f"{token.lower()} +?\n").out
    assert f"  {token}: builds {words.line_name(''.join(sorted(token)))}" in out
    assert "Round 1 of 3, turn 2." in out


def test_a_discard_may_be_typed_in_any_order(play: Play) -> None:
    cards = hand(new_game())
    assert "discards " in play(*TWO, typed=f"/{cards[::-1].lower()}\n").out


def test_a_line_with_a_mistake_does_nothing_at_all(play: Play) -> None:
    token = new_game().legal()[0]
    out = play(*TWO, typed=f"{token} {token}\nundo\n").out
    assert "there is a bridge on" in out or "does not hold" in out
    assert "there is nothing to take back in this turn." in out


def test_undo_takes_back_until_the_draw(play: Play) -> None:
    token = new_game().legal()[0]
    out = play(*TWO, typed=f"{token}\nundo\nundo\n{token} +?\nundo\n").out
    assert out.count(f"Taken back: {token}.") == 1
    assert out.count("there is nothing to take back in this turn.") == 2


def test_help_lists_what_is_legal_with_its_consequences(play: Play, tmp_path: Path) -> None:
    game = Game(seed=SEED.encode(), handicap=("White", 1))
    letter = hand(game)[0]
    lines = [line for line in LINES if letter in line]
    file = tmp_path / "game.kgn"
    bridges = 3
    typed = "\n".join([*lines[:bridges], f"save {file}", "?"])
    out = play(*TWO, "--handicap", f"White {bridges}", typed=typed).out
    view = Game.from_record(file.read_text()).view("White")
    for choice in view.legal:
        if choice.token[0].isalpha() or choice.token[0] == "+":
            assert choice.token in out
        if told := words.consequences(choice, "Black"):
            assert re.search(rf"{choice.token} .*{told}", out)


def test_handicap_bridges_may_be_typed_without_their_sign(play: Play) -> None:
    out = play(*TWO, "--handicap", "Black 2", typed="ab\n^da\n").out
    assert "^AB: places a bridge on ALOA–BARI" in out
    assert "^AD: places a bridge on ALOA–DUDA (gains ALOA)" in out
    assert "Round 1 of 3, turn 1." in out


def test_resigning_ends_the_game(play: Play) -> None:
    answer = play(*TWO, typed="resign\n")
    assert answer.out.rstrip().endswith("White gives up: Black wins.")


# Hidden information


@pytest.mark.slow
def test_a_player_never_sees_the_hand_of_the_other(play: Play) -> None:
    out = play(*TWO, "--variants", "2", typed=many_lines()).out
    parts = re.split(r"(White|Black) is next\.\n", out)[1:]
    assert len(parts) > 20
    for seat, shown in zip(parts[::2], parts[1::2], strict=True):
        turn = shown.split("is over ---")[0]
        other = "Black" if seat == "White" else "White"
        assert re.search(rf"^{seat}: .*; hand ", turn, re.MULTILINE)
        assert not re.search(rf"^{other}: .*hand ", turn, re.MULTILINE)
        assert f"{other}'s last turn: draws from the pile:" not in turn


def drawn(black: str, *, draw: str) -> str:
    """Return all that White is shown of a game in which Black holds these cards."""
    game = Game(deal=Deal("ADF", black, "GIJ"))
    game.play(f"AD +?C /{black[:2]} +?{draw}")
    terminal = Terminal()
    terminal.console.record = True
    view = game.view("White")
    Screen(terminal, {"White": "White", "Black": "Black"}).show(view, [])
    return terminal.console.export_text()


def test_the_screen_depends_on_nothing_that_its_viewer_may_not_know() -> None:
    assert drawn("BEL", draw="K") == drawn("EKL", draw="B")
    assert "Black's last turn: discards two hidden cards; draws from the pile." in drawn(
        "BEL", draw="K"
    )


# Files


def test_a_game_that_was_left_goes_on_as_if_it_had_never_been(play: Play, tmp_path: Path) -> None:
    file, whole = tmp_path / "left.kgn", tmp_path / "whole.kgn"
    turns = ["+?"] * 6
    play(*TWO, "--save", str(whole), typed="\n".join(turns))
    play(*TWO, "--save", str(file), typed="\n".join(turns[:3]))
    play("--load", str(file), "--save", str(file), typed="\n".join(turns[3:]))
    assert Game.from_record(file.read_text()).tokens == Game.from_record(whole.read_text()).tokens


def test_a_loaded_game_knows_where_the_computer_sat(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "game.kgn"
    play("--side", "Black", "--starts", "Black", "--save", str(file), typed="")
    assert "White (the computer)" in play("--load", str(file)).out


def test_leaving_says_where_the_game_stands(play: Play) -> None:
    answer = play(*TWO, typed="+?\nquit\n+?\n")
    assert answer.code == 0
    assert answer.out.endswith("You left in round 1, turn 2. Aloha!\n")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"\xff\xfe\x00", "not a text in UTF-8 (byte 1)"),
        (b"hello", "the tag KGN is missing"),
        (
            b'[KGN "1"] [Starts "White"] [Variants "none"] [Deal "White ABC Black DEF Row GHI"]',
            "this record has no tag Seed, so its next cards cannot be dealt",
        ),
        (
            b'[KGN "1"] [Starts "White"] [Variants "none"] [Deal "White ABC Black ??? Row GHI"]',
            "this record hides cards, so nobody can go on with it",
        ),
        (
            b'[Seed "xyz"] [KGN "1"] [Starts "White"]',
            "the tag Seed is not written in hexadecimal digits",
        ),
    ],
)
def test_a_file_that_cannot_be_gone_on_with_is_a_line_and_exit_code_1(
    play: Play, tmp_path: Path, content: bytes | None, expected: str
) -> None:
    file = tmp_path / "game.kgn"
    if content is not None:
        file.write_bytes(content)
    answer = play("--load", str(file))
    assert answer == (1, "", f"kahuna: {file}: {expected}\n")


def test_a_finished_game_is_shown_when_it_is_loaded(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "game.kgn"
    play(*TWO, "--save", str(file), typed="resign\n")
    assert "White gives up: Black wins." in play("--load", str(file)).out


def test_saving_never_overwrites_what_is_not_a_game(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary")
    answer = play(*TWO, typed=f"save {file}\n")
    assert "exists and is not a game: choose another name." in " ".join(answer.out.split())
    assert file.read_text() == "Dear diary"


def test_a_file_that_cannot_be_saved_to_is_refused_before_the_game(
    play: Play, tmp_path: Path
) -> None:
    answer = play(*TWO, "--save", str(tmp_path), typed="+?\n")
    assert answer.code == 1
    assert answer.out == ""
    assert answer.err.endswith("exists and is not a game: choose another name\n")


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("--opponent", "dog"), "opponent is computer or human, not 'dog'"),
        (("--side", "red"), "side is White or Black or lot, not 'red'"),
        (("--variants", "3"), "variants is none or 1 or 2 or 1 2, not '3'"),
        (("--handicap", "Red 9"), "a handicap is none, or White or Black and 1 to 3, not 'Red 9'"),
        (("--opponent", "human", "--side", "White"), "--side is for games against the computer"),
        (("--opponent", "human", "--level", "3"), "--level is for games against the computer"),
        (("--level", "9"), "level is simple or 1 or 2 or 3 or 4 or 5 or 6 or 7 or 8, not '9'"),
        (
            ("--load", "x", "--seed", "y", "--starts", "lot"),
            "--starts and --seed cannot be changed: --load brings a game as it is",
        ),
    ],
)
def test_an_option_that_makes_no_sense_is_a_line_and_exit_code_1(
    play: Play, args: tuple[str, ...], expected: str
) -> None:
    assert play(*args) == (1, "", f"kahuna: {expected}\n")


# The terminal


@pytest.mark.parametrize("columns", [30, 57, 64, 80, 200])
def test_it_works_at_any_width(play: Play, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = play(*TWO, typed="+?\n?\nzz\n")
    assert answer.code == 0
    assert max(map(len, answer.out.splitlines())) <= columns


class Live:
    """`kahuna play` at a real terminal, typed into and read from."""

    def __init__(self, *args: str) -> None:
        master, slave = pty.openpty()
        self.master = master
        env = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kahuna", "play", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""

    def expect(self, text: str) -> str:
        """Wait until the text was printed; return all that came before it, and forget it."""
        end = time.monotonic() + 60
        while text not in self.seen and time.monotonic() < end:
            self._read()
        assert text in self.seen, self.seen
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C as a person would: not within a moment of the prompt, and again if unheard.

        One that comes between the prompt and the wait for a key, Python sees only after that key.
        """
        time.sleep(0.3)
        while self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=10)

    def end(self) -> tuple[int, str]:
        """Return how it ended, and what was printed last."""
        end = time.monotonic() + 60
        while self._read() and time.monotonic() < end:
            pass
        try:
            return self.process.wait(timeout=60), self.seen
        finally:
            self.process.kill()
            os.close(self.master)

    def _read(self) -> bool:
        if not select.select([self.master], [], [], 1)[0]:
            return self.process.poll() is None
        try:
            data = os.read(self.master, 65536)
        except OSError:  # the other side is closed
            return False
        self.seen += data.decode(errors="replace")
        return bool(data)


def test_enter_answers_every_question_with_what_is_sensible() -> None:
    live = Live("--starts", "White")
    live.expect("Play against the computer or a human? [computer], human: ")
    live.type("cat\r")
    live.expect("opponent is computer or human, not 'cat'.")
    live.expect("[computer], human: ")
    live.type("\r")
    live.expect("Its level, 8 is the strongest? [4], 1, 2, 3, 5, 6, 7, 8, simple: ")
    live.type("\r\r\r")
    live.expect("Black (the computer, level 4)")
    live.expect("White> ")
    live.type("quit\r")
    live.expect("Leave this game? [y/N] ")
    live.type("y\r")
    live.expect("Save it in a file? Its name, or Enter for no: ")
    live.type("\r")
    code, last = live.end()
    assert code == 0
    assert "You left in round 1, turn 1. Aloha!" in last


def test_two_people_hand_over_the_keyboard_without_seeing_the_others_hand() -> None:
    live = Live(*TWO, "--variants", "none")
    before = live.expect("White, press Enter when Black is not looking.")
    assert not any(name in before for name in NAMES)
    live.type("\r")
    live.expect("White> ")
    live.type("+?\r")
    live.expect("Press Enter to clear the screen for Black.")
    live.type("\r")
    between = live.expect("Black, press Enter when White is not looking.")
    assert "\x1b[2J" in between
    assert not any(name in between for name in NAMES)
    live.type("\r")
    assert "draws from the pile:" not in live.expect("Black> ")
    live.type("\x04")  # Ctrl-D
    assert live.end()[0] == 0


def test_ctrl_c_leaves_without_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "game.kgn"
    options = ("--opponent", "computer", "--level", "8", "--side", "White", "--variants", "1")
    live = Live(*options, "--save", str(file))
    live.expect("White> ")
    live.interrupt()
    code, last = live.end()
    assert code == 130
    assert "Traceback" not in last
    assert Game.from_record(file.read_text()).setup.variants == "1"


# The last word


@pytest.mark.parametrize(
    ("termination", "result", "expected"),
    [
        ("points", "White", "White wins, 3 points to 1."),
        ("final-scoring", "Black", "wins, having got points in the final scoring."),
        ("bridges", "White", "White wins with more bridges, 0 to 0."),
        ("draw", "Draw", "as many tokens and as many bridges: nobody wins."),
        ("no-bridges", "Black", "White has no bridge left on the board: Black wins at once."),
        ("resignation", "White", "Black gives up: White wins."),
        ("time", "Black", "White ran out of time: Black wins."),
    ],
)
def test_the_end_says_who_won_and_why(termination: str, result: str, expected: str) -> None:
    view = new_game().view("Spectator")  # R10
    view = replace(
        view,
        termination=termination,
        result=result,
        white=replace(view.white, points=3),
        black=replace(view.black, points=1),
    )
    assert words.verdict(view).endswith(expected)
