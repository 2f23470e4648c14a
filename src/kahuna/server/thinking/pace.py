"""How long the computer thinks, and how long it seems to.

Its answer is shown after a time that depends on the level, the clock and how busy the site
is, never on the cards: so one can follow the game, and nobody can tell its hand by its haste.
"""

from typing import NamedTuple

FULL = 1500  # milliseconds of full strength
ENOUGH = 1500  # for those who need next to none: more only matters on a machine that is busy
LEAST = 20
SHOWN = {7: 1000, 8: FULL + 200}  # after so many milliseconds, by level
SHOWN_AT_LEAST = 600  # so that people can follow
TURNS_LEFT = 25  # among so many turns what is left on the clock is shared
STRONGEST = 8


class Pace(NamedTuple):
    """Milliseconds to think at most, and until the turn is made."""

    think: int
    shown: int


def pace(level: int, left: int | None, increment: int = 0, waiting: int = 0) -> Pace:
    """Return the pace of a turn.

    `left` is what is left on the computer's clock, if one runs; `waiting` is how many games
    wait for their turn with each thinker.

    >>> pace(3, None), pace(8, None)
    (Pace(think=1500, shown=600), Pace(think=1500, shown=1700))
    >>> pace(8, None, waiting=4), pace(8, 10_000), pace(8, 300, increment=5000)
    (Pace(think=300, shown=500), Pace(think=400, shown=400), Pace(think=20, shown=20))
    """
    think = FULL // (1 + waiting) if level == STRONGEST else ENOUGH
    shown = SHOWN.get(level, SHOWN_AT_LEAST)
    if level == STRONGEST:
        shown -= FULL - think
    if left is not None:
        think, shown = min(think, share(left, increment)), min(shown, share(left, increment))
    if think <= 3 * LEAST:
        think = shown = min(think, LEAST)
    return Pace(max(think, LEAST), max(shown, LEAST))


def share(left: int, increment: int) -> int:
    """Return the milliseconds of a clock that a turn may take.

    >>> share(60_000, 0), share(60_000, 10_000), share(1000, 10_000)
    (2400, 9900, 200)
    """
    # An increment comes after the turn, so it cannot save one that took too long.
    return min(left // TURNS_LEFT + increment * 3 // 4, left // 5)
