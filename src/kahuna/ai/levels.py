"""The computer's eight levels: from somebody who has just learned the rules to the full strength.

>>> LEVELS[7].character.name
'Kahuna'
"""

import zlib
from typing import Final, NamedTuple

import numpy as np

from kahuna.ai.characters import CHARACTERS, Character
from kahuna.ai.flawed import FlawedPlayer, Flaws
from kahuna.ai.network import Weights
from kahuna.ai.player import Decision, Limit, Player
from kahuna.ai.search import SearchPlayer, Settings
from kahuna.view import View


class Level(NamedTuple):
    """A level: who it is, and how it thinks."""

    character: Character
    flaws: Flaws = Flaws()  # of the first impression
    thinks: float = 0.0  # in how many of its turns it looks ahead
    nodes: int | None = None  # how far at most; None is as far as the limit


LEVELS: Final = (
    Level(CHARACTERS[0], Flaws(attention=0.66, noise=0.66, naive=0.33, forgets=0.6)),
    Level(CHARACTERS[1], Flaws(attention=0.757, noise=0.476, naive=0.193, forgets=0.435)),
    Level(CHARACTERS[2], Flaws(attention=0.84, noise=0.318, naive=0.095, forgets=0.287)),
    Level(CHARACTERS[3], Flaws(attention=0.898, noise=0.203, naive=0.046, forgets=0.173)),
    Level(CHARACTERS[4], Flaws(attention=0.948, noise=0.104, naive=0.023, forgets=0.083)),
    Level(CHARACTERS[5], thinks=0.15, nodes=24),
    Level(CHARACTERS[6], thinks=0.9, nodes=24),
    Level(CHARACTERS[7], thinks=1.0),
)


class MoodyPlayer:
    """A player that looks ahead in some of its turns, and never far."""

    def __init__(self, quick: FlawedPlayer, slow: SearchPlayer, level: Level, seed: int) -> None:
        """Take how it plays without thinking and with, and when it does."""
        self.name, self.quick, self.slow = slow.name, quick, slow
        self.level, self.seed = level, seed

    def decide(self, view: View, limit: Limit) -> Decision:
        """Return the first impression, or the best turn found within both limits."""
        past = np.array(view.track.actions, np.int64).tobytes()
        mood = zlib.crc32(b"mood" + past, self.seed & 0xFFFFFFFF) / 2**32
        if mood >= self.level.thinks:
            return self.quick.decide(view, limit)
        nodes = min(n for n in (self.level.nodes, limit.nodes) if n is not None)
        return self.slow.decide(view, Limit(limit.movetime, nodes, limit.stop))


def level_player(
    number: int, seed: int = 0, threads: int = 1, weights: Weights | None = None
) -> Player:
    """Return the computer at this level, 1 to 8."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"there is no level {number}: they go from 1 to {len(LEVELS)}")
    level, name = LEVELS[number - 1], f"level {number}"
    quick = FlawedPlayer(name, level.flaws, seed, weights)
    if level.thinks == 0:
        return quick
    slow = SearchPlayer(seed, Settings(threads=threads), weights)
    slow.name = name
    return slow if level.nodes is None else MoodyPlayer(quick, slow, level, seed)
