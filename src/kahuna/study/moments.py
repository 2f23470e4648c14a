"""The moments of a game that are worth a look: large losses, strokes of luck, scorings."""

from collections.abc import Sequence
from typing import Final

from kahuna.study.judgement import INACCURACY
from kahuna.study.shapes import Moment, TurnStudy

MOST_LOSSES: Final = 5
MOST_LUCK: Final = 3
MUCH_LUCK: Final = 0.08


def key_moments(turns: Sequence[TurnStudy]) -> tuple[Moment, ...]:
    """Return the key moments in the order of the game."""
    losses = [
        Moment("loss", t.number, t.loss)
        for t in turns
        if t.loss is not None and t.loss >= INACCURACY
    ]
    lucky = [Moment("luck", t.number, t.luck) for t in turns if abs(t.luck) >= MUCH_LUCK]
    found = [
        *sorted(losses, key=lambda m: -m.amount)[:MOST_LOSSES],
        *sorted(lucky, key=lambda m: -abs(m.amount))[:MOST_LUCK],
        *(Moment("scoring", t.number, t.scoring.points) for t in turns if t.scoring),
    ]
    return tuple(sorted(found, key=lambda m: m.turn))
