"""Who plays whom: the closest ratings first, and the longer one waits, the further apart."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from kahuna.server.now import SECOND

WIDTH = 100.0  # points of rating that hardly matter
WIDENING = 10.0  # more for each second of waiting


class Waiting(NamedTuple):
    """Somebody who waits for a game."""

    id: int
    person: int
    terms: str
    rating: float
    since: int


def pairs(waiting: Sequence[Waiting], at: int) -> list[tuple[Waiting, Waiting]]:
    """Return who is to play whom now, the one who came first first.

    >>> lani, kai = Waiting(1, 1, "", 1500, 0), Waiting(2, 2, "", 1900, 0)
    >>> pairs([lani, kai], 0)
    []
    >>> [(a.person, b.person) for a, b in pairs([lani, kai], 10_000)]
    [(1, 2)]
    """
    fitting = [two for two in combinations(waiting, 2) if _fit(*two, at)]
    fitting.sort(key=lambda two: (_apart(*two), two[0].since + two[1].since))
    busy, found = set[int](), list[tuple[Waiting, Waiting]]()
    for one, other in fitting:
        if one.person not in busy and other.person not in busy:
            busy |= {one.person, other.person}
            found.append((one, other) if one.since <= other.since else (other, one))
    return found


def window(waited: int) -> float:
    """Return how far from their own rating somebody looks, after so many milliseconds.

    >>> window(0), window(30_000)
    (100.0, 400.0)
    """
    return WIDTH + WIDENING * max(0, waited) / SECOND


def _fit(one: Waiting, other: Waiting, at: int) -> bool:
    reach = window(at - one.since) + window(at - other.since)
    return one.person != other.person and one.terms == other.terms and _apart(one, other) <= reach


def _apart(one: Waiting, other: Waiting) -> float:
    return abs(one.rating - other.rating)
