"""Checking puzzles: does the solution hold under a search ten times deeper?

Ten times the nodes, room for twice the turns, and other worlds than those that the puzzle was
made with. The last turns are solved again instead, with nothing left out.
"""

from typing import Final, Literal

import msgspec
from msgspec import structs

from kahuna.study.depth import STANDARD
from kahuna.study.effect import effect_of, parse_turn
from kahuna.study.examine import Examiner
from kahuna.study.judged import Examined, Judged
from kahuna.study.puzzles.essentials import essentials
from kahuna.study.puzzles.facts import facts_of, themes_of
from kahuna.study.puzzles.find import (
    EXACT_MARGIN,
    PLACES,
    SHOWN_WRONG,
    option,
    shared_by_wins,
    split,
)
from kahuna.study.puzzles.puzzle import TOLERANCE, Puzzle
from kahuna.view import View

FACTOR: Final = 10
OTHER_WORLDS: Final = 77  # a seed
HOLDS: Final = 0.06  # what a turn without an essential part must lose there at least

Failure = Literal["not-best", "not-essential", "too-large"]


class Checked(msgspec.Struct, frozen=True):
    """What came of a check; with the puzzle as the deeper search sees it, if it holds."""

    id: str
    holds: bool
    failure: Failure | None = None
    puzzle: Puzzle | None = None


class Checker:
    """Checks puzzles."""

    def __init__(self, factor: int = FACTOR) -> None:
        """Take how many times deeper to look than when puzzles are made."""
        self.examiner = Examiner(STANDARD.times(factor), seed=OTHER_WORLDS)
        self.standard = Examiner(STANDARD)  # where nothing depends on the search

    def check(self, puzzle: Puzzle) -> Checked:
        """Look at the puzzle anew."""
        view = puzzle.view()
        state = view.state
        solution = parse_turn(state, puzzle.solution)
        examined: Examined | None
        if puzzle.source == "exact":
            examined, margin, tolerance = self._solve(puzzle, view), EXACT_MARGIN, 0.0
        else:
            others = [parse_turn(state, wrong.tokens) for wrong in puzzle.wrong[:1]]
            examined = self.examiner.examine(view, (solution, *others))
            margin, tolerance = HOLDS, TOLERANCE
        if examined is None:
            return Checked(puzzle.id, holds=False, failure="too-large")
        found = examined.find(effect_of(state, solution))
        if found is None or examined.value - found.value > tolerance:
            return Checked(puzzle.id, holds=False, failure="not-best")
        if puzzle.goal == "win-at-once":
            needed = shared_by_wins(state, examined)
        else:
            # Measured from the solution, which may be a little below the best of this search.
            ranked = (found, *(judged for judged in examined.turns if judged is not found))
            needed = essentials(state, ranked, margin)
        if not set(puzzle.essentials) <= set(needed):
            return Checked(puzzle.id, holds=False, failure="not-essential")
        refreshed = _refreshed(puzzle, examined, found, needed)
        return Checked(puzzle.id, holds=True, puzzle=refreshed)

    def _solve(self, puzzle: Puzzle, view: View) -> Examined | None:
        if puzzle.goal == "win-at-once":
            return self.standard.with_wins(view)
        return self.standard.solve(view)


def _refreshed(
    puzzle: Puzzle, examined: Examined, solution: Judged, needed: dict[str, float]
) -> Puzzle:
    """Return the puzzle with what the deeper search says."""
    state = puzzle.view().state
    right, wrong = split(state, examined.turns, puzzle.essentials, solution)
    tempting = puzzle.tempting
    if tempting is not None:
        seen = examined.find(effect_of(state, parse_turn(state, tempting.tokens)))
        tempting = option(state, seen) if seen else tempting
    return structs.replace(
        puzzle,
        value=round(solution.value, PLACES),
        margin=round(min(needed[part] for part in puzzle.essentials), PLACES),
        themes=themes_of(state, solution.turn, facts_of(state, solution.turn), puzzle.essentials),
        right=tuple(option(state, judged) for judged in right),
        wrong=tuple(option(state, judged) for judged in wrong[:SHOWN_WRONG]),
        tempting=tempting,
    )
