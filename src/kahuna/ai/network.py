"""The network: from the slots of a position to the probability of winning.

Two hidden layers of rectified units. The first is a sum of columns, one for each
input that is on, so a position that differs from another in a few slots costs a
few columns. The second and the output have weights of their own for each stage.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kahuna.ai.features import (
    BOARD_SLOTS,
    INPUTS,
    SLOTS,
    STAGES,
    TO_DRAW,
    Slots,
    fill_board,
    fill_rest,
    known,
)
from kahuna.ai.turns import CAPACITY, Room, open_after
from kahuna.compiled.jit import jit
from kahuna.rules.scoring import tokens, verdict
from kahuna.rules.state import NOBODY, WHITE, State, mine, theirs

FIRST: Final = 64  # units of the first hidden layer
SECOND: Final = 32

Floats = npt.NDArray[np.float32]


class Weights(NamedTuple):
    """All weights of a network."""

    columns: Floats  # INPUTS x FIRST; column 0 is zero
    first_bias: Floats  # FIRST
    second: Floats  # STAGES x FIRST x SECOND
    second_bias: Floats  # STAGES x SECOND
    output: Floats  # STAGES x SECOND
    output_bias: Floats  # STAGES


class Scratch(NamedTuple):
    """Where a network works. It belongs to one thread."""

    base: Slots  # of the position that others are compared with
    slots: Slots
    base_sum: Floats
    sum: Floats
    units: Floats
    board: Slots  # by outcome, the slots that plays can change
    sums: Floats  # by outcome


def make_scratch() -> Scratch:
    """Return what a network needs to work."""
    return Scratch(
        np.zeros(SLOTS, np.int16),
        np.zeros(SLOTS, np.int16),
        np.zeros(FIRST, np.float32),
        np.zeros(FIRST, np.float32),
        np.zeros(SECOND, np.float32),
        np.zeros((CAPACITY, BOARD_SLOTS), np.int16),
        np.zeros((CAPACITY, FIRST), np.float32),
    )


def make_weights(seed: int) -> Weights:
    """Return the weights of a network that has learned nothing."""
    rng = np.random.default_rng(seed)

    def normal(deviation: float, *shape: int) -> Floats:
        return rng.normal(0.0, deviation, shape).astype(np.float32)

    columns = normal(0.1, INPUTS, FIRST)
    columns[0] = 0.0
    return Weights(
        columns,
        np.full(FIRST, 0.1, np.float32),
        np.repeat(normal((2 / FIRST) ** 0.5, 1, FIRST, SECOND), STAGES, axis=0),
        np.full((STAGES, SECOND), 0.1, np.float32),
        np.repeat(normal(0.5 / SECOND**0.5, 1, SECOND), STAGES, axis=0),
        np.zeros(STAGES, np.float32),
    )


@jit
def sum_columns(weights: Weights, slots: Slots, into: Floats) -> None:
    """Work out the first layer from nothing."""
    columns = weights.columns
    for j in range(into.size):
        into[j] = weights.first_bias[j]
    for slot in range(0, SLOTS, 4):
        a, b, c, d = slots[slot], slots[slot + 1], slots[slot + 2], slots[slot + 3]
        if a | b | c | d:
            for j in range(into.size):
                into[j] += (columns[a, j] + columns[b, j]) + (columns[c, j] + columns[d, j])


@jit
def shift_columns(
    columns: Floats, slots: Slots, base: Slots, base_sum: Floats, total: Floats, upto: int
) -> None:
    """Work out the first layer of `slots` from that of `base`, comparing the first slots."""
    for j in range(total.size):
        total[j] = base_sum[j]
    for slot in range(upto):
        new, old = slots[slot], base[slot]
        if new != old:
            for j in range(total.size):
                total[j] += columns[new, j] - columns[old, j]


@jit
def rectify(sum_: np.float32) -> np.float32:
    """Return what a unit gives for its sum."""
    # `max` would care for what is not a number, at four times the cost.
    return sum_ if sum_ > np.float32(0.0) else np.float32(0.0)  # noqa: FURB136


@jit
def finish(weights: Weights, stage: int, total: Floats, units: Floats) -> float:
    """Return the probability of winning, given the first layer's sums."""
    second, output = weights.second[stage], weights.output[stage]
    for k in range(SECOND):
        units[k] = weights.second_bias[stage, k]
    for j in range(0, FIRST, 4):  # four at once: LLVM makes vectors of this, not of one
        a, b, c, d = (
            rectify(total[j]),
            rectify(total[j + 1]),
            rectify(total[j + 2]),
            rectify(total[j + 3]),
        )
        for k in range(SECOND):
            units[k] += (a * second[j, k] + b * second[j + 1, k]) + (
                c * second[j + 2, k] + d * second[j + 3, k]
            )
    a = b = c = d = np.float32(0.0)
    for k in range(0, SECOND, 4):  # four sums: one would wait for each addition
        a += rectify(units[k]) * output[k]
        b += rectify(units[k + 1]) * output[k + 1]
        c += rectify(units[k + 2]) * output[k + 2]
        d += rectify(units[k + 3]) * output[k + 3]
    logit = weights.output_bias[stage] + ((a + b) + (c + d))
    return float(np.float32(1.0) / (np.float32(1.0) + np.exp(-logit)))


@jit
def evaluate(weights: Weights, slots: Slots, stage: int, scratch: Scratch) -> float:
    """Return the probability that the seat of these slots wins."""
    sum_columns(weights, slots, scratch.sum)
    return finish(weights, stage, scratch.sum, scratch.units)


@jit
def set_base(weights: Weights, scratch: Scratch) -> None:
    """Make the position in `base` the one that others are compared with."""
    sum_columns(weights, scratch.base, scratch.base_sum)


@jit
def evaluate_near(weights: Weights, stage: int, scratch: Scratch, upto: int) -> float:
    """Return the value of `slots`, which beyond the first `upto` are the same as `base`."""
    columns, total = weights.columns, scratch.sum
    shift_columns(columns, scratch.slots, scratch.base, scratch.base_sum, total, upto)
    return finish(weights, stage, scratch.sum, scratch.units)


@jit
def score_of(state: State, seat: int) -> float:
    """Return 1 for a game won by the seat, 0 for one lost, 0.5 for a draw."""
    if state.winner == NOBODY:
        return 0.5
    return 1.0 if state.winner == seat else 0.0


@jit
def result_value(state: State, my: int, their: int) -> float:
    """Return what the mover has with these bridges when the last turn ends (R9.2, R10.1)."""
    me, other = mine(state), theirs(state)
    lead = tokens(my) - tokens(their)
    winner = verdict(
        me.points + max(lead, 0),
        other.points + max(-lead, 0),
        lead,
        my.bit_count(),
        their.bit_count(),
    )[1]
    if winner == NOBODY:
        return 0.5
    return 1.0 if winner == WHITE else 0.0


@jit
def shift_from_parent(columns: Floats, room: Room, k: int, scratch: Scratch) -> None:
    """Work out an outcome's first layer from the outcome one play before it, or from the base."""
    parent, slots, total = room.parent[room.node[k]], scratch.board[k], scratch.sums[k]
    if parent <= 0:  # the node that the turn starts from
        shift_columns(columns, slots, scratch.base, scratch.base_sum, total, BOARD_SLOTS)
    else:
        near = room.outcome[parent]
        base, base_sum = scratch.board[near], scratch.sums[near]
        shift_columns(columns, slots, base, base_sum, total, BOARD_SLOTS)


@jit
def evaluate_outcomes(
    state: State, room: Room, n: int, weights: Weights, scratch: Scratch, values: Floats
) -> int:
    """Judge the first n outcomes in the room for the mover; return the best one's number.

    `state` is the position the outcomes were enumerated from, as the mover knows it. A value
    is the probability of winning after the plays, before the draw; it is exact where the
    game is over, or will be with this turn (R9, R10.2).
    """
    me = mine(state)
    facts = known(state, state.turn.mover, TO_DRAW)
    fill_board(facts, me.bridges, theirs(state).bridges, me.hand, me.open, scratch.base)
    fill_rest(facts, scratch.base)
    set_base(weights, scratch)
    best = 0
    for k in range(n):
        my, their, hand = room.mine[k], room.theirs[k], room.hand[k]
        if room.over[k]:
            values[k] = 1.0
        elif state.last_turns == 1:
            values[k] = result_value(state, my, their)
        else:
            shown = open_after(me.hand, me.open, hand) if me.open else 0
            fill_board(facts, my, their, hand, shown, scratch.board[k])
            shift_from_parent(weights.columns, room, k, scratch)
            values[k] = finish(weights, TO_DRAW, scratch.sums[k], scratch.units)
        if values[k] > values[best]:
            best = k
    return best
