"""What is legal in a position.

The functions that return sets (`builds`, `cuts` and so on) list what the mover
can do with cards that the position can name; `is_legal` judges a single action
with its outcome of chance, also one by a player whose cards are masked.
"""

from kahuna.board import ALL_LINES, FIRST, N_BRIDGES, N_LINES, SECOND
from kahuna.rules.actions import (
    ABSTAIN,
    BOTH_ENDS,
    BUILD,
    CUT,
    DISCARD,
    DRAW_PILE,
    DRAW_ROW,
    FIRST_TWICE,
    FREE_BRIDGE,
    HANDICAP_BRIDGE,
    LAY_ROW,
    RESIGN,
    TIME_OUT,
    UNKNOWN,
    card_of,
    cards_of,
    how_of,
    kind,
    line_of,
    refill_of,
    row_of_action,
    seat_of,
    unnamed_of,
)
from kahuna.rules.cards import common, count, doubles, lines_first, lines_second, one, size
from kahuna.rules.control import lines_at_controlled
from kahuna.rules.state import (
    DISCARDED,
    EMPTY,
    HANDICAP,
    MAX_HAND,
    NEW_ROW,
    NO_LINE,
    NOTHING,
    OVER,
    PLAY,
    PROTECTED_ISLANDS,
    Side,
    State,
    Table,
    is_masked,
    mine,
    place_in_row,
    row_cards,
    theirs,
)


def hand_size(side: Side) -> int:
    """Return how many cards a player holds."""
    return size(side.hand) + side.hidden


def holds(side: Side, table: Table, cards: int) -> bool:
    """Tell whether the player may hold these cards, as far as the position knows."""
    missing = cards - common(cards, side.hand)
    return size(missing) <= side.hidden and common(missing, table.unseen) == missing


def may_play(state: State) -> bool:
    """Tell whether cards may be played now: a turn that discarded may not (R3.4)."""
    return state.turn.phase == PLAY and state.turn.done != DISCARDED


def free_lines(state: State) -> int:
    """Return the lines without a bridge."""
    return ALL_LINES & ~(state.white.bridges | state.black.bridges)


def open_lines(state: State) -> int:
    """Return the lines on which the mover may put a bridge (R4.1, R4.3, R11.1)."""
    if mine(state).bridges.bit_count() >= N_BRIDGES:
        return 0
    lines = free_lines(state)
    if state.terms.variants & PROTECTED_ISLANDS:
        lines &= ~lines_at_controlled(theirs(state).bridges)
    return lines


def builds(state: State) -> int:
    """Return the legal builds.

    Bit *n* is line *n* by the card of its first island, bit 27 + *n* by that of its second.
    """
    if not may_play(state):
        return 0
    lines = open_lines(state)
    return (lines | lines << N_LINES) & buildable(mine(state).hand)


def buildable(hand: int) -> int:
    """Return the builds for which there is a card (R4.1), as in `builds`."""
    return lines_first(hand) | lines_second(hand) << N_LINES


def cuts(state: State, how: int) -> int:
    """Return the opponent's bridges that can be cut with such a pair of cards (R6.1)."""
    if not may_play(state):
        return 0
    return theirs(state).bridges & cuttable(mine(state).hand, how)


def cuttable(hand: int, how: int) -> int:
    """Return the lines for which there is such a pair of cards (R6.1)."""
    if how == BOTH_ENDS:
        return lines_first(hand) & lines_second(hand)
    if how == FIRST_TWICE:
        return lines_first(doubles(hand))
    return lines_second(doubles(hand))


def free_bridges(state: State) -> int:
    """Return the line for variant 1's free bridge, as a set (R11.1)."""
    if state.terms.variants & PROTECTED_ISLANDS == 0 or state.turn.freed == NO_LINE:
        return 0
    return open_lines(state) & 1 << state.turn.freed


def handicap_lines(state: State) -> int:
    """Return the lines for a handicap bridge; the protection of R11.1 does not matter (R2.3)."""
    return free_lines(state) if state.turn.phase == HANDICAP else 0


def may_discard(state: State) -> bool:
    """Tell whether the mover may discard: only instead of playing, not in the last turns (R3.4)."""
    turn = state.turn
    return (
        turn.phase == PLAY
        and turn.done == NOTHING
        and state.last_turns == 0
        and hand_size(mine(state)) > 0
    )


def may_draw(state: State) -> bool:
    """Tell whether the mover may draw (R7.2, R9.1)."""
    return state.turn.phase == PLAY and state.last_turns == 0 and hand_size(mine(state)) < MAX_HAND


def may_abstain(state: State) -> bool:
    """Tell whether the turn may end without drawing (R7.3, R9.1)."""
    return state.turn.phase == PLAY and (state.last_turns > 0 or state.turn.abstained == 0)


def played_cards(line: int, how: int) -> int:
    """Return the two cards of a cut."""
    first, second = one(FIRST[line]), one(SECOND[line])
    if how == BOTH_ENDS:
        return first + second
    return 2 * first if how == FIRST_TWICE else 2 * second


def is_legal_build(state: State, line: int, card: int) -> bool:
    """Tell whether the mover may build on the line with the card (R4)."""
    return (
        may_play(state)
        and open_lines(state) >> line & 1 == 1
        and holds(mine(state), state.table, one(card))
    )


def is_legal_cut(state: State, line: int, how: int) -> bool:
    """Tell whether the mover may cut the bridge on the line (R6)."""
    return (
        may_play(state)
        and theirs(state).bridges >> line & 1 == 1
        and holds(mine(state), state.table, played_cards(line, how))
    )


def is_legal_discard(state: State, cards: int, unnamed: int) -> bool:
    """Tell whether the mover may discard these cards, `unnamed` more among them (R3.4).

    Of a masked hand exactly the open cards are named; no other card is.
    """
    me = mine(state)
    if not may_discard(state) or size(cards) + unnamed == 0:
        return False
    if not is_masked(state.terms, state.turn.mover):
        return unnamed == 0 and common(cards, me.hand) == cards
    return common(cards, me.open) == cards and unnamed <= hand_size(me) - size(me.open)


def is_legal_row_draw(state: State, card: int, refill: int) -> bool:
    """Tell whether the card can be drawn from the row and `refill` take its place (R7.1)."""
    if not may_draw(state) or place_in_row(state.table.row, card) < 0:
        return False
    if state.table.pile == 0:
        return refill == UNKNOWN
    return refill != UNKNOWN and count(state.table.unseen, refill) > 0


def is_legal_pile_draw(state: State, card: int) -> bool:
    """Tell whether the top of the pile can be drawn and be this card (R7.1)."""
    if not may_draw(state) or state.table.pile == 0:
        return False
    if is_masked(state.terms, state.turn.mover):
        return card == UNKNOWN
    return card != UNKNOWN and count(state.table.unseen, card) > 0


def is_legal_row(state: State, row: int) -> bool:
    """Tell whether the row can be laid out for the next round (R8.3)."""
    if state.turn.phase != NEW_ROW:
        return False
    kinds = (row & 15, row >> 4 & 15, row >> 8 & 15)
    if EMPTY in kinds or kinds[0] == kinds[1] == kinds[2]:
        return False
    table = state.table
    cards = row_cards(row)
    buried = cards - common(cards, table.discard)
    return size(buried) <= table.buried and common(buried, table.unseen) == buried


def is_legal(state: State, action: int) -> bool:
    """Tell whether the action, with its outcome of chance, can come next."""
    what, line, how = kind(action), line_of(action), how_of(action)
    if what == BUILD:
        return is_legal_build(state, line, SECOND[line] if how else FIRST[line])
    if what == CUT:
        return is_legal_cut(state, line, how)
    if what == FREE_BRIDGE:
        return free_bridges(state) >> line & 1 == 1
    if what == HANDICAP_BRIDGE:
        return handicap_lines(state) >> line & 1 == 1
    if what == DISCARD:
        return is_legal_discard(state, cards_of(action), unnamed_of(action))
    if what == DRAW_ROW:
        return is_legal_row_draw(state, card_of(action), refill_of(action))
    if what == DRAW_PILE:
        return is_legal_pile_draw(state, card_of(action))
    if what == ABSTAIN:
        return may_abstain(state)
    if what == LAY_ROW:
        return is_legal_row(state, row_of_action(action))
    if what == TIME_OUT:
        return state.turn.phase != OVER and seat_of(action) == state.turn.mover
    return state.turn.phase != OVER and what == RESIGN
