"""The machine that a load test runs on: what processes use of it, and when it stood still.

A virtual machine is not always given its cores. Nothing runs meanwhile, the load test as little
as the server, and whoever is measured looks slow and is not. So somebody who comes before
everybody else on a core looks at the clock all the time: what they miss, the machine has lost.
"""

import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

EVERY = 0.001  # seconds between looks at the clock
STILL = 0.002  # seconds without a look: the core was not there
# Seconds around the sending of a turn in which nothing must have been lost for it to count as
# undisturbed. They are the same for all turns: were it the time that a turn took, slow ones would
# be left out more often than quick ones.
BEFORE, AFTER = 0.01, 0.05
FIRST = 50  # the priority of who looks, over all that is not of the system itself


class Usage(NamedTuple):
    """What processes have used."""

    cpu: float  # seconds
    memory: int  # bytes


def usage(pids: Sequence[int]) -> Usage | None:
    """Return what processes have used so far, together; None where nothing tells."""
    if not pids:
        return None
    try:
        single = [_usage(pid) for pid in pids]
    except OSError:
        return None
    return Usage(sum(used.cpu for used in single), sum(used.memory for used in single))


class Watch:
    """Looks all the time whether the machine stands still; a context manager.

    That takes the right to come first, which an ordinary user has not: then it cannot tell.
    """

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.tells = _may_come_first()
        self._still: list[tuple[float, float]] = []  # from, to, by the monotonic clock
        self._done = False
        cores = os.sched_getaffinity(0) if self.tells else ()
        self._threads = [threading.Thread(target=self._look, args=(core,)) for core in cores]

    def __enter__(self) -> "Watch":
        """Begin to look."""
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Look no more."""
        self._done = True
        for thread in self._threads:
            thread.join()

    def note(self, start: float, end: float) -> None:
        """Take note that a core was not there for a while."""
        self._still.append((start, end))

    def undisturbed(self, sent: Sequence[float]) -> list[bool]:
        """Tell of turns sent at these moments whether the machine was there all the while."""
        order = sorted(range(len(sent)), key=sent.__getitem__)
        still, found = iter(sorted(self._still)), [True] * len(sent)
        latest, next_one = float("-inf"), next(still, None)
        for n in order:
            while next_one is not None and next_one[0] <= sent[n] + AFTER:
                latest, next_one = max(latest, next_one[1]), next(still, None)
            found[n] = latest < sent[n] - BEFORE
        return found

    def _look(self, core: int) -> None:
        os.sched_setaffinity(0, {core})
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(FIRST))
        last = time.monotonic()
        while not self._done:
            time.sleep(EVERY)
            now = time.monotonic()
            if now - last > EVERY + STILL:
                self.note(last, now)
            last = now


def _may_come_first() -> bool:
    """Try whether a thread of this process may come before all others."""
    if not hasattr(os, "sched_setscheduler"):
        return False
    may = False

    def come_first() -> None:
        nonlocal may
        try:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(FIRST))
        except OSError:
            return
        may = True

    thread = threading.Thread(target=come_first)
    thread.start()
    thread.join()
    return may


def _usage(pid: int) -> Usage:
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    user, system = stat.rpartition(")")[2].split()[11:13]
    ticks = os.sysconf("SC_CLK_TCK")
    return Usage((int(user) + int(system)) / ticks, pages * os.sysconf("SC_PAGE_SIZE"))
