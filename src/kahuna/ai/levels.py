"""The computer's eight levels: from somebody who has just learned the rules to the full strength.

>>> LEVELS[0].name, LEVELS[7].name
('Keiki', 'Kahuna')
"""

from typing import Final, NamedTuple

from kahuna.ai.flawed import FlawedPlayer, Flaws
from kahuna.ai.network import Weights
from kahuna.ai.player import Decision, Limit, Player
from kahuna.ai.search import SearchPlayer, Settings
from kahuna.view import View


class Level(NamedTuple):
    """A level: who it is, and how it thinks."""

    number: int
    name: str
    english: str  # a line about its character
    german: str
    flaws: Flaws | None = None  # of one who does not look ahead
    nodes: int | None = None  # of one who does: how much at most; None is as much as the limit


LEVELS: Final = (
    Level(
        1,
        "Keiki",
        "Builds wherever it looks nice, and is surprised every time.",
        "Baut, wo es hübsch aussieht, und staunt jedes Mal.",
        Flaws(attention=0.5, noise=0.9, naive=0.6, forgets=0.8),
    ),
    Level(
        2,
        "Malia",
        "Loves islands, and forgets what you have in hand.",
        "Liebt Inseln und vergisst, was du auf der Hand hast.",
        Flaws(attention=0.62, noise=0.75, naive=0.4, forgets=0.7),
    ),
    Level(
        3,
        "Kimo",
        "Plays fast; the long combinations escape him.",
        "Spielt schnell; lange Kombinationen entgehen ihm.",
        Flaws(attention=0.75, noise=0.5, naive=0.2, forgets=0.5),
    ),
    Level(
        4,
        "Leilani",
        "Knows what matters, but often misjudges how much.",
        "Weiß, worauf es ankommt, verschätzt sich aber oft.",
        Flaws(attention=0.85, noise=0.3, naive=0.08, forgets=0.3),
    ),
    Level(
        5,
        "Nohea",
        "Solid, with a good memory; overlooks a thing now and then.",
        "Solide und mit gutem Gedächtnis; übersieht ab und zu etwas.",
        Flaws(attention=0.92, noise=0.17, forgets=0.1),
    ),
    Level(
        6,
        "Makoa",
        "Sees every turn at a glance, and trusts the first impression.",
        "Überblickt jeden Zug und traut dem ersten Eindruck.",
        Flaws(),
    ),
    Level(
        7,
        "Kupuna",
        "Counts cards and thinks about your answer, though not for long.",
        "Zählt Karten und bedenkt deine Antwort, wenn auch nicht lange.",
        nodes=40,
    ),
    Level(
        8,
        "Kahuna",
        "Thinks through all you may hold, as long as the clock allows.",
        "Bedenkt alles, was du haben kannst, solange die Uhr es erlaubt.",
    ),
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
