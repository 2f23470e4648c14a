"""Features: what a seat knows, and nothing else."""

from itertools import pairwise

import numpy as np
import pytest

from kahuna.ai import features
from kahuna.ai.features import (
    BOARD_SLOTS,
    DRAWS_AT,
    INPUTS,
    MAX_DRAWS,
    SLOTS,
    STAGES,
    TO_DRAW,
    TO_PLAY,
    WAITING,
    Slots,
)
from kahuna.ai.training import tables
from kahuna.notation.setup import Deal, Setup
from kahuna.notation.tokens import letters
from kahuna.playout import random_action, random_start, seed_rng
from kahuna.rules.cards import ALL_CARDS, one, size
from kahuna.rules.state import NEW_ROW, NOBODY, OVER, State, Terms, row_cards, start
from kahuna.track import Track
from kahuna.view import MaskedTrack


def filled(state: State, seat: int, stage: int) -> Slots:
    slots = np.full(SLOTS, -1, np.int16)
    slots[-1] = 0
    features.fill(state, seat, stage, slots)
    return slots


def games(variants: int, count: int = 3) -> list[list[tables.Tables]]:
    """Return the positions of random games, whole and as each player knows them."""
    found = []
    for seed in range(count):
        now, rng = tables.deal(variants, seed & 1, seed % 4, 1, seed_rng(seed))
        game = [now]
        while now.truth.turn.phase != OVER:
            action, rng = random_action(now.truth, rng)
            now = tables.advance(now, action)
            game.append(now)
        found.append(game)
    return found


@pytest.mark.parametrize("variants", range(4))
def test_every_slot_holds_an_input_of_its_own_group(variants: int) -> None:
    values: list[set[int]] = [set() for _ in range(SLOTS)]
    for game in games(variants):
        for now in game:
            for seat, known in enumerate((now.white, now.black)):
                for stage in range(STAGES):
                    slots = filled(known, seat, stage)
                    assert slots.min() >= 0
                    assert slots.max() < INPUTS
                    for slot, value in enumerate(slots.tolist()):
                        values[slot].add(value)
    every = [value for group in values for value in group if value]
    assert len(every) == len(set(every)), "no input stands for two things"


@pytest.mark.parametrize("variants", range(4))
def test_what_training_lets_a_player_know_is_what_a_view_shows(variants: int) -> None:
    names = ("none", "1", "2", "1 2")
    state, rng = random_start(Terms(variants, 0, 0), 0, NOBODY, seed_rng(variants))
    row = "".join("ABCDEFGHIJKL"[state.table.row >> 4 * place & 15] for place in range(3))
    deal = Deal(letters(state.white.hand), letters(state.black.hand), row)
    track = Track(Setup(deal, "White", names[variants]))  # type: ignore[arg-type]  # one of all there are
    now = tables.Tables(state, tables.masked_start(state, 0), tables.masked_start(state, 1))
    views = MaskedTrack(track, "White"), MaskedTrack(track, "Black")
    while track.state.turn.phase != OVER:
        action, rng = random_action(track.state, rng)
        track.push(action)
        now = tables.advance(now, action)
        assert now.truth == track.state
        assert now.white == views[0].follow(track).state
        assert now.black == views[1].follow(track).state


def test_the_opponents_hidden_cards_change_nothing() -> None:
    terms = Terms(0, 0, 0)
    row = 0x654
    slots = []
    for black in (one(0) + one(1) + one(2), 2 * one(8) + one(9)):
        rest = start(terms, 2 * one(10) + one(11), black, row)
        slots.append(filled(tables.masked_start(rest, 0), 0, TO_PLAY))
    assert (slots[0] == slots[1]).all()


def test_colours_do_not_matter() -> None:
    for game in games(3, 1):
        for now in game:
            state = now.white
            terms = state.terms._replace(masked=state.terms.masked >> 1 | 2)
            swapped = state._replace(white=state.black, black=state.white, terms=terms)
            assert (filled(state, 0, WAITING) == filled(swapped, 1, WAITING)).all()


def test_plays_change_only_the_first_slots() -> None:
    for game in games(0, 2):
        for before, after in pairwise(game):
            seat = before.truth.turn.mover
            same_turn = after.truth.turn.number == before.truth.turn.number
            if same_turn and before.truth.turn.phase == after.truth.turn.phase == 1:
                known = (before.white, after.white) if seat == 0 else (before.black, after.black)
                one_, other = (filled(state, seat, TO_DRAW) for state in known)
                assert (one_[BOARD_SLOTS:] == other[BOARD_SLOTS:]).all()


def test_between_two_rounds_the_next_one_counts() -> None:
    game = next(game for game in games(0) if any(s.truth.turn.phase == NEW_ROW for s in game))
    now = next(tables_ for tables_ in game if tables_.truth.turn.phase == NEW_ROW)
    facts = features.known(now.white, 0, WAITING)
    assert facts.round == now.truth.round + 1
    assert facts.draws == size(now.truth.table.discard)
    assert facts.row == 0
    place = filled(now.white, 0, WAITING)[features.REST_SLOT] - DRAWS_AT
    assert place == (2 * (facts.round - 1) + 1) * (MAX_DRAWS + 1) + facts.draws


def test_all_cards_are_accounted_for() -> None:
    for game in games(2, 2):
        for now in game:
            state = now.white
            known = state.white.hand + state.black.hand + state.table.unseen + state.table.discard
            known += row_cards(state.table.row)
            assert known == ALL_CARDS
