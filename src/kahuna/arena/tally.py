"""The score of a match so far, counted by games and by pairs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kahuna.arena.match import Clock, Outcome
from kahuna.arena.pairing import Name
from kahuna.notation import Seat


@dataclass(slots=True)
class Tally:
    """Outcomes as they come, in any order.

    >>> tally = Tally()
    >>> for number, points in ((1, 1.0), (2, 0.5), (3, 1.0)):
    ...     tally.add(Outcome(number, points, "White", "points", ""))
    >>> tally.points, tally.pairs()
    (2.5, [0, 0, 0, 1, 0])
    """

    outcomes: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Take in one more game."""
        self.outcomes.append(outcome)

    @property
    def points(self) -> float:
        """A's points; a drawn game is half of one."""
        return sum(outcome.points for outcome in self.outcomes)

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.outcomes)

    def count(self, points: float, seat: Seat | None = None) -> int:
        """Return in how many games A got these points, at the seat if one is named."""
        return sum(o.points == points and seat in (None, o.seat) for o in self.outcomes)

    def pairs(self) -> list[int]:
        """Return how many pairs gave A 0, ½, 1, 1½ and 2 points; half a pair does not count."""
        return count_pairs(self.outcomes)

    def clock(self, who: Name) -> Clock:
        """Return the time that a player took, of the games played now."""
        return sum((o.clocks.get(who, Clock()) for o in self.outcomes), Clock())

    def failures(self) -> list[tuple[int, Name, str]]:
        """Return the games that ended by a failure: their number, who failed, and how."""
        found = [(o.number, *o.failure) for o in self.outcomes if o.failure is not None]
        return sorted(found)

    def in_order(self) -> Sequence[Outcome]:
        """Return the outcomes by the numbers of the games."""
        return sorted(self.outcomes, key=lambda outcome: outcome.number)


def count_pairs(outcomes: Iterable[Outcome]) -> list[int]:
    """Return the five counts of pairs."""
    first: dict[int, float] = {}
    counts = [0] * 5
    for outcome in outcomes:
        pair = (outcome.number + 1) // 2
        if pair in first:
            counts[round(2 * (first[pair] + outcome.points))] += 1
        else:
            first[pair] = outcome.points
    return counts
