"""Who plays whom, and how: every deal twice, with the seats swapped.

A match is between A and B. Games 1 and 2 have the same cards and the same starting seat;
A is White in the first and Black in the second. So do 3 and 4, where the other seat starts.
"""

import hashlib
from dataclasses import dataclass
from typing import Literal

from kahuna.ai.go import Go
from kahuna.notation import Seat, Variants

Name = Literal["A", "B"]
Handicap = tuple[Seat | Name, int]


@dataclass(frozen=True, slots=True)
class Match:
    """What was agreed for all games of a match; `a` and `b` name the players."""

    a: str
    b: str
    go_a: Go
    go_b: Go
    variants: Variants = "none"
    handicap: Handicap | None = None  # of a seat, or of A or B wherever they sit
    seed: str = "1"
    patience: float = 10.0  # seconds that an engine may be silent beyond its movetime

    def spec(self, who: Name) -> str:
        """Return the name that the player was called by."""
        return self.a if who == "A" else self.b

    def go(self, who: Name) -> Go:
        """Return how long the player may think."""
        return self.go_a if who == "A" else self.go_b

    @property
    def title(self) -> str:
        """The match in a line, as its records are tagged: games of one title belong together.

        >>> Match("greedy", "random", Go(nodes=1), Go(nodes=1)).title
        'greedy (nodes 1) against random (nodes 1), variants none, handicap none, seed 1'
        """
        handicap = "none" if self.handicap is None else f"{self.handicap[0]} {self.handicap[1]}"
        return (
            f"{self.a} ({self.go_a}) against {self.b} ({self.go_b}), "
            f"variants {self.variants}, handicap {handicap}, seed {self.seed}"
        )


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of a match, to be played; games are numbered from 1."""

    match: Match
    number: int

    @property
    def pair(self) -> int:
        """The number of the deal, from 1."""
        return (self.number + 1) // 2

    @property
    def starts(self) -> Seat:
        """The seat that starts."""
        return "White" if self.pair % 2 else "Black"

    @property
    def handicap(self) -> tuple[Seat, int] | None:
        """Which seat places how many bridges first."""
        if self.match.handicap is None:
            return None
        whose, bridges = self.match.handicap
        if whose == "A":
            return self.seat("A"), bridges
        return (self.seat("B") if whose == "B" else whose), bridges

    def seat(self, who: Name) -> Seat:
        """Return where the player sits.

        >>> match = Match("greedy", "random", Go(nodes=1), Go(nodes=1))
        >>> [Fixture(match, number).seat("A") for number in (1, 2, 3)]
        ['White', 'Black', 'White']
        """
        return "White" if (who == "A") == bool(self.number % 2) else "Black"

    def who(self, seat: Seat) -> Name:
        """Return who sits there."""
        return "A" if self.seat("A") == seat else "B"

    @property
    def deal_seed(self) -> bytes:
        """The dealer's seed, the same for both games of the pair."""
        return self._digest("deal")

    def player_seed(self, who: Name) -> int:
        """Return the seed of a player, the same for both games of the pair."""
        return int.from_bytes(self._digest(who)[:4], "big") >> 1

    def _digest(self, what: str) -> bytes:
        text = f"kahuna arena 1 seed {self.match.seed} pair {self.pair} {what}"
        return hashlib.sha256(text.encode()).digest()


def fixtures(match: Match, games: int) -> list[Fixture]:
    """Return the games of a match, whole pairs of them."""
    return [Fixture(match, number) for number in range(1, games + games % 2 + 1)]
