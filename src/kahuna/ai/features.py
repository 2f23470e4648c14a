"""What a player knows, as the inputs of the network.

A position is judged for a seat, at one of three moments (`stage`):

- TO_PLAY: it is the seat's turn, nothing done yet;
- TO_DRAW: it is the seat's turn, the cards are played, the draw is to come;
- WAITING: the seat's turn is over, the opponent is to move (or a new row to come).

The inputs are `SLOTS` slots, each of which holds the number of the one input of
its group that is on, or 0 for none. So the network's first layer is a sum of
columns, and two positions that differ in a few slots in a few columns.

All is read from a position *as the seat knows it* (`State.terms.masked`), and
of the opponent's cards only what such a position names: nothing hidden can leak.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kahuna.ai.turns import buildable
from kahuna.board import (
    DEGREE,
    LINES_AS_FIRST,
    LINES_AS_SECOND,
    LINES_AT,
    MAJORITY,
    N_ISLANDS,
    N_LINES,
    N_TOKENS,
)
from kahuna.compiled.jit import jit
from kahuna.rules.cards import count, lines_first, lines_second, size
from kahuna.rules.scoring import verdict
from kahuna.rules.state import NEW_ROW, NOBODY, PROTECTED_ISLANDS, WHITE, State, row_cards

TO_PLAY: Final = 0
TO_DRAW: Final = 1
WAITING: Final = 2
STAGES: Final = 3

# How many bridges both have at an island, as one number, and how many such pairs there are.
PAIRS: Final = tuple((d + 1) * (d + 2) // 2 for d in DEGREE)
PAIRS_BEFORE: Final = tuple(sum(PAIRS[:n]) for n in range(N_ISLANDS))
ALL_PAIRS: Final = sum(PAIRS)
MY_REACH: Final = 4  # classes of what my cards could add at an island: 0 to 2, more
THEIR_REACH: Final = 6  # the same by cards known of the opponent: 0, 1, more; twice: see below
HELD: Final = 5  # a card held: once, once open, twice, twice and one open, twice and both open

MAX_LEAD: Final = 12
LEADS: Final = 2 * MAX_LEAD + 1
MOMENTS: Final = 5  # round 1, 2, 3, and the two last turns
MAX_COUNTED: Final = 12  # bridges beyond that do not count
MAX_DRAWS: Final = 24
MAX_LEAD_IN_POINTS: Final = 3  # before the final scoring (R8.2)

# Where the inputs of each group begin; input 0 is none.
LINE_AT: Final = 1
PAIR_AT: Final = LINE_AT + 2 * N_LINES
MINE_AT: Final = PAIR_AT + ALL_PAIRS
THEIRS_AT: Final = MINE_AT + 2 * MY_REACH * ALL_PAIRS
HAND_AT: Final = THEIRS_AT + 2 * THEIR_REACH * ALL_PAIRS
LEAD_AT: Final = HAND_AT + HELD * N_ISLANDS
VERDICT_AT: Final = LEAD_AT + MOMENTS * LEADS
COUNT_AT: Final = VERDICT_AT + MOMENTS * 3
OTHER_COUNT_AT: Final = COUNT_AT + 2 * (MAX_COUNTED + 1)
SIZE_AT: Final = OTHER_COUNT_AT + 2 * (MAX_COUNTED + 1)
ROW_AT: Final = SIZE_AT + 6
KNOWN_AT: Final = ROW_AT + 4 * N_ISLANDS
UNSEEN_AT: Final = KNOWN_AT + HELD * N_ISLANDS
DRAWS_AT: Final = UNSEEN_AT + 2 * N_ISLANDS
POINTS_AT: Final = DRAWS_AT + 6 * (MAX_DRAWS + 1)
THEIR_SIZE_AT: Final = POINTS_AT + 3 * (2 * MAX_LEAD_IN_POINTS + 1)
HIDDEN_AT: Final = THEIR_SIZE_AT + 6
BURIED_AT: Final = HIDDEN_AT + 6
TERMS_AT: Final = BURIED_AT + 6
ABSTAINED_AT: Final = TERMS_AT + 4 * STAGES
INPUTS: Final = ABSTAINED_AT + STAGES

# Slots: those that plays can change come first.
PAIR_SLOT: Final = N_LINES
MINE_SLOT: Final = PAIR_SLOT + N_ISLANDS
THEIRS_SLOT: Final = MINE_SLOT + N_ISLANDS
HAND_SLOT: Final = THEIRS_SLOT + N_ISLANDS
SUMS_SLOT: Final = HAND_SLOT + N_ISLANDS
BOARD_SLOTS: Final = SUMS_SLOT + 5
ROW_SLOT: Final = BOARD_SLOTS
KNOWN_SLOT: Final = ROW_SLOT + N_ISLANDS
UNSEEN_SLOT: Final = KNOWN_SLOT + N_ISLANDS
REST_SLOT: Final = UNSEEN_SLOT + N_ISLANDS
SLOTS: Final = REST_SLOT + 8  # the last is always 0: a number that four divides

Slots = npt.NDArray[np.int16]


class Known(NamedTuple):
    """What a seat knows at a moment, apart from what its own plays can change."""

    stage: int
    variants: int
    round: int
    moment: int  # the round from 0, or 3 and 4 for the two last turns
    points: int  # the seat's lead
    abstained: int
    row: int  # a multiset
    draws: int  # cards left to draw in the round
    unseen: int
    buried: int
    hand: int  # the opponent's cards that the seat can name
    open: int
    hidden: int  # and how many it cannot
    by_first: int  # lines that those cards reach from their first end
    by_second: int
    maybe_first: int  # the same by cards that the opponent may hold
    maybe_second: int


@jit
def known(state: State, seat: int, stage: int) -> Known:
    """Return what the seat knows in a position that is masked for it.

    Between two rounds, the next one is taken to have begun with its row in the pile (R8.3).
    """
    me, other = (state.white, state.black) if seat == WHITE else (state.black, state.white)
    table = state.table
    unseen, pile, buried, number = table.unseen, table.pile, table.buried, state.round
    row = row_cards(table.row)
    if state.turn.phase == NEW_ROW:
        unseen, pile = unseen + table.discard, size(table.discard) + buried
        number, buried = number + 1, 0
    maybe = unseen if other.hidden > 0 else 0
    return Known(
        stage,
        state.terms.variants,
        number,
        number - 1 if state.last_turns == 0 else 5 - state.last_turns,
        me.points - other.points,
        state.turn.abstained,
        row,
        pile + size(row),
        unseen,
        buried,
        other.hand,
        other.open,
        other.hidden,
        lines_first(other.hand),
        lines_second(other.hand),
        lines_first(maybe),
        lines_second(maybe),
    )


@jit
def fill(state: State, seat: int, stage: int, slots: Slots) -> None:
    """Fill the slots for a seat, from a position that is masked for it."""
    me, other = (state.white, state.black) if seat == WHITE else (state.black, state.white)
    facts = known(state, seat, stage)
    fill_board(facts, me.bridges, other.bridges, me.hand, me.open, slots)
    fill_rest(facts, slots)


@jit
def fill_board(facts: Known, my: int, their: int, hand: int, shown: int, slots: Slots) -> None:
    """Fill the slots that plays can change: bridges, islands and the seat's own hand."""
    for line in range(N_LINES):
        mine, theirs = my >> line & 1, their >> line & 1
        slots[line] = (LINE_AT + 2 * line + theirs) * (mine | theirs)
    my_islands, their_islands = fill_islands(facts, my, their, hand, slots)
    for island in range(N_ISLANDS):
        slots[HAND_SLOT + island] = held(HAND_AT, hand, shown, island)
    fill_sums(facts, my, their, my_islands, their_islands, slots)
    slots[SUMS_SLOT + 4] = SIZE_AT + size(hand)


@jit
def fill_islands(facts: Known, my: int, their: int, hand: int, slots: Slots) -> tuple[int, int]:
    """Fill the slots of the islands; return how many each side controls.

    What cards could add at an island: its own cards on its free lines, and the
    cards of its neighbours on the lines to them.
    """
    protected = 1 if facts.variants & PROTECTED_ISLANDS else 0
    for_me = buildable(my, their, facts.variants)
    for_them = buildable(their, my, facts.variants)
    first, second = lines_first(hand) & for_me, lines_second(hand) & for_me
    their_first, their_second = facts.by_first & for_them, facts.by_second & for_them
    maybe_first, maybe_second = facts.maybe_first & for_them, facts.maybe_second & for_them
    mine = theirs = 0
    for island in range(N_ISLANDS):
        lines = LINES_AT[island]
        as_first, as_second = LINES_AS_FIRST[island], LINES_AS_SECOND[island]
        own, others = (my & lines).bit_count(), (their & lines).bit_count()
        mine += own >= MAJORITY[island]
        theirs += others >= MAJORITY[island]
        pair = PAIRS_BEFORE[island] + (own + others) * (own + others + 1) // 2 + own
        reach = (as_first & second | as_second & first).bit_count() + count(hand, island)
        reach = min(reach, (for_me & lines).bit_count(), MY_REACH - 1)
        free = (for_them & lines).bit_count()
        their_reach = (as_first & their_second | as_second & their_first).bit_count()
        their_reach = min(their_reach + count(facts.hand, island), free, 2)
        # Cards that the opponent may hold count as one class more, however many.
        maybe = lines & (maybe_first | maybe_second) != 0
        slots[PAIR_SLOT + island] = PAIR_AT + pair
        slots[MINE_SLOT + island] = MINE_AT + (2 * pair + protected) * MY_REACH + reach
        slots[THEIRS_SLOT + island] = (
            THEIRS_AT + (2 * pair + protected) * THEIR_REACH + 2 * their_reach + maybe
        )
    return mine, theirs


@jit
def fill_sums(
    facts: Known, my: int, their: int, my_islands: int, their_islands: int, slots: Slots
) -> None:
    """Fill the slots of what is counted over the whole board."""
    lead = min(my_islands, N_TOKENS) - min(their_islands, N_TOKENS)
    my_bridges, their_bridges = my.bit_count(), their.bit_count()
    counted = lead
    result = 1 + (lead > 0) - (lead < 0)
    if facts.moment >= 2:  # round 3: the lead is points (R9.2)
        counted = lead + facts.points
        points = max(facts.points, 0) + max(lead, 0)
        others = max(-facts.points, 0) + max(-lead, 0)
        winner = verdict(points, others, lead, my_bridges, their_bridges)[1]
        result = 1 if winner == NOBODY else 2 * (winner == WHITE)
    counted = max(-MAX_LEAD, min(MAX_LEAD, counted)) + MAX_LEAD
    later = 1 if facts.round > 1 else 0  # when a player without a bridge loses (R10.2)
    slots[SUMS_SLOT] = LEAD_AT + facts.moment * LEADS + counted
    slots[SUMS_SLOT + 1] = VERDICT_AT + facts.moment * 3 + result
    slots[SUMS_SLOT + 2] = COUNT_AT + 2 * min(my_bridges, MAX_COUNTED) + later
    slots[SUMS_SLOT + 3] = OTHER_COUNT_AT + 2 * min(their_bridges, MAX_COUNTED) + later


@jit
def held(start: int, cards: int, shown: int, island: int) -> int:
    """Return the input for the cards of an island that somebody holds, or 0 for none."""
    copies, of_them = count(cards, island), count(shown, island)
    if copies == 0:
        return 0
    return start + HELD * island + (of_them if copies == 1 else 2 + of_them)


@jit
def fill_rest(facts: Known, slots: Slots) -> None:
    """Fill the slots that plays do not change: the cards of others and the state of the game."""
    to_draw = 1 if facts.stage == WAITING else 0  # by whom the row is used next
    for island in range(N_ISLANDS):
        in_row, unseen = count(facts.row, island), count(facts.unseen, island)
        slots[ROW_SLOT + island] = (
            ROW_AT + 4 * island + 2 * to_draw + min(in_row, 2) - 1 if in_row else 0
        )
        slots[KNOWN_SLOT + island] = held(KNOWN_AT, facts.hand, facts.open, island)
        slots[UNSEEN_SLOT + island] = UNSEEN_AT + 2 * island + unseen - 1 if unseen else 0
    points = max(-MAX_LEAD_IN_POINTS, min(MAX_LEAD_IN_POINTS, facts.points))
    number = facts.round - 1
    slots[REST_SLOT] = DRAWS_AT + (2 * number + to_draw) * (MAX_DRAWS + 1) + facts.draws
    slots[REST_SLOT + 1] = POINTS_AT + 7 * number + points + MAX_LEAD_IN_POINTS
    slots[REST_SLOT + 2] = THEIR_SIZE_AT + size(facts.hand) + facts.hidden
    slots[REST_SLOT + 3] = HIDDEN_AT + facts.hidden
    slots[REST_SLOT + 4] = BURIED_AT + min(facts.buried, 5)
    slots[REST_SLOT + 5] = TERMS_AT + 4 * facts.stage + facts.variants
    slots[REST_SLOT + 6] = ABSTAINED_AT + facts.stage if facts.abstained else 0
