"""Self-play in many places at once.

`play_some` is a plain function of its arguments, so it can run in a thread (the compiled
games do not hold the interpreter's lock) or on a cluster. Whatever can do it is a `Crew`.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from kahuna.ai.choose import Desk, make_desk
from kahuna.ai.network import Weights
from kahuna.ai.training.selfplay import MAX_POSITIONS, Lessons, Manner, make_lessons, self_play
from kahuna.ai.workers import open_workers

_own = threading.local()  # each thread works at a desk of its own


class Job(NamedTuple):
    """Games to be played."""

    weights: Weights
    manner: Manner
    games: int
    seed: int
    against: Weights | None = None  # a frozen network, or the one that learns


class Crew(NamedTuple):
    """Who plays: how many jobs at a time, and how they get done, in the order of the jobs."""

    size: int
    play: Callable[[Sequence[Job]], list[Lessons]]


def open_crew(jobs: int | None, cluster: str | None) -> AbstractContextManager[Crew]:
    """Open threads of this machine, or a cluster; without a number, one thread or all of it."""
    return threads(jobs or 1) if cluster is None else far_away(jobs, cluster)


@contextmanager
def threads(number: int) -> Iterator[Crew]:
    """Open so many threads."""
    with ThreadPoolExecutor(number) as pool:
        yield Crew(number, lambda jobs: list(pool.map(play_some, jobs)))


@contextmanager
def far_away(jobs: int | None, cluster: str) -> Iterator[Crew]:
    """Open a cluster, which is kept over all rounds."""
    with open_workers(cluster=cluster) as workers:

        def play(jobs: Sequence[Job]) -> list[Lessons]:
            # They come in any order; in that of the jobs, the run is the same as with threads.
            played = workers.spread(play_numbered, list(enumerate(jobs)))
            return [lessons for _, lessons in sorted(played, key=itemgetter(0))]

        yield Crew(jobs or workers.number, play)


def play_numbered(numbered: tuple[int, Job]) -> tuple[int, Lessons]:
    """Play the games and return what they teach, with the job's number."""
    number, job = numbered
    return number, play_some(job)


def play_some(job: Job) -> Lessons:
    """Play the games and return what they teach."""
    desk, notes, weights = _desk(), _notes(job.games * MAX_POSITIONS), usable(job.weights)
    other = weights if job.against is None else usable(job.against)
    exploit = job.against is not None
    count = self_play(weights, other, exploit, desk, job.manner, notes, job.games, job.seed)
    return first_lessons(notes, count)


def usable(weights: Weights) -> Weights:
    """Return weights as the compiled games take them: what has travelled may be read-only."""
    return Weights(*(np.require(part, requirements=("C", "A", "W")) for part in weights))


def first_lessons(lessons: Lessons, count: int) -> Lessons:
    """Return a copy of the first lessons."""
    return Lessons(
        lessons.slots[:count].copy(),
        lessons.stage[:count].copy(),
        lessons.target[:count].copy(),
        lessons.seat[:count].copy(),
        lessons.next[:count].copy(),
    )


def _desk() -> Desk:
    if not hasattr(_own, "desk"):
        _own.desk = make_desk()
    desk: Desk = _own.desk
    return desk


def _notes(size: int) -> Lessons:
    if not hasattr(_own, "notes") or len(_own.notes.target) < size:
        _own.notes = make_lessons(size)
    notes: Lessons = _own.notes
    return notes
