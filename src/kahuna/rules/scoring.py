"""Scoring and winning (R8.2, R9.2, R10)."""

from kahuna.board import N_TOKENS
from kahuna.rules.control import controlled
from kahuna.rules.state import (
    BLACK,
    BY_BRIDGES,
    BY_FINAL_SCORING,
    BY_POINTS,
    DRAWN,
    LAST_ROUND,
    NOBODY,
    WHITE,
)


def tokens(bridges: int) -> int:
    """Return how many tokens mark the islands these bridges control: ten at most (R5.5)."""
    return min(controlled(bridges).bit_count(), N_TOKENS)


def round_points(round_number: int, lead: int) -> int:
    """Return the points for being `lead` tokens ahead at a round's end (R8.2, R9.2)."""
    if lead <= 0:
        return 0
    return lead if round_number == LAST_ROUND else round_number


def leader(white: int, black: int) -> int:
    """Return who has more, or NOBODY."""
    if white == black:
        return NOBODY
    return WHITE if white > black else BLACK


def verdict(
    white_points: int, black_points: int, final_lead: int, white_bridges: int, black_bridges: int
) -> tuple[int, int]:
    """Return how the game ended and who won it (R10.1).

    The points include those of the final scoring; `final_lead` is White's lead
    in tokens there.
    """
    if white_points != black_points:
        return BY_POINTS, leader(white_points, black_points)
    if final_lead != 0:
        return BY_FINAL_SCORING, leader(final_lead, 0)
    if white_bridges != black_bridges:
        return BY_BRIDGES, leader(white_bridges, black_bridges)
    return DRAWN, NOBODY
