"""The numbers of actions and the vector of observations say what the game says."""

import random
from itertools import pairwise

import numpy as np
import pytest

from kahuna import Game
from kahuna.envs import encoding
from kahuna.envs.observation import PARTS, SIZE, describe, observation, parts
from kahuna.notation.setup import VARIANTS, Variants
from kahuna.notation.tokens import cards, parse
from kahuna.rules import moves
from tests.positions import position


def a_game(variants: Variants, seed: int = 1) -> list[Game]:
    """Return a random game at all its moments."""
    rng = random.Random(seed)
    game = Game(seed=b"%d" % seed, variants=variants, handicap=("Black", 3))
    moments = []
    while not game.is_over:
        moments.append(game.copy())
        game.play(rng.choice(game.legal()))
    return [*moments, game]


GAMES = [game for variants in VARIANTS for game in a_game(variants)]


def test_each_choice_has_a_number_of_its_own_and_back() -> None:
    for game in GAMES:
        state = game.state
        numbers = encoding.legal_indices(state)
        assert numbers == sorted(encoding.index(choice, state) for choice in moves.choices(state))
        assert len(set(numbers)) == len(numbers)
        assert all(0 <= number < encoding.N_ACTIONS for number in numbers)
        assert {encoding.token(number, state) for number in numbers} == set(game.legal())


def test_every_kind_of_action_came_up() -> None:
    found = {number for game in GAMES for number in encoding.legal_indices(game.state)}
    starts = [
        *(encoding.BUILD, encoding.CUT, encoding.FREE_BRIDGE, encoding.HANDICAP_BRIDGE),
        *(encoding.DISCARD, encoding.DRAW_ROW, encoding.DRAW_PILE, encoding.ABSTAIN),
        encoding.N_ACTIONS,
    ]
    for first, end in pairwise(starts):
        assert found & set(range(first, end))


@pytest.mark.parametrize(
    ("hand", "discards"),
    [
        ("A", ["/A"]),
        ("AB", ["/A", "/B", "/AB"]),
        ("AA", ["/A", "/AA"]),
        ("AAB", ["/A", "/AA", "/B", "/AB", "/AAB"]),
    ],
)
def test_a_discard_is_a_set_of_places_in_the_sorted_hand(hand: str, discards: list[str]) -> None:
    state = position(hand=hand, row="CDE")
    numbers = range(encoding.DISCARD, encoding.DRAW_ROW)
    found = [n for n in encoding.legal_indices(state) if n in numbers]
    assert [encoding.token(n, state) for n in found] == discards


def test_a_full_hand_of_different_cards_has_all_31_discards() -> None:  # R3.4 R7.2
    state = position(hand="ABCDE", row="FGH")
    assert set(encoding.legal_indices(state)) >= set(range(encoding.DISCARD, encoding.DRAW_ROW))


def test_who_is_not_to_move_can_do_nothing() -> None:
    view = Game(seed=b"aloha").view("Black")
    assert not encoding.action_mask(view.state, 1).any()


def test_observations_are_numbers_from_0_to_1() -> None:
    for game in GAMES:
        for seat, name in enumerate(("White", "Black")):
            vector = observation(game.view(name).state, seat)  # type: ignore[arg-type]  # one of all there are
            assert vector.shape == (SIZE,)
            assert vector.dtype == np.float32
            assert vector.min() >= 0
            assert vector.max() <= 1


def test_an_observation_is_from_the_side_of_its_seat() -> None:
    game = Game(seed=b"aloha")
    game.play("DE +G")
    white = parts(observation(game.view("White").state, 0))
    black = parts(observation(game.view("Black").state, 1))
    assert list(white) == list(black) == list(PARTS)
    assert white["my bridges"].sum() == black["their bridges"].sum() == 1
    assert (white["I move"][0], black["I move"][0]) == (0, 1)
    assert black["their known cards"].sum() == 1  # the G that everybody saw taken
    assert white["my hand"].sum() == black["my hand"].sum() == 3


def test_no_observation_is_made_of_the_whole_truth() -> None:
    for tell in (observation, describe):
        with pytest.raises(ValueError, match="more than a seat may know"):
            tell(Game(seed=b"aloha").state, 0)


def test_what_differs_in_words_differs_in_numbers() -> None:
    words: dict[bytes, str] = {}
    for game in GAMES:
        state = game.view("White").state
        told = describe(state, 0)
        assert words.setdefault(observation(state, 0).tobytes(), told) == told


def test_a_number_is_read_as_the_token_that_it_is() -> None:
    state = position(hand="AAB", other="C", black="AB", row="CDE")
    for token in ("AD", "AAxAB", "ABxAB", "/AA", "+C", "+?", "-"):
        assert encoding.token(encoding.index(parse(token, 0), state), state) == token
    assert cards("AAB") == state.white.hand
