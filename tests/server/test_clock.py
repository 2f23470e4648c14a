"""Clocks are arithmetic on what the log says."""

from hypothesis import given
from hypothesis import strategies as st

from kahuna.server.play.clock import Time, begin, deadline, pause, press
from kahuna.server.play.terms import Clock

LIVE = Clock("live", 60_000, 5_000)
BY_POST = Clock("correspondence", 86_400_000)
thinking = st.lists(st.integers(0, 100_000), max_size=30)


@given(thinking)
def test_a_live_clock_loses_what_was_thought_and_gains_the_increment(thought: list[int]) -> None:
    time, at, left = begin(LIVE, 7), 7, [60_000, 60_000]
    for n, spent in enumerate(thought):
        at += spent
        left[n % 2] = max(0, left[n % 2] - spent) + 5_000
        time = press(LIVE, time, ("White", "Black")[n % 2], at)
        assert time == Time(left[0], left[1], at)


@given(thinking)
def test_by_correspondence_every_turn_has_the_same_time(thought: list[int]) -> None:
    time, at = begin(BY_POST, 0), 0
    for n, spent in enumerate(thought):
        at += spent
        time = press(BY_POST, time, ("White", "Black")[n % 2], at)
        assert deadline(BY_POST, time, "White") == at + 86_400_000


def test_without_a_clock_there_is_no_deadline() -> None:
    assert deadline(Clock(), press(Clock(), begin(Clock(), 0), "White", 9), "Black") is None


def test_a_clock_that_stops_without_a_turn_gains_nothing() -> None:
    time = pause(LIVE, begin(LIVE, 0), "Black", 20_000)
    assert time == Time(60_000, 40_000, 20_000)
    assert deadline(LIVE, time, "Black") == 60_000
