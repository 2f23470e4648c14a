"""How hard a puzzle is: which of the computer's levels solve it."""

import math
from collections.abc import Sequence
from typing import Final

from kahuna.ai.levels import level_player
from kahuna.ai.player import Limit, Player
from kahuna.study.effect import effect_of, parse_turn
from kahuna.study.puzzles.essentials import parts
from kahuna.study.puzzles.puzzle import Puzzle
from kahuna.view import View

# What each level is worth (docs/strength.md), and how many tries with different moods it gets.
STRENGTH: Final = {1: 1000, 2: 1198, 3: 1426, 4: 1633, 5: 1847, 6: 2047, 7: 2272}
TRIES: Final = 4
# What is thought of a puzzle before anybody tried it, and how sure that is.
USUAL: Final = 1600
SPREAD: Final = 350
RATINGS: Final = range(800, 2601, 10)


class Rater:
    """Lets all levels try puzzles."""

    def __init__(self) -> None:
        """Make the players, each level with different moods."""
        self.players: list[tuple[int, Player]] = [
            (elo, level_player(level, seed=mood))
            for level, elo in STRENGTH.items()
            for mood in range(TRIES)
        ]

    def rate(self, puzzle: Puzzle) -> int:
        """Return the rating at which half of such players would solve the puzzle."""
        view = puzzle.view()
        return rating_of(
            [(elo, self._solves(player, view, puzzle)) for elo, player in self.players]
        )

    def _solves(self, player: Player, view: View, puzzle: Puzzle) -> bool:
        turn = parse_turn(view.state, player.decide(view, Limit(nodes=24)).tokens)
        return set(puzzle.essentials) <= parts(view.state, turn, effect_of(view.state, turn))


def rating_of(results: Sequence[tuple[int, bool]]) -> int:
    """Return the likeliest rating of a puzzle that players of these ratings solved or not.

    >>> rating_of([(1500, True), (1500, True)]) < 1600 < rating_of([(1800, False)])
    True
    """

    def likelihood(rating: int) -> float:
        total = -(((rating - USUAL) / SPREAD) ** 2) / 2
        for elo, solved in results:
            gap = (rating - elo) * math.log(10) / 400
            total -= math.log1p(math.exp(gap if solved else -gap))
        return total

    return max(RATINGS, key=likelihood)
