"""What makes a searching player: how wide it looks, how far, and what it trusts."""

from typing import NamedTuple


class Settings(NamedTuple):
    """The full strength; `kahuna.ai.levels` has weaker ones."""

    wide: int = 16  # plays judged with each way to draw
    most: int = 12  # turns to look ahead from
    turns: int = 1  # turns played between such a turn and the judgement
    plays: int = 1  # whether to judge after one's own best next plays
    width: int = 8  # of the beam in the turns looked at; 0: all plays are tried
    trust: float = 2.0  # the network's first judgement counts as so many worlds
    threads: int = 1
