"""How a position is told: in a line, in brief for programs, as a picture."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kahuna import outcome
from kahuna.board import island_letters, line_names
from kahuna.notation import Seat, tokens
from kahuna.rules import legal
from kahuna.rules.cards import size
from kahuna.rules.control import controlled
from kahuna.rules.state import OVER, SEATS, Side, State, is_masked

if TYPE_CHECKING:
    from kahuna import svg


def summary(state: State) -> dict[str, object]:
    """Return a position in brief, as `kahuna replay --json` prints it."""
    table = state.table
    return {
        "result": outcome.result(state),
        "termination": outcome.TERMINATIONS[state.ending],
        "score": outcome.score(state),
        "round": state.round,
        "turn": state.turn.number,
        "white": _side_summary(state.white, masked=is_masked(state.terms, 0)),
        "black": _side_summary(state.black, masked=is_masked(state.terms, 1)),
        "row": tokens.row_text(table.row),
        "pile": table.pile,
        "discard": size(table.discard) + table.buried,
    }


def _side_summary(side: Side, *, masked: bool) -> dict[str, object]:
    held = tokens.letters(side.hand)
    if masked:  # open cards are named, all others are not, remembered or not
        held = tokens.letters(side.open) + "?" * (legal.hand_size(side) - size(side.open))
    return {
        "bridges": line_names(side.bridges),
        "islands": island_letters(controlled(side.bridges)),
        "hand": held,
        "open": tokens.letters(side.open),
    }


def in_a_line(state: State) -> str:
    """Return where the game stands and whose bridges lie where."""
    now = f"{SEATS[state.turn.mover]} to move"
    if state.turn.phase == OVER:
        now = f"over, {outcome.result(state)} ({outcome.TERMINATIONS[state.ending]})"
    sides = (
        f"{seat} {' '.join(line_names(side.bridges)) or 'nothing'}"
        for seat, side in zip(SEATS, (state.white, state.black), strict=True)
    )
    where = f"round {state.round}, turn {state.turn.number}, {now}, {outcome.score(state)}"
    return f"{where}: {'; '.join(sides)}"


def picture(states: Sequence[State], side: Seat) -> "svg.Picture":
    """Return the last of these positions as a picture with the turn that led to it marked."""
    from kahuna import svg

    number = states[max(0, len(states) - 2)].turn.number
    before = next(state for state in states if state.turn.number == number)
    after = states[-1]
    white, black = after.white.bridges, after.black.bridges
    return svg.board(
        white,
        black,
        side=side,
        built=line_names(white & ~before.white.bridges | black & ~before.black.bridges),
        removed=line_names((before.white.bridges | before.black.bridges) & ~(white | black)),
    )
