"""The tree search as a player."""

from typing import Final

from kahuna.ai.belief import Belief
from kahuna.ai.budget import Budget
from kahuna.ai.ismcts.tree import CAPACITY, NONE, ROOT, Tree, iterate, make_tree
from kahuna.ai.player import Alternative, Decision, Limit
from kahuna.notation import tokens
from kahuna.playout import seed_rng
from kahuna.rules.state import HANDICAP, PLAY
from kahuna.view import View

SHARE_OF_REST: Final = 0.75  # of the time left, for each action of the turn


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
