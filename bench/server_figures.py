"""All rows of the server's tables in docs/performance.md, unattended.

    python bench/server_figures.py [--seconds 20] [--games 500] [--rounds 1] [--rates 200 1000 0]
                                   [--only SQLite PostgreSQL files]

It wants a machine that does nothing else. Every row starts a server of its own: ours with
durable SQLite, ours with PostgreSQL (started for the purpose, with fsync) and two server
processes, and boardgame.io in memory and with its file storage, which plays the same game; and,
to see what that game costs it, in memory without any rules. Each at 200 and at 1,000 turns a
second, and as fast as it goes. In every round all servers are measured one after the other, as
the speed of a machine changes with time. Shown is, of the rounds that were disturbed least (the
machine stood still about the fewest turns: `kahuna.server.loadtest.machine`), the one in the
middle by its 99th percentile. That of all rounds is in brackets.
`undisturbed` is the 99th percentile of the turns about which the machine never stood still, and
how many those were. At the end come other people's requests while level 8 thinks.
"""

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import thinking_delay
from bench.boardgame_io import installed, measure
from kahuna.server.loadtest.figures import Figures, Order, Times
from kahuna.server.loadtest.run import run
from tests.server.postgres import postgres

RATES = (200.0, 1000.0, 0.0)  # turns a second; 0 is as many as it takes
HEAD = (
    "| server | wanted | turns a second | median | 99 % | undisturbed | longest | CPU a turn "
    "| memory a game |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)
THINKING_HEAD = (
    "| games that level 8 plays | processes that think | median | 99 % | longest |\n"
    "| --- | --- | --- | --- | --- |"
)
THINKING = ((0, 0), (4, 1), (4, 2))  # games, processes
REQUESTS = 50.0  # a second, by others
AS_CALM = 0.01  # of the turns: a round disturbed by so much more is as calm as another
WHOLE = 20.0  # milliseconds, from which on no fractions are shown
Measure = Callable[[Order], Figures]


def rows(servers: dict[str, Measure], given: argparse.Namespace) -> None:
    """Measure every load of every server, and print the rows."""
    for rate in given.rates:
        order = Order(games=given.games, rate=rate, seconds=given.seconds)
        rounds = [
            {name: test(order) for name, test in servers.items()} for _ in range(given.rounds)
        ]
        for name in servers:
            print(row(name, [each[name] for each in rounds]), flush=True)


def _p99(found: Figures) -> float:
    times = found.to_opponents_screen
    return float("inf") if times is None else times.p99


def _undisturbed_part(found: Figures) -> float:
    return (found.undisturbed or 0) / max(found.turns, 1)


def row(name: str, rounds: list[Figures]) -> str:
    """Return a row of the table."""
    rounds = sorted(rounds, key=_p99)
    least = max(map(_undisturbed_part, rounds))
    calm = [each for each in rounds if _undisturbed_part(each) > least - AS_CALM]
    found = calm[len(calm) // 2]
    wanted = f"{found.wanted_rate:g} a second" if found.wanted_rate else "all it takes"
    cpu = "–" if found.cpu_ms_per_turn is None else f"{found.cpu_ms_per_turn:.2f} ms"
    memory = "–" if found.memory_per_game is None else f"{found.memory_per_game / 1000:.0f} kB"
    median, p99, longest = _times(found.to_opponents_screen)
    if len(rounds) > 1:
        p99 += f" ({', '.join(_milliseconds(_p99(each)) for each in rounds)})"
    turns = f"{found.turns_per_second:,.0f}"
    trouble = f" {dict(found.troubles)}" if found.troubles else ""
    cells = [name, wanted, turns, median, p99, _undisturbed(found), longest, cpu, memory]
    return f"| {' | '.join(cells)} |{trouble}"


def _undisturbed(found: Figures) -> str:
    times = found.undisturbed_to_screen
    return "–" if times is None else f"{_milliseconds(times.p99)} ms of {found.undisturbed:,}"


def _times(found: Times | None) -> list[str]:
    if found is None:
        return ["–"] * 3
    return [f"{_milliseconds(ms)} ms" for ms in (found.median, found.p99, found.longest)]


def _milliseconds(ms: float) -> str:
    return f"{ms:.1f}" if ms < WHOLE else f"{ms:.0f}"


def thinking(seconds: float) -> None:
    """Print what the requests of others take while the computer thinks."""
    print(f"\n{THINKING_HEAD}", flush=True)
    for games, thinkers in THINKING:
        found = thinking_delay.run(thinkers, games, seconds, REQUESTS)
        times = (found.median, found.p99, found.longest)
        cells = [str(games), str(thinkers), *(f"{ms:.1f} ms" for ms in times)]
        print(f"| {' | '.join(cells)} |", flush=True)


def in_sqlite(order: Order) -> Figures:
    """Measure one process of ours."""
    return run(order, _quiet)


def in_postgresql(order: Order) -> Figures:
    """Measure two processes of ours that share a database."""
    with postgres(durable=True) as server:
        two = msgspec.structs.replace(order, servers=2, database=server.new_database())
        return run(two, _quiet)


def _quiet(_: str) -> None:
    """Say nothing of how far a row is."""


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--rates", type=float, nargs="+", default=RATES)
    parser.add_argument("--only", nargs="+", metavar="WORD", help="servers with one in their names")
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}; {given.games} games\n")
    print(HEAD, flush=True)
    with installed() as folder:
        servers: dict[str, Measure] = {
            "Kahuna, SQLite": in_sqlite,
            "Kahuna, PostgreSQL, two processes": in_postgresql,
            "boardgame.io, in memory": partial(measure, folder, files=False),
            "boardgame.io, files": partial(measure, folder, files=True),
            "boardgame.io without rules, in memory": partial(
                measure, folder, files=False, rules="none"
            ),
        }
        if given.only:
            servers = {n: test for n, test in servers.items() if any(w in n for w in given.only)}
        rows(servers, given)
    if not given.only:
        thinking(given.seconds)


if __name__ == "__main__":
    main()
