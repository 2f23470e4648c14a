"""What a score proves.

The two games of a deal with seats swapped are not independent: the same good cards serve
each player once. So the sample is the *pair*: its score is A's share of the
pair's two points, one of 0, ¼, ½, ¾ and 1, and a match is five counts of pairs
(the "pentanomial" of chess programmers).

**Interval.** Wilson's, for a mean instead of a proportion: all true scores *p* with
``|score - p| <= z * sqrt(k * p * (1 - p) / n)`` for *n* pairs, where *k* is the variance of
the pairs in the sample as a share of the largest that this score allows, ``score * (1 - score)``.
One more pair with ``k = 1`` is thought to be seen, so that a few equal pairs prove little; and
if all games were won, ``k = 1``: then a pair counts like one game, which errs on the safe side.

**Elo.** The usual logistic scale: a score *s* is a difference of ``-400 * log10(1 / s - 1)``.

**SPRT.** The generalised sequential probability ratio test on the five counts, as fishtest
does it: the log-likelihood ratio of the best-fitting distributions over the five scores
with the means that `elo1` and `elo0` say.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
Z_95 = 1.959963984540054
ALMOST_NOTHING = 1e-3  # in place of a count of 0 in the SPRT, as any outcome is possible
BISECTIONS = 100


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Sprt:
    """Where a sequential test stands: `verdict` is ``elo1``, ``elo0`` or ``open``."""

    elo0: float
    elo1: float
    llr: float
    lower: float
    upper: float

    @property
    def verdict(self) -> str:
        """Which hypothesis is accepted."""
        if self.llr >= self.upper:
            return "elo1"
        return "elo0" if self.llr <= self.lower else "open"


def mean(pairs: Sequence[int]) -> float:
    """Return the score from the five counts of pairs.

    >>> mean([1, 0, 2, 0, 1]), mean([0, 0, 0, 1, 1])
    (0.5, 0.875)
    """
    return _dot(pairs, PAIR_SCORES) / sum(pairs)


def variance(pairs: Sequence[int]) -> float:
    """Return the variance of a pair's score.

    >>> variance([1, 0, 2, 0, 1])
    0.125
    """
    score = mean(pairs)
    return _dot(pairs, [(x - score) ** 2 for x in PAIR_SCORES]) / sum(pairs)


def score_interval(pairs: Sequence[int], z: float = Z_95) -> Estimate:
    """Return the score with its 95 % interval."""
    n, score = sum(pairs), mean(pairs)
    most = score * (1 - score)
    share = variance(pairs) / most if most > 0 else 1.0
    share = (n * share + 1) / (n + 1)
    w = z * z * share / n
    centre = (score + w / 2) / (1 + w)
    half = math.sqrt(w * (most + w / 4)) / (1 + w)
    # Rounding must not carry an end beyond the score itself, at 0 and at 1.
    return Estimate(score, min(score, centre - half), max(score, centre + half))


def elo(score: float) -> float:
    """Return the difference in Elo that a score says; infinite at 0 and 1.

    >>> round(elo(0.75), 2), elo(0.5), elo(1.0)
    (190.85, 0.0, inf)
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1) or 0.0


def expected_score(difference: float) -> float:
    """Return the score that a difference in Elo promises.

    >>> round(expected_score(400), 4)
    0.9091
    """
    return 1 / (1 + 10 ** (-difference / 400))


def elo_interval(score: Estimate) -> Estimate:
    """Return the difference in Elo with the interval of the score."""
    return Estimate(elo(score.value), elo(score.low), elo(score.high))


def sprt(
    pairs: Sequence[int], elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05
) -> Sprt:
    """Return where the test of `elo1` against `elo0` stands."""
    counts = [count or ALMOST_NOTHING for count in pairs]
    ratio = llr(counts, PAIR_SCORES, expected_score(elo0), expected_score(elo1))
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    return Sprt(elo0, elo1, ratio if sum(pairs) else 0.0, lower, upper)


def llr(counts: Sequence[float], scores: Sequence[float], mean0: float, mean1: float) -> float:
    """Return the log-likelihood ratio of mean `mean1` to `mean0`, each at its best fit."""
    fit0, fit1 = best_fit(counts, scores, mean0), best_fit(counts, scores, mean1)
    return sum(n * math.log(b / a) for n, a, b in zip(counts, fit0, fit1, strict=True))


def best_fit(counts: Sequence[float], scores: Sequence[float], wanted: float) -> list[float]:
    """Return the likeliest probabilities, given the counts, that have the wanted mean.

    By a multiplier x they are ``n / N / (1 + x * (score - wanted))``, where x makes the sum of
    ``n * (score - wanted) / (1 + x * (score - wanted))`` zero. That sum falls as x grows.
    """
    total = sum(counts)
    apart = [score - wanted for score in scores]
    low, high = -1 / max(apart), -1 / min(apart)
    for _ in range(BISECTIONS):
        x = (low + high) / 2
        if sum(n * d / (1 + x * d) for n, d in zip(counts, apart, strict=True)) > 0:
            low = x
        else:
            high = x
    return [n / total / (1 + x * d) for n, d in zip(counts, apart, strict=True)]


def _dot(counts: Sequence[int], values: Sequence[float]) -> float:
    return sum(n * value for n, value in zip(counts, values, strict=True))
