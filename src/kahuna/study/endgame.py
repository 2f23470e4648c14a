"""The last but one turn, solved: every turn against every hand that the opponent may hold.

`kahuna.ai.endgame` finds the best turn as fast as it can, and of the others knows only that
they are not better. Here the turns that are shown get their exact values as well.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from kahuna.ai.belief.parts import Floats, Ints
from kahuna.ai.belief.sample import Beliefs, hands_of
from kahuna.ai.choose import Desk
from kahuna.ai.endgame import Solver, list_turns, make_solver, solve, value_against
from kahuna.ai.network import Weights
from kahuna.ai.search.lookahead import Outlook
from kahuna.study.effect import Turn, effect_of, ended

ALL_HANDS: Final = 6188  # different hands of up to five cards
MOST_PAIRS: Final = 20_000  # of a turn and a hand, where all are to be tried
PORTION: Final = 2000  # pairs of a turn and a hand between two moments to be interrupted in


def exact_solver(beliefs: Beliefs, weights: Weights, desk: Desk, seed: int) -> Solver:
    """Return a solver against all possible hands, however many."""
    hands, chances = hands_of(beliefs, ALL_HANDS)
    if len(hands) == 0:
        return make_solver(beliefs, weights, desk, seed)
    order = np.argsort(-chances, kind="stable")
    ways, lengths = list_turns(beliefs.state, weights, desk)
    return Solver(
        hands[order],
        chances[order],
        ways,
        lengths,
        np.full(len(lengths), np.nan),
        np.zeros(2, np.int64),
        np.array([0.0, 1.0, -1.0]),
    )


def judge_last_but_one(
    outlook: Outlook, weights: Weights, desk: Desk, asked: Sequence[Turn], shown: int
) -> tuple[list[Turn], list[float]]:
    """Return the best turns, and those asked for, with what each is exactly worth."""
    beliefs = outlook.beliefs
    solver = exact_solver(beliefs, weights, desk, outlook.seed)
    while solve(solver, beliefs, desk, PORTION) == PORTION:
        pass
    settled = int(solver.place[0])
    order = np.argsort(-solver.values[:settled], kind="stable")[:shown]
    turns = [
        ended(beliefs.state, tuple(int(a) for a in solver.ways[k, : solver.lengths[k]]))
        for k in order
    ]
    effects = {effect_of(beliefs.state, turn) for turn in turns}
    turns += [turn for turn in asked if effect_of(beliefs.state, turn) not in effects]
    return turns, [exact_value(solver, beliefs, desk, turn) for turn in turns]


def judge_all_last_but_one(
    outlook: Outlook, weights: Weights, desk: Desk
) -> tuple[list[Turn], list[float]] | None:
    """Return every turn with what it is exactly worth; None if that is too much work."""
    beliefs = outlook.beliefs
    solver = exact_solver(beliefs, weights, desk, outlook.seed)
    if len(solver.lengths) * len(solver.hands) > MOST_PAIRS:
        return None
    turns = [
        ended(beliefs.state, tuple(int(a) for a in plays[:length]))
        for plays, length in zip(solver.ways, solver.lengths, strict=True)
    ]
    return turns, [exact_value(solver, beliefs, desk, turn) for turn in turns]


def exact_value(solver: Solver, beliefs: Beliefs, desk: Desk, turn: Turn) -> float:
    """Return the average of what the turn comes to, over all hands."""
    plays: Ints = np.array(turn.plays, np.int64)
    values: Floats = np.array(
        [value_against(beliefs, int(hand), plays, len(plays), desk) for hand in solver.hands]
    )
    return float(np.dot(values, solver.chances))
