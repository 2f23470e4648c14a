"""The figures of a load test."""

from itertools import compress

import msgspec

from kahuna.server.loadtest.crowd import Tally
from kahuna.server.loadtest.machine import Watch


class Order(msgspec.Struct, frozen=True):
    """What is to be tested and how."""

    urls: list[str] = []  # servers that run already; if none, some are started
    servers: int = 1  # to be started
    database: str = ""  # for those
    games: int = 500
    rate: float = 0.0  # turns a second; 0 for as many as possible
    seconds: float = 20.0
    warm_up: float = 3.0
    clients: int = 1  # processes


class Times(msgspec.Struct, frozen=True):
    """How long something took, in milliseconds."""

    median: float
    p99: float
    longest: float


class Figures(msgspec.Struct, frozen=True):
    """What a load test has measured."""

    games: int
    sockets: int
    seconds: float
    wanted_rate: float
    turns: int
    turns_per_second: float
    to_opponents_screen: Times | None
    undisturbed: int | None  # turns about which the machine never stood still, if that is known
    undisturbed_to_screen: Times | None
    to_acknowledgement: Times | None
    late: int  # turns that were due when no game was ready for one
    games_over: int
    cpu_seconds: float | None  # of all servers, while counting
    cpu_ms_per_turn: float | None
    memory_per_game: float | None  # bytes
    troubles: dict[str, int]


def figures(
    order: Order, tally: Tally, watch: Watch, cpu: float | None, memory: float | None
) -> Figures:
    """Return the figures of a test."""
    turns = len(tally.screen)
    undisturbed = sorted(compress(tally.screen, watch.undisturbed(tally.sent)))
    return Figures(
        games=order.games,
        sockets=2 * order.games,
        seconds=order.seconds,
        wanted_rate=order.rate,
        turns=turns,
        turns_per_second=round(turns / order.seconds, 1),
        to_opponents_screen=times(sorted(tally.screen)),
        undisturbed=len(undisturbed) if watch.tells else None,
        undisturbed_to_screen=times(undisturbed) if watch.tells else None,
        to_acknowledgement=times(sorted(tally.acknowledged)),
        late=tally.late,
        games_over=tally.games_over,
        cpu_seconds=None if cpu is None else round(cpu, 2),
        cpu_ms_per_turn=round(1000 * cpu / turns, 3) if cpu is not None and turns else None,
        memory_per_game=None if memory is None else round(memory),
        troubles=dict(tally.troubles.most_common(20)),
    )


def times(seconds: list[float]) -> Times | None:
    """Return the middle and the tail of sorted times.

    >>> times([0.001, 0.002, 0.009])
    Times(median=2.0, p99=9.0, longest=9.0)
    """
    if not seconds:
        return None
    at = [seconds[min(len(seconds) - 1, int(len(seconds) * part))] for part in (0.5, 0.99)]
    return Times(*(round(1000 * value, 2) for value in (*at, seconds[-1])))
