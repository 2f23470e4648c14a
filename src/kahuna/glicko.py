"""Glicko-2, after Mark Glickman's paper of 2013, one game a rating period.

>>> player = Rating(1500, 200, 0.06)
>>> games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
>>> new = update(player, games)  # the paper's worked example
>>> round(new.rating, 2), round(new.deviation, 2), round(new.volatility, 5)
(1464.05, 151.52, 0.06)
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

SCALE = 173.7178
TAU = 0.5  # how much volatility changes
LARGEST = 350.0  # deviation: nothing is known
PROVISIONAL = 110.0  # a deviation above this is not yet a rating to go by


class Rating(NamedTuple):
    """How strong somebody is, how sure that is, and how much it jumps."""

    rating: float = 1500.0
    deviation: float = LARGEST
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known to go by it."""
        return self.deviation > PROVISIONAL


def update(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """Return the rating after games against opponents, each with a score of 1, 0.5 or 0."""
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    if not games:
        return aged(player, 1)
    weighed = [_weigh(mu, opponent) for opponent, _ in games]
    variance = 1 / sum(g * g * expected * (1 - expected) for g, expected in weighed)
    gain = sum(g * (score - e) for (g, e), (_, score) in zip(weighed, games, strict=True))
    volatility = _volatility(phi, player.volatility, variance, variance * gain)
    before = math.hypot(phi, volatility)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    rating = 1500 + SCALE * (mu + after * after * gain)
    return Rating(rating, min(LARGEST, SCALE * after), volatility)


def aged(player: Rating, periods: float) -> Rating:
    """Return the rating after so many rating periods without a game: less sure (step 6).

    >>> round(aged(Rating(1700, 60), 73).deviation)
    107
    """
    phi = math.hypot(player.deviation / SCALE, player.volatility * math.sqrt(periods))
    return player._replace(deviation=min(LARGEST, SCALE * phi))


def expected_score(player: Rating, opponent: Rating) -> float:
    """Return what share of the points the player may expect."""
    phi = math.hypot(player.deviation, opponent.deviation) / SCALE
    difference = (player.rating - opponent.rating) / SCALE
    return 1 / (1 + math.exp(-_g(phi) * difference))


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _weigh(mu: float, opponent: Rating) -> tuple[float, float]:
    """Return how much a game against the opponent tells, and the score to be expected."""
    g = _g(opponent.deviation / SCALE)
    return g, 1 / (1 + math.exp(-g * (mu - (opponent.rating - 1500) / SCALE)))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility, by the Illinois algorithm of the paper's step 5."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        total = phi * phi + variance + e
        return e * (delta * delta - total) / (2 * total * total) - (x - a) / (TAU * TAU)

    if delta * delta > phi * phi + variance:
        low, high = a, math.log(delta * delta - phi * phi - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        low, high = a, a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
