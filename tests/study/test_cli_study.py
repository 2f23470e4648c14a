"""`kahuna analyse` and `kahuna puzzles`, as a user runs them."""

import json
from pathlib import Path

import msgspec
import pytest

from kahuna.study.puzzles import library
from kahuna.study.shapes import Analysis
from tests.study.games import cut_off, greedy_game
from tests.test_cli import run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.kgn"
    path.write_text(cut_off(greedy_game(1), 8).record())
    return path


def test_analyse_prints_a_report(record: Path) -> None:
    done = run("analyse", record, "--nodes", "20")
    assert "White's probability of winning" in done.stdout
    assert "turn 7 of" in done.stderr


def test_analyse_prints_json_and_writes_a_page_at_once(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "new" / "report.html"
    done = run("analyse", record, "--nodes", "20", "--json", "--html", page)
    analysis = msgspec.json.decode(done.stdout, type=Analysis)
    assert len(analysis.turns) == 7
    assert page.read_text().startswith("<!doctype html>")


def test_analyse_says_what_is_wrong_with_a_file(record: Path, tmp_path: Path) -> None:
    record.write_text("nonsense")
    assert "the tag KGN is missing" in run("analyse", record, fails=1).stderr
    assert "cannot be read" in run("analyse", tmp_path / "none.kgn", fails=1).stderr
    record.write_text(cut_off(greedy_game(1), 1).record())
    assert "no turn has been played" in run("analyse", record, fails=1).stderr


def test_puzzles_are_exported_and_checked(tmp_path: Path) -> None:
    exact = [puzzle for puzzle in library.load() if puzzle.source == "exact"][:2]
    path, out = tmp_path / "some.jsonl", tmp_path / "checked.jsonl"
    path.write_bytes(library.encode(exact))
    done = run("puzzles", "check", path, "--factor", "1", "--out", out)
    assert "2 of 2 solutions hold" in done.stdout
    assert "2 of 2 solutions hold" in run("puzzles", "check", path, "--out", out).stdout
    run("puzzles", "export", tmp_path / "chosen.gz", "--from", out)
    assert {p.id for p in library.read(tmp_path / "chosen.gz")} == {p.id for p in exact}
    run("puzzles", "export", tmp_path / "all.jsonl", "--number", "3")
    lines = (tmp_path / "all.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines] == [p.id for p in library.load()[:3]]


def test_a_theme_that_there_is_not_is_refused(tmp_path: Path) -> None:
    done = run("puzzles", "mine", tmp_path / "mine", "--theme", "luck", fails=1)
    assert "the themes are double-capture" in done.stderr
