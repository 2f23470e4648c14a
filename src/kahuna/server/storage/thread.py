"""One thread that does one thing after the other, for an event loop that waits for it.

An executor of the standard library does the same for many loops and threads, by two futures,
a lock and several wake-ups for each thing: half as much again for a site that does this
hundreds of times a second.
"""

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue

Work = Callable[[], None]


class OneThread:
    """A thread; it starts with the first thing to do."""

    def __init__(self, name: str) -> None:
        """Take a name for it, which debuggers show."""
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._todo: SimpleQueue[tuple[Work, asyncio.Future[None]] | None] = SimpleQueue()

    async def do(self, work: Work) -> None:
        """Do something in the thread; return when it is done, or raise what it raises."""
        if self._thread.ident is None:
            self._thread.start()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._todo.put((work, done))
        await done

    def stop(self) -> None:
        """Let the thread end when all is done, and wait for that."""
        if self._thread.ident is not None:
            self._todo.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (todo := self._todo.get()) is not None:
            work, done = todo
            try:
                work()
            except Exception as error:  # noqa: BLE001 - it goes to who waits for it
                done.get_loop().call_soon_threadsafe(resolve, done, error)
            else:
                done.get_loop().call_soon_threadsafe(resolve, done, None)


def resolve(done: asyncio.Future[None], error: Exception | None) -> None:
    """Tell whoever still waits that it is done, or why not."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
