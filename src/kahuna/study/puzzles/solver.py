"""Somebody's rating as a solver: Glicko-2, every first try a game against the puzzle.

>>> after_try(Rating(), 1500, "right").rating > 1500
True
"""

from typing import Final

from kahuna.glicko import Rating, update
from kahuna.study.puzzles.answer import Kind

PUZZLE_DEVIATION: Final = 100.0  # a puzzle's rating comes from the computer's levels
SCORES: Final[dict[Kind, float]] = {"right": 1.0, "almost": 0.5, "wrong": 0.0}


def after_try(solver: Rating, puzzle_rating: int, kind: Kind) -> Rating:
    """Return the solver's rating after the first try at a puzzle."""
    return update(solver, [(Rating(puzzle_rating, PUZZLE_DEVIATION), SCORES[kind])])
