"""All that can come next, as lists of actions."""

from collections.abc import Iterator
from functools import cache, lru_cache

from kahuna.board import N_ISLANDS, N_LINES
from kahuna.rules import actions, legal
from kahuna.rules.cards import count, one
from kahuna.rules.state import EMPTY, NEW_ROW, State, mine, row_of, theirs


def choices(state: State) -> list[int]:
    """Return all that the mover can choose: draws do not say what chance will bring."""
    return [*plays(state), *ends(state)]


def plays(state: State) -> list[int]:
    """Return the mover's builds, cuts, free and handicap bridges and discards."""
    found = on_lines(state)
    if legal.may_discard(state):
        found += discards(mine(state).hand)
    return found


def on_lines(state: State) -> list[int]:
    """Return the mover's builds, cuts, free and handicap bridges."""
    if not legal.may_play(state):
        return [actions.handicap_bridge(line) for line in _bits(legal.handicap_lines(state))]
    lines, hand, bridges = legal.open_lines(state), mine(state).hand, theirs(state).bridges
    found = [_BUILDS[bit] for bit in _bits((lines | lines << N_LINES) & _buildable(hand))]
    for how in (actions.FIRST_TWICE, actions.BOTH_ENDS, actions.SECOND_TWICE):
        found += [actions.cut(line, how) for line in _bits(bridges & _cuttable(hand, how))]
    found += [actions.free_bridge(line) for line in _bits(legal.free_bridges(state))]
    return found


def discards(hand: int) -> list[int]:
    """Return every discard out of the hand: all its parts but the empty one."""
    found = [actions.discard(0)]
    for island in range(N_ISLANDS):
        card, parts = one(island), found
        for copies in range(1, count(hand, island) + 1):
            found = found + [part + copies * card for part in parts]
    return found[1:]


def ends(state: State) -> list[int]:
    """Return how the mover can end the turn, without what chance will bring."""
    found = list[int]()
    if legal.may_draw(state):
        found += _row_draws(state.table.row)
        if state.table.pile:
            found.append(actions.draw_pile())
    if legal.may_abstain(state):
        found.append(actions.abstain())
    return found


def outcomes(state: State) -> list[int]:
    """Return all actions that can come next, each outcome of chance as one of its own."""
    if state.turn.phase == NEW_ROW:
        return [actions.lay_row(row) for row in _rows(state.table.discard)]
    found = plays(state)
    if legal.may_draw(state):
        fresh = _kinds(state.table.unseen) if state.table.pile else [actions.UNKNOWN]
        for card in _row_kinds(state.table.row):
            found += [actions.draw_row(card, refill) for refill in fresh]
        if state.table.pile:
            found += [actions.draw_pile(card) for card in fresh]
    if legal.may_abstain(state):
        found.append(actions.abstain())
    return found


# The same hand is looked at again and again.
_buildable = lru_cache(maxsize=1024)(legal.buildable)
_cuttable = lru_cache(maxsize=2048)(legal.cuttable)
_BUILDS = tuple(actions.build(line, end) for end in (0, 1) for line in range(N_LINES))


def _bits(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _kinds(cards: int) -> list[int]:
    """Return the islands that are on the cards."""
    return [island for island in range(N_ISLANDS) if count(cards, island)]


@cache  # there are two thousand
def _row_kinds(row: int) -> tuple[int, ...]:
    """Return the islands in the row, each once, from left to right."""
    places = (row >> 4 * place & 15 for place in range(3))
    return tuple(dict.fromkeys(card for card in places if card != EMPTY))


@cache
def _row_draws(row: int) -> tuple[int, ...]:
    """Return the draws of a card of the row, without what will take its place."""
    return tuple(map(actions.draw_row, _row_kinds(row)))


def _rows(cards: int) -> Iterator[int]:
    """Yield every row that can be laid from these cards."""
    for a in _kinds(cards):
        for b in _kinds(cards - one(a)):
            for c in _kinds(cards - one(a) - one(b)):
                yield row_of(a, b, c)
