"""Turns: all distinct outcomes of a turn, and a way to each."""

import numpy as np
import pytest

from kahuna.ai import turns
from kahuna.playout import random_action, random_start, seed_rng
from kahuna.rules import actions, legal, moves
from kahuna.rules.cards import one
from kahuna.rules.state import (
    NOBODY,
    OVER,
    PLAY,
    PROTECTED_ISLANDS,
    Side,
    State,
    Table,
    Terms,
    mine,
    start,
    theirs,
)
from kahuna.rules.step import apply

Outcome = tuple[int, int, int, int, int]  # bridges of both, hand, open, over
ROOM = turns.make_room()


def positions(variants: int, games: int) -> list[State]:
    """Return positions of random games in which a turn may be in its midst."""
    found = []
    for seed in range(games):
        state, rng = random_start(Terms(variants, seed & 1, 0), 0, NOBODY, seed_rng(seed))
        while state.turn.phase != OVER:
            if state.turn.phase == PLAY:
                found.append(state)
            action, rng = random_action(state, rng)
            state = apply(state, action)
    return found


def slowly(state: State) -> dict[Outcome, int]:
    """Return every outcome with the length of a shortest way, by the rules alone."""
    found: dict[Outcome, int] = {}
    seen, layer, length = {state}, [state], 0
    while layer:
        following = []
        for now in layer:
            if now.turn.phase == OVER or legal.may_abstain(now) or legal.may_draw(now):
                found.setdefault(outcome_of(state, now), length)
            for action in moves.plays(now) if now.turn.phase == PLAY else []:
                after = apply(now, action)
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer, length = following, length + 1
    return found


def outcome_of(before: State, after: State) -> Outcome:
    me = after.white if before.turn.mover == 0 else after.black
    other = after.black if before.turn.mover == 0 else after.white
    return me.bridges, other.bridges, me.hand, me.open, int(after.turn.phase == OVER)


def listed(state: State) -> dict[Outcome, list[int]]:
    """Return every outcome that `enumerate_turns` finds, with its way."""
    me, into = mine(state), np.zeros(turns.MAX_PLAYS, np.int64)
    found = {}
    for k in range(turns.enumerate_turns(state, ROOM)):
        hand = int(ROOM.hand[k])
        shown = turns.open_after(me.hand, me.open, hand)
        key = (int(ROOM.mine[k]), int(ROOM.theirs[k]), hand, shown, int(ROOM.over[k]))
        assert key not in found, "an outcome is listed once"
        found[key] = into[: turns.way(ROOM, k, into)].tolist()
    return found


@pytest.mark.parametrize("variants", range(4))
def test_all_outcomes_are_found_each_by_a_shortest_legal_way(variants: int) -> None:
    sample = positions(variants, 4)
    for state in sample[:: max(1, len(sample) // 60)]:
        expected, found = slowly(state), listed(state)
        assert found.keys() == expected.keys()
        for outcome, way in found.items():
            assert len(way) == expected[outcome]
            after = state
            for action in way:
                assert legal.is_legal(after, action)
                after = apply(after, action)
            assert outcome_of(state, after) == outcome


def rich_position(variants: int) -> State:
    """Return a position of round 2 with a full board and five cards."""
    terms = Terms(variants, 0, 0)
    hand = sum(one(card) for card in (4, 4, 7, 8, 9))
    state = start(terms, hand, 0, 0x321)
    white = Side(0b101010001000100010001, hand, 0, 0, 0)
    black = Side(0b010101000100010001000000, 0, 0, 0, 1)
    table = Table(state.table.row, 10, 0, 0, 0)
    return state._replace(white=white, black=black, table=table, round=2)


@pytest.mark.parametrize("variants", [0, PROTECTED_ISLANDS])
def test_five_cards_on_a_full_board_have_thousands_of_outcomes(variants: int) -> None:
    state = rich_position(variants)
    assert len(listed(state)) == len(slowly(state)) > 500
    assert not turns.was_capped(ROOM)


def test_with_five_cards_after_an_abstention_one_must_play_or_discard() -> None:
    state = rich_position(0)  # R7.4
    state = state._replace(turn=state.turn._replace(abstained=1))
    untouched = (state.white.bridges, state.black.bridges, state.white.hand, 0, 0)
    assert untouched not in listed(state)
    assert listed(state).keys() == slowly(state).keys()


def test_a_turn_that_discarded_has_one_outcome() -> None:
    state = apply(rich_position(0), actions.discard(one(4)))  # R3.4
    assert turns.enumerate_turns(state, ROOM) == 1


def test_taking_the_last_bridge_ends_the_game() -> None:
    state = rich_position(0)
    black = state.black._replace(bridges=1 << 13)  # EH, with EE or EH in hand
    over = [key for key in listed(state._replace(black=black)) if key[4]]
    assert over  # R10.2
    assert all(theirs_left == 0 for _, theirs_left, *_ in over)
    assert theirs(state).bridges != 0


def test_the_cap_keeps_what_was_found_first() -> None:
    state, whole = rich_position(0), listed(rich_position(0))
    kept = {"table": ROOM.table, "counts": ROOM.counts}
    cut = {name: part[:200] for name, part in ROOM._asdict().items() if name not in kept}
    small = turns.Room(**cut, **kept)
    n = turns.enumerate_turns(state, small)
    assert n <= 200
    assert turns.was_capped(small)
    keys = {(int(small.mine[k]), int(small.theirs[k]), int(small.hand[k])) for k in range(n)}
    assert keys <= {key[:3] for key in whole}
