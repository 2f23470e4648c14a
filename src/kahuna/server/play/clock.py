"""Clocks: plain arithmetic on what the log says, so that they survive every restart."""

from typing import NamedTuple

from kahuna.notation.setup import Seat
from kahuna.server.play.terms import Clock


class Time(NamedTuple):
    """Where the clocks stand, in milliseconds; `moved` is when the mover's began to run."""

    white: int = 0
    black: int = 0
    moved: int = 0

    def left(self, seat: Seat) -> int:
        """Return what the seat had left when the turn began."""
        return self.white if seat == "White" else self.black


def begin(clock: Clock, at: int) -> Time:
    """Return the clocks as a game begins.

    >>> begin(Clock("live", 600_000, 10_000), 5)
    Time(white=600000, black=600000, moved=5)
    """
    left = clock.base if clock.pace == "live" else 0
    return Time(left, left, at)


def press(clock: Clock, time: Time, mover: Seat, at: int) -> Time:
    """Return the clocks after the mover's turn.

    >>> press(Clock("live", 600_000, 10_000), Time(600_000, 600_000, 0), "White", 25_000)
    Time(white=585000, black=600000, moved=25000)
    """
    return _spend(clock, time, mover, at, clock.increment)


def pause(clock: Clock, time: Time, mover: Seat, at: int) -> Time:
    """Return the clocks when the mover's stops without a turn: what was used is gone.

    >>> pause(Clock("live", 600_000, 10_000), Time(600_000, 600_000, 0), "White", 25_000)
    Time(white=575000, black=600000, moved=25000)
    """
    return _spend(clock, time, mover, at, 0)


def deadline(clock: Clock, time: Time, mover: Seat) -> int | None:
    """Return when the mover's time will be over.

    >>> deadline(Clock("correspondence", 86_400_000), Time(0, 0, 5), "Black")
    86400005
    """
    if clock.pace == "none":
        return None
    return time.moved + (time.left(mover) if clock.pace == "live" else clock.base)


def _spend(clock: Clock, time: Time, mover: Seat, at: int, more: int) -> Time:
    """Return the clocks with what the mover has used taken off, and `more` put on."""
    if clock.pace != "live":
        return time._replace(moved=at)
    left = max(0, time.left(mover) - (at - time.moved)) + more
    return Time(left, time.black, at) if mover == "White" else Time(time.white, left, at)
