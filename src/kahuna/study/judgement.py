"""What a loss of winning probability is called, and what it costs in accuracy."""

import math
from collections.abc import Iterable
from typing import Final, Literal, get_args

Judgement = Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced"]
JUDGEMENTS: Final[tuple[Judgement, ...]] = get_args(Judgement)

# A loss from this much on has this name. Below the first it cannot be told from the best.
GOOD: Final = 0.005
INACCURACY: Final = 0.04
MISTAKE: Final = 0.08
BLUNDER: Final = 0.16

STEEPNESS: Final = 5.0


def judge_loss(loss: float) -> Judgement:
    """Return the name of a loss.

    >>> [judge_loss(loss) for loss in (0, 0.02, 0.05, 0.1, 0.3)]
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
    """
    if loss < GOOD:
        return "best"
    if loss < INACCURACY:
        return "good"
    if loss < MISTAKE:
        return "inaccuracy"
    return "mistake" if loss < BLUNDER else "blunder"


def accuracy(losses: Iterable[float]) -> float | None:
    """Return the accuracy of somebody's turns, 0 to 100: the mean of 100 e^(-5 loss).

    >>> accuracy([0.0, 0.1]), accuracy([])
    (80.3, None)
    """
    marks = [100.0 * math.exp(-STEEPNESS * loss) for loss in losses]
    return round(sum(marks) / len(marks), 1) if marks else None
