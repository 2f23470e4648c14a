"""A game for training: the truth, and the position as each player knows it, side by side.

The three are folded by the same rules; the players' positions over masked actions.
So what a player decides by can depend on nothing that the player may not know.
"""

from typing import NamedTuple

from kahuna.ai.draws import with_chance
from kahuna.compiled.jit import jit
from kahuna.playout import next_random, random_card, random_row, random_start
from kahuna.rules import actions
from kahuna.rules.cards import ALL_CARDS, common, size
from kahuna.rules.state import (
    BLACK,
    WHITE,
    Side,
    State,
    Table,
    Terms,
    mine,
    row_cards,
)
from kahuna.rules.step import apply


class Tables(NamedTuple):
    """A position, whole and as each player knows it."""

    truth: State
    white: State
    black: State


@jit
def masked_start(state: State, seat: int) -> State:
    """Return a position just dealt, as the seat knows it."""
    white, black, table, terms = state.white, state.black, state.table, state.terms
    own = white.hand if seat == WHITE else black.hand
    white_known = Side(0, white.hand if seat == WHITE else 0, 0, 0 if seat == WHITE else 3, 0)
    black_known = Side(0, black.hand if seat == BLACK else 0, 0, 0 if seat == BLACK else 3, 0)
    unseen = ALL_CARDS - own - row_cards(table.row)
    return State(
        white_known,
        black_known,
        Table(table.row, table.pile, unseen, 0, 0),
        state.turn,
        Terms(terms.variants, terms.starter, 2 if seat == WHITE else 1),
        state.round,
        state.last_turns,
        state.handicap,
        state.ending,
        state.winner,
    )


@jit
def deal(variants: int, starter: int, handicap: int, weaker: int, rng: int) -> tuple[Tables, int]:
    """Return a new game, and the generator."""
    truth, rng = random_start(Terms(variants, starter, 0), handicap, weaker, rng)
    return Tables(truth, masked_start(truth, WHITE), masked_start(truth, BLACK)), rng


@jit
def seen_by(action: int, truth: State, seat: int) -> int:
    """Return the action, done in this position, as the seat sees it: `view.mask`, compiled."""
    if truth.turn.mover == seat:
        return action
    what = actions.kind(action)
    if what == actions.DRAW_PILE:
        return actions.draw_pile()
    if what == actions.DISCARD:
        cards = actions.cards_of(action)
        shown = common(cards, mine(truth).open)
        return actions.discard(shown, size(cards - shown))
    return action


@jit
def advance(tables: Tables, action: int) -> Tables:
    """Return the game after an action, which comes with its outcome of chance."""
    truth = tables.truth
    return Tables(
        apply(truth, action),
        apply(tables.white, seen_by(action, truth, WHITE)),
        apply(tables.black, seen_by(action, truth, BLACK)),
    )


@jit
def as_known(tables: Tables, seat: int) -> State:
    """Return the position as the seat knows it."""
    return tables.white if seat == WHITE else tables.black


@jit
def end_turn(tables: Tables, choice: int, rng: int) -> tuple[Tables, int]:
    """End the turn as chosen: chance gives the card, and lays a new row if the round is over."""
    if actions.kind(choice) != actions.ABSTAIN and tables.truth.table.pile > 0:
        rng = next_random(rng)
        choice = with_chance(choice, random_card(tables.truth.table.unseen, rng))
    return advance(tables, choice), rng


@jit
def new_row(tables: Tables, rng: int) -> tuple[Tables, int]:
    """Lay the row of the next round (R8.3)."""
    row, rng = random_row(tables.truth.table.discard, rng)
    return advance(tables, actions.lay_row(row)), rng
