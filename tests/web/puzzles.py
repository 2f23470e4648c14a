"""Puzzles chosen by what they offer: with that of the day a test would be another every day."""

from collections.abc import Callable

from kahuna.rules.state import MAX_HAND
from kahuna.study.puzzles import library
from kahuna.view import View


def easiest(offers: Callable[[View], bool]) -> str:
    """Return where the easiest puzzle is that offers this."""
    return next(f"/puzzles/{puzzle.id}" for puzzle in library.load() if offers(puzzle.view()))


def _may_end_by(token: str, view: View) -> bool:
    return token in [choice.token for choice in view.legal]


def _has_a_full_hand(view: View) -> bool:
    mover = view.white if view.viewer == "White" else view.black
    return mover.cards == MAX_HAND


WITH_A_PILE = easiest(lambda view: _may_end_by("+?", view))
WITH_A_FULL_HAND = easiest(lambda view: view.pile > 0 and _has_a_full_hand(view))
WITH_AN_EMPTY_PILE = easiest(lambda view: view.pile == 0 and view.row != "...")
WITH_NOTHING_TO_DRAW = easiest(lambda view: view.last_turns > 0 and _may_end_by("-", view))
