"""What a score proves, against values worked out by hand."""

import math

import pytest

from kahuna.arena.statistics import (
    PAIR_SCORES,
    Estimate,
    best_fit,
    elo,
    elo_interval,
    expected_score,
    llr,
    mean,
    score_interval,
    sprt,
    variance,
)


@pytest.mark.parametrize(
    ("score", "difference"),
    [
        (0.5, 0.0),
        (0.75, 190.848501888),  # 400 log10 3
        (10 / 11, 400.0),
        (0.99, 798.254077839),  # 400 log10 99
        (0.25, -190.848501888),
    ],
)
def test_elo_is_logistic(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference)
    assert expected_score(difference) == pytest.approx(score)


def test_elo_is_infinite_if_every_game_went_one_way() -> None:
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf
    assert elo_interval(Estimate(1.0, 0.75, 1.0)).low == pytest.approx(190.848501888)


@pytest.mark.parametrize(
    ("pairs", "average", "spread"),
    [
        ([1, 0, 2, 0, 1], 0.5, 0.125),  # (1/4 + 1/4) / 4
        ([0, 2, 0, 2, 0], 0.5, 0.0625),
        ([0, 0, 0, 1, 1], 0.875, 0.015625),  # (1/8)^2
        ([0, 0, 7, 0, 0], 0.5, 0.0),
    ],
)
def test_mean_and_variance_are_those_of_the_pairs(
    pairs: list[int], average: float, spread: float
) -> None:
    assert mean(pairs) == pytest.approx(average)
    assert variance(pairs) == pytest.approx(spread)


@pytest.mark.parametrize(
    ("pairs", "low", "high"),
    [
        # One pair won: Wilson's 1 / (1 + z^2), with z = 1.96.
        ([0, 0, 0, 0, 1], 0.206549, 1.0),
        # 250 pairs won: 250 / (250 + z^2).
        ([0, 0, 0, 0, 250], 0.984867, 1.0),
        ([250, 0, 0, 0, 0], 0.0, 0.015133),
        # k = (100 * 0.5 + 1) / 101 and w = z^2 k / 100 = 0.019397;
        # half = sqrt(w (1/4 + w/4)) / (1 + w) = 0.068972.
        ([25, 0, 50, 0, 25], 0.431028, 0.568972),
        # All pairs even: k = 1 / 11, w = z^2 / 110; half = sqrt(w / 4 * (1 + w)) / (1 + w).
        ([0, 0, 10, 0, 0], 0.408152, 0.591848),
    ],
)
def test_the_interval_is_wilsons_with_the_variance_of_the_pairs(
    pairs: list[int], low: float, high: float
) -> None:
    estimate = score_interval(pairs)
    assert estimate.low == pytest.approx(low, abs=1e-6)
    assert estimate.high == pytest.approx(high, abs=1e-6)


def test_pairs_that_even_out_prove_more_than_pairs_that_go_one_way() -> None:
    even = score_interval([0, 10, 80, 10, 0])
    one_way = score_interval([50, 0, 0, 0, 50])
    assert even.value == one_way.value == 0.5
    assert even.high - even.low < (one_way.high - one_way.low) / 3


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    import random

    rng, hits = random.Random(1), 0
    chances = [0.05, 0.1, 0.35, 0.2, 0.3]
    truth = sum(p * x for p, x in zip(chances, PAIR_SCORES, strict=True))
    for _ in range(1000):
        sample = rng.choices(range(5), chances, k=60)
        estimate = score_interval([sample.count(n) for n in range(5)])
        hits += estimate.low <= truth <= estimate.high
    assert 930 <= hits <= 975


def test_with_two_outcomes_the_ratio_is_that_of_a_coin() -> None:
    # 70 ln(0.6 / 0.5) + 30 ln(0.4 / 0.5)
    assert llr([30, 70], [0, 1], 0.5, 0.6) == pytest.approx(6.068201, abs=1e-5)


def test_with_three_outcomes_the_best_fit_is_the_root_of_a_quadratic() -> None:
    # d = -0.6, -0.1, 0.4 gives 0.072 x^2 - 0.44 x - 0.3 = 0, x = -0.619098.
    assert best_fit([1, 1, 1], [0, 0.5, 1], 0.6) == pytest.approx(
        [0.243050, 0.313900, 0.443050], abs=1e-5
    )


def test_a_best_fit_is_a_distribution_with_the_wanted_mean() -> None:
    for wanted in (0.1, 0.45, 0.5, 0.7, 0.95):
        fit = best_fit([3, 11, 40, 21, 9], PAIR_SCORES, wanted)
        assert sum(fit) == pytest.approx(1)
        assert sum(p * x for p, x in zip(fit, PAIR_SCORES, strict=True)) == pytest.approx(wanted)


def test_the_sprt_accepts_what_the_score_shows() -> None:
    bound = math.log(0.95 / 0.05)
    assert sprt([0] * 5, 0, 30).llr == 0.0
    assert sprt([0] * 5, 0, 30).upper == pytest.approx(bound)
    assert sprt([10, 20, 40, 20, 10], 0, 30).verdict == "open"
    assert sprt([5, 20, 140, 100, 80], 0, 30).verdict == "elo1"
    assert sprt([80, 100, 140, 20, 5], 0, 30).verdict == "elo0"


def test_near_the_truth_the_ratio_is_the_normal_one() -> None:
    # n (s1 - s0) (2 s - s0 - s1) / (2 variance), good for small differences
    pairs = [40, 200, 500, 220, 40]
    s0, s1 = expected_score(0), expected_score(5)
    score, n = mean(pairs), sum(pairs)
    normal = n * (s1 - s0) * (2 * score - s0 - s1) / (2 * variance(pairs))
    assert sprt(pairs, 0, 5).llr == pytest.approx(normal, rel=0.02)
