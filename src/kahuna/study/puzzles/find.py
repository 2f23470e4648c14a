"""Finding puzzles: is there a turn in this position that is clearly best, and worth finding?"""

from collections.abc import Collection, Sequence
from typing import Final

from kahuna.ai.search.candidates import find_candidates, make_candidates
from kahuna.notation import Record
from kahuna.rules.state import State, theirs
from kahuna.study.depth import STANDARD, Depth
from kahuna.study.effect import NO_DRAW, Turn, effect_of
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
FEW_BRIDGES: Final = 9  # that the opponent has, so that they may all go in a turn
RARE: Final = 0.1  # the share of turns that may win at once, lest it be too easy
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
        if view.state.turn.number < EARLIEST:
            return None
        if view.state.last_turns:
            puzzle = self._last_turn(view, origin) if "last-turn" in wanted else None
        elif can_starve(view.state) and self.standard.wins_at_once(view.state):
            puzzle = self._starving(view, origin) if "starving" in wanted else None
        else:
            puzzle = self._best(view, wanted, origin)
        return puzzle if puzzle and set(puzzle.themes) & set(wanted) else None

    def _last_turn(self, view: View, origin: str) -> Puzzle | None:
        examined = self.standard.solve(view)
        if examined is None:
            return None
        needed = essentials(view.state, examined.turns, EXACT_MARGIN)
        return make_puzzle(view, examined, needed, self.impression(view.state), origin)

    def _starving(self, view: View, origin: str) -> Puzzle | None:
        """Return the puzzle to win at once by taking the opponent's last bridges (R10.2).

        That a turn wins at once is certain, so here the margin does not matter: all turns that
        do must share something, and be few.
        """
        state, turns = view.state, self.standard.wins_at_once(view.state)
        share = len(turns) / self.standard.number_of_turns(state)
        if share > RARE or len(turns[0].plays) == 1:
            return None
        examined = self.standard.with_wins(view)
        needed = shared_by_wins(state, examined)
        return make_puzzle(view, examined, needed, self.impression(view.state), origin)

    def _best(self, view: View, wanted: Collection[Theme], origin: str) -> Puzzle | None:
        state = view.state
        if not self._is_promising(state, wanted):
            return None
        look = self.first.examine(view)
        if look.value < LEAST_VALUE or not essentials(state, look.turns, FIRST_MARGIN):
            return None
        examined = self.standard.examine(view)
        needed = essentials(state, examined.turns, MARGIN)
        return make_puzzle(view, examined, needed, self.impression(state), origin)

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
    view: View, examined: Examined, needed: dict[str, float], impression: Turn, origin: str
) -> Puzzle | None:
    """Return the puzzle that these judgements make, or None if nothing is clearly best.

    `needed` are the best turn's essential parts.
    """
    state = view.state
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
    right, wrong = split(state, examined.turns, needed, solution)
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
        goal="win-at-once" if solution.turn.draw == NO_DRAW else "best",
        right=tuple(option(state, judged) for judged in right),
        wrong=tuple(option(state, judged) for judged in wrong[:SHOWN_WRONG]),
        tempting=None if set(needed) <= first else _tempting(state, examined.turns, impression),
        origin=origin,
    )


def can_starve(state: State) -> bool:
    """Tell whether the opponent may lose all bridges in this turn."""
    return state.round > 1 and 0 < theirs(state).bridges.bit_count() <= FEW_BRIDGES


def shared_by_wins(state: State, examined: Examined) -> dict[str, float]:
    """Return what all turns that win at once have, and what the best other turn loses."""
    wins = [judged for judged in examined.turns if judged.turn.draw == NO_DRAW]
    if not wins:
        return {}
    others = [judged.value for judged in examined.turns if judged.turn.draw != NO_DRAW]
    shared = frozenset.intersection(*(parts(state, won.turn, won.effect) for won in wins))
    return dict.fromkeys(sorted(shared), 1.0 - max(others, default=0.0))


def shortest(turns: Sequence[Judged]) -> Judged:
    """Return the turn to show as the solution: of those that cannot be told apart, the shortest."""
    at_once = turns[0].turn.draw == NO_DRAW
    best = [
        judged
        for judged in turns
        if judged.value >= turns[0].value - SAME and (judged.turn.draw == NO_DRAW) == at_once
    ]
    return min(best, key=lambda judged: len(judged.turn.plays))


def split(
    state: State, turns: Sequence[Judged], needed: Collection[str], solution: Judged
) -> tuple[list[Judged], list[Judged]]:
    """Return the other turns: those that are as right as the solution, and those that are not."""
    right, wrong = list[Judged](), list[Judged]()
    at_once = solution.turn.draw == NO_DRAW
    for judged in turns:
        if judged.effect == solution.effect:
            continue
        has = set(needed) <= parts(state, judged.turn, judged.effect)
        good = has and solution.value - judged.value <= TOLERANCE
        if at_once:  # to win at once is to be found, not to win later
            good = judged.turn.draw == NO_DRAW
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
