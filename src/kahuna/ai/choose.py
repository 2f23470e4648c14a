"""Choosing by the network without look-ahead, for play and for training."""

from typing import NamedTuple

import numpy as np

from kahuna.ai.draws import draws, evaluate_draws, make_draws
from kahuna.ai.features import TO_PLAY, WAITING, fill
from kahuna.ai.network import (
    Floats,
    Scratch,
    Weights,
    evaluate,
    evaluate_outcomes,
    make_scratch,
)
from kahuna.ai.turns import CAPACITY, MAX_PLAYS, Ints, Room, enumerate_turns, make_room
from kahuna.board import N_LINES
from kahuna.compiled.jit import jit
from kahuna.rules import actions, legal
from kahuna.rules.state import HANDICAP, State
from kahuna.rules.step import apply


class Desk(NamedTuple):
    """All that choosing needs to work with. It belongs to one thread."""

    room: Room
    scratch: Scratch
    values: Floats  # by outcome
    way: Ints
    draws: Ints
    draw_values: Floats


def make_desk() -> Desk:
    """Return a new desk."""
    choices, draw_values = make_draws()
    return Desk(
        make_room(),
        make_scratch(),
        np.zeros(CAPACITY, np.float32),
        np.zeros(MAX_PLAYS, np.int64),
        choices,
        draw_values,
    )


@jit
def choose_plays(state: State, weights: Weights, desk: Desk) -> tuple[int, int]:
    """Judge all plays of a position as the mover knows it; return how many, and the best."""
    n = enumerate_turns(state, desk.room)
    return n, evaluate_outcomes(state, desk.room, n, weights, desk.scratch, desk.values)


@jit
def choose_draw(state: State, weights: Weights, desk: Desk) -> tuple[int, int]:
    """Judge all ways to end the turn of a position as the mover knows it, likewise."""
    n = draws(state, desk.draws)
    return n, evaluate_draws(state, desk.draws, n, weights, desk.scratch, desk.draw_values)


@jit
def choose_handicap(state: State, weights: Weights, desk: Desk) -> int:
    """Return the handicap bridge that seems best to the player who places it (R2.3)."""
    seat, free = state.turn.mover, legal.handicap_lines(state)
    stage = TO_PLAY if state.terms.starter == seat else WAITING
    best, best_value = -1, -1.0
    for line in range(N_LINES):
        if free >> line & 1:
            after = apply(state, actions.handicap_bridge(line))
            fill(after, seat, stage, desk.scratch.slots)
            value = evaluate(weights, desk.scratch.slots, stage, desk.scratch)
            if value > best_value:
                best, best_value = line, value
    assert state.turn.phase == HANDICAP
    return actions.handicap_bridge(best)
