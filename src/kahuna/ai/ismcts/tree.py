"""The tree and its iterations: down the tree, a node more, a random playout, back up."""

from math import log, sqrt
from typing import Final, NamedTuple

import numpy as np

from kahuna.ai.belief.parts import Floats, Ints
from kahuna.ai.belief.sample import Beliefs, sample_state
from kahuna.ai.ismcts.choices import choices, skipped_after, with_chance
from kahuna.compiled.jit import jit
from kahuna.playout import below, lively_playout, next_random
from kahuna.rules import actions
from kahuna.rules.state import (
    NEW_ROW,
    NO_BRIDGES_LEFT,
    NOBODY,
    OVER,
    WHITE,
    State,
)
from kahuna.rules.step import apply

CAPACITY: Final = 1 << 19  # nodes of the tree
MAX_CHOICES: Final = 256
MAX_DEPTH: Final = 64
EXPLORATION: Final = 0.4
HIGH_LEAD: Final = 8  # points; a higher lead counts no more
ROOT: Final = 0
NONE: Final = 0  # no child or sibling: the root is neither


class Tree(NamedTuple):
    """The nodes: each is reached from its parent by a choice, or by what chance brought."""

    action: Ints
    child: Ints
    sibling: Ints
    visits: Ints
    available: Ints
    wins: Floats  # for who chose the action
    values: Floats  # likewise
    path: Ints
    choices: Ints
    found: Ints  # the node of each choice
    length: Ints


def make_tree() -> Tree:
    """Return a tree with nothing but its root."""
    ints = [np.zeros(CAPACITY, np.int64) for _ in range(5)]
    return Tree(
        ints[0],
        ints[1],
        ints[2],
        ints[3],
        ints[4],
        np.zeros(CAPACITY),
        np.zeros(CAPACITY),
        np.zeros(MAX_DEPTH, np.int64),
        np.zeros(MAX_CHOICES, np.int64),
        np.zeros(MAX_CHOICES, np.int64),
        np.ones(1, np.int64),
    )


@jit
def _child(tree: Tree, node: int, action: int) -> int:
    """Return the node's child by this action, or NONE."""
    child = tree.child[node]
    while child != NONE and tree.action[child] != action:
        child = tree.sibling[child]
    return int(child)


@jit
def _grow(tree: Tree, node: int, action: int) -> int:
    """Add a child."""
    new = int(tree.length[0])
    tree.action[new] = action
    tree.child[new], tree.sibling[new] = NONE, tree.child[node]
    tree.visits[new] = tree.available[new] = 0
    tree.wins[new] = tree.values[new] = 0.0
    tree.child[node] = new
    tree.length[0] = new + 1
    return new


@jit
def _select(tree: Tree, node: int, state: State, skipped: int, rng: int) -> tuple[int, int, int]:
    """Return the choice to follow, its node, NONE if it is new, and the generator."""
    n = choices(state, skipped, tree.choices)
    untried = 0
    for i in range(n):
        tree.found[i] = _child(tree, node, tree.choices[i])
        if tree.found[i] == NONE:
            untried += 1
        else:
            tree.available[tree.found[i]] += 1
    if untried:
        rng = next_random(rng)
        pick = below(rng, untried)
        for i in range(n):
            if tree.found[i] == NONE:
                if pick == 0:
                    return tree.choices[i], NONE, rng
                pick -= 1
    best, best_value = 0, -1.0
    for i in range(n):
        child = tree.found[i]
        visits = tree.visits[child]
        value = tree.values[child] / visits
        value += EXPLORATION * sqrt(log(tree.available[child]) / visits)
        if value > best_value:
            best, best_value = i, value
    return tree.choices[best], tree.found[best], rng


@jit
def _iterate(tree: Tree, root: int, state: State, viewer: int, rng: int) -> int:
    """Walk down, grow a node, play out and note the result; return the generator."""
    node, depth, movers, grown, skipped = root, 0, 0, False, 0
    while state.turn.phase != OVER and not grown and depth < MAX_DEPTH - 2:
        mover, child, choice = state.turn.mover, NONE, actions.lay_row(0)
        if state.turn.phase != NEW_ROW:
            choice, child, rng = _select(tree, node, state, skipped, rng)
            if child == NONE:
                child = _grow(tree, node, choice)
                grown = True
            tree.path[depth] = child
            movers |= mover << depth
            depth += 1
            node = child
        action, rng = with_chance(state, choice, rng)
        skipped = skipped_after(state, action)
        state = apply(state, action)
        if action != choice and not grown:
            seen = actions.draw_pile() if _hidden(action) and mover != viewer else action
            child = _child(tree, node, seen)
            if child == NONE:
                child = _grow(tree, node, seen)
                grown = True
            node = child
    end, rng = lively_playout(state, rng)
    won, value = _won(end), _value(end)
    for i in range(depth):
        tree.visits[tree.path[i]] += 1
        tree.wins[tree.path[i]] += won if movers >> i & 1 == WHITE else 1.0 - won
        tree.values[tree.path[i]] += value if movers >> i & 1 == WHITE else 1.0 - value
    return rng


@jit
def _won(end: State) -> float:
    """Return White's share of the win."""
    if end.winner == NOBODY:
        return 0.5
    return 1.0 if end.winner == WHITE else 0.0


@jit
def _value(end: State) -> float:
    """Return what the end is worth to White, from 0 to 1.

    The lead in points counts like the win: it tells more of a random game.
    """
    if end.ending == NO_BRIDGES_LEFT:
        return _won(end)
    lead = max(-HIGH_LEAD, min(HIGH_LEAD, end.white.points - end.black.points))
    return (_won(end) + 0.5 + lead / (2 * HIGH_LEAD)) / 2


@jit
def _hidden(action: int) -> bool:
    """Tell whether only the mover sees the card drawn."""
    return actions.kind(action) == actions.DRAW_PILE


@jit
def iterate(tree: Tree, root: int, beliefs: Beliefs, iterations: int, rng: int) -> int:
    """Do so many iterations, each with hidden cards drawn afresh; return the generator."""
    for _ in range(iterations):
        if tree.length[0] + 2 >= CAPACITY:
            break
        state, rng = sample_state(beliefs, rng)
        rng = _iterate(tree, root, state, 1 - beliefs.seat, rng)
    return rng
