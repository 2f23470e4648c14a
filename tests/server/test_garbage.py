"""Garbage is collected without long pauses, and still collected."""

import asyncio
import gc
import sys
import weakref
from collections.abc import Callable, Iterator
from itertools import chain, repeat

import pytest

from kahuna.server import garbage


class Knot:
    """Something that refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        """Tie it."""
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def tidy_for_a_while(
    monkeypatch: pytest.MonkeyPatch, *, seldom: int = 1, during: Callable[[], None] = lambda: None
) -> None:
    """Let a few rounds go by, at once, with something that happens before each."""
    monkeypatch.setattr(garbage, "EVERY", 0)
    monkeypatch.setattr(garbage, "SELDOM", seldom)

    async def some_rounds() -> None:
        task = asyncio.create_task(garbage.tidy())
        for _ in range(5):
            await asyncio.sleep(0)
            during()
        task.cancel()

    asyncio.run(some_rounds())


def test_what_lives_long_is_not_looked_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    knot = Knot()
    tidy_for_a_while(monkeypatch)
    assert not any(thing is knot for thing in gc.get_objects())


def test_young_garbage_is_freed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "look_through_all", lambda: 1 << 60)
    gone = weakref.ref(Knot())
    tidy_for_a_while(monkeypatch)
    assert gone() is None


@pytest.mark.parametrize(("knots", "looks"), [(garbage.WORTH, 3), (1, 2)])
def test_what_is_young_is_looked_through_again_at_once_only_if_much_was_found(
    monkeypatch: pytest.MonkeyPatch, knots: int, looks: int
) -> None:
    looked, collect = list[int](), gc.collect

    def look(generation: int) -> int:
        looked.append(generation)
        return collect(generation)

    def tie() -> None:
        for _ in range(0 if looked else knots):
            Knot()

    monkeypatch.setattr(garbage, "look_through_all", lambda: 1 << 60)
    monkeypatch.setattr(gc, "collect", look)
    tidy_for_a_while(monkeypatch, seldom=2, during=tie)  # four rounds
    assert looked == [0] * looks


def test_garbage_that_was_put_aside_is_freed_when_there_is_much_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    knot = Knot()
    gone = weakref.ref(knot)
    gc.freeze()
    del knot
    gc.collect()
    assert gone() is not None
    found = chain([1], repeat(3))  # first, when all have been looked through; then, after a round
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: next(found))
    tidy_for_a_while(monkeypatch)
    assert gone() is None
