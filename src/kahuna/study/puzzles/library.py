"""The puzzles in the package: read, chosen from, written.

>>> len(load()) >= 300
True
"""

import gzip
import hashlib
from collections.abc import Collection, Iterable
from datetime import date
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from kahuna.errors import KahunaError
from kahuna.study.puzzles.facts import Theme
from kahuna.study.puzzles.puzzle import Puzzle

PACKAGED: Final = "puzzles.jsonl.gz"


@cache
def load() -> tuple[Puzzle, ...]:
    """Return the packaged puzzles, the easiest first."""
    data = (resources.files("kahuna.study") / "data" / PACKAGED).read_bytes()
    return decode(gzip.decompress(data))


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in load()}


def find(puzzle_id: str) -> Puzzle | None:
    """Return the packaged puzzle of this name."""
    return _by_id().get(puzzle_id)


def puzzle_of_the_day(day: date) -> Puzzle:
    """Return the puzzle of a day: the same for everybody, and another every day for a long time."""
    order = sorted(load(), key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    return order[day.toordinal() % len(order)]


def next_puzzle(rating: float, seen: Collection[str], theme: Theme | None = None) -> Puzzle | None:
    """Return the puzzle that fits somebody best: not seen, of the theme, as hard as they are good.

    None if there is none left.
    """
    left = [
        puzzle
        for puzzle in load()
        if puzzle.id not in seen and (theme is None or theme in puzzle.themes)
    ]
    return min(left, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id), default=None)


def decode(data: bytes) -> tuple[Puzzle, ...]:
    """Read puzzles, a line each."""
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in data.splitlines())


def encode(puzzles: Iterable[Puzzle]) -> bytes:
    """Return puzzles as lines."""
    return b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in puzzles)


def read(path: Path) -> tuple[Puzzle, ...]:
    """Read puzzles from a file, compressed or not; lines that are no puzzles are left out."""
    data = path.read_bytes()
    try:
        text = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
        puzzles = decode(b"\n".join(line for line in text.splitlines() if b'"kgn"' in line))
    except (msgspec.MsgspecError, OSError, EOFError) as error:
        raise KahunaError(f"{path} is not a file of puzzles: {error}") from None
    if not puzzles:
        raise KahunaError(f"{path} has no puzzles: they are lines of JSON with a record each")
    return puzzles


def pack(puzzles: Iterable[Puzzle]) -> bytes:
    """Return puzzles as they are packaged: the same puzzles give the same bytes."""
    order = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    return gzip.compress(encode(order), mtime=0)
