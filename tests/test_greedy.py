"""The simple opponent: always legal, never foolish, better than chance."""

import random
from itertools import product

import pytest

from kahuna import Deal, Game
from kahuna.ai import greedy
from kahuna.notation import Seat, Variants
from kahuna.notation.setup import VARIANTS
from kahuna.rules.state import State
from tests.positions import position

HANDICAPS: tuple[tuple[Seat, int] | None, ...] = (None, ("White", 1), ("Black", 3))
TOO_LONG = 2000  # tokens


def random_token(game: Game, rng: random.Random) -> str:
    assert game.mover is not None
    return rng.choice(game.view(game.mover).legal).token


def greedy_token(game: Game, rng: random.Random) -> str:
    assert game.mover is not None
    view = game.view(game.mover)
    token = greedy.choose(view, rng)
    assert token in [choice.token for choice in view.legal]
    return token


def play_out(number: int, variants: Variants, handicap: tuple[Seat, int] | None) -> Game:
    """Play a whole game of the opponent against itself."""
    rng = random.Random(number)
    game = Game(seed=str(number).encode(), variants=variants, handicap=handicap)
    while not game.is_over:
        game.play(greedy_token(game, rng))
        assert len(game.tokens) < TOO_LONG
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("variants", "handicap"), list(product(VARIANTS, HANDICAPS)))
def test_it_plays_only_legal_tokens_and_every_game_ends(
    variants: Variants, handicap: tuple[Seat, int] | None
) -> None:
    for number in range(5):  # 60 games in all
        play_out(number, variants, handicap)


def test_it_beats_a_random_player_in_most_games() -> None:
    won = 0
    for number in range(20):
        rng = random.Random(number)
        me: Seat = "White" if number % 2 else "Black"
        game = Game(seed=str(number).encode(), variants=VARIANTS[number % 4])
        while not game.is_over:
            game.play(greedy_token(game, rng) if game.mover == me else random_token(game, rng))
        won += game.result == me
    assert won >= 17


def test_the_same_view_and_the_same_rng_give_the_same_token() -> None:
    game = Game(seed=b"aloha")
    tokens = {greedy.choose(game.view("White"), random.Random(7)) for _ in range(5)}
    assert len(tokens) == 1


FULL_AROUND_ALOA_AND_LALE = "AB AD AH HL IL KL BD DE DH"


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(position("AB", hand="A"), {"AD", "AH"}, id="takes an island"),
        pytest.param(position("AB AD", "DH BD", hand="D"), {"DE"}, id="goes on from its bridges"),
        pytest.param(
            position("CF CG", "CK AB AD", hand="CC"), {"CB"}, id="takes the island it can remove at"
        ),
        pytest.param(
            position("AB", "KL", hand="KL", round_number=2), {"KLxKL"}, id="cuts the last bridge"
        ),
        pytest.param(
            position(FULL_AROUND_ALOA_AND_LALE, hand="A", row="BCF"),
            {"+B", "+C", "+F", "+?"},
            id="draws when nothing can be done",
        ),
        pytest.param(
            position(FULL_AROUND_ALOA_AND_LALE, hand="AADLL", row="BCF"),
            {"/AA", "/AD", "/AL", "/DL", "/LL"},
            id="discards of five useless cards",
        ),
        pytest.param(
            position(FULL_AROUND_ALOA_AND_LALE, hand="A", last_turns=1, pile=False),
            {"-"},
            id="ends its last turn",
        ),
        pytest.param(
            position("AB AD AH", "EF", hand="AK", row="EEF", round_number=3),
            {"KC", "KG", "KI", "KJ", "KL", "+E", "+F", "+?"},
            id="never cuts or discards for nothing",
        ),
    ],
)
def test_it_acts_with_sense(state: State, expected: set[str]) -> None:
    view = Game(seed=b"aloha").view("White")
    view.track.states[-1] = state
    for number in range(5):
        assert greedy.choose(view, random.Random(number)) in expected


def test_it_keeps_cards_for_later_rather_than_build_for_nothing() -> None:
    game = play_out(1, "none", None)
    turns = game.view("Spectator").history
    assert any(len(turn.tokens) == 1 and turn.tokens[0][0] == "+" for turn in turns)


def test_it_places_handicap_bridges_so_that_they_control_an_island() -> None:
    game = Game(seed=b"aloha", handicap=("Black", 2))
    rng = random.Random(3)
    for _ in range(2):
        game.play(greedy_token(game, rng))
    assert game.view("Black").black.islands


def test_it_refuses_a_view_of_somebody_who_is_not_to_move() -> None:
    with pytest.raises(ValueError, match="Black is not to move"):
        greedy.choose(Game(seed=b"aloha").view("Black"), random.Random(1))


def test_it_knows_only_its_view() -> None:
    """Two games that differ only in what White cannot see bring the same choice."""
    choices = set()
    for black in ("BEL", "KLL"):
        game = Game(deal=Deal("ADF", black, "GIJ"))
        game.play("AD +?C -")
        choices.add(greedy.choose(game.view("White"), random.Random(5)))
    assert len(choices) == 1
