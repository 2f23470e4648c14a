"""Actions as integers: what a token of the notation says, for the rules.

An action is its kind in the bits from 28 up and its details below. Chance is
part of it: the card that was drawn, the card that refilled the row, the new row.
"""

from typing import Final

from kahuna.rules.state import EMPTY

BUILD: Final = 0  # AB      details: line, end whose card is played
CUT: Final = 1  # AAxAB     details: line, which cards
FREE_BRIDGE: Final = 2  # =AB   details: line
HANDICAP_BRIDGE: Final = 3  # ^AB   details: line
DISCARD: Final = 4  # /AC   details: cards, how many more that cannot be named
DRAW_ROW: Final = 5  # +B>F     details: card, the card that takes its place
DRAW_PILE: Final = 6  # +?B     details: card
ABSTAIN: Final = 7  # -
LAY_ROW: Final = 8  # @CFH      details: the row
RESIGN: Final = 9  # details: seat
TIME_OUT: Final = 10  # details: seat

ON_A_LINE: Final = (BUILD, CUT, FREE_BRIDGE, HANDICAP_BRIDGE)  # these change bridges

KIND_SHIFT: Final = 28
UNKNOWN: Final = EMPTY  # in place of a card: not named, or none

# Which cards cut a bridge (R6.1); also, for 0 and 2, which end a build plays.
FIRST_TWICE: Final = 0
BOTH_ENDS: Final = 1
SECOND_TWICE: Final = 2


def kind(action: int) -> int:
    """Return the kind of an action."""
    return action >> KIND_SHIFT


def build(line: int, end: int) -> int:
    """Build on the line with the card of its first (0) or second (1) island."""
    return line | end << 5


def cut(line: int, how: int) -> int:
    """Cut the bridge on the line with two cards."""
    return CUT << KIND_SHIFT | line | how << 5


def free_bridge(line: int) -> int:
    """Build without a card on the line just cut (R11.1)."""
    return FREE_BRIDGE << KIND_SHIFT | line


def handicap_bridge(line: int) -> int:
    """Place a bridge of the handicap (R2.3)."""
    return HANDICAP_BRIDGE << KIND_SHIFT | line


def discard(cards: int, unnamed: int = 0) -> int:
    """Discard these cards, and so many more that cannot be named."""
    return DISCARD << KIND_SHIFT | unnamed << 24 | cards


def draw_row(card: int, refill: int = UNKNOWN) -> int:
    """Draw the card from the row; `refill` takes its place."""
    return DRAW_ROW << KIND_SHIFT | card | refill << 4


def draw_pile(card: int = UNKNOWN) -> int:
    """Draw the top of the pile."""
    return DRAW_PILE << KIND_SHIFT | card


def abstain() -> int:
    """End the turn without drawing."""
    return ABSTAIN << KIND_SHIFT


def lay_row(row: int) -> int:
    """Lay out the row of a new round."""
    return LAY_ROW << KIND_SHIFT | row


def resign(seat: int) -> int:
    """Give up."""
    return RESIGN << KIND_SHIFT | seat


def time_out(seat: int) -> int:
    """Run out of time."""
    return TIME_OUT << KIND_SHIFT | seat


def names_chance(action: int) -> bool:
    """Tell whether the action says what chance decided: a card drawn, a refill, a new row."""
    what = kind(action)
    if what == DRAW_ROW:
        return refill_of(action) != UNKNOWN
    if what == DRAW_PILE:
        return card_of(action) != UNKNOWN
    return what == LAY_ROW


def line_of(action: int) -> int:
    """Return the line of a build, cut, free bridge or handicap bridge."""
    return action & 31


def how_of(action: int) -> int:
    """Return the end of a build, or which cards make a cut."""
    return action >> 5 & 3


def card_of(action: int) -> int:
    """Return the card drawn."""
    return action & 15


def refill_of(action: int) -> int:
    """Return the card that refilled the row."""
    return action >> 4 & 15


def cards_of(action: int) -> int:
    """Return the cards discarded that are named."""
    return action & 0xFFFFFF


def unnamed_of(action: int) -> int:
    """Return how many further cards were discarded."""
    return action >> 24 & 15


def row_of_action(action: int) -> int:
    """Return the row laid out."""
    return action & 0xFFF


def seat_of(action: int) -> int:
    """Return who resigned or ran out of time."""
    return action & 1
