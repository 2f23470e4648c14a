"""Turns of a position with what they are worth, best first."""

import msgspec

from kahuna.study.effect import Effect, Turn


class Judged(msgspec.Struct, frozen=True):
    """A turn and what it is worth to its player: the probability of winning, a draw as half."""

    turn: Turn
    effect: Effect
    value: float


class Examined(msgspec.Struct, frozen=True):
    """A position's turns, best first; those asked for are among them, wherever they stand."""

    turns: tuple[Judged, ...]
    exact: bool

    @property
    def best(self) -> Judged:
        """The best turn."""
        return self.turns[0]

    @property
    def value(self) -> float:
        """What the position is worth to the mover."""
        return self.turns[0].value

    def find(self, effect: Effect) -> Judged | None:
        """Return the turn that has this effect."""
        return next((judged for judged in self.turns if judged.effect == effect), None)
