"""One thread does what it is given, in order, and says how it went."""

import asyncio
import threading

import pytest

from kahuna.server.storage.thread import OneThread


def test_things_are_done_in_order_by_one_other_thread() -> None:
    done = list[tuple[int, str]]()

    async def story() -> None:
        thread = OneThread("worker")
        await asyncio.gather(*(thread.do(lambda n=n: note(n)) for n in range(5)))  # type: ignore[misc]  # a default is how a lambda keeps its number
        thread.stop()

    def note(number: int) -> None:
        done.append((number, threading.current_thread().name))

    asyncio.run(story())
    assert done == [(number, "worker") for number in range(5)]


def test_who_waits_hears_what_went_wrong_and_the_thread_goes_on() -> None:
    async def story() -> None:
        thread = OneThread("worker")
        with pytest.raises(ZeroDivisionError):
            await thread.do(lambda: print(1 // 0))
        await thread.do(lambda: None)
        thread.stop()

    asyncio.run(story())


def test_what_was_begun_is_done_before_it_stops_though_nobody_waits_any_more() -> None:
    begun, done = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        done.wait(0.05)
        done.set()

    async def story() -> None:
        thread = OneThread("worker")
        waiting = asyncio.create_task(thread.do(work))
        await asyncio.to_thread(begun.wait)
        waiting.cancel()
        await asyncio.to_thread(thread.stop)

    asyncio.run(story())
    assert done.is_set()


def test_a_thread_that_had_nothing_to_do_need_not_be_stopped() -> None:
    OneThread("worker").stop()
