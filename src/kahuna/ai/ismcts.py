"""Information-set tree search with random playouts: a baseline that knows only the rules.

Single-observer ISMCTS over single actions: each iteration draws the hidden cards
from the player's belief, walks down one tree shared by all of them (UCB over
what is legal with these cards), adds a node and plays out at random.
"""

from math import log, sqrt
from typing import Final, NamedTuple

import numpy as np

from kahuna.ai.belief import Belief
from kahuna.ai.belief.parts import Floats, Ints
from kahuna.ai.belief.sample import Beliefs, sample_state
from kahuna.ai.budget import Budget
from kahuna.ai.draws import draws
from kahuna.ai.player import Alternative, Decision, Limit
from kahuna.board import N_LINES
from kahuna.compiled.jit import jit
from kahuna.notation import tokens
from kahuna.playout import below, next_random, playout, random_card, random_row, seed_rng
from kahuna.rules import actions, legal
from kahuna.rules.cards import lowest, n_parts, nth_part
from kahuna.rules.state import HANDICAP, NEW_ROW, NOBODY, OVER, PLAY, State, mine
from kahuna.rules.step import apply
from kahuna.view import View

CAPACITY: Final = 1 << 19  # nodes of the tree
MAX_CHOICES: Final = 256
MAX_DEPTH: Final = 64
EXPLORATION: Final = 0.7
SHARE_OF_REST: Final = 0.75  # of the time left, for each action of the turn
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
        np.zeros(MAX_DEPTH, np.int64),
        np.zeros(MAX_CHOICES, np.int64),
        np.zeros(MAX_CHOICES, np.int64),
        np.ones(1, np.int64),
    )


@jit
def _put_lines(lines: int, first: int, into: Ints, n: int) -> int:
    """Write an action for each line, counted on from the first line's; return the new end."""
    while lines:
        into[n] = first + lowest(lines)
        lines &= lines - 1
        n += 1
    return n


@jit
def choices(state: State, into: Ints) -> int:
    """Write all that the mover can choose into an array; return how many."""
    builds = legal.builds(state)
    n = _put_lines(builds & (1 << N_LINES) - 1, actions.build(0, 0), into, 0)
    n = _put_lines(builds >> N_LINES, actions.build(0, 1), into, n)
    for how in range(3):
        n = _put_lines(legal.cuts(state, how), actions.cut(0, how), into, n)
    n = _put_lines(legal.free_bridges(state), actions.free_bridge(0), into, n)
    n = _put_lines(legal.handicap_lines(state), actions.handicap_bridge(0), into, n)
    if legal.may_discard(state):
        for part in range(1, n_parts(mine(state).hand)):
            into[n] = actions.discard(nth_part(mine(state).hand, part))
            n += 1
    return n + draws(state, into[n:])


@jit
def _chance(state: State, choice: int, rng: int) -> tuple[int, int]:
    """Return the choice with what chance brings, and the generator."""
    kind = actions.kind(choice)
    if kind == actions.LAY_ROW:
        row, rng = random_row(state.table.discard, rng)
        return actions.lay_row(row), rng
    if state.table.pile == 0 or kind not in (actions.DRAW_ROW, actions.DRAW_PILE):
        return choice, rng
    rng = next_random(rng)
    card = random_card(state.table.unseen, rng)
    if kind == actions.DRAW_PILE:
        return actions.draw_pile(card), rng
    return actions.draw_row(actions.card_of(choice), card), rng


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
    tree.wins[new] = 0.0
    tree.child[node] = new
    tree.length[0] = new + 1
    return new


@jit
def _select(tree: Tree, node: int, state: State, rng: int) -> tuple[int, int, int]:
    """Return the choice to follow, its node, NONE if it is new, and the generator."""
    n = choices(state, tree.choices)
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
        value = tree.wins[child] / visits
        value += EXPLORATION * sqrt(log(tree.available[child]) / visits)
        if value > best_value:
            best, best_value = i, value
    return tree.choices[best], tree.found[best], rng


@jit
def _iterate(tree: Tree, root: int, state: State, viewer: int, rng: int) -> int:
    """Walk down, grow a node, play out and note the result; return the generator."""
    node, depth, movers, grown = root, 0, 0, False
    while state.turn.phase != OVER and not grown and depth < MAX_DEPTH - 2:
        mover, child, choice = state.turn.mover, NONE, actions.lay_row(0)
        if state.turn.phase != NEW_ROW:
            choice, child, rng = _select(tree, node, state, rng)
            if child == NONE:
                child = _grow(tree, node, choice)
                grown = True
            tree.path[depth] = child
            movers |= mover << depth
            depth += 1
            node = child
        action, rng = _chance(state, choice, rng)
        state = apply(state, action)
        if action != choice and not grown:
            seen = actions.draw_pile() if _hidden(action) and mover != viewer else action
            child = _child(tree, node, seen)
            if child == NONE:
                child = _grow(tree, node, seen)
                grown = True
            node = child
    end, rng = playout(state, rng)
    for i in range(depth):
        tree.visits[tree.path[i]] += 1
        if end.winner == NOBODY:
            tree.wins[tree.path[i]] += 0.5
        elif end.winner == movers >> i & 1:
            tree.wins[tree.path[i]] += 1.0
    return rng


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


class IsmctsPlayer:
    """Plays what an information-set tree search with random playouts visited most."""

    name = "ismcts"

    def __init__(self, seed: int = 0) -> None:
        """Take the seed: with a limit of nodes the same one plays the same turn."""
        self.seed = seed

    def decide(self, view: View, limit: Limit) -> Decision:
        """Return the turn; nodes are iterations."""
        budget, tree, root = Budget(limit), make_tree(), ROOT
        rng = seed_rng(self.seed + 7919 * len(view.track.actions))
        turn: list[str] = []
        first: tuple[Alternative, ...] = ()
        mover = view.state.turn.mover
        while True:
            rng = self._think(tree, root, Belief(view), budget, rng)
            children = _children(tree, root)
            if not turn:
                first = tuple(_alternatives(tree, children, mover))
            root = children[0]
            token = tokens.name(int(tree.action[root]), mover)
            turn.append(token)
            if token[0] in "+-":
                break
            phase, view = view.phase, view.after(token)
            if view.phase != phase or view.state.turn.phase not in (HANDICAP, PLAY):
                break
        return Decision(tuple(turn), first[0].win_probability, budget.done, first)

    @staticmethod
    def _think(tree: Tree, root: int, belief: Belief, budget: Budget, rng: int) -> int:
        """Iterate for a share of the time left, at least until the root has a child."""
        until = budget.share_used + SHARE_OF_REST * (1 - budget.share_used)
        while portion := budget.portion(until):
            rng = iterate(tree, root, belief.beliefs, portion, rng)
            budget.spend(portion)
            if tree.length[0] + 2 >= CAPACITY:
                break
        if tree.child[root] == NONE:
            rng = iterate(tree, root, belief.beliefs, 1, rng)
        return rng


def _children(tree: Tree, node: int) -> list[int]:
    """Return the node's children, the most visited first."""
    children, child = [], int(tree.child[node])
    while child != NONE:
        children.append(child)
        child = int(tree.sibling[child])
    return sorted(children, key=lambda child: -tree.visits[child])


def _alternatives(tree: Tree, children: list[int], mover: int) -> list[Alternative]:
    """Return the first actions considered, with their share of wins."""
    return [
        Alternative(
            (tokens.name(int(tree.action[child]), mover),),
            float(tree.wins[child] / max(1, tree.visits[child])),
        )
        for child in children
    ]
