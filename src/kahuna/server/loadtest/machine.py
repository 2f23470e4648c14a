"""The machine that a load test runs on: what processes use of it, and when it stood still.

A virtual machine is not always given its cores. Nothing runs meanwhile, the load test as little
as the server, and whoever is measured looks slow and is not. The system tells how much time was
lost so far, so it can be seen when that was.
"""

import os
import threading
import time
from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

STOLEN = 8  # where the time lost stands in the first line of /proc/stat, see proc(5)
EVERY = 0.01  # seconds between looks; the system counts in steps that long
# Seconds around the sending of a turn in which nothing must have been lost for it to count as
# undisturbed. They are the same for all turns: were it the time that a turn took, slow ones would
# be left out more often than quick ones.
BEFORE, AFTER = 0.02, 0.1


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
    """Looks all the time whether the machine stands still; a context manager."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.tells = _lost() is not None
        self._moments: list[float] = []  # by the monotonic clock, in order
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> "Watch":
        """Begin to look."""
        if self.tells:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Look no more."""
        self._done.set()
        if self.tells:
            self._thread.join()

    def note(self, moment: float) -> None:
        """Take note that the machine has lost time just before a moment."""
        self._moments.append(moment)

    def disturbed(self, sent: float) -> bool:
        """Tell whether a turn sent at a moment may have had to wait for the machine itself."""
        place = bisect_left(self._moments, sent - BEFORE)
        return place < len(self._moments) and self._moments[place] <= sent + AFTER

    def _look(self) -> None:
        before = _lost()
        while not self._done.wait(EVERY):
            now = _lost()
            if now != before:
                self.note(time.monotonic())
                before = now


def _usage(pid: int) -> Usage:
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    user, system = stat.rpartition(")")[2].split()[11:13]
    ticks = os.sysconf("SC_CLK_TCK")
    return Usage((int(user) + int(system)) / ticks, pages * os.sysconf("SC_PAGE_SIZE"))


def _lost() -> int | None:
    """Return how much time all cores have lost, in the system's own steps."""
    try:
        all_cores = Path("/proc/stat").read_text(encoding="ascii").partition("\n")[0]
    except OSError:
        return None
    return int(all_cores.split()[STOLEN])
