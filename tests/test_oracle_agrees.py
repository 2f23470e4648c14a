"""The engine against the oracle, a second and independent reading of the rules."""

import random

import pytest

from kahuna import Game, Record
from kahuna.rules import legal, moves
from kahuna.rules.reasons import why_illegal
from tests.golden_records import HANDICAPS, WEIGHTS
from tests.oracle import Oracle, random_game

GAMES_A_TEST = 10


@pytest.mark.parametrize("seed", range(12))
def test_engine_and_oracle_agree_on_every_legal_token_and_every_position(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(GAMES_A_TEST):
        starts, variants = rng.choice(["White", "Black"]), rng.choice(["none", "1", "2", "1 2"])
        handicap = rng.choice(HANDICAPS)
        deal, tokens = random_game(rng, starts, variants, handicap, rng.choice(WEIGHTS))
        oracle = Oracle(deal, starts, variants, handicap)
        tags = {"KGN": "1", "Starts": starts, "Variants": variants, "Deal": deal}
        game = Game.from_record(Record(tags | ({"Handicap": handicap} if handicap else {})))
        for token in tokens:
            assert sorted(game.legal()) == sorted(oracle.tokens())
            oracle.play(token)
            assert game.play(token) == [token]
            assert game.summary() == oracle.summary()
        assert game.is_over
        assert game.legal() == []


def test_an_action_is_legal_just_when_it_is_listed_and_just_then_has_no_reason_against_it() -> None:
    rng = random.Random(7)
    every = _all_actions()
    for n in range(6):
        variants = ["none", "1", "2", "1 2"][n % 4]
        deal, tokens = random_game(rng, "White", variants, None, WEIGHTS[n % 4])
        tags = {"KGN": "1", "Starts": "White", "Variants": variants, "Deal": deal}
        for state in list(Game.from_record(Record(tags, tokens)))[::9]:
            listed = set(moves.outcomes(state))
            for action in every | listed:
                assert legal.is_legal(state, action) == (action in listed)
                assert (why_illegal(state, action) is None) == (action in listed)


def _all_actions() -> set[int]:
    """Return every action that has a fixed token, and some rows and discards."""
    from kahuna.notation.tokens import _ACTIONS, parse

    words = ("/A", "/AB", "/CD", "/AAB", "/EFG", "/?", "@ABC", "@DEF", "@GHI", "@LLK")
    return set(_ACTIONS.values()) | {parse(word, 0) for word in words}
