"""What two players agree on before a game."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kahuna.notation.setup import Seat, Variants
from kahuna.server.errors import invalid
from kahuna.server.now import DAY, SECOND

Starts = Literal["White", "Black", "lot", "holiday"]
Pace = Literal["none", "live", "correspondence"]
Pool = Literal["live", "correspondence"]

LONGEST_TURN = 30 * DAY
LONGEST_BASE = 3 * 60 * 60 * SECOND


class Handicap(msgspec.Struct, frozen=True):
    """The weaker player's free bridges (R2.3)."""

    seat: Seat
    bridges: Annotated[int, Meta(ge=1, le=3)]


class Clock(msgspec.Struct, frozen=True):
    """How much time there is, in milliseconds.

    live: `base` for the whole game, and `increment` more for each turn made;
    correspondence: `base` for each turn; none: as long as one likes.
    """

    pace: Pace = "none"
    base: Annotated[int, Meta(ge=0, le=LONGEST_TURN)] = 0
    increment: Annotated[int, Meta(ge=0, le=LONGEST_TURN)] = 0


class Terms(msgspec.Struct, frozen=True):
    """What was agreed. The start can be drawn by lot, or go to who needs a holiday more."""

    variants: Variants = "none"
    handicap: Handicap | None = None
    starts: Starts = "lot"
    clock: Clock = Clock()
    rated: bool = False
    public: bool = False

    @property
    def pool(self) -> Pool:
        """In which of the two ratings it would count."""
        return "live" if self.clock.pace == "live" else "correspondence"


def check(terms: Terms) -> None:
    """Refuse terms that make no sense together."""
    clock = terms.clock
    if clock.pace == "live" and not 30 * SECOND <= clock.base <= LONGEST_BASE:
        raise invalid("clock", "a live game has from 30 seconds to 3 hours for each player")
    if clock.pace == "live" and clock.increment > 180 * SECOND:
        raise invalid("clock", "a turn of a live game adds at most 3 minutes")
    if clock.pace == "correspondence" and not 60 * SECOND <= clock.base <= LONGEST_TURN:
        raise invalid("clock", "a turn by correspondence has from a minute to 30 days")
    if terms.rated and (clock.pace == "none" or terms.handicap is not None):
        raise invalid("rated", "a rated game has a clock and no handicap")
