"""How punctual `kahuna engine` is: answers against their movetime, and `stop`.

    python bench/engine_latency.py [--player level:8] [--load N] [--turns N] [--times "20 50 200"]

For each movetime it plays a game of the engine against itself and takes the time from `go` to
`turn`, as a program at the other end of the pipe sees it; then from `stop` to `turn`. `--load N`
lets N other processes compute meanwhile. The figures asked for: 1.2 times the movetime at most,
from 20 ms on, and 50 ms for `stop`.
"""

import argparse
import multiprocessing
import random
import shlex
import statistics
import subprocess
import sys
import time

from kahuna.game import Game

ENGINE = (sys.executable, "-m", "kahuna", "engine")


class Pipes:
    """The engine at its pipes."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self.process.stdin
        assert self.process.stdout
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.send("kep 1")
        self.wait_for("kepok")

    def send(self, line: str) -> None:
        self.stdin.write(f"{line}\n".encode())

    def wait_for(self, word: str) -> str:
        while line := self.stdout.readline():
            first, _, rest = line.decode().strip().partition(" ")
            if first == word:
                return rest
            assert first != "error", rest
        raise SystemExit("the engine has ended")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="level:8")
    parser.add_argument("--command", help="another KEP program than kahuna engine")
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--times", default="20 50 200")
    options = parser.parse_args()
    command = [*ENGINE, "--player", options.player, "--seed", "1"]
    engine = Pipes(shlex.split(options.command) if options.command else command)
    hogs = [multiprocessing.Process(target=compute, daemon=True) for _ in range(options.load)]
    for hog in hogs:
        hog.start()
    print(f"{options.command or options.player}, {options.load} other processes computing")
    for movetime in map(int, options.times.split()):
        times = play(engine, movetime, options.turns)
        show(f"go movetime {movetime}", times, movetime * 1.2)
    show("stop", stop(engine, options.turns // 2), 50)
    for hog in hogs:
        hog.kill()


def compute() -> None:
    while True:
        sum(range(10000))


def play(engine: Pipes, movetime: int, turns: int) -> list[float]:
    """Return the milliseconds that turns took."""
    times: list[float] = []
    number = 0
    while len(times) < turns:
        number += 1
        game = Game(seed=f"latency {number}".encode())
        while game.mover and len(times) < turns:
            start = ask(engine, game, f"go movetime {movetime}")
            turn = engine.wait_for("turn")
            times.append((time.perf_counter() - start) * 1000)
            game.play(turn)
    return times


def stop(engine: Pipes, turns: int) -> list[float]:
    """Return the milliseconds from `stop` to the turn."""
    times: list[float] = []
    rng, game = random.Random(1), Game(seed=b"latency")
    while game.mover and len(times) < turns:
        ask(engine, game, "go movetime 60000")
        time.sleep(rng.uniform(0.01, 0.2))
        start = time.perf_counter()
        engine.send("stop")
        turn = engine.wait_for("turn")
        times.append((time.perf_counter() - start) * 1000)
        game.play(turn)
    return times


def ask(engine: Pipes, game: Game, order: str) -> float:
    engine.send(f"position {game.to_record(game.mover).one_line()}")
    engine.send("isready")
    engine.wait_for("readyok")
    start = time.perf_counter()
    engine.send(order)
    return start


def show(what: str, times: list[float], allowed: float) -> None:
    late = sum(taken > allowed for taken in times)
    ordered = sorted(times)
    print(
        f"{what:<18} median {statistics.median(times):7.1f} ms, "
        f"99 % {ordered[int(0.99 * (len(ordered) - 1))]:7.1f} ms, most {ordered[-1]:7.1f} ms; "
        f"{late} of {len(times)} beyond {allowed:g} ms",
        flush=True,
    )


if __name__ == "__main__":
    main()
