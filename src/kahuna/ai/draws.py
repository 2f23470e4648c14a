"""How a turn ends: the ways to draw, and what each is worth on average.

The average is over what the mover does not know: the card that the pile gives or
that takes the place in the row, each unseen card being equally likely.
"""

from typing import Final

import numpy as np

from kahuna.ai.features import SLOTS, WAITING, fill
from kahuna.ai.network import Floats, Scratch, Weights, evaluate_near, score_of, set_base
from kahuna.ai.turns import Ints
from kahuna.board import N_ISLANDS
from kahuna.compiled.jit import jit
from kahuna.rules import actions, legal
from kahuna.rules.cards import count, size
from kahuna.rules.state import EMPTY, OVER, State
from kahuna.rules.step import apply

MAX_DRAWS: Final = 5  # three cards of the row, the pile, none


@jit
def draws(state: State, into: Ints) -> int:
    """Write the ways in which the turn can end into an array; return how many.

    Draws are choices: they do not say what chance will bring.
    """
    n = 0
    if legal.may_abstain(state):
        into[n] = actions.abstain()
        n += 1
    if not legal.may_draw(state):
        return n
    if state.table.pile > 0:
        into[n] = actions.draw_pile()
        n += 1
    for place in range(3):
        card = state.table.row >> 4 * place & 15
        seen = False
        for other in range(place):
            seen = seen or state.table.row >> 4 * other & 15 == card
        if card != EMPTY and not seen:
            into[n] = actions.draw_row(card)
            n += 1
    return n


@jit
def with_chance(choice: int, card: int) -> int:
    """Return the draw with the card that chance brings."""
    if actions.kind(choice) == actions.DRAW_PILE:
        return actions.draw_pile(card)
    return actions.draw_row(actions.card_of(choice), card)


@jit
def value_after(state: State, seat: int, weights: Weights, scratch: Scratch) -> float:
    """Return the value for the seat, which has just ended its turn, compared with the base."""
    if state.turn.phase == OVER:
        return score_of(state, seat)
    fill(state, seat, WAITING, scratch.slots)
    return evaluate_near(weights, WAITING, scratch, SLOTS)


@jit
def evaluate_draw(state: State, choice: int, weights: Weights, scratch: Scratch) -> float:
    """Return the average value of a draw for the mover; the base must be set."""
    seat, unseen = state.turn.mover, state.table.unseen
    if actions.kind(choice) == actions.ABSTAIN or state.table.pile == 0:
        return value_after(apply(state, choice), seat, weights, scratch)
    total = 0.0
    for card in range(N_ISLANDS):
        copies = count(unseen, card)
        if copies > 0:
            after = apply(state, with_chance(choice, card))
            total += copies * value_after(after, seat, weights, scratch)
    return total / size(unseen)


@jit
def evaluate_draws(
    state: State, choices: Ints, n: int, weights: Weights, scratch: Scratch, values: Floats
) -> int:
    """Judge the first n ways to end the turn for the mover; return the best one's number.

    `state` is the position after the plays, as the mover knows it.
    """
    fill(state, state.turn.mover, WAITING, scratch.base)
    set_base(weights, scratch)
    best = 0
    for k in range(n):
        values[k] = evaluate_draw(state, choices[k], weights, scratch)
        if values[k] > values[best]:
            best = k
    return best


def make_draws() -> tuple[Ints, Floats]:
    """Return room for the ways to end a turn and their values."""
    return np.zeros(MAX_DRAWS, np.int64), np.zeros(MAX_DRAWS, np.float32)
