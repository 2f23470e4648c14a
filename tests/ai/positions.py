"""Positions for the tests of computer players."""

import random
from collections.abc import Callable, Iterator

from kahuna import Game
from kahuna.notation.setup import VARIANTS, Seat, Variants


def at_turn(number: int) -> Callable[[Game], bool]:
    """Return the wish for a position at the beginning of this turn."""
    return lambda game: game.state.turn.number == number


def random_game(seed: int, variants: Variants, until: Callable[[Game], bool]) -> Game | None:
    """Return a random game at the beginning of the first turn that is wanted, or None."""
    rng = random.Random(seed)
    game = Game(seed=b"position %d" % seed, variants=variants)
    while not game.is_over:
        if game.state.turn.done == 0 and until(game):
            return game
        legal = [token for token in game.legal() if token[0] != "/" or rng.random() < 0.1]
        game.play(rng.choice(legal or game.legal()))
    return None


def games_at_turn(turns: range) -> Iterator[Game]:
    """Yield random games, of all variants in turn, each at one of these turns."""
    for n, turn in enumerate(turns):
        game = random_game(n, VARIANTS[n % 4], at_turn(turn))
        if game is not None:
            yield game


def mover(game: Game) -> Seat:
    """Return who is to move."""
    assert game.mover is not None
    return game.mover
