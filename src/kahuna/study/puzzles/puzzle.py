"""A puzzle: what its solver may know, what is right, and what it is about."""

import base64
import hashlib
from typing import Final, Literal

import msgspec

from kahuna.ai.position import read_position
from kahuna.notation import Seat
from kahuna.study.puzzles.facts import Facts, Theme
from kahuna.study.shapes import Option
from kahuna.view import View

# What a turn may lose against the best and still be right: less than can be told apart.
TOLERANCE: Final = 0.02

Source = Literal["exact", "search"]
# What is to be found: the best turn, or one that leaves the opponent without bridges (R10.2).
Goal = Literal["best", "win-at-once"]


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position with one clearly best turn, seen with the eyes of its solver.

    `kgn` is a record masked for the solver: all that they have seen since the deal, so that
    nothing else can be known from it. Values are the solver's probability of winning.
    """

    id: str
    kgn: str
    seat: Seat
    themes: tuple[Theme, ...]
    rating: int
    solution: tuple[str, ...]
    value: float
    essentials: tuple[str, ...]  # parts that every right turn has: see `essentials`
    margin: float  # what the best turn without one of them loses
    facts: Facts  # of the solution
    source: Source
    goal: Goal = "best"
    right: tuple[Option, ...] = ()  # other turns that are as good
    wrong: tuple[Option, ...] = ()  # turns that are not, best first
    tempting: Option | None = None  # what looks best at first sight, if it is wrong
    origin: str = ""  # the game that it was found in

    def view(self) -> View:
        """Return what the solver knows."""
        return read_position(self.kgn)


def puzzle_id(kgn: str) -> str:
    """Return a short name for a position.

    >>> puzzle_id("AB +C")
    'uhg7gi3u'
    """
    digest = hashlib.sha256(kgn.encode()).digest()[:5]
    return base64.b32encode(digest).decode().lower()
