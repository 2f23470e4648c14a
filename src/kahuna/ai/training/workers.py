"""Self-play in many places at once.

`play_some` is a plain function of its arguments, so it can run in a thread (the
compiled games do not hold the interpreter's lock), in a process or on a cluster:
whatever can map it over jobs is a `Crew`.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from kahuna.ai.choose import Desk, make_desk
from kahuna.ai.network import Weights
from kahuna.ai.training.selfplay import MAX_POSITIONS, Lessons, Manner, make_lessons, self_play

_own = threading.local()  # each thread works at a desk of its own


class Job(NamedTuple):
    """Games to be played."""

    weights: Weights
    manner: Manner
    games: int
    seed: int
    against: Weights | None = None  # a frozen network, or the one that learns


Crew = Callable[[Sequence[Job]], list[Lessons]]


def play_some(job: Job) -> Lessons:
    """Play the games and return what they teach."""
    desk, notes = _desk(), _notes(job.games * MAX_POSITIONS)
    exploit = job.against is not None
    other = job.weights if job.against is None else job.against
    count = self_play(job.weights, other, exploit, desk, job.manner, notes, job.games, job.seed)
    return first_lessons(notes, count)


def first_lessons(lessons: Lessons, count: int) -> Lessons:
    """Return a copy of the first lessons."""
    return Lessons(
        lessons.slots[:count].copy(),
        lessons.stage[:count].copy(),
        lessons.target[:count].copy(),
        lessons.seat[:count].copy(),
        lessons.next[:count].copy(),
    )


def threads(number: int) -> Crew:
    """Return a crew of so many threads."""
    pool = ThreadPoolExecutor(number)
    return lambda jobs: list(pool.map(play_some, jobs))


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
