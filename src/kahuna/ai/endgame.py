"""Exact play in the last turns (R9): my last turn, then the opponent's best last turn.

Nothing is drawn any more, so the only thing unknown is the opponent's hand, and
often not even that. For every hand that the belief allows, the opponent's best last
turn is found by trying all; a turn's value is the average over these hands.
"""

from typing import Final, NamedTuple

import numpy as np

from kahuna.ai.belief.parts import Floats, Ints
from kahuna.ai.belief.sample import Beliefs, hands_of, sample_cards, unmask
from kahuna.ai.budget import Budget
from kahuna.ai.choose import Desk, choose_plays
from kahuna.ai.network import Weights, result_value, score_of
from kahuna.ai.player import Alternative, Decision
from kahuna.ai.turns import MAX_PLAYS, enumerate_turns, way
from kahuna.compiled.jit import jit
from kahuna.notation import tokens
from kahuna.playout import seed_rng
from kahuna.rules import actions
from kahuna.rules.state import OVER, State
from kahuna.rules.step import apply

MOST_HANDS: Final = 400  # of more, so many are drawn by lot
DRAWN_HANDS: Final = 200
SHOWN: Final = 12  # alternatives in the answer
SURE: Final = 1.0 - 1e-9


class Solver(NamedTuple):
    """A solution in the making: turns in the network's order, against hands in theirs."""

    hands: Ints
    chances: Floats
    ways: Ints  # a row of plays for each turn
    lengths: Ints
    values: Floats  # of the turns settled so far; of a refuted one, the most it can be worth
    place: Ints  # the turn and the hand to look at next
    sums: Floats  # what the turn has got so far, what is still open, and the best turn's value


@jit
def best_reply(state: State, desk: Desk) -> float:
    """Return what the mover can get out of the very last turn, all cards being known."""
    n = enumerate_turns(state, desk.room)
    best = 0.0
    for k in range(n):
        value = 1.0
        if not desk.room.over[k]:
            value = result_value(state, desk.room.mine[k], desk.room.theirs[k])
        best = max(best, value)
        if best == 1.0:
            break
    return best


@jit
def value_against(beliefs: Beliefs, hand: int, plays: Ints, length: int, desk: Desk) -> float:
    """Return what a turn is worth to the viewer against this hand."""
    state = unmask(beliefs.state, beliefs.seat, hand, 0)
    for i in range(length):
        state = apply(state, plays[i])
    if state.turn.phase != OVER:
        state = apply(state, actions.abstain())
    if state.turn.phase == OVER:
        return score_of(state, 1 - beliefs.seat)
    return 1.0 - best_reply(state, desk)


@jit
def likely_hands(beliefs: Beliefs, seed: int) -> tuple[Ints, Floats]:
    """Return the opponent's possible hands, the likeliest first, with their probabilities."""
    hands, chances = hands_of(beliefs, MOST_HANDS)
    if len(hands) > 0:
        order = np.argsort(-chances)
        return hands[order], chances[order]
    drawn, rng = np.zeros(DRAWN_HANDS, np.int64), seed_rng(seed)
    for i in range(DRAWN_HANDS):
        drawn[i], _, rng = sample_cards(beliefs, rng)
    return drawn, np.full(DRAWN_HANDS, 1.0 / DRAWN_HANDS)


@jit
def list_turns(state: State, weights: Weights, desk: Desk) -> tuple[Ints, Ints]:
    """Return all turns, best first by the network: their plays, and how many."""
    n = choose_plays(state, weights, desk)[0]
    order = np.argsort(-desk.values[:n])
    ways, lengths = np.zeros((n, MAX_PLAYS), np.int64), np.zeros(n, np.int64)
    for i in range(n):
        lengths[i] = way(desk.room, order[i], ways[i])
    return ways, lengths


def make_solver(beliefs: Beliefs, weights: Weights, desk: Desk, seed: int) -> Solver:
    """Return a solver at its beginning."""
    hands, chances = likely_hands(beliefs, seed)
    ways, lengths = list_turns(beliefs.state, weights, desk)
    return Solver(
        hands,
        chances,
        ways,
        lengths,
        np.full(len(lengths), np.nan),
        np.zeros(2, np.int64),
        np.array([0.0, 1.0, -1.0]),
    )


@jit
def solve(solver: Solver, beliefs: Beliefs, desk: Desk, nodes: int) -> int:
    """Look at so many pairs of a turn and a hand; return how many it took, fewer at the end."""
    place, sums = solver.place, solver.sums
    for node in range(nodes):
        turn, hand = place
        if turn == len(solver.lengths) or sums[2] > SURE:
            return node
        plays, length = solver.ways[turn], solver.lengths[turn]
        chance = solver.chances[hand]
        sums[0] += chance * value_against(beliefs, solver.hands[hand], plays, length, desk)
        sums[1] -= chance
        place[1] += 1
        settled = place[1] == len(solver.hands)
        if settled or sums[0] + sums[1] <= sums[2]:  # the rest cannot make it the best
            solver.values[turn] = sums[0] + max(0.0, sums[1])
            if settled:
                sums[2] = max(sums[2], sums[0])
            place[0], place[1] = turn + 1, 0
            sums[0], sums[1] = 0.0, 1.0
    return nodes


def decide_last_turn(
    beliefs: Beliefs, weights: Weights, desk: Desk, budget: Budget, seed: int
) -> Decision:
    """Return the best last but one turn of the game, exactly if there is time for it."""
    solver = make_solver(beliefs, weights, desk, seed)
    while portion := budget.portion():
        done = solve(solver, beliefs, desk, portion)
        budget.spend(max(1, done))
        if done < portion:
            break
    settled = int(solver.place[0])
    if settled == 0:  # no time at all: what the network says
        return Decision(_tokens(solver, 0, beliefs), None, budget.done)
    order = np.argsort(-solver.values[:settled], kind="stable")[:SHOWN]
    alternatives = tuple(
        Alternative(_tokens(solver, int(turn), beliefs), float(solver.values[turn]))
        for turn in order
    )
    best = alternatives[0]
    return Decision(best.tokens, best.win_probability, budget.done, alternatives)


def _tokens(solver: Solver, turn: int, beliefs: Beliefs) -> tuple[str, ...]:
    """Return a turn as tokens; in the last turns nobody draws (R9.1)."""
    mover, state = beliefs.state.turn.mover, beliefs.state
    plays = [int(action) for action in solver.ways[turn, : solver.lengths[turn]]]
    for action in plays:
        state = apply(state, action)
    over = state.turn.phase == OVER
    return tuple(tokens.name(a, mover) for a in plays) + (() if over else (tokens.ABSTAIN,))
