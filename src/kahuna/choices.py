"""What can be done in a position, and what it would bring about on the board.

It looks at the position that it is given: of a masked one, it tells what its viewer may know.
"""

from functools import cache, lru_cache

import msgspec

from kahuna.board import island_letters, line_names
from kahuna.notation import tokens
from kahuna.rules import actions, legal, moves
from kahuna.rules.control import falling, gained, lines_that_gain, lost
from kahuna.rules.state import WHITE, State, mine, theirs


class Choice(msgspec.Struct, frozen=True, gc=False):
    """Something that the mover may do, or has done, and what it brings about."""

    token: str
    gains: tuple[str, ...] = ()  # islands
    removes: tuple[str, ...] = ()  # bridges of the mover's opponent
    loses: tuple[str, ...] = ()  # islands of the mover's opponent


def choices(state: State) -> list[Choice]:
    """Return the mover's choices with their consequences.

    Most are builds where no island is about to be controlled: they need not be tried out.
    """
    telling = lines_that_gain(mine(state).bridges)
    found = [
        _plain(action)
        if actions.kind(action) == actions.BUILD and telling >> actions.line_of(action) & 1 == 0
        else consequence(state, action)
        for action in moves.on_lines(state)
    ]
    if legal.may_discard(state):
        found += _discards(mine(state).hand)
    found += [_plain(action) for action in moves.ends(state)]
    return found


def consequence(state: State, action: int) -> Choice:
    """Return a choice of the mover with the islands and bridges it would change."""
    kind = actions.kind(action)
    if kind in actions.ON_A_LINE:
        return _on_a_line(action, mine(state).bridges, theirs(state).bridges)
    if kind == actions.RESIGN:  # whose token says who it was, if not the mover
        return Choice(tokens.name(action, state.turn.mover))
    return _plain(action)


@lru_cache(maxsize=4096)  # what can be chosen is told again when it was, to both players
def _on_a_line(action: int, me: int, other: int) -> Choice:
    """Return a choice on a line, with what it changes on the board."""
    kind, line = actions.kind(action), actions.line_of(action)
    if kind == actions.CUT:  # R6.1
        islands, bridges = 0, 1 << line
    elif islands := gained(me, line):  # R5.2; a handicap's bridge removes nothing (R2.3)
        bridges = 0 if kind == actions.HANDICAP_BRIDGE else falling(me, other, line)
    else:
        return _plain(action)
    return Choice(
        tokens.name(action, WHITE),
        gains=_islands(islands),
        removes=_lines(bridges),
        loses=_islands(lost(other, bridges)),
    )


@cache  # there are some thousand: builds, draws, and what a hand can discard
def _plain(action: int) -> Choice:
    """Return an action of either player as a choice that changes only what its token says."""
    return Choice(tokens.name(action, WHITE))


@lru_cache(maxsize=1024)  # the same hand is looked at again and again
def _discards(hand: int) -> tuple[Choice, ...]:
    return tuple(map(_plain, moves.discards(hand)))


@lru_cache(maxsize=256)
def _islands(islands: int) -> tuple[str, ...]:
    return tuple(island_letters(islands))


@lru_cache(maxsize=1024)
def _lines(lines: int) -> tuple[str, ...]:
    return tuple(line_names(lines))
