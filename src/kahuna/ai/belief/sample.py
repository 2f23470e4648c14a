"""Full positions drawn from what a viewer believes."""

from typing import NamedTuple

import numpy as np

from kahuna.ai.belief.follow import (
    GROUP_BITS,
    MAX_GROUPS,
    fitting,
    pool,
    secret_size,
    side_of,
)
from kahuna.ai.belief.hypotheses import Hypotheses, add, empty, tidy
from kahuna.ai.belief.parts import Floats, Ints, choose, parts_of_size, picks
from kahuna.compiled.jit import jit
from kahuna.playout import next_random, random_card
from kahuna.rules.cards import one, size, some
from kahuna.rules.state import WHITE, Side, State, Table, Terms

MAX_TRIES = 100_000  # far more than R11.2 ever makes necessary


class Beliefs(NamedTuple):
    """What a viewer believes, for compiled code."""

    state: State  # as the viewer knows it
    seat: int  # whose cards are masked
    held: Ints
    buried: Ints
    groups: Ints
    sums: Floats  # of the weights, growing to 1
    masks: Ints


@jit
def beliefs_of(state: State, seat: int, hyps: Hypotheses, masks: Ints) -> Beliefs:
    """Return the hypotheses as a table to draw from."""
    n = hyps.length[0]
    sums = np.cumsum(hyps.weight[:n])
    return Beliefs(
        state, seat, hyps.held[:n], hyps.buried[:n], hyps.groups[:n], sums / sums[-1], masks
    )


@jit
def random_part(cards: int, number: int, rng: int) -> tuple[int, int]:
    """Return so many random cards of the multiset, and the generator."""
    part = 0
    for _ in range(number):
        rng = next_random(rng)
        part += one(random_card(cards - part, rng))
    return part, rng


@jit
def _random_buried(beliefs: Beliefs, i: int, rest: int, number: int, rng: int) -> tuple[int, int]:
    """Return the hidden cards face down, or -1 if R11.2 forbids them, and the generator."""
    buried = 0
    for group in range(MAX_GROUPS if beliefs.groups[i] else 0):
        in_group = beliefs.groups[i] >> GROUP_BITS * group & 7
        part, rng = random_part(rest - buried, in_group, rng)
        if some(part) & beliefs.masks[group]:
            return -1, rng
        buried += part
        number -= in_group
    part, rng = random_part(rest - buried, number, rng)
    return buried + part, rng


@jit
def sample_cards(beliefs: Beliefs, rng: int) -> tuple[int, int, int]:
    """Return the cards in the hand that do not lie open, those face down, and the generator."""
    everything = pool(beliefs.state, beliefs.seat)
    secret = secret_size(beliefs.state, beliefs.seat)
    hand = buried = 0
    for _ in range(MAX_TRIES):
        rng = next_random(rng)
        i = min(int(np.searchsorted(beliefs.sums, rng / 4294967296.0)), len(beliefs.sums) - 1)
        held, under = beliefs.held[i], beliefs.buried[i]
        rest = everything - held - under
        hidden, rng = random_part(rest, secret - size(held), rng)
        number = beliefs.state.table.buried - size(under)
        extra, rng = _random_buried(beliefs, i, rest - hidden, number, rng)
        if extra >= 0:
            hand, buried = held + hidden, under + extra
            break
    return hand, buried, rng


@jit
def unmask(state: State, seat: int, hand: int, buried: int) -> State:
    """Return the full position in which the seat holds these cards, besides those that lie open."""
    side, table = side_of(state, seat), state.table
    pile = pool(state, seat) - hand - buried
    side = Side(side.bridges, hand + side.open, side.open, 0, side.points)
    return State(
        side if seat == WHITE else state.white,
        state.black if seat == WHITE else side,
        Table(table.row, table.pile, pile, table.discard + buried, 0),
        state.turn,
        Terms(state.terms.variants, state.terms.starter, 0),
        state.round,
        state.last_turns,
        state.handicap,
        state.ending,
        state.winner,
    )


@jit
def sample_state(beliefs: Beliefs, rng: int) -> tuple[State, int]:
    """Return a full position that the viewer thinks possible, and the generator."""
    hand, buried, rng = sample_cards(beliefs, rng)
    return unmask(beliefs.state, beliefs.seat, hand, buried), rng


@jit
def hands_of(beliefs: Beliefs, most: int) -> tuple[Ints, Floats]:
    """Return every hand that the seat may hold, open cards left out, with its probability.

    If there may be more than `most` of them, return none.
    """
    everything = pool(beliefs.state, beliefs.seat)
    secret = secret_size(beliefs.state, beliefs.seat)
    found = empty(most)
    before = 0.0
    for i in range(len(beliefs.held)):
        weight, before = beliefs.sums[i] - before, beliefs.sums[i]
        rest = everything - beliefs.held[i] - beliefs.buried[i]
        hidden = secret - size(beliefs.held[i])
        total = choose(size(rest), hidden)
        for part in parts_of_size(rest, hidden):
            chance = weight * picks(rest, part) / total
            chance *= fitting(rest - part, beliefs.groups[i], beliefs.masks)
            if chance > 0.0:
                if found.length[0] == most:
                    return np.zeros(0, np.int64), np.zeros(0)
                add(found, beliefs.held[i] + part, 0, 0, chance)
    found = tidy(found)
    n = found.length[0]
    return found.held[:n], found.weight[:n]
