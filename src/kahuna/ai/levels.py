"""The computer's eight levels: from somebody who has just learned the rules to the full strength.

>>> LEVELS[7].character.name
'Kahuna'
"""

from typing import Final, NamedTuple

from kahuna.ai.characters import CHARACTERS, Character
from kahuna.ai.flawed import FlawedPlayer, Flaws
from kahuna.ai.network import Weights
from kahuna.ai.player import Decision, Limit, Player
from kahuna.ai.search import SearchPlayer, Settings
from kahuna.view import View


class Level(NamedTuple):
    """A level: who it is, and how it thinks."""

    character: Character
    flaws: Flaws | None = None  # of one who does not look ahead
    nodes: int | None = None  # of one who does: how much at most; None is as much as the limit


LEVELS: Final = (
    Level(CHARACTERS[0], Flaws(attention=0.5, noise=0.9, naive=0.6, forgets=0.8)),
    Level(CHARACTERS[1], Flaws(attention=0.62, noise=0.75, naive=0.4, forgets=0.7)),
    Level(CHARACTERS[2], Flaws(attention=0.75, noise=0.5, naive=0.2, forgets=0.5)),
    Level(CHARACTERS[3], Flaws(attention=0.85, noise=0.3, naive=0.08, forgets=0.3)),
    Level(CHARACTERS[4], Flaws(attention=0.92, noise=0.17, forgets=0.1)),
    Level(CHARACTERS[5], Flaws()),
    Level(CHARACTERS[6], nodes=40),
    Level(CHARACTERS[7]),
)


class LimitedPlayer:
    """A searching player that never thinks long."""

    def __init__(self, player: SearchPlayer, nodes: int) -> None:
        """Take the player and how many nodes it may look at."""
        self.name, self.player, self.nodes = player.name, player, nodes

    def decide(self, view: View, limit: Limit) -> Decision:
        """Return the best turn found within both limits."""
        nodes = self.nodes if limit.nodes is None else min(self.nodes, limit.nodes)
        return self.player.decide(view, Limit(limit.movetime, nodes, limit.stop))


def level_player(
    number: int, seed: int = 0, threads: int = 1, weights: Weights | None = None
) -> Player:
    """Return the computer at this level, 1 to 8."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"there is no level {number}: they go from 1 to {len(LEVELS)}")
    level = LEVELS[number - 1]
    if level.flaws is not None:
        return FlawedPlayer(f"level {number}", level.flaws, seed, weights)
    player = SearchPlayer(seed, Settings(threads=threads), weights)
    player.name = f"level {number}"
    return player if level.nodes is None else LimitedPlayer(player, level.nodes)
