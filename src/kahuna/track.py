"""A game as a fold: the set-up, the actions, and every position in between.

A track knows no chance and no secrets: it may be the whole truth, or a game
as one viewer knows it, with hidden hands and cards that are not named.
"""

from kahuna.errors import IllegalTokenError
from kahuna.notation import tokens
from kahuna.notation.setup import Setup
from kahuna.rules import legal
from kahuna.rules.reasons import why_illegal
from kahuna.rules.state import State
from kahuna.rules.step import apply


def advance(state: State, action: int) -> State:
    """Return the position after an action; one that is not legal is refused with the reason."""
    if not legal.is_legal(state, action):
        reason = why_illegal(state, action)
        assert reason is not None
        raise IllegalTokenError(tokens.name(action, state.turn.mover), *reason)
    return apply(state, action)


class Track:
    """The positions of a game from its deal to now: one more than there are actions."""

    def __init__(self, setup: Setup) -> None:
        """Begin with the deal."""
        self.setup = setup
        self.actions: list[int] = []
        self.states: list[State] = [setup.state()]

    @property
    def state(self) -> State:
        """The present position."""
        return self.states[-1]

    def push(self, action: int) -> None:
        """Go on by a legal action; one that is not legal is refused with the reason."""
        self.states.append(advance(self.states[-1], action))
        self.actions.append(action)

    def pop(self) -> int:
        """Go back by one action and return it."""
        self.states.pop()
        return self.actions.pop()

    def cut_back(self, length: int) -> None:
        """Go back to so many actions."""
        del self.actions[length:], self.states[length + 1 :]

    def tokens(self) -> list[str]:
        """Return the actions as tokens."""
        return [
            tokens.name(action, state.turn.mover)
            for action, state in zip(self.actions, self.states, strict=False)
        ]

    def copy(self) -> "Track":
        """Return a track that goes on by itself."""
        other = Track.__new__(Track)
        other.setup = self.setup
        other.actions, other.states = self.actions.copy(), self.states.copy()
        return other
