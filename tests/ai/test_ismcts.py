"""The baseline: information-set tree search with random playouts."""

import pytest

from kahuna import Game
from kahuna.ai.ismcts import IsmctsPlayer
from kahuna.ai.player import Limit
from kahuna.ai.simple_players import RandomPlayer
from kahuna.notation.setup import VARIANTS
from tests.ai.positions import games_at_turn, mover


@pytest.mark.parametrize("variants", VARIANTS)
def test_it_plays_whole_games(variants: str) -> None:
    game = Game(seed=b"whole", variants=variants, handicap=("Black", 1))  # type: ignore[arg-type]
    while not game.is_over:
        decision = IsmctsPlayer(1).decide(game.view(mover(game)), Limit(nodes=100))
        game.play(" ".join(decision.tokens))
    assert game.result in ("White", "Black", "Draw")


def test_the_same_seed_and_nodes_give_the_same_decision() -> None:
    for game in games_at_turn(range(3, 9)):
        view = game.view(mover(game))
        one, two = (IsmctsPlayer(1).decide(view, Limit(nodes=300)) for _ in range(2))
        assert one == two


def test_it_beats_a_random_player() -> None:
    wins = 0
    for n in range(6):
        game = Game(seed=b"random %d" % n)
        while not game.is_over:
            computer = (game.mover == "White") == (n % 2 == 0)
            player = IsmctsPlayer(n) if computer else RandomPlayer(n)
            game.play(" ".join(player.decide(game.view(mover(game)), Limit(nodes=500)).tokens))
        wins += game.result == ("White" if n % 2 == 0 else "Black")
    assert wins >= 5
