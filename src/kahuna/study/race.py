"""Turns against each other in the same worlds, by fixed counts: the worse half is left behind.

It differs from the computer player's own race in three ways: it never looks at the clock, it
keeps some turns to the end whatever they are worth (the one that was played), and a turn
that was left behind is compared with the best in just those worlds that both have seen.
"""

from typing import Protocol

import numpy as np

from kahuna.ai.belief.parts import Floats, Ints
from kahuna.study.depth import Depth


class Look(Protocol):
    """Looks at turns in worlds: fills `values` in rows `start` to `start + worlds`."""

    def __call__(self, alive: Ints, start: int, worlds: int, values: Floats) -> None:
        """Look at all turns alive in so many further worlds."""
        ...


def most_worlds(depth: Depth, turns: int, kept: int) -> int:
    """Return how many worlds a race can come to."""
    return sum(n for _, n in _plan(depth, turns, kept))


def _plan(depth: Depth, turns: int, kept: int) -> list[tuple[int, int]]:
    """Return for each stage how many of the ranked turns run, and in how many new worlds.

    The kept turns may all be among those that would be left behind.
    """
    sizes = [turns]
    while sizes[-1] > depth.lines:
        sizes.append(max(depth.lines, (sizes[-1] + 1) // 2))
    share = depth.nodes // len(sizes)
    # A single turn needs no comparison, only a value.
    return [(n, max(1, share // max(2, min(turns, n + kept)))) for n in sizes]


def race(look: Look, depth: Depth, turns: int, keep: Ints) -> Floats:
    """Return the value of every turn, in their order; those to keep run to the end."""
    plan = _plan(depth, turns, len(keep))
    values = np.full((most_worlds(depth, turns, len(keep)), turns), np.nan)
    alive: Ints = np.arange(turns)
    seen = 0
    for stage, (_, worlds) in enumerate(plan):
        look(alive, seen, worlds, values)
        seen += worlds
        if stage + 1 < len(plan):
            means = values[:seen, alive].mean(axis=0)
            best = alive[np.argsort(-means, kind="stable")[: plan[stage + 1][0]]]
            alive = np.union1d(best, keep)
    return _settle(values, alive)


def _settle(values: Floats, alive: Ints) -> Floats:
    """Return the means; of turns left behind, by their distance to the best where both were."""
    settled: Floats = values.mean(axis=0)  # not a number where a turn was left behind
    best = alive[int(np.argmax(settled[alive]))]
    for turn in np.flatnonzero(np.isnan(settled)):
        both = ~np.isnan(values[:, turn])
        behind = (values[both, best] - values[both, turn]).mean()
        settled[turn] = settled[best] - max(0.0, behind)
    return settled.clip(0.0, 1.0)
