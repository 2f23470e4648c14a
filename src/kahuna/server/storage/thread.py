"""One thread that does one thing after the other, for an event loop that waits for it.

An executor of the standard library does the same for many loops and threads, by two futures,
a lock and several wake-ups for each thing: half as much again for a site that does this
hundreds of times a second.
"""

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")


class OneThread:
    """A thread; it starts with the first thing to do."""

    def __init__(self, name: str) -> None:
        """Take a name for it, which debuggers show."""
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._todo: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None]
        self._todo = SimpleQueue()

    async def do(self, work: Callable[[], T]) -> T:
        """Do something in the thread; return what it returns, or raise what it raises."""
        if self._thread.ident is None:
            self._thread.start()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._todo.put((work, done))
        return await done

    def stop(self) -> None:
        """Let the thread end when all is done, and wait for that."""
        if self._thread.ident is not None:
            self._todo.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (todo := self._todo.get()) is not None:
            work, done = todo
            try:
                result = work()
            except Exception as error:  # noqa: BLE001 - it goes to who waits for it
                done.get_loop().call_soon_threadsafe(refuse, done, error)
            else:
                done.get_loop().call_soon_threadsafe(resolve, done, result)


def resolve(done: asyncio.Future[T], result: T) -> None:
    """Tell whoever still waits what came of it."""
    if not done.done():
        done.set_result(result)


def refuse(done: asyncio.Future[T], error: Exception) -> None:
    """Tell whoever still waits why nothing came of it."""
    if not done.done():
        done.set_exception(error)
