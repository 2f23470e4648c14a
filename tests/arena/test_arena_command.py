"""`kahuna arena`, as a real process."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kahuna.game import Game
from tests.arena.rogues import rogue
from tests.paths import PYTHONPATH

CODE = """
import sys, typer
from kahuna.cli.arena import arena
from kahuna.cli.output import fail
from kahuna.errors import KahunaError
app = typer.Typer(pretty_exceptions_enable=False)
app.command()(arena)
try:
    app()
except KahunaError as error:
    fail(str(error))
"""
ARENA = (sys.executable, "-c", CODE)
SLEEPER = "py:tests.ai.odd_players:Sleeper"
ENVIRONMENT = {**os.environ, "PYTHONPATH": PYTHONPATH, "COLUMNS": "200"}


def arena(*words: str | int | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*ARENA, *map(str, words)], capture_output=True, check=False, text=True, env=ENVIRONMENT
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


@pytest.mark.slow
def test_a_match_gives_a_report_records_figures_and_a_picture(tmp_path: Path) -> None:
    done = arena(
        *("greedy", "random", "--games", 10, "--variants", "1 2", "--handicap", "B 1"),
        *("--kgn", tmp_path / "games", "--json", tmp_path / "x.json", "--plot", tmp_path / "x.svg"),
    )
    assert "in 10 games" in done.stdout
    assert "10 of 10 games" in done.stderr
    assert json.loads((tmp_path / "x.json").read_text())["games"] == 10
    assert (tmp_path / "x.svg").read_text().startswith("<svg ")
    games = [Game.from_record(text) for text in contents(tmp_path / "games").values()]
    assert len(games) == 10
    assert all(game.is_over and game.setup.variants == "1 2" for game in games)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_on_any_number_of_processes(tmp_path: Path) -> None:
    words = ("greedy", "random", "--games", "6", "--go", "nodes 10", "--seed", "mai tai")
    arena(*words, "--kgn", tmp_path / "one")
    arena(*words, "--kgn", tmp_path / "two", "--jobs", "2")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


@pytest.mark.slow
def test_engines_that_fail_lose_their_games_and_the_match_goes_on(tmp_path: Path) -> None:
    done = arena(rogue("crashes"), "random", "--games", 4, "--jobs", 2, "--kgn", tmp_path / "games")
    assert "score       0 : 4 in 4 games" in done.stdout
    assert "failures    4, each a lost game" in done.stdout
    assert "  game 1: A ended with code 1: out of cards (really)" in done.stdout
    assert all(
        "{White ended" in t or "{Black ended" in t for t in contents(tmp_path / "games").values()
    )


@pytest.mark.slow
def test_a_stopped_match_tells_its_score_and_goes_on_where_it_was(tmp_path: Path) -> None:
    words = (SLEEPER, "greedy", "--games", "12", "--go", "nodes 1", "--kgn", tmp_path / "games")
    running = subprocess.Popen(
        [*ARENA, *map(str, words)], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
    )
    while not (tmp_path / "games/game-000002.kgn").exists():
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    report, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "score " in report
    before = contents(tmp_path / "games")
    assert 2 <= len(before) < 12

    finished = arena(*words)
    assert "in 12 games" in finished.stdout
    after = contents(tmp_path / "games")
    assert len(after) == 12
    assert before.items() <= after.items()
    assert "in 12 games" in arena(*words).stdout  # now there is nothing left to play


def test_games_of_another_match_are_not_mixed_in(tmp_path: Path) -> None:
    arena("random", "random", "--games", 2, "--kgn", tmp_path)
    again = arena("greedy", "random", "--games", 2, "--kgn", tmp_path, code=1)
    assert "is of another match: random (movetime 200) against random" in again.stderr
    other_deal = arena("random", "random", "--games", 2, "--seed", 2, "--kgn", tmp_path, code=1)
    assert "is not of this match" in other_deal.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("clever", "random"), "there is no player 'clever'"),
        (("network:no-such-file.npz", "random"), "no-such-file.npz is not a file of weights"),
        (("network:", "random"), "network, network:FILE or py:MODULE:NAME"),
        (("cmd:no-such-program", "random"), "there is no program 'no-such-program'"),
        (("random", "random", "--go", "fast"), "go movetime MS or go nodes N"),
        (("random", "random", "--variants", "3"), "the variants are"),
        (("random", "random", "--handicap", "C 2"), "a handicap is"),
        (("random", "random", "--elo0", "9", "--elo1", "3"), "elo0 has to be less than elo1"),
        (("random", "random", "--cluster", "moon:1"), "a cluster is dask:ADDRESS"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(words: tuple[str, ...], complaint: str) -> None:
    done = arena(*words, code=1)
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
