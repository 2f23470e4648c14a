"""Finding puzzles: is there a turn in this position that is clearly best, and worth finding?"""

from collections.abc import Collection, Sequence
from typing import Final

from kahuna.ai.search.candidates import find_candidates, make_candidates
from kahuna.notation import Record
from kahuna.rules.state import State
from kahuna.study.depth import STANDARD, Depth
from kahuna.study.effect import Turn, effect_of
from kahuna.study.examine import Examiner, turn_at
from kahuna.study.judged import Examined, Judged
from kahuna.study.puzzles.essentials import essentials, parts
from kahuna.study.puzzles.facts import PLAIN, Theme, facts_of, themes_of
from kahuna.study.puzzles.puzzle import TOLERANCE, Puzzle, puzzle_id
from kahuna.study.shapes import Option
from kahuna.view import View

EARLIEST: Final = 5  # before this turn there is little to see
FIRST_LOOK: Final = Depth(nodes=200, worlds=60, wide=16, most=12)
FIRST_MARGIN: Final = 0.06
MARGIN: Final = 0.1  # what every turn without an essential part must lose
EXACT_MARGIN: Final = 0.25
LEAST_VALUE: Final = 0.25  # a lost position is no fun
PROMISING: Final = 6  # turns of the first impression that may show a theme
SHOWN_WRONG: Final = 12
SAME: Final = 0.003  # values that cannot be told apart
PLACES: Final = 4


class Finder:
    """Looks for puzzles: at first sight, then a little, then at the standard depth."""

    def __init__(self) -> None:
        """Prepare the three looks."""
        self.first = Examiner(FIRST_LOOK)
        self.standard = Examiner(STANDARD)

    def find(self, view: View, wanted: Collection[Theme], origin: str) -> Puzzle | None:
        """Return the puzzle that the position is for its mover, if it has a wanted theme."""
        state = view.state
        if state.turn.number < EARLIEST:
            return None
        if state.last_turns:
            examined = self.standard.solve(view) if "last-turn" in wanted else None
            if examined is None:
                return None
            return make_puzzle(view, examined, EXACT_MARGIN, self.impression(state), origin)
        if not self._is_promising(state, wanted):
            return None
        look = self.first.examine(view)
        if look.value < LEAST_VALUE or not essentials(state, look.turns, FIRST_MARGIN):
            return None
        examined = self.standard.examine(view)
        puzzle = make_puzzle(view, examined, MARGIN, self.impression(state), origin)
        return puzzle if puzzle and set(puzzle.themes) & set(wanted) else None

    def impression(self, state: State) -> Turn:
        """Return what looks best at first sight."""
        return self.standard.first_impression(state)

    def _is_promising(self, state: State, wanted: Collection[Theme]) -> bool:
        """Tell whether one of the turns that look best has a wanted theme.

        Plain themes, which most turns have, are not looked for: they come along.
        """
        found, examiner = make_candidates(PROMISING), self.first
        n = find_candidates(state, examiner.weights, examiner.desk, PROMISING, found)
        turns = [turn_at(found, k) for k in range(n)]
        return any(
            theme in wanted and theme not in PLAIN
            for turn in turns
            for theme in themes_of(state, turn, facts_of(state, turn), None)
        )


def make_puzzle(
    view: View, examined: Examined, margin: float, impression: Turn, origin: str
) -> Puzzle | None:
    """Return the puzzle that these judgements make, or None if nothing is clearly best."""
    state = view.state
    needed = essentials(state, examined.turns, margin)
    if not needed or examined.value < LEAST_VALUE:
        return None
    solution = shortest(examined.turns)
    if not set(needed) <= parts(state, solution.turn, solution.effect):
        return None
    facts = facts_of(state, solution.turn)
    themes = themes_of(state, solution.turn, facts, needed)
    if not themes:
        return None
    kgn = masked_record(view)
    right, wrong = split(state, examined.turns, needed)
    first = parts(state, impression, effect_of(state, impression))
    return Puzzle(
        id=puzzle_id(kgn),
        kgn=kgn,
        seat=view.viewer if view.viewer != "Spectator" else "White",
        themes=themes,
        rating=0,
        solution=solution.turn.tokens(state.turn.mover),
        value=round(solution.value, PLACES),
        essentials=tuple(needed),
        margin=round(min(needed.values()), PLACES),
        facts=facts,
        source="exact" if examined.exact else "search",
        right=tuple(option(state, judged) for judged in right if judged is not solution),
        wrong=tuple(option(state, judged) for judged in wrong[:SHOWN_WRONG]),
        tempting=None if set(needed) <= first else _tempting(state, examined.turns, impression),
        origin=origin,
    )


def shortest(turns: Sequence[Judged]) -> Judged:
    """Return the turn to show as the solution: of those that cannot be told apart, the shortest."""
    best = [judged for judged in turns if judged.value >= turns[0].value - SAME]
    return min(best, key=lambda judged: len(judged.turn.plays))


def split(
    state: State, turns: Sequence[Judged], needed: Collection[str]
) -> tuple[list[Judged], list[Judged]]:
    """Return the turns that are right, and those that are not."""
    right, wrong = list[Judged](), list[Judged]()
    for judged in turns:
        has = set(needed) <= parts(state, judged.turn, judged.effect)
        good = has and turns[0].value - judged.value <= TOLERANCE
        (right if good else wrong).append(judged)
    return right, wrong


def option(state: State, judged: Judged) -> Option:
    """Return a judged turn to be kept."""
    return Option(judged.turn.tokens(state.turn.mover), round(judged.value, PLACES))


def masked_record(view: View) -> str:
    """Return all that the viewer has seen, as a record in a line."""
    return Record(view.track.setup.tags(), view.track.tokens()).one_line()


def _tempting(state: State, turns: Sequence[Judged], impression: Turn) -> Option | None:
    """Return the turn that looks best at first sight, which is wrong, with its value."""
    effect = effect_of(state, impression)
    found = next((judged for judged in turns if judged.effect == effect), None)
    return None if found is None else option(state, found)
