"""The levels: eight characters, each legal and the same for the same seed."""

import numpy as np
import pytest

from kahuna import Game
from kahuna.ai.characters import CHARACTERS
from kahuna.ai.flawed import forget
from kahuna.ai.levels import level_player
from kahuna.ai.network import make_weights
from kahuna.ai.player import Limit
from kahuna.board import N_ISLANDS
from tests.ai.positions import games_at_turn, mover

WEIGHTS = make_weights(1)
NUMBERS = [character.level for character in CHARACTERS]


def test_there_are_eight_each_with_a_name_and_a_line_in_both_languages() -> None:
    assert list(range(1, 9)) == NUMBERS
    assert len({character.name for character in CHARACTERS}) == 8
    for character in CHARACTERS:
        assert character.english.endswith(".")
        assert character.german.endswith(".")


@pytest.mark.parametrize("number", NUMBERS)
def test_each_level_plays_a_whole_game(number: int) -> None:
    game = Game(seed=b"level", variants="1 2", handicap=("White", 1))
    player = level_player(number, seed=1, weights=WEIGHTS)
    while not game.is_over:
        decision = player.decide(game.view(mover(game)), Limit(nodes=10))
        game.play(" ".join(decision.tokens))
    assert player.name == f"level {number}"


@pytest.mark.parametrize("number", NUMBERS)
def test_the_same_seed_errs_in_the_same_way(number: int) -> None:
    for game in games_at_turn(range(3, 9)):
        view = game.view(mover(game))
        one, two = (
            level_player(number, seed=5, weights=WEIGHTS).decide(view, Limit(nodes=20))
            for _ in range(2)
        )
        assert one == two


def test_forgetting_keeps_the_number_of_cards_and_what_lies_open() -> None:
    rng = np.random.default_rng(1)
    for game in games_at_turn(range(5, 25)):
        seat = mover(game)
        view = game.view(seat)
        after = forget(view.state, 1.0, rng)
        other, before = (
            (after.black, view.state.black) if seat == "White" else (after.white, view.state.white)
        )
        assert other.hand == other.open == before.open
        gone = before.hand - other.hand
        assert after.table.unseen == view.state.table.unseen + gone
        held = sum(before.hand >> 2 * n & 3 for n in range(N_ISLANDS)) + before.hidden
        assert sum(other.hand >> 2 * n & 3 for n in range(N_ISLANDS)) + other.hidden == held


@pytest.mark.parametrize("number", [0, 9])
def test_there_is_no_other_level(number: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 8"):
        level_player(number)
