"""A position: one immutable tuple of small integers.

The same type serves for a position in which everything is known and for one
*as somebody knows it*: `masked` says whose cards are secret, `Side.hidden` and
`Table.buried` count the cards that cannot be named, and `Table.unseen` is the
multiset of all cards whose place is not known. With nothing masked, `unseen`
is just the pile. So one set of rules folds full and masked records alike.
"""

from typing import Final, NamedTuple

from kahuna.rules.cards import ALL_CARDS, one

WHITE: Final = 0
BLACK: Final = 1
NOBODY: Final = -1
SEATS: Final = ("White", "Black")

PROTECTED_ISLANDS: Final = 1  # R11.1, a bit of `Terms.variants`
OPEN_CARDS: Final = 2  # R11.2

# What the position waits for.
HANDICAP: Final = 0  # the weaker player's free bridges (R2.3)
PLAY: Final = 1  # an action of the mover
NEW_ROW: Final = 2  # chance: the row of the next round (R8.3)
OVER: Final = 3

# What the mover has done in this turn (R3.2).
NOTHING: Final = 0
PLAYED: Final = 1
DISCARDED: Final = 2

# How a game ended (R10).
RUNNING: Final = 0
BY_POINTS: Final = 1
BY_FINAL_SCORING: Final = 2
BY_BRIDGES: Final = 3
DRAWN: Final = 4
NO_BRIDGES_LEFT: Final = 5
RESIGNED: Final = 6
OUT_OF_TIME: Final = 7

NO_LINE: Final = -1
EMPTY: Final = 15  # a place in the row without a card
NO_ROW: Final = 0xFFF  # all three places empty
MAX_HAND: Final = 5  # R7.2
LAST_ROUND: Final = 3


class Side(NamedTuple):
    """What belongs to one player."""

    bridges: int  # a set of lines
    hand: int  # cards held, the open ones included
    open: int  # those of them that lie open (R11.2)
    hidden: int  # further cards held, which this position cannot name
    points: int


class Table(NamedTuple):
    """The cards that belong to nobody."""

    row: int  # three places of four bits, the leftmost in the lowest
    pile: int  # how many cards
    unseen: int  # the cards whose place is not known
    discard: int  # discarded cards that this position can name
    buried: int  # how many it cannot


class Turn(NamedTuple):
    """Whose turn it is and what it has brought so far."""

    mover: int
    number: int  # from 1
    phase: int
    done: int
    freed: int  # the line just cut, for the free bridge of R11.1
    abstained: int  # 1 if the turn before ended without drawing (R7.3)


class Terms(NamedTuple):
    """What was agreed before the game, and whose cards this position may not show."""

    variants: int
    starter: int
    masked: int  # bit 0: White's cards are secret, bit 1: Black's


class State(NamedTuple):
    """A position, whole."""

    white: Side
    black: Side
    table: Table
    turn: Turn
    terms: Terms
    round: int
    last_turns: int  # how many are still to come, the present one included (R9.1)
    handicap: int  # bridges still to be placed (R2.3)
    ending: int
    winner: int


def is_masked(terms: Terms, seat: int) -> bool:
    """Tell whether this seat's cards are secret in the position."""
    return terms.masked >> seat & 1 == 1


def mine(state: State) -> Side:
    """Return the mover's side."""
    return state.white if state.turn.mover == WHITE else state.black


def theirs(state: State) -> Side:
    """Return the side of the mover's opponent."""
    return state.black if state.turn.mover == WHITE else state.white


def row_of(a: int, b: int, c: int) -> int:
    """Return a row of three cards, left to right."""
    return a | b << 4 | c << 8


def row_cards(row: int) -> int:
    """Return the multiset of the cards in the row."""
    cards = 0
    for place in range(3):
        card = row >> 4 * place & 15
        if card != EMPTY:
            cards += one(card)
    return cards


def place_in_row(row: int, card: int) -> int:
    """Return the leftmost place that shows the card, or -1."""
    for place in range(3):
        if row >> 4 * place & 15 == card:
            return place
    return -1


def start(
    terms: Terms, white: int, black: int, row: int, handicap: int = 0, weaker: int = NOBODY
) -> State:
    """Return the position after the deal (R2.1); a masked hand is given as 0.

    `weaker` is the player who places the `handicap` bridges first (R2.3).
    """
    white_hidden = 3 * (terms.masked & 1)
    black_hidden = 3 * (terms.masked >> 1 & 1)
    return State(
        white=Side(0, white, 0, white_hidden, 0),
        black=Side(0, black, 0, black_hidden, 0),
        table=Table(row, 15, ALL_CARDS - white - black - row_cards(row), 0, 0),
        turn=Turn(
            mover=weaker if handicap else terms.starter,
            number=1,
            phase=HANDICAP if handicap else PLAY,
            done=NOTHING,
            freed=NO_LINE,
            abstained=0,
        ),
        terms=terms,
        round=1,
        last_turns=0,
        handicap=handicap,
        ending=RUNNING,
        winner=NOBODY,
    )
