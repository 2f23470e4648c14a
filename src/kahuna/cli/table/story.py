"""What has happened in a game, deed by deed, as a view tells it."""

from typing import NamedTuple

from kahuna.choices import Choice, consequence
from kahuna.notation import Seat
from kahuna.rules.state import HANDICAP, State
from kahuna.view import View, seat_name

from .words import other, told


class Deed(NamedTuple):
    """An action that was done; the turn of handicap bridges has the number 0."""

    number: int
    seat: Seat
    choice: Choice
    before: State

    @property
    def token(self) -> str:
        """The token as the viewer's record has it."""
        return self.choice.token

    def __str__(self) -> str:
        """Return it in words."""
        return told(self.choice, other(self.seat))


class Story:
    """All deeds of a game, in order."""

    def __init__(self, view: View) -> None:
        """Tell it from the view's own track, which holds nothing that the viewer may not know."""
        self.now = view.state
        self.deeds: list[Deed] = []
        for action, state in zip(view.track.actions, view.track.states, strict=False):
            choice = consequence(state, action)
            number = 0 if state.turn.phase == HANDICAP else state.turn.number
            seat = seat_name(state.turn.mover)
            if choice.token.startswith("@"):  # a new row belongs to the draw before it
                number, seat = self.deeds[-1].number, self.deeds[-1].seat
            self.deeds.append(Deed(number, seat, choice, state))

    def turn(self, number: int) -> list[Deed]:
        """Return the deeds of a turn."""
        return [deed for deed in self.deeds if deed.number == number]

    def changed_since(self, number: int) -> tuple[int, int]:
        """Return the lines built on and those that lost a bridge since this turn began."""
        now = self.now
        then = next((deed.before for deed in self.deeds if deed.number >= number), now)
        built = (now.white.bridges & ~then.white.bridges) | (
            now.black.bridges & ~then.black.bridges
        )
        had, has = (s.white.bridges | s.black.bridges for s in (then, now))
        return built, had & ~has
