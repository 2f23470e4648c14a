"""How turns, rounds and the game end (R8 to R10), and what then becomes known."""

from kahuna.rules.cards import size
from kahuna.rules.scoring import round_points, tokens, verdict
from kahuna.rules.state import (
    BLACK,
    LAST_ROUND,
    NEW_ROW,
    NO_BRIDGES_LEFT,
    NO_LINE,
    NO_ROW,
    NOBODY,
    NOTHING,
    OVER,
    PLAY,
    RUNNING,
    WHITE,
    Side,
    State,
    Table,
    Turn,
    row_cards,
)


def end_turn(state: State, me: Side, table: Table, abstained: int) -> State:
    """Return the position after a turn: the other's turn, a scoring, or the end (R3.1, R8, R9)."""
    mover = state.turn.mover
    white, black = (me, state.black) if mover == WHITE else (state.white, me)
    last_turns = state.last_turns
    if last_turns == 1:  # R9.2
        return final_scoring(replace(state, white, black, table, state.turn))
    turn = Turn(1 - mover, state.turn.number + 1, PLAY, NOTHING, NO_LINE, abstained)
    if last_turns == 2:
        last_turns = 1
    elif table.pile == 0 and table.row == NO_ROW:  # R8.1
        if state.round == LAST_ROUND:
            last_turns = 2  # R9.1
        else:
            white, black = score_round(white, black, state.round)
            turn = Turn(mover, state.turn.number, NEW_ROW, NOTHING, NO_LINE, 0)
    return deduce(
        State(
            white,
            black,
            table,
            turn,
            state.terms,
            state.round,
            last_turns,
            state.handicap,
            state.ending,
            state.winner,
        )
    )


def lay_row(state: State, row: int) -> State:
    """Shuffle all discards into the new pile and begin the next round with its row (R8.3)."""
    old = state.table
    table = Table(
        row,
        size(old.discard) + old.buried - 3,
        old.unseen + old.discard - row_cards(row),
        0,
        0,
    )
    state = early_end(
        State(
            state.white,
            state.black,
            table,
            state.turn,
            state.terms,
            state.round + 1,
            0,
            0,
            RUNNING,
            NOBODY,
        )
    )
    if state.turn.phase == OVER:
        return state
    turn = Turn(1 - state.turn.mover, state.turn.number + 1, PLAY, NOTHING, NO_LINE, 0)  # R7.5
    return replace(state, state.white, state.black, state.table, turn)


def score_round(white: Side, black: Side, round_number: int) -> tuple[Side, Side]:
    """Give the points of a round (R8.2, R9.2)."""
    lead = tokens(white.bridges) - tokens(black.bridges)
    return (
        add_points(white, round_points(round_number, lead)),
        add_points(black, round_points(round_number, -lead)),
    )


def add_points(side: Side, points: int) -> Side:
    """Return the side with more points."""
    return Side(side.bridges, side.hand, side.open, side.hidden, side.points + points)


def final_scoring(state: State) -> State:
    """Give the points of the last round and decide the game (R9.2, R10.1)."""
    lead = tokens(state.white.bridges) - tokens(state.black.bridges)
    white, black = score_round(state.white, state.black, LAST_ROUND)
    ending, winner = verdict(
        white.points,
        black.points,
        lead,
        white.bridges.bit_count(),
        black.bridges.bit_count(),
    )
    return finish(replace(state, white, black, state.table, state.turn), ending, winner)


def early_end(state: State) -> State:
    """End the game if exactly one player has no bridge, from round 2 on (R10.2)."""
    white, black = state.white.bridges, state.black.bridges
    if state.round == 1 or (white == 0) == (black == 0):
        return state
    return finish(state, NO_BRIDGES_LEFT, BLACK if white == 0 else WHITE)


def finish(state: State, ending: int, winner: int) -> State:
    """Return the position with the game over."""
    turn = state.turn
    return State(
        state.white,
        state.black,
        state.table,
        Turn(turn.mover, turn.number, OVER, turn.done, NO_LINE, turn.abstained),
        state.terms,
        state.round,
        state.last_turns,
        state.handicap,
        ending,
        winner,
    )


def deduce(state: State) -> State:
    """Name the hidden cards of a hand when they are all that is unseen.

    Once the pile is empty and nothing is buried, perfect memory knows them.
    """
    if state.terms.masked == 0:
        return state
    white, black, table = state.white, state.black, state.table
    if table.pile + table.buried > 0 or (white.hidden == 0) == (black.hidden == 0):
        return state
    return replace(
        state,
        name_hidden(white, table.unseen),
        name_hidden(black, table.unseen),
        Table(table.row, table.pile, 0, table.discard, table.buried),
        state.turn,
    )


def name_hidden(side: Side, unseen: int) -> Side:
    """Return the side with its hidden cards, if it has any, named."""
    if side.hidden == 0:
        return side
    return Side(side.bridges, side.hand + unseen, side.open, 0, side.points)


def replace(state: State, white: Side, black: Side, table: Table, turn: Turn) -> State:
    """Return the position with these parts changed."""
    return State(
        white,
        black,
        table,
        turn,
        state.terms,
        state.round,
        state.last_turns,
        state.handicap,
        state.ending,
        state.winner,
    )
