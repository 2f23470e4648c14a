"""Counting what can follow a position: figures that pin the rules down."""

from kahuna.rules.moves import outcomes
from kahuna.rules.state import State
from kahuna.rules.step import apply


def perft(state: State, depth: int) -> int:
    """Return how many sequences of so many tokens can follow.

    Outcomes of chance count as different tokens; giving up does not count.

    >>> from kahuna.notation import Deal, Setup
    >>> [perft(Setup(Deal("ABE", "HHE", "FGI")).state(), depth) for depth in (1, 2)]
    [62, 3185]
    """
    if depth == 0:
        return 1
    following = outcomes(state)
    if depth == 1:
        return len(following)
    return sum(perft(apply(state, action), depth - 1) for action in following)
