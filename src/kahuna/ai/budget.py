"""How long a player may think: work is handed out in small portions between looks at the clock."""

import time
from typing import Final

from kahuna.ai.player import Limit

DEFAULT_MS: Final = 200  # where a limit says nothing
PORTION: Final = 0.002  # seconds; `stop` and a busy machine are noticed this often
GROWTH: Final = 4
# What is left for answering: the work of a portion may last longer on a busy machine.
RESERVE_MS: Final = 3.0
SHARE: Final = 0.94


class Budget:
    """Hands out portions of work, counted in nodes, until the limit is reached.

    With `Limit.nodes` alone nothing depends on the clock, so that the same work comes again.
    """

    def __init__(self, limit: Limit) -> None:
        """Start the clock."""
        self.started = time.perf_counter()
        self.limit = limit
        self.done = 0
        self._portion = 1
        self._per_node = 0.0  # seconds
        self._asked = self.started
        movetime = limit.movetime
        if movetime is None and limit.nodes is None:
            movetime = DEFAULT_MS
        self._seconds = None if movetime is None else _seconds(movetime)

    @property
    def share_used(self) -> float:
        """How much of the limit is used, from 0 to 1 and above."""
        used = 0.0 if self.limit.nodes is None else self.done / max(1, self.limit.nodes)
        if self._seconds is not None:
            used = max(used, (time.perf_counter() - self.started) / self._seconds)
        return used

    @property
    def is_over(self) -> bool:
        """Whether the answer is due."""
        return self.limit.stop.is_set() or self.share_used >= 1.0 or not self._fits()

    def portion(self, until: float = 1.0) -> int:
        """Return how many nodes to do next, or 0 when this share of the limit is used."""
        if self.is_over or self.share_used >= until:
            return 0
        self._asked = time.perf_counter()
        if self.limit.nodes is None:
            return self._portion
        left = max(1, round(until * self.limit.nodes) - self.done)
        return min(left, self._portion)

    def spend(self, nodes: int) -> None:
        """Note what was done, and learn how fast it goes."""
        self.done += nodes
        took = max(1e-6, time.perf_counter() - self._asked) / nodes
        self._per_node = max(took, 0.7 * self._per_node)
        fitting = int(min(PORTION, self._seconds_left() / 2) / self._per_node)
        self._portion = max(1, min(fitting, GROWTH * nodes))

    def _seconds_left(self) -> float:
        if self._seconds is None:
            return 1e9
        return self.started + self._seconds - time.perf_counter()

    def _fits(self) -> bool:
        """Tell whether there is time for another node."""
        return self._per_node < self._seconds_left()


def _seconds(movetime: int) -> float:
    """Return how long to think for an answer in time."""
    return max(0.3 * movetime, min(SHARE * movetime, movetime - RESERVE_MS)) / 1000
