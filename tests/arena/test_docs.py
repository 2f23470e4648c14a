"""docs/engines.md says the truth: its dialogue happens, and its example plays."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from kahuna.ai.go import Go
from kahuna.arena.match import play
from kahuna.arena.pairing import Fixture, Match
from kahuna.arena.players import dismiss_engines

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/engines.md").read_text()
ENGINE = (sys.executable, "-m", "kahuna", "engine")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_the_example_engine_plays_legal_games_of_all_kinds(tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(block("python"))
    command = f"cmd:{shlex.join([sys.executable, str(tmp_path / 'example.py')])}"
    go = Go(movetime=200)
    try:
        for number, variants in enumerate(("none", "1", "2", "1 2"), 1):
            match = Match(command, "random", go, go, variants, ("A", 2))  # type: ignore[arg-type]  # one of all there are
            outcome = play(Fixture(match, number))
            assert outcome.failure is None
    finally:
        dismiss_engines()


def test_the_dialogue_happens_as_it_is_written() -> None:
    with subprocess.Popen(
        [*ENGINE, "--player", "greedy"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as engine:
        assert engine.stdin
        assert engine.stdout
        for line in block("text").splitlines():
            if line.startswith("> "):
                engine.stdin.write(f"{line[2:]}\n")
                engine.stdin.flush()
            else:  # how the greedy player plays is its own business
                assert engine.stdout.readline().split()[0] == line.split()[1]
        assert engine.stdout.read() == ""
