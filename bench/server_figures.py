"""All rows of the server's tables in docs/performance.md, unattended.

    python bench/server_figures.py [--seconds 20] [--games 500] [--rounds 1] [--rates 200 1000 0]

It wants a machine that does nothing else. Every row starts a server of its own: ours with
durable SQLite, ours with PostgreSQL (started for the purpose, with fsync) and two server
processes, and boardgame.io in memory and with its file storage, which plays the same game; and,
to see what that game costs it, in memory without any rules. Each at 200 and at 1,000 turns a
second, and as fast as it goes. Of several rounds the one in the middle is shown, by its 99th
percentile. At the end come other people's requests while level 8 thinks.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import thinking_delay
from bench.boardgame_io import installed, measure
from kahuna.server.loadtest.figures import Figures, Order, Times
from kahuna.server.loadtest.run import run
from tests.server.postgres import postgres

RATES = (200.0, 1000.0, 0.0)  # turns a second; 0 is as many as it takes
HEAD = (
    "| server | wanted | turns a second | median | 99 % | longest | CPU a turn | memory a game |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- |"
)
THINKING_HEAD = (
    "| games that level 8 plays | processes that think | median | 99 % | longest |\n"
    "| --- | --- | --- | --- | --- |"
)
THINKING = ((0, 0), (4, 1), (4, 2))  # games, processes
REQUESTS = 50.0  # a second, by others
Measure = Callable[[Order], Figures]


def rows(name: str, given: argparse.Namespace, test: Measure, **more: object) -> None:
    """Measure every load of a server, and print its rows."""
    for rate in given.rates:
        order = Order(games=given.games, rate=rate, seconds=given.seconds, **more)  # type: ignore[arg-type]  # as given
        rounds = sorted((test(order) for _ in range(given.rounds)), key=_p99)
        print(row(name, rounds[len(rounds) // 2]), flush=True)


def _p99(found: Figures) -> float:
    times = found.to_opponents_screen
    return float("inf") if times is None else times.p99


def row(name: str, found: Figures) -> str:
    """Return a row of the table."""
    wanted = f"{found.wanted_rate:g} a second" if found.wanted_rate else "all it takes"
    cpu = "–" if found.cpu_ms_per_turn is None else f"{found.cpu_ms_per_turn:.2f} ms"
    memory = "–" if found.memory_per_game is None else f"{found.memory_per_game / 1000:.0f} kB"
    cells = [name, wanted, f"{found.turns_per_second:,.0f}", *_times(found.to_opponents_screen)]
    trouble = f" {dict(found.troubles)}" if found.troubles else ""
    return f"| {' | '.join([*cells, cpu, memory])} |{trouble}"


def _times(found: Times | None) -> list[str]:
    if found is None:
        return ["–"] * 3
    return [f"{ms:.1f} ms" for ms in (found.median, found.p99, found.longest)]


def thinking(seconds: float) -> None:
    """Print what the requests of others take while the computer thinks."""
    print(f"\n{THINKING_HEAD}", flush=True)
    for games, thinkers in THINKING:
        found = thinking_delay.run(thinkers, games, seconds, REQUESTS)
        times = (found.median, found.p99, found.longest)
        cells = [str(games), str(thinkers), *(f"{ms:.1f} ms" for ms in times)]
        print(f"| {' | '.join(cells)} |", flush=True)


def quiet(_: str) -> None:
    """Say nothing of how far a row is."""


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--rates", type=float, nargs="+", default=RATES)
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}; {given.games} games\n")
    print(HEAD, flush=True)
    rows("Kahuna, SQLite", given, lambda order: run(order, quiet))
    with postgres(durable=True) as server:
        rows(
            "Kahuna, PostgreSQL, two processes",
            given,
            lambda order: run(order, quiet),
            servers=2,
            database=server.new_database(),
        )
    with installed() as folder:
        rows("boardgame.io, in memory", given, lambda order: measure(folder, order, files=False))
        rows("boardgame.io, files", given, lambda order: measure(folder, order, files=True))
        rows(
            "boardgame.io without rules, in memory",
            given,
            lambda order: measure(folder, order, files=False, rules="none"),
        )
    thinking(given.seconds)


if __name__ == "__main__":
    main()
