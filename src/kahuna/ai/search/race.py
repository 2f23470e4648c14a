"""Who deserves more thought: successive halving over worlds that all candidates share."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from kahuna.ai.belief.parts import Floats, Ints

MAX_WORLDS: Final = 4096


class Race:
    """Candidates meet in the same worlds; stage by stage the worse half is left behind."""

    def __init__(self, priors: NDArray[np.float32], trust: float) -> None:
        """Begin with all candidates."""
        n = len(priors)
        self.priors = priors.astype(np.float64)
        self.trust = trust
        self.values: Floats = np.full((MAX_WORLDS, n), np.nan)
        self.alive: Ints = np.arange(n)
        self.worlds = 0  # begun so far
        self.left: list[tuple[int, float]] = []  # candidates left behind, the last one first
        self.stages = max(1, (n - 1).bit_length())

    def scores(self) -> Floats:
        """Return the estimates for those alive: from worlds that all of them have been through.

        The network's first judgement, moved to the same average, counts as `trust` worlds.
        """
        priors = self.priors[self.alive]
        rows = self.values[: self.worlds, self.alive]
        rows = rows[~np.isnan(rows).any(axis=1)]
        if not len(rows):
            return priors
        means: Floats = rows.mean(axis=0)
        moved = priors - priors.mean() + means.mean()
        weight = self.trust / (self.trust + len(rows))
        mixed: Floats = (1 - weight) * means + weight * moved
        return mixed.clip(0.0, 1.0)

    def halve(self) -> None:
        """Leave the worse half behind."""
        scores = self.scores()
        order = np.argsort(-scores, kind="stable")
        keep = (len(order) + 1) // 2
        for i in order[: keep - 1 : -1]:
            self.left.insert(0, (int(self.alive[i]), float(scores[i])))
        self.alive = np.sort(self.alive[order[:keep]])

    def result(self) -> list[tuple[int, float]]:
        """Return all candidates, best first, with their estimates, which never rise."""
        scores = self.scores()
        order = np.argsort(-scores, kind="stable")
        ranked = [(int(self.alive[i]), float(scores[i])) for i in order] + self.left
        highest = 1.0
        for place, (candidate, score) in enumerate(ranked):
            highest = min(highest, score)
            ranked[place] = (candidate, highest)
        return ranked
