"""What can be done in a position, and what it would bring about on the board.

It looks at the position that it is given: of a masked one, it tells what its viewer may know.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from kahuna.board import N_LINES, island_letters, line_names
from kahuna.notation import tokens
from kahuna.rules import actions, moves
from kahuna.rules.control import controlled, falling, lines_that_gain
from kahuna.rules.state import WHITE, State, mine, theirs

_CUTTING = 1 << N_LINES  # beside the lines
_islands = lru_cache(maxsize=2048)(controlled)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that the mover may do, or has done, and what it brings about."""

    token: str
    gains: tuple[str, ...] = ()  # islands
    removes: tuple[str, ...] = ()  # bridges of the mover's opponent
    loses: tuple[str, ...] = ()  # islands of the mover's opponent


def choices(state: State) -> list[Choice]:
    """Return the mover's choices with their consequences.

    A bridge changes nothing else unless it brings an island within its player's control, so
    most choices need not be tried out.
    """
    telling = lines_that_gain(mine(state).bridges) | _CUTTING
    plain = [_plain(action) for action in moves.choices(state)]
    return [
        choice if where & telling == 0 else consequence(state, action)
        for action, choice, where in plain
    ]


@cache  # there are some thousand: builds, draws, and what a hand can discard
def _plain(action: int) -> tuple[int, Choice, int]:
    """Return an action as a choice that changes nothing but what its token says, and its line.

    What a cut changes has always to be told.
    """
    kind, where = actions.kind(action), 0
    if kind in actions.ON_A_LINE:
        where = _CUTTING if kind == actions.CUT else 1 << actions.line_of(action)
    return action, Choice(tokens.name(action, WHITE)), where


def consequence(state: State, action: int) -> Choice:
    """Return a choice of the mover with the islands and bridges it would change."""
    if actions.kind(action) not in actions.ON_A_LINE:
        return Choice(tokens.name(action, state.turn.mover))
    return _on_a_line(action, state.turn.mover, mine(state).bridges, theirs(state).bridges)


@lru_cache(maxsize=4096)  # what can be chosen is told again when it was, to both players
def _on_a_line(action: int, mover: int, me: int, other: int) -> Choice:
    """Return a choice on a line, with what it changes on the board."""
    kind, line = actions.kind(action), actions.line_of(action)
    if kind == actions.CUT:  # R6.1
        gained, removed = 0, 1 << line
    else:  # R5.2; a handicap's bridge removes nothing (R2.3)
        gained = _islands(me | 1 << line) & ~_islands(me)
        removed = 0 if kind == actions.HANDICAP_BRIDGE else falling(me, other, line)
    lost = _islands(other) & ~_islands(other & ~removed)
    return Choice(
        tokens.name(action, mover),
        gains=tuple(island_letters(gained)),
        removes=tuple(line_names(removed)),
        loses=tuple(island_letters(lost)),
    )
