"""The same load on boardgame.io, the npm package, as `kahuna loadtest` puts on a site.

    python bench/boardgame_io.py [--games 500] [--rate 0] [--seconds 20] [--storage memory|files]

It installs the package into a temporary folder (npm, versions pinned beside this file), starts
its server with next to no rules, lets pairs of players play over real WebSockets, and prints
what `kahuna loadtest` prints. Its file storage does not wait for the disk; ours does.
"""

import argparse
import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from kahuna.cli.loadtest import lines
from kahuna.server.loadtest.crowd import Tally
from kahuna.server.loadtest.figures import Figures, Order, figures
from kahuna.server.loadtest.process import free_port, usage

HERE = Path(__file__).parent / "boardgame_io"


@contextlib.contextmanager
def installed() -> Iterator[Path]:
    """Install the package into a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="kahuna-boardgame-io-") as place:
        folder = Path(place) / "package"
        shutil.copytree(HERE, folder)
        command = ["npm", "ci", "--silent", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=folder, check=True)
        yield folder


def measure(folder: Path, order: Order, *, files: bool) -> Figures:
    """Run one load test."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="kahuna-matches-") as matches:
        stored = [matches] if files else []
        with _node(folder, "server.js", str(port), *stored) as server:
            _expect(server, "ready")
            numbers = (order.games, order.rate, order.warm_up, order.seconds)
            with _node(folder, "crowd.js", str(port), *map(str, numbers)) as crowd:
                empty = usage(server.pid)
                _expect(crowd, "seated")
                assert crowd.stdin is not None
                crowd.stdin.write("go\n")
                crowd.stdin.flush()
                time.sleep(order.warm_up)
                before = usage(server.pid)
                assert crowd.stdout is not None
                said = json.loads(crowd.stdout.readline())
                after = usage(server.pid)
    tally = Tally(late=said["late"])
    tally.screen.extend(ms / 1000 for ms in said["times"])
    if said["troubles"]:
        tally.troubles["unexpected messages"] = said["troubles"]
    cpu = after.cpu - before.cpu if before and after else None
    memory = (before.memory - empty.memory) / order.games if before and empty else None
    return figures(order, tally, cpu, memory)


@contextlib.contextmanager
def _node(folder: Path, script: str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        ["node", script, *words],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()  # `with` waits for its end, whatever has happened


def _expect(process: "subprocess.Popen[str]", word: str) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if line.strip().endswith(word):
            return
    sys.exit(f"boardgame.io: it ended before it was {word}")


def main() -> None:
    """Read the command line, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=float, default=0.0, help="turns a second; 0: all it takes")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--storage", choices=["memory", "files"], default="memory")
    parser.add_argument("--json", action="store_true")
    given: Any = parser.parse_args()
    order = Order(games=given.games, rate=given.rate, seconds=given.seconds)
    with installed() as folder:
        found = measure(folder, order, files=given.storage == "files")
    if given.json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(lines(found)))


if __name__ == "__main__":
    main()
