"""A fixed list of actions, the same for PettingZoo and OpenSpiel.

Each of the `N_ACTIONS` numbers is one token of the notation, as its player chooses
it; what chance brings is no part of it.

====  ======================  ==================================================
  54  `BUILD`                 27 lines by the card of the first island, then 27
                              by that of the second
  81  `CUT`                   27 lines each by the first island's card twice, by
                              both, by the second's twice
  27  `FREE_BRIDGE`           a line each (R11.1)
  27  `HANDICAP_BRIDGE`       a line each (R2.3)
  31  `DISCARD`               a set of places in the mover's sorted hand, 1 to 31:
                              bit 0 is the first card
  12  `DRAW_ROW`              an island each
   1  `DRAW_PILE`
   1  `ABSTAIN`
====  ======================  ==================================================

A discard is told by places, since a list of all parts of all hands would be 5,095
actions long. Of two equal cards the first goes before the second, so that there
is one number for each different discard.

>>> from kahuna import Game
>>> view = Game(seed=b"aloha").view("White")
>>> view.white.hand, [token(n, view.state) for n in legal_indices(view.state)][-8:]
('DFL', ['/DL', '/FL', '/DFL', '+E', '+G', '+H', '+?', '-'])
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kahuna.board import N_ISLANDS, N_LINES
from kahuna.notation.tokens import name
from kahuna.rules import actions, legal
from kahuna.rules.cards import count, lowest, n_parts, nth_part, one, some
from kahuna.rules.state import MAX_HAND, State, mine, row_cards

BUILD: Final = 0
CUT: Final = BUILD + 2 * N_LINES
FREE_BRIDGE: Final = CUT + 3 * N_LINES
HANDICAP_BRIDGE: Final = FREE_BRIDGE + N_LINES
DISCARD: Final = HANDICAP_BRIDGE + N_LINES
DRAW_ROW: Final = DISCARD + (1 << MAX_HAND) - 1
DRAW_PILE: Final = DRAW_ROW + N_ISLANDS
ABSTAIN: Final = DRAW_PILE + 1
N_ACTIONS: Final = ABSTAIN + 1

Mask: TypeAlias = NDArray[np.int8]


def _fixed() -> dict[int, int]:
    """Return every action that has a number of its own, with that number."""
    lines, hows = range(N_LINES), (actions.FIRST_TWICE, actions.BOTH_ENDS, actions.SECOND_TWICE)
    listed = {BUILD + N_LINES * end + n: actions.build(n, end) for end in (0, 1) for n in lines}
    listed |= {CUT + N_LINES * how + n: actions.cut(n, how) for how in hows for n in lines}
    listed |= {FREE_BRIDGE + n: actions.free_bridge(n) for n in lines}
    listed |= {HANDICAP_BRIDGE + n: actions.handicap_bridge(n) for n in lines}
    listed |= {DRAW_ROW + card: actions.draw_row(card) for card in range(N_ISLANDS)}
    listed |= {DRAW_PILE: actions.draw_pile(), ABSTAIN: actions.abstain()}
    return {action: number for number, action in listed.items()}


_INDICES: Final = _fixed()
_ACTIONS: Final = {number: action for action, number in _INDICES.items()}


def index(action: int, state: State) -> int:
    """Return the number of a choice that the mover has."""
    found = _INDICES.get(action)
    return _discard_index(mine(state).hand, actions.cards_of(action)) if found is None else found


def action(number: int, state: State) -> int:
    """Return the choice with this number, for the mover; whether it is legal is not looked at."""
    found = _ACTIONS.get(number)
    if found is not None:
        return found
    places = number - DISCARD + 1
    hand = enumerate(_sorted(mine(state).hand))
    return actions.discard(sum(one(card) for place, card in hand if places >> place & 1))


def legal_indices(state: State) -> list[int]:
    """Return the numbers of all that the mover can choose, in ascending order.

    A search asks this more than anything else, so it does not go by way of actions.
    """
    found = list(_bits(legal.builds(state)))  # the sets of the rules have the same order
    for how in range(3):
        found += [CUT + N_LINES * how + line for line in _bits(legal.cuts(state, how))]
    found += [FREE_BRIDGE + line for line in _bits(legal.free_bridges(state))]
    found += [HANDICAP_BRIDGE + line for line in _bits(legal.handicap_lines(state))]
    if legal.may_discard(state):
        found += _discards(mine(state).hand)
    if legal.may_draw(state):
        found += [DRAW_ROW + card for card in _sorted(some(row_cards(state.table.row)))]
        found += [DRAW_PILE] if state.table.pile else []
    return [*found, ABSTAIN] if legal.may_abstain(state) else found


def _bits(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, in ascending order."""
    while bits:
        yield lowest(bits)
        bits &= bits - 1


def _sorted(cards: int) -> list[int]:
    """Return the cards in alphabetical order."""
    return [card for card in range(N_ISLANDS) for _ in range(count(cards, card))]


def _discard_index(hand: int, cards: int) -> int:
    """Return the number of a discard out of a hand."""
    places = 0
    for place, card in enumerate(_sorted(hand)):
        if count(cards, card):
            cards -= one(card)
            places |= 1 << place
    return DISCARD + places - 1


@cache  # there are 6,188 hands at most
def _discards(hand: int) -> tuple[int, ...]:
    """Return the numbers of all discards out of a hand, in ascending order."""
    return tuple(sorted(_discard_index(hand, nth_part(hand, n)) for n in range(1, n_parts(hand))))


def action_mask(state: State, seat: int) -> Mask:
    """Return a 1 for each action that the seat may choose now: none when others are to move."""
    mask = np.zeros(N_ACTIONS, np.int8)
    if state.turn.mover == seat:
        mask[legal_indices(state)] = 1
    return mask


def token(number: int, state: State) -> str:
    """Return the token of the mover's action with this number."""
    return name(action(number, state), state.turn.mover)
