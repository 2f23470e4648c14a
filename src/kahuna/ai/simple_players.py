"""Players that need no clock: the arena's yardsticks, and what to test everything else with."""

import random
from collections.abc import Callable

from kahuna.ai import greedy
from kahuna.ai.player import Decision, Limit
from kahuna.notation.tokens import as_choice, name
from kahuna.playout import random_action, seed_rng
from kahuna.view import View


class RandomPlayer:
    """Plays any legal action, each as likely as the next, until its turn is over.

    >>> from kahuna import Game
    >>> turn = RandomPlayer(seed=1).decide(Game(seed=b"aloha").view("White"), Limit()).tokens
    >>> turn[-1][0] in "+-"
    True
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        """Take the seed: the same one plays the same turn in the same position."""
        self.seed = seed

    def decide(self, view: View, limit: Limit) -> Decision:  # noqa: ARG002 - needs no time
        """Return a random turn."""
        rng = seed_rng(_luck(self.seed, view).getrandbits(32))

        def choose(view: View) -> str:
            nonlocal rng
            action, rng = random_action(view.state, rng)
            return as_choice(name(action, view.state.turn.mover))

        return Decision(whole_turn(view, choose))


class GreedyPlayer:
    """Takes what its own turn can give, two actions ahead, and never looks at the reply."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        """Take the seed, which decides between actions that look the same."""
        self.seed = seed

    def decide(self, view: View, limit: Limit) -> Decision:  # noqa: ARG002 - needs no time
        """Return the turn that brings most at once."""
        rng = _luck(self.seed, view)
        return Decision(whole_turn(view, lambda view: greedy.choose(view, rng)))


def whole_turn(view: View, choose: Callable[[View], str]) -> tuple[str, ...]:
    """Return the tokens that `choose`, asked again after each of them, makes of a turn.

    A turn ends with its draw, with the last handicap bridge, or at once if the game does.
    """
    turn: list[str] = []
    while True:
        token = choose(view)
        turn.append(token)
        if token[0] in "+-":
            return tuple(turn)
        phase, view = view.phase, view.after(token)
        if view.phase != phase:
            return tuple(turn)


def _luck(seed: int, view: View) -> random.Random:
    """Return a generator that depends on the seed and on what the viewer knows, nothing else."""
    return random.Random(f"{seed} {view.track.setup} {view.track.actions}")
