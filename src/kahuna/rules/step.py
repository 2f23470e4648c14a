"""What each action does: from one position to the next. Actions are taken to be legal."""

from kahuna.board import FIRST, SECOND
from kahuna.rules.actions import (
    ABSTAIN,
    BUILD,
    CUT,
    DISCARD,
    DRAW_PILE,
    DRAW_ROW,
    FREE_BRIDGE,
    HANDICAP_BRIDGE,
    LAY_ROW,
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
from kahuna.rules.cards import common, doubles, one, size
from kahuna.rules.control import falling
from kahuna.rules.ends import deduce, early_end, end_turn, finish, lay_row, replace
from kahuna.rules.legal import played_cards
from kahuna.rules.state import (
    BLACK,
    DISCARDED,
    NO_LINE,
    NOTHING,
    OPEN_CARDS,
    OUT_OF_TIME,
    PLAY,
    PLAYED,
    RESIGNED,
    WHITE,
    Side,
    State,
    Table,
    Turn,
    mine,
    place_in_row,
    theirs,
)


def apply(state: State, action: int) -> State:
    """Return the position after the action."""
    what = kind(action)
    if what == BUILD:
        line = line_of(action)
        return build(state, line, one(SECOND[line] if how_of(action) else FIRST[line]))
    if what == CUT:
        return cut(state, line_of(action), how_of(action))
    if what == FREE_BRIDGE:
        return build(state, line_of(action), 0)
    if what == HANDICAP_BRIDGE:
        return place_handicap(state, line_of(action))
    if what == DISCARD:
        return discard(state, cards_of(action), unnamed_of(action))
    if what == DRAW_ROW:
        return draw_row(state, card_of(action), refill_of(action))
    if what == DRAW_PILE:
        return draw_pile(state, card_of(action))
    if what == ABSTAIN:
        return end_turn(state, mine(state), state.table, 1)
    if what == LAY_ROW:
        return lay_row(state, row_of_action(action))
    ending = OUT_OF_TIME if what == TIME_OUT else RESIGNED
    return finish(state, ending, 1 - seat_of(action))


def build(state: State, line: int, card: int) -> State:
    """Put the mover's bridge on the line, for a card (R4.1) or, as `card` 0, for none (R11.1)."""
    me, other = mine(state), theirs(state)
    me, table = play_cards(me, state.table, card)
    lost = falling(me.bridges, other.bridges, line)
    return acted(
        state,
        Side(me.bridges | 1 << line, me.hand, me.open, me.hidden, me.points),
        Side(other.bridges & ~lost, other.hand, other.open, other.hidden, other.points),
        table,
        NO_LINE,
    )


def cut(state: State, line: int, how: int) -> State:
    """Remove the opponent's bridge on the line for two cards (R6.1)."""
    other = theirs(state)
    me, table = play_cards(mine(state), state.table, played_cards(line, how))
    return acted(
        state,
        me,
        Side(other.bridges & ~(1 << line), other.hand, other.open, other.hidden, other.points),
        table,
        line,
    )


def play_cards(side: Side, table: Table, cards: int) -> tuple[Side, Table]:
    """Move played cards, face up, to the discard pile; open ones go first (R3.3, R11.2)."""
    known = common(cards, side.hand)
    found = cards - known  # played out of a masked hand
    return (
        Side(
            side.bridges,
            side.hand - known,
            side.open - common(cards, side.open),
            side.hidden - size(found),
            side.points,
        ),
        Table(table.row, table.pile, table.unseen - found, table.discard + cards, table.buried),
    )


def acted(state: State, me: Side, other: Side, table: Table, freed: int) -> State:
    """Return the position after a build or cut: the turn goes on, unless R10.2 ends the game."""
    turn = state.turn
    white, black = (me, other) if turn.mover == WHITE else (other, me)
    turn = Turn(turn.mover, turn.number, turn.phase, PLAYED, freed, turn.abstained)
    return early_end(deduce(replace(state, white, black, table, turn)))


def place_handicap(state: State, line: int) -> State:
    """Place a bridge of the handicap; after the last one the starter begins (R2.3)."""
    me, left, turn = mine(state), state.handicap - 1, state.turn
    me = Side(me.bridges | 1 << line, me.hand, me.open, me.hidden, me.points)
    if left == 0:
        turn = Turn(state.terms.starter, turn.number, PLAY, NOTHING, NO_LINE, 0)
    return State(
        me if state.turn.mover == WHITE else state.white,
        me if state.turn.mover == BLACK else state.black,
        state.table,
        turn,
        state.terms,
        state.round,
        state.last_turns,
        left,
        state.ending,
        state.winner,
    )


def discard(state: State, cards: int, unnamed: int) -> State:
    """Put cards face down under the discard pile (R3.4); open ones go first (R11.2).

    Of a masked hand, any card that does not lie open may have gone: of those
    that were known, only a second copy surely stays when one card goes.
    """
    me, table, turn = mine(state), state.table, state.turn
    hand, shown = me.hand - cards, me.open - common(cards, me.open)
    forgotten = 0
    if unnamed > 0:
        secret = hand - shown
        forgotten = secret - doubles(secret) if unnamed == 1 else secret
    side = Side(
        me.bridges, hand - forgotten, shown, me.hidden + size(forgotten) - unnamed, me.points
    )
    table = Table(
        table.row,
        table.pile,
        table.unseen + forgotten,
        table.discard + cards,
        table.buried + unnamed,
    )
    turn = Turn(turn.mover, turn.number, turn.phase, DISCARDED, NO_LINE, turn.abstained)
    white = side if turn.mover == WHITE else state.white
    black = side if turn.mover == BLACK else state.black
    return deduce(replace(state, white, black, table, turn))


def draw_row(state: State, card: int, refill: int) -> State:
    """Take the leftmost such card of the row; the pile refills its place (R7.1)."""
    me, table = mine(state), state.table
    place = 4 * place_in_row(table.row, card)
    row = table.row & ~(15 << place) | refill << place
    if refill != UNKNOWN:
        table = Table(row, table.pile - 1, table.unseen - one(refill), table.discard, table.buried)
    else:
        table = Table(row, table.pile, table.unseen, table.discard, table.buried)
    shown = one(card) if state.terms.variants & OPEN_CARDS else 0  # R11.2
    me = Side(me.bridges, me.hand + one(card), me.open + shown, me.hidden, me.points)
    return end_turn(state, me, table, 0)


def draw_pile(state: State, card: int) -> State:
    """Take the top card of the pile (R7.1)."""
    me, table = mine(state), state.table
    known = 0 if card == UNKNOWN else one(card)
    hidden = 1 if card == UNKNOWN else 0
    me = Side(me.bridges, me.hand + known, me.open, me.hidden + hidden, me.points)
    table = Table(table.row, table.pile - 1, table.unseen - known, table.discard, table.buried)
    return end_turn(state, me, table, 0)
