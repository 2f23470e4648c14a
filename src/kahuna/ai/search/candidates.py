"""The turns worth thinking about: the best by the network, each with its draw."""

from typing import NamedTuple

import numpy as np

from kahuna.ai.choose import Desk, choose_draw, choose_plays
from kahuna.ai.network import Floats, Weights
from kahuna.ai.turns import MAX_PLAYS, Ints, way
from kahuna.compiled.jit import jit
from kahuna.notation import tokens
from kahuna.rules.state import OVER, State
from kahuna.rules.step import apply

NO_DRAW = -1  # the plays end the game


class Candidates(NamedTuple):
    """Turns, best first by the network."""

    ways: Ints  # a row of plays for each
    lengths: Ints  # how many plays
    draws: Ints  # the draw as a choice, or NO_DRAW
    priors: Floats  # the probability of winning that the network gives


def make_candidates(most: int) -> Candidates:
    """Return room for so many turns."""
    return Candidates(
        np.zeros((most, MAX_PLAYS), np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.float32),
    )


@jit
def find_candidates(
    state: State, weights: Weights, desk: Desk, wide: int, found: Candidates
) -> int:
    """Find the best turns of the mover, as the mover knows the position; return how many.

    The best plays, `wide` of them, are judged with each way to draw.
    """
    n, best = choose_plays(state, weights, desk)
    length = 0
    for _ in range(min(n, wide)):
        for k in range(n):
            if desk.values[k] > desk.values[best]:
                best = k
        plays, value = way(desk.room, best, desk.way), desk.values[best]
        desk.values[best] = -1.0
        after = state
        for i in range(plays):
            after = apply(after, desk.way[i])
        if after.turn.phase == OVER:
            length = _insert(found, length, desk.way, plays, NO_DRAW, value)
        else:
            draws = choose_draw(after, weights, desk)[0]
            for k in range(draws):
                worth = desk.draw_values[k]
                length = _insert(found, length, desk.way, plays, desk.draws[k], worth)
    return length


@jit
def _insert(found: Candidates, n: int, plays: Ints, length: int, draw: int, value: float) -> int:
    """Put a turn where it belongs in the list; return the list's new length."""
    place = n
    while place > 0 and found.priors[place - 1] < value:
        place -= 1
    if place == len(found.priors):
        return n
    n = min(n + 1, len(found.priors))
    for i in range(n - 1, place, -1):
        found.ways[i] = found.ways[i - 1]
        found.lengths[i], found.draws[i] = found.lengths[i - 1], found.draws[i - 1]
        found.priors[i] = found.priors[i - 1]
    found.ways[place] = plays
    found.lengths[place], found.draws[place] = length, draw
    found.priors[place] = value
    return n


def turn_tokens(found: Candidates, n: int, mover: int) -> tuple[str, ...]:
    """Return the n-th turn as tokens."""
    turn = [int(action) for action in found.ways[n, : found.lengths[n]]]
    if found.draws[n] != NO_DRAW:
        turn.append(int(found.draws[n]))
    return tuple(tokens.name(action, mover) for action in turn)
