"""Players that behave in a way worth testing: one that uses all its time, and one that fails."""

import time

from kahuna.ai.player import Decision, Limit
from kahuna.ai.simple_players import GreedyPlayer
from kahuna.ai.warm_up import MOMENT_MS
from kahuna.view import View


class Thinker:
    """Thinks until its time is over or it is told to stop."""

    name = "thinker"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, view: View, limit: Limit) -> Decision:
        limit.stop.wait(3600 if limit.movetime is None else limit.movetime / 1000)
        turn = GreedyPlayer(self.seed).decide(view, limit).tokens
        return Decision(turn, win_probability=0.5, nodes=1)


class Fumbler:
    """Fails as soon as a bridge lies on the board."""

    name = "fumbler"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, view: View, limit: Limit) -> Decision:
        print("this must not be taken for the protocol")
        if view.turn > 2 and limit.movetime != MOMENT_MS:  # the warm-up is survived
            raise ZeroDivisionError("dropped all cards")
        return GreedyPlayer(self.seed).decide(view, limit)


class Sleeper:
    """Takes its time, so that a match can be interrupted."""

    name = "sleeper"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, view: View, limit: Limit) -> Decision:
        time.sleep(0.005)
        return GreedyPlayer(self.seed).decide(view, limit)


class Dreamer:
    """Forgets that there is a clock."""

    name = "dreamer"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, view: View, limit: Limit) -> Decision:
        time.sleep(0.001 if limit.movetime == MOMENT_MS else 3600)
        return GreedyPlayer(self.seed).decide(view, limit)
