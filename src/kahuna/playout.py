"""Random games, played by plain functions over integers.

They run interpreted and, by `kahuna.compiled`, as machine code, and play the
very same game from the same seed in both. The generator is a 32-bit xorshift:
small, portable and good enough for playouts. Real deals come from `dealer`.
"""

from typing import Final

from kahuna.board import N_ISLANDS, N_LINES
from kahuna.rules import actions, legal
from kahuna.rules.cards import ALL_CARDS, count, n_parts, nth_bit, nth_part, one, size
from kahuna.rules.state import (
    EMPTY,
    HANDICAP,
    NEW_ROW,
    OVER,
    PLAY,
    State,
    Terms,
    mine,
    row_of,
    start,
)
from kahuna.rules.step import apply

LIVELINESS: Final = 85  # per cent: how often a lively player goes on building and cutting


def next_random(rng: int) -> int:
    """Return the generator's next state, from 1 to 2**32 - 1."""
    rng ^= rng << 13 & 0xFFFFFFFF
    rng ^= rng >> 17
    return rng ^ (rng << 5 & 0xFFFFFFFF)


def below(rng: int, limit: int) -> int:
    """Turn a generator state into a number below the limit."""
    return rng * limit >> 32


def seed_rng(seed: int) -> int:
    """Turn any number into a state of the generator that is not 0."""
    rng = (seed * 2654435769 + 1013904223) % 4294967295 + 1
    return next_random(next_random(rng))


def random_card(cards: int, rng: int) -> int:
    """Return a card of the multiset, each copy equally likely."""
    n = below(rng, size(cards))
    for island in range(N_ISLANDS):
        n -= count(cards, island)
        if n < 0:
            return island
    return EMPTY


def random_row(cards: int, rng: int) -> tuple[int, int]:
    """Return a row of three cards from the multiset, and the generator."""
    rng = next_random(rng)
    a = random_card(cards, rng)
    rng = next_random(rng)
    b = random_card(cards - one(a), rng)
    rng = next_random(rng)
    return row_of(a, b, random_card(cards - one(a) - one(b), rng)), rng


def random_hand(cards: int, rng: int) -> tuple[int, int]:
    """Return three cards from the multiset, and the generator."""
    hand = 0
    for _ in range(3):
        rng = next_random(rng)
        hand += one(random_card(cards - hand, rng))
    return hand, rng


def random_start(terms: Terms, handicap: int, weaker: int, rng: int) -> tuple[State, int]:
    """Return a random deal (R2.1), and the generator."""
    white, rng = random_hand(ALL_CARDS, rng)
    black, rng = random_hand(ALL_CARDS - white, rng)
    row, rng = random_row(ALL_CARDS - white - black, rng)
    return start(terms, white, black, row, handicap, weaker), rng


def plays(state: State) -> tuple[int, int, int, int, int]:
    """Return what can be done on the board, as sets of lines: builds, three ways to cut, free."""
    return (
        legal.builds(state),
        legal.cuts(state, actions.FIRST_TWICE),
        legal.cuts(state, actions.BOTH_ENDS),
        legal.cuts(state, actions.SECOND_TWICE),
        legal.free_bridges(state),
    )


def n_plays(sets: tuple[int, int, int, int, int]) -> int:
    """Return how many actions the sets hold."""
    builds, first, both, second, free = sets
    cuts = first.bit_count() + both.bit_count() + second.bit_count()
    return builds.bit_count() + cuts + free.bit_count()


def nth_play(sets: tuple[int, int, int, int, int], n: int) -> int:
    """Return the n-th action of the sets, counting from 0."""
    builds, first, both, second, free = sets
    if n < builds.bit_count():
        bit = nth_bit(builds, n)
        return actions.build(bit % N_LINES, bit // N_LINES)
    n -= builds.bit_count()
    if n < first.bit_count():
        return actions.cut(nth_bit(first, n), actions.FIRST_TWICE)
    n -= first.bit_count()
    if n < both.bit_count():
        return actions.cut(nth_bit(both, n), actions.BOTH_ENDS)
    n -= both.bit_count()
    if n < second.bit_count():
        return actions.cut(nth_bit(second, n), actions.SECOND_TWICE)
    return actions.free_bridge(nth_bit(free, n - second.bit_count()))


def random_play(state: State, rng: int) -> int:
    """Return a random play or discard, or -1 for ending the turn: every way is equally likely."""
    sets = plays(state)
    discards = n_parts(mine(state).hand) - 1 if legal.may_discard(state) else 0
    n = below(rng, n_plays(sets) + discards + random_ends(state))
    if n < n_plays(sets):
        return nth_play(sets, n)
    n -= n_plays(sets)
    return actions.discard(nth_part(mine(state).hand, n + 1)) if n < discards else -1


def row_places(row: int) -> int:
    """Return how many places of the row hold a card."""
    places = 0
    for place in range(3):
        if row >> 4 * place & 15 != EMPTY:
            places += 1
    return places


def n_draws(state: State) -> int:
    """Return in how many ways the mover can draw: each card of the row, and the pile."""
    if not legal.may_draw(state):
        return 0
    return row_places(state.table.row) + (1 if state.table.pile > 0 else 0)


def random_ends(state: State) -> int:
    """Return in how many ways the turn can end: a card of the row, the pile, or no draw."""
    return n_draws(state) + (1 if legal.may_abstain(state) else 0)


def random_end(state: State, rng: int) -> tuple[int, int]:
    """Return a random end of the turn, and the generator."""
    n = below(rng, random_ends(state))
    if legal.may_abstain(state):
        if n == 0:
            return actions.abstain(), rng
        n -= 1
    return nth_draw(state, n, rng)


def nth_draw(state: State, n: int, rng: int) -> tuple[int, int]:
    """Return the n-th way to draw, with a random card from the pile, and the generator."""
    table = state.table
    rng = next_random(rng)
    fresh = random_card(table.unseen, rng) if table.pile > 0 else EMPTY
    if table.pile > 0:
        if n == 0:
            return actions.draw_pile(fresh), rng
        n -= 1
    for place in range(3):
        card = table.row >> 4 * place & 15
        if card != EMPTY:
            if n == 0:
                return actions.draw_row(card, fresh), rng
            n -= 1
    return actions.abstain(), rng


def random_action(state: State, rng: int) -> tuple[int, int]:
    """Return a random legal action with its outcome of chance, and the generator."""
    rng = next_random(rng)
    if state.turn.phase == NEW_ROW:
        row, rng = random_row(state.table.discard, rng)
        return actions.lay_row(row), rng
    if state.turn.phase == HANDICAP:
        lines = legal.handicap_lines(state)
        return actions.handicap_bridge(nth_bit(lines, below(rng, lines.bit_count()))), rng
    action = random_play(state, rng)
    if action >= 0:
        return action, rng
    return random_end(state, next_random(rng))


def playout(state: State, rng: int) -> tuple[State, int]:
    """Play at random to the end; return the last position and the generator."""
    while state.turn.phase != OVER:
        action, rng = random_action(state, rng)
        state = apply(state, action)
    return state, rng


def lively_action(state: State, rng: int) -> tuple[int, int]:
    """Return a random action of somebody who means to play, and the generator.

    Mostly it builds or cuts while it can, then draws; it abstains or discards only where
    there is nothing else. (Of all legal actions most are discards: chosen evenly, they
    leave little of a game.)
    """
    rng = next_random(rng)
    if state.turn.phase != PLAY:
        return random_action(state, rng)
    sets, ways, may_abstain = plays(state), n_draws(state), legal.may_abstain(state)
    goes_on = below(rng, 100) < LIVELINESS or state.last_turns > 0 or not (ways or may_abstain)
    rng = next_random(rng)
    if goes_on and n_plays(sets):
        return nth_play(sets, below(rng, n_plays(sets))), rng
    if ways:
        return nth_draw(state, below(rng, ways), rng)
    if may_abstain:
        return actions.abstain(), rng
    return actions.discard(one(random_card(mine(state).hand, rng))), rng


def lively_playout(state: State, rng: int) -> tuple[State, int]:
    """Play to the end by lively actions; return the last position and the generator."""
    while state.turn.phase != OVER:
        action, rng = lively_action(state, rng)
        state = apply(state, action)
    return state, rng
