"""What a whole turn comes to: turns with the same effect are the same turn, however written."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kahuna.errors import IllegalTokenError
from kahuna.notation import tokens
from kahuna.rules import actions, moves
from kahuna.rules.state import OVER, PLAY, State, mine, theirs
from kahuna.rules.step import apply
from kahuna.track import advance

NO_DRAW = -1  # the plays ended the game


class Effect(NamedTuple):
    """The mover's bridges, the opponent's, the mover's cards, and how the turn ends."""

    mine: int
    theirs: int
    hand: int
    draw: int

    @property
    def board(self) -> tuple[int, int]:
        """What lies on the board afterwards."""
        return self.mine, self.theirs


class Turn(NamedTuple):
    """A whole turn: its plays, then how it ends, without what chance brings."""

    plays: tuple[int, ...]
    draw: int

    def tokens(self, mover: int) -> tuple[str, ...]:
        """Return the turn in the notation."""
        whole = self.plays if self.draw == NO_DRAW else (*self.plays, self.draw)
        return tuple(tokens.name(action, mover) for action in whole)


def choice(action: int) -> int:
    """Return an action as its player chose it, without what chance brought."""
    if actions.kind(action) == actions.DRAW_ROW:
        return actions.draw_row(actions.card_of(action))
    if actions.kind(action) == actions.DRAW_PILE:
        return actions.draw_pile()
    return action


def turn_of(played: Iterable[int]) -> Turn | None:
    """Return the turn that these actions make; None if somebody gave up in it."""
    plays: list[int] = []
    for action in played:
        what = actions.kind(action)
        if what in (actions.RESIGN, actions.TIME_OUT):
            return None
        if what in (actions.DRAW_ROW, actions.DRAW_PILE, actions.ABSTAIN):
            return Turn(tuple(plays), choice(action))
        plays.append(action)
    return Turn(tuple(plays), NO_DRAW)


def parse_turn(state: State, words: Sequence[str]) -> Turn:
    """Read a whole turn of the mover, as the mover knows the position; refuse what is not legal.

    Draws may come with or without what they brought.
    """
    mover, plays = state.turn.mover, list[int]()
    for n, word in enumerate(words):
        action = choice(tokens.parse(word, mover))
        what = actions.kind(action)
        if what in (actions.DRAW_ROW, actions.DRAW_PILE, actions.ABSTAIN):
            _check_draw(state, action, word)
            if n + 1 < len(words):
                raise IllegalTokenError(words[n + 1], "turn-over", f"the turn ended with {word}")
            return Turn(tuple(plays), action)
        if what not in (actions.BUILD, actions.CUT, actions.FREE_BRIDGE, actions.DISCARD):
            raise IllegalTokenError(word, "no-turn", "this is no part of a turn")
        state = advance(state, action)
        plays.append(action)
    if state.turn.phase != OVER:
        raise IllegalTokenError(" ".join(words), "unfinished", "a turn ends with +B, +? or -")
    return Turn(tuple(plays), NO_DRAW)


def _check_draw(state: State, action: int, word: str) -> None:
    if state.turn.phase != PLAY or action not in moves.choices(state):
        if actions.kind(action) == actions.ABSTAIN:
            advance(state, action)  # which says why not
        raise IllegalTokenError(word, "no-such-draw", "the turn cannot end with this draw")


def effect_of(state: State, turn: Turn) -> Effect:
    """Return what the turn comes to in a position, as the mover knows it."""
    for action in turn.plays:
        state = apply(state, action)
    # Bridges and cards are read from the seat's side: after the game's end nobody moves.
    me, other = mine(state), theirs(state)
    return Effect(me.bridges, other.bridges, me.hand, turn.draw)


def ended(state: State, plays: tuple[int, ...]) -> Turn:
    """Return plays of the last turns as a whole turn: nobody draws there (R9.1)."""
    for action in plays:
        state = apply(state, action)
    return Turn(plays, NO_DRAW if state.turn.phase == OVER else actions.abstain())
