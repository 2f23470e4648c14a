"""`kahuna bench`: how fast this machine plays."""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from kahuna.cli.output import stderr
from kahuna.game import Game
from kahuna.notation.setup import VARIANTS
from kahuna.playout import playout, random_start, seed_rng
from kahuna.rules.state import NOBODY, Terms

RUNS = 5


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=600, help="How long to measure each speed.")
    ] = 2.0,
) -> None:
    """Measure random games a second, turns and positions judged a second, and the times to start.

    A speed is the best of five runs, on one core after warm-up; a time to start is the median
    of five fresh processes.
    """
    with stderr.status("Starting fresh processes …") as status:
        figures = start_times()
        status.update("Playing compiled games …")
        figures |= compiled_speeds(seconds)
        status.update("Judging turns …")
        figures |= thinking_speeds(seconds)
        status.update("Playing interpreted games …")
        figures |= {"interpreted_games_per_second": interpreted_speed(seconds)}
    if as_json:
        print(json.dumps({name: round(value, 4) for name, value in figures.items()}))
        return
    for name, value in figures.items():
        shown = f"{value:,.0f}" if value > 100 else f"{value:.3f}"
        print(f"{name.replace('_', ' '):<45}{shown:>10}")


def compiled_speeds(seconds: float) -> dict[str, float]:
    """Return compiled games a second, of the standard game and of each variant."""
    from kahuna.compiled import random_games

    def play_some(bits: int) -> int:
        return sum(random_games(bits, 1000, 1))

    speeds = {}
    for bits, variants in enumerate(VARIANTS):
        play_some(bits)  # warm-up
        ending = "" if bits == 0 else "_variants_" + variants.replace(" ", "_")
        speeds[f"games_per_second{ending}"] = best_rate(partial(play_some, bits), seconds)
    return speeds


def thinking_speeds(seconds: float) -> dict[str, float]:
    """Return how fast turns are enumerated and judged, and how fast the search looks ahead."""
    from kahuna.ai.speeds import network_speeds

    return network_speeds(seconds) | {"search_positions_per_second": search_speed(seconds)}


def search_speed(seconds: float) -> float:
    """Return positions a second at the ends of the search's look-ahead, in the middle of a game."""
    from kahuna.ai.player import Limit
    from kahuna.ai.search import SearchPlayer

    game, rng = Game(seed=b"bench"), random.Random(1)
    while game.state.turn.number < 16:
        game.play(rng.choice(game.legal()))
    view, player = game.view("White" if game.mover == "White" else "Black"), SearchPlayer(1)
    player.decide(view, Limit(movetime=20))  # warm-up
    start = time.perf_counter()
    nodes = player.decide(view, Limit(movetime=round(1000 * seconds))).nodes
    return nodes / (time.perf_counter() - start)


def interpreted_speed(seconds: float) -> float:
    """Return interpreted games of the standard rules a second."""

    def play_some() -> int:
        for seed in range(10):
            playout(*random_start(Terms(0, seed & 1, 0), 0, NOBODY, seed_rng(seed)))
        return 10

    return best_rate(play_some, seconds)


def best_rate(play_some: Callable[[], int], seconds: float) -> float:
    """Return how many games a second `play_some` plays, at the best of several runs."""
    best = 0.0
    for _ in range(RUNS):
        games, start = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - start) < seconds / RUNS:
            games += play_some()
        best = max(best, games / (time.perf_counter() - start) if elapsed else 0)
    return best


def start_times() -> dict[str, float]:
    """Return the seconds to import Kahuna and to a first compiled game, cache empty and full."""
    first_game = "from kahuna.compiled import random_games; random_games(0, 1, 1)"
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "KAHUNA_CACHE_DIR": cache}
        return {
            "import_seconds": statistics.median(timed("import kahuna") for _ in range(RUNS)),
            "first_compilation_seconds": timed(first_game, environment),
            "cached_start_seconds": statistics.median(
                timed(first_game, environment) for _ in range(RUNS)
            ),
        }


def timed(statement: str, environment: dict[str, str] | None = None) -> float:
    """Return how long a statement takes in a fresh process, without the interpreter's own start."""
    code = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
    done = subprocess.run(  # noqa: S603 - our own interpreter and our own statement
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment
    )
    return float(done.stdout)
