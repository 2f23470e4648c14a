"""What a player believes about hidden cards is exactly what the history leaves open."""

import random
from collections import Counter
from functools import cache
from math import sqrt

import pytest

from kahuna import Game
from kahuna.ai.belief import Belief
from kahuna.ai.belief.sample import sample_state
from kahuna.notation import tokens
from kahuna.notation.setup import VARIANTS, Seat, Variants
from kahuna.playout import seed_rng
from kahuna.rules.cards import ALL_CARDS, size
from kahuna.rules.state import State, row_cards
from kahuna.view import View
from tests.ai.brute_belief import BruteBelief, TooManyWorldsError

SEATS: tuple[Seat, Seat] = ("White", "Black")
MOST_WORLDS = 1200
SAMPLES = 4000


def game_with_discards(seed: int, variants: Variants, length: int) -> Game:
    """Return a random game in which cards are often discarded and mostly drawn from the row."""
    rng = random.Random(seed)
    game = Game(seed=b"belief %d" % seed, variants=variants)
    for _ in range(length):
        legal = game.legal()
        if rng.random() < 0.15:
            legal = [token for token in legal if token[0] == "/"] or legal
        elif rng.random() < 0.5:
            legal = [token for token in legal if token[0] == "+"] or legal
            if rng.random() < 0.7:
                legal = [token for token in legal if token != "+?"] or legal
        before = game.copy()
        game.play(rng.choice(legal))
        if game.is_over:
            return before
    return game


@cache
def small_cases(variants: Variants, wanted: int) -> list[tuple[View, BruteBelief]]:
    """Return late positions with few enough possibilities to count them all."""
    found = []
    for seed in range(1000):
        game = game_with_discards(seed, variants, length=20 + seed % 60)
        view = game.view(SEATS[seed % 2])
        try:
            brute = BruteBelief(view.track, MOST_WORLDS)
        except TooManyWorldsError:
            continue
        if len(brute.secrets()) > 1 or seed % 8 == 0:
            found.append((view, brute))
        if len(found) == wanted:
            return found
    raise AssertionError("too few small cases")


def secret_of(state: State, view: View) -> tuple[str, str]:
    """Return the opponent's hand, without open cards, and the cards the viewer sees face down."""
    side = state.black if view.viewer == "White" else state.white
    buried = state.table.discard - view.state.table.discard
    return tokens.letters(side.hand - side.open), tokens.letters(buried)


@pytest.mark.parametrize("variants", VARIANTS)
def test_the_hands_and_their_chances_are_those_of_counting_every_history(
    variants: Variants,
) -> None:
    for view, brute in small_cases(variants, wanted=20):
        expected: Counter[str] = Counter()
        for (hand, _), chance in brute.secrets().items():
            expected[hand] += chance  # type: ignore[assignment]  # it adds up chances
        shown = tokens.cards((view.black if view.viewer == "White" else view.white).open)
        hands = {tokens.letters(c - shown): p for c, p in Belief(view).hands.items()}
        assert hands == pytest.approx(dict(expected), abs=1e-9)


@pytest.mark.parametrize("variants", VARIANTS)
def test_samples_come_as_often_as_the_histories_that_lead_to_them(variants: Variants) -> None:
    for view, brute in small_cases(variants, wanted=20):
        secrets, belief = brute.secrets(), Belief(view)
        rng, found = seed_rng(1), Counter[tuple[str, str]]()
        for _ in range(SAMPLES):
            state, rng = sample_state(belief.beliefs, rng)
            found[secret_of(state, view)] += 1
        assert set(found) <= set(secrets)
        for secret, chance in secrets.items():
            bound = 5 * sqrt(chance * (1 - chance) / SAMPLES) + 3 / SAMPLES
            assert abs(found[secret] / SAMPLES - chance) < bound, secret


@pytest.mark.parametrize("variants", VARIANTS)
def test_a_sample_is_a_whole_position_that_looks_the_same_to_the_viewer(
    variants: Variants,
) -> None:
    for seed in range(20):
        game = game_with_discards(seed, variants, length=10 + 4 * seed)
        for seat in SEATS:
            view = game.view(seat)
            state, known = Belief(view).sample(seed), view.state
            cards = (state.white.hand, state.black.hand, state.table.unseen, state.table.discard)
            assert sum(cards) + row_cards(state.table.row) == ALL_CARDS
            assert size(state.table.unseen) == state.table.pile == known.table.pile
            assert state.terms.masked == state.white.hidden == state.black.hidden == 0
            assert (state.turn, state.round, state.table.row) == (
                known.turn,
                known.round,
                known.table.row,
            )


def test_the_truth_is_always_thought_possible() -> None:
    for seed in range(30):
        game = game_with_discards(seed, VARIANTS[seed % 4], length=30 + 3 * seed)
        for seat in SEATS:
            held = (game.state.black if seat == "White" else game.state.white).hand
            assert Belief(game.view(seat)).hands[held] > 0


def test_a_spectator_is_not_a_player() -> None:
    with pytest.raises(ValueError, match="one seat"):
        Belief(Game(seed=b"aloha").view("Spectator"))
