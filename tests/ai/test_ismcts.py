"""The baseline: information-set tree search with random playouts."""

import pytest

from kahuna import Game
from kahuna.ai.ismcts import IsmctsPlayer
from kahuna.ai.ismcts.choices import skipped_after
from kahuna.ai.player import Limit
from kahuna.ai.simple_players import RandomPlayer
from kahuna.board import N_LINES
from kahuna.notation.setup import VARIANTS
from kahuna.rules import actions, legal, moves
from kahuna.rules.cards import nth_bit
from kahuna.rules.state import OVER
from kahuna.rules.step import apply
from tests.ai.positions import games_at_turn, mover


@pytest.mark.parametrize("variants", VARIANTS)
def test_it_plays_whole_games(variants: str) -> None:
    game = Game(seed=b"whole", variants=variants, handicap=("Black", 1))  # type: ignore[arg-type]  # one of all there are
    while not game.is_over:
        decision = IsmctsPlayer(1).decide(game.view(mover(game)), Limit(nodes=100))
        game.play(" ".join(decision.tokens))
    assert game.result in ("White", "Black", "Draw")


def test_the_same_seed_and_nodes_give_the_same_decision() -> None:
    for game in games_at_turn(range(3, 9)):
        view = game.view(mover(game))
        one, two = (IsmctsPlayer(1).decide(view, Limit(nodes=300)) for _ in range(2))
        assert one == two


def test_a_build_left_out_for_its_order_comes_to_the_same_in_the_other_order() -> None:
    compared = 0
    for game in games_at_turn(range(3, 60)):
        before = game.state
        for last in moves.plays(before):
            after = apply(before, last)
            skipped = skipped_after(before, last) & legal.builds(after)
            for n in range(skipped.bit_count()):
                bit = nth_bit(skipped, n)
                build = actions.build(bit % N_LINES, bit // N_LINES)
                first = apply(before, build)
                if first.turn.phase == OVER or not legal.is_legal(first, last):
                    continue  # the build alone is enough: it ends the game, or fells the bridge
                assert apply(first, last)[:3] == apply(after, build)[:3]
                compared += 1
    assert compared > 100


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
