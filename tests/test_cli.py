"""The command line, as a user runs it: real processes, real files."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kahuna import Game
from tests.golden_records import FOLDER

TAGS = '[KGN "1"] [Starts "White"] [Variants "none"] [Deal "White ABE Black HHE Row FGI"]'


def run(*words: str | Path, fails: int = 0) -> subprocess.CompletedProcess[str]:
    """Run `kahuna …`, which has to end with this exit code and never shows a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "kahuna", *map(str, words)],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.returncode == fails, done.stderr
    return done


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "name.kgn"
    path.write_text(f"{TAGS} AB +F>C")
    return path


def test_replay_prints_the_last_position_as_json(record: Path) -> None:
    assert run("replay", "--json", record).stdout == (
        '{"file":"name.kgn","result":"*","termination":null,"score":"0-0","round":1,"turn":2,'
        '"white":{"bridges":["AB"],"islands":[],"hand":"BEF","open":""},'
        '"black":{"bridges":[],"islands":[],"hand":"EHH","open":""},'
        '"row":"CGI","pile":14,"discard":1}\n'
    )


def test_replay_takes_masked_records_too(record: Path) -> None:
    game = Game.from_record(record.read_text())
    record.write_text(game.record("White"))
    seen = json.loads(run("replay", "--json", record).stdout)
    assert (seen["white"]["hand"], seen["black"]["hand"]) == ("BEF", "???")
    record.write_text(game.record("Spectator"))
    seen = json.loads(run("replay", "--json", record).stdout)
    assert (seen["white"]["hand"], seen["black"]["hand"]) == ("???", "???")


def test_replay_reads_all_records_before_it_fails_for_a_bad_one(
    record: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.kgn"
    bad.write_text(f"{TAGS} AB AB")
    done = run("replay", "--json", bad, record, tmp_path / "none.kgn", fails=1)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0] == {
        "file": "bad.kgn", "error": "token 2, AB: White does not hold an ALOA card",
    }  # fmt: skip
    assert lines[1]["file"] == "name.kgn"
    assert lines[2]["error"] == "cannot be read: No such file or directory"
    words = run("replay", bad, record, fails=1)
    assert words.stderr == f"kahuna: {bad}: token 2, AB: White does not hold an ALOA card\n"
    assert words.stdout == "name.kgn: round 1, turn 2, 0-0, Black to move\n"


def test_replay_reads_all_golden_records_and_draws_them(tmp_path: Path) -> None:
    files = sorted(FOLDER.glob("*.kgn"))
    done = run("replay", "--json", "--svg", tmp_path / "pictures", *files)
    assert len(done.stdout.splitlines()) == len(files)
    pictures = sorted((tmp_path / "pictures").iterdir())
    assert [picture.stem for picture in pictures] == [file.stem for file in files]
    assert all(picture.read_text().startswith("<svg") for picture in pictures)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"\xff\x00junk" * 100, "not a text in UTF-8 (byte 1)"),
        (b"", "the tag KGN is missing: this is no record of a game\n"),
        (b"root:x:0:0:/root\n", "the tag KGN is missing: this is no record of a game\n"),
        (TAGS.encode() + b" AB" * 3_500_000, "too long: a record has at most 1,000,000 bytes"),
        (TAGS.replace("White ABE", "White ABC DEF").encode(), "the tag Deal is "),
        (f"{TAGS} AB +F>C AC -".encode(), "token 3, AC: there is no line AC"),
    ],
    ids=["binary", "empty", "another text", "10 MB", "wrong tag", "illegal token"],
)
def test_a_bad_file_is_a_line_and_nothing_is_half_written(
    content: bytes, error: str, tmp_path: Path
) -> None:
    file = tmp_path / "bad.kgn"
    file.write_bytes(content)
    done = run("replay", "--svg", tmp_path / "pictures", file, fails=1)
    assert done.stderr.startswith(f"kahuna: {file}: {error}")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "pictures").exists()
    assert run("perft", file, "1", fails=1).stderr.count("\n") == 1
    assert run("verify", file, fails=1).stderr == done.stderr


def test_a_folder_in_place_of_a_record_is_a_line(tmp_path: Path) -> None:
    assert run("replay", tmp_path, fails=1).stderr.endswith("cannot be read: Is a directory\n")


def test_perft_prints_a_count_for_each_depth(tmp_path: Path) -> None:
    file = tmp_path / "start.kgn"
    file.write_text(TAGS)
    assert run("perft", file, "3").stdout == "62\n3185\n185001\n"


def test_perft_needs_a_full_record_and_a_sensible_depth(record: Path) -> None:
    assert "Invalid value" in run("perft", record, "0", fails=2).stderr
    record.write_text(Game.from_record(record.read_text()).record("White"))
    assert "perft needs a full one" in run("perft", record, "1", fails=1).stderr


def test_random_games_are_the_same_for_the_same_seed_and_can_be_verified(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        run("random", "12", "--seed", "x", "--out", tmp_path / folder,
            "--variants", "any", "--handicap", "any")  # fmt: skip
    one, two = (sorted((tmp_path / folder).iterdir()) for folder in ("one", "two"))
    assert [path.read_text() for path in one] == [path.read_text() for path in two]
    assert [path.name for path in one][:2] == ["random-000001.kgn", "random-000002.kgn"]
    variants = {Game.from_record(path.read_text()).setup.variants for path in one}
    assert variants == {"none", "1", "2", "1 2"}
    assert "fair" in run("verify", one[0]).stdout


def test_random_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    assert "the variants are" in run(
        "random", "1", "--seed", "x", "--out", tmp_path, "--variants", "3", fails=1
    ).stderr  # fmt: skip
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_bench_gives_its_figures_as_json() -> None:
    figures = json.loads(run("bench", "--json", "--seconds", "0.2").stdout)
    assert figures["games_per_second"] > figures["interpreted_games_per_second"] > 0
    assert figures["cached_start_seconds"] < figures["first_compilation_seconds"]
    assert figures["import_seconds"] > 0
    for what in ("turns", "evaluations", "search_positions"):
        assert figures[f"{what}_per_second"] > 0


@pytest.mark.parametrize("command", ["", "play", "replay", "verify", "perft", "random", "bench"])
def test_every_command_explains_itself(command: str) -> None:
    assert "Usage" in run(*command.split(), "--help").stdout


def test_an_unknown_command_is_a_usage_error() -> None:
    assert "No such command" in run("fly", fails=2).stderr
