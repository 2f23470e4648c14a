"""What a seat knows, as a vector of numbers from 0 to 1 and as a line of text.

Both are made from the seat's *masked* position, the one in its view, so they hold
what perfect memory would know and nothing else: cards seen taken and not yet
played, cards seen discarded, and which cards are still unseen.

>>> from kahuna import Game
>>> view = Game(seed=b"aloha").view("White")
>>> vector = observation(view.state, 0)
>>> vector.shape, parts(vector)["pile"]
((297,), array([0.625], dtype=float32))
>>> print(describe(view.state, 0))
White round=1 phase=1 mover=White done=0 freed=-1 abstained=0 last_turns=0 handicap=0 ...
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kahuna.board import N_CARDS, N_ISLANDS, N_LINES, line_names
from kahuna.notation.tokens import letters
from kahuna.rules.control import controlled
from kahuna.rules.state import (
    LAST_ROUND,
    MAX_HAND,
    NO_LINE,
    SEATS,
    WHITE,
    Side,
    State,
    is_masked,
    row_cards,
)

Vector: TypeAlias = NDArray[np.float32]
Bits: TypeAlias = NDArray[np.int64]

MOST_POINTS: Final = 13  # 1 and 2 for the first rounds, a lead of ten tokens in the last (R8.2)
MOST_HANDICAP: Final = 3  # R2.3

# The parts of an observation, in their order, with their sizes. Cards take two numbers an island:
# the first twelve say whether there is a card, the other twelve whether there are two.
PARTS: Final = {
    "my bridges": N_LINES,
    "their bridges": N_LINES,
    "line just cut": N_LINES,
    "my islands": N_ISLANDS,
    "their islands": N_ISLANDS,
    "my hand": N_CARDS,
    "my open cards": N_CARDS,
    "their known cards": N_CARDS,
    "their open cards": N_CARDS,
    "row": N_CARDS,
    "known discards": N_CARDS,
    "unseen cards": N_CARDS,
    "their hidden cards": 1,  # how many, as are the next two
    "pile": 1,
    "hidden discards": 1,
    "my points": 1,
    "their points": 1,
    "handicap left": 1,
    "round": LAST_ROUND,
    "last turns left": 2,
    "phase": 4,
    "done this turn": 3,
    "I move": 1,
    "the turn before drew nothing": 1,
    "I am White": 1,
    "I start": 1,
    "protected islands": 1,
    "open cards": 1,
}
SIZE: Final = sum(PARTS.values())
_LINES: Final = np.arange(N_LINES)
_ISLANDS: Final = np.arange(N_ISLANDS)


def observation(state: State, seat: int) -> Vector:
    """Return what the seat knows, from its masked position."""
    me, other = _known_sides(state, seat)
    bits = np.concatenate([*_board(state, me, other), *_cards(state, me, other)])
    return np.concatenate([bits, _rest(state, seat)], dtype=np.float32)


def parts(vector: Vector) -> dict[str, Vector]:
    """Return an observation's parts by their names."""
    ends = np.cumsum(list(PARTS.values()))[:-1]
    return dict(zip(PARTS, np.split(vector, ends), strict=True))


def describe(state: State, seat: int) -> str:
    """Return the same as `observation`, in a line."""
    me, other = _known_sides(state, seat)
    turn, table, terms = state.turn, state.table, state.terms
    told = {
        "round": state.round,
        "phase": turn.phase,
        "mover": SEATS[turn.mover],
        "done": turn.done,
        "freed": turn.freed,
        "abstained": turn.abstained,
        "last_turns": state.last_turns,
        "handicap": state.handicap,
        "variants": terms.variants,
        "starts": SEATS[terms.starter],
        "points": f"{me.points}-{other.points}",
        "bridges": f"{','.join(line_names(me.bridges))}/{','.join(line_names(other.bridges))}",
        "hand": letters(me.hand),
        "their_hand": letters(other.hand) + "?" * other.hidden,
        "open": f"{letters(me.open)}/{letters(other.open)}",
        "row": letters(row_cards(table.row)),
        "pile": table.pile,
        "discards": letters(table.discard) + "?" * table.buried,
    }
    return " ".join([SEATS[seat], *(f"{name}={value}" for name, value in told.items())])


def _known_sides(state: State, seat: int) -> tuple[Side, Side]:
    """Return the seat's side and the other one, of a position that hides the other's cards."""
    if not is_masked(state.terms, 1 - seat):
        raise ValueError("this position shows more than a seat may know")
    return (state.white, state.black) if seat == WHITE else (state.black, state.white)


def _board(state: State, me: Side, other: Side) -> list[Bits]:
    freed = 0 if state.turn.freed == NO_LINE else 1 << state.turn.freed
    lines = [bits >> _LINES & 1 for bits in (me.bridges, other.bridges, freed)]
    return lines + [controlled(side.bridges) >> _ISLANDS & 1 for side in (me, other)]


def _cards(state: State, me: Side, other: Side) -> list[Bits]:
    table = state.table
    groups = [me.hand, me.open, other.hand, other.open]
    groups += [row_cards(table.row), table.discard, table.unseen]
    counts = [cards >> 2 * _ISLANDS & 3 for cards in groups]
    return [np.concatenate([found >= 1, found >= 2]).astype(np.int64) for found in counts]


def _rest(state: State, seat: int) -> list[float]:
    me, other = _known_sides(state, seat)
    table, turn, terms = state.table, state.turn, state.terms
    return [
        *(other.hidden / MAX_HAND, table.pile / N_CARDS, table.buried / N_CARDS),
        *(me.points / MOST_POINTS, other.points / MOST_POINTS, state.handicap / MOST_HANDICAP),
        *(float(state.round == n) for n in range(1, LAST_ROUND + 1)),
        *(float(state.last_turns == n) for n in (1, 2)),
        *(float(turn.phase == phase) for phase in range(4)),
        *(float(turn.done == done) for done in range(3)),
        *(float(turn.mover == seat), float(turn.abstained)),
        *(float(seat == WHITE), float(terms.starter == seat)),
        *(float(terms.variants & 1), float(terms.variants >> 1)),
    ]
