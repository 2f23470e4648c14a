"""An alarm clock: one thread that sleeps until something is due.

It is one thread for all times, because a busy machine lets a new thread wait for the processor
for longer than a short turn lasts, but wakes one that sleeps at once.
"""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

What = TypeVar("What")


class Alarm(Generic[What]):
    """Calls `ring` with what was set, when it is due; setting it anew forgets what was set."""

    def __init__(self, ring: Callable[[What], None]) -> None:
        """Start the thread, which ends with the program."""
        self._ring = ring
        self._changed = threading.Condition()
        self._set: tuple[float, What] | None = None
        threading.Thread(target=self._run, daemon=True).start()

    def set(self, seconds: float, what: What) -> None:
        """Ring after so many seconds."""
        with self._changed:
            self._set = time.perf_counter() + seconds, what
            self._changed.notify()

    def _run(self) -> None:
        while True:
            self._ring(self._next())

    def _next(self) -> What:
        """Wait until something is due, and return what it is."""
        with self._changed:
            while True:
                if self._set is None:
                    self._changed.wait()
                    continue
                due, what = self._set
                left = due - time.perf_counter()
                if left <= 0:
                    self._set = None
                    return what
                self._changed.wait(left)
