"""The same load on boardgame.io, the npm package, as `kahuna loadtest` puts on a site.

    python bench/boardgame_io.py [--games 500] [--rate 0] [--seconds 20] [--storage memory|files]
                                 [--rules kahuna|none]
    python bench/boardgame_io.py --check [--games 100] [--seed 1]

It installs the package into a temporary folder (npm, versions pinned beside this file), starts
its server with Kahuna or with next to no rules, lets pairs of players play over real WebSockets,
and prints what `kahuna loadtest` prints. Its file storage does not wait for the disk; ours does.

`--check` lets the Kahuna written for it (`boardgame_io/kahuna.js`) play random games, and replays
them by our own rules: both have to offer the same choices and to show both players the same.
"""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from kahuna.board import COPIES, LETTERS, LINES, N_BRIDGES, N_TOKENS
from kahuna.choices import choices
from kahuna.cli.loadtest import lines
from kahuna.notation import Deal, tokens
from kahuna.notation.setup import Seat, Setup
from kahuna.rules.state import OVER
from kahuna.server.loadtest.crowd import Tally
from kahuna.server.loadtest.figures import Figures, Order, figures
from kahuna.server.loadtest.machine import Watch, usage
from kahuna.server.loadtest.process import free_port
from kahuna.track import Track
from kahuna.view import Seen

HERE = Path(__file__).parent / "boardgame_io"
BOARD = {
    "letters": LETTERS,
    "lines": LINES,
    "bridges": N_BRIDGES,
    "tokens": N_TOKENS,
    "copies": COPIES,
}
NOT_IN_THE_BASE_GAME = {"variants", "handicap", "open"}  # of a view


@contextlib.contextmanager
def installed() -> Iterator[Path]:
    """Install the package into a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="kahuna-boardgame-io-") as place:
        folder = Path(place) / "package"
        shutil.copytree(HERE, folder)
        (folder / "board.json").write_text(json.dumps(BOARD))
        command = ["npm", "ci", "--silent", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=folder, check=True)
        yield folder


def measure(folder: Path, order: Order, *, files: bool, rules: str = "kahuna") -> Figures:
    """Run one load test, of Kahuna or, with `none`, of a game that only counts."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="kahuna-matches-") as matches:
        stored = [matches] if files else []
        with _node(folder, "server.js", str(port), rules, *stored) as server:
            _expect(server, "ready")
            numbers = (order.games, order.rate, order.warm_up, order.seconds)
            with _node(folder, "crowd.js", str(port), rules, *map(str, numbers)) as crowd:
                empty = usage([server.pid])
                _expect(crowd, "seated")
                assert crowd.stdin is not None
                crowd.stdin.write("go\n")
                crowd.stdin.flush()
                time.sleep(order.warm_up)
                before = usage([server.pid])
                assert crowd.stdout is not None
                with Watch() as watch:
                    said = json.loads(crowd.stdout.readline())
                after = usage([server.pid])
    tally = Tally(late=said["late"], games_over=said["over"])
    tally.sent.extend(ms / 1000 for ms in said["sent"])
    tally.screen.extend(ms / 1000 for ms in said["times"])
    if said["troubles"]:
        tally.troubles["unexpected messages"] = said["troubles"]
    cpu = after.cpu - before.cpu if before and after else None
    memory = (before.memory - empty.memory) / order.games if before and empty else None
    return figures(order, tally, watch, cpu, memory)


@contextlib.contextmanager
def _node(folder: Path, script: str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        ["node", script, *words],
        cwd=folder,
        env={**os.environ, "NODE_ENV": "production"},  # without checks for authors of games
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


class Replay:
    """A game of theirs by our own rules."""

    def __init__(self, deal: Deal) -> None:
        """Begin with the deal."""
        setup = Setup(deal)
        self.track = Track(setup)
        self.seen = [Seen(setup, seat) for seat in get_args(Seat)]

    def push(self, token: str) -> None:
        """Go on by a token with what chance brought; one that is not legal is refused."""
        before = self.track.state
        action = tokens.parse(token, before.turn.mover)
        self.track.push(action)
        for seen in self.seen:
            seen.follow(action, before)

    def choices(self) -> Any:
        """Return what the mover can choose, as JSON has it."""
        return json.loads(msgspec.json.encode(choices(self.track.state)))

    def views(self) -> Any:
        """Return both players' views, as JSON has them."""
        return [_base_game(json.loads(seen.view().json())) for seen in self.seen]

    def takes(self, turn: list[str]) -> bool:
        """Tell whether it is a whole turn that the mover may choose."""
        track = self.track.copy()
        for place, token in enumerate(turn, 1):
            if token not in [choice.token for choice in choices(track.state)]:
                return False
            if token[0] in "+-":
                return place == len(turn)
            track.push(tokens.parse(token, track.state.turn.mover))
            if track.state.turn.phase == OVER:
                return place == len(turn)
        return False


def _base_game(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without what only variants and handicaps need."""
    return {
        name: _base_game(part) if isinstance(part, dict) else part
        for name, part in view.items()
        if name not in NOT_IN_THE_BASE_GAME
    }


def check(folder: Path, *, seed: int, games: int) -> str:
    """Compare their rules with ours over random games; return what was compared."""
    replay, turns, tried, begun = Replay(Deal("AAB", "BCC", "DDE")), 0, 0, 0
    with _node(folder, "check.js", str(seed), str(games)) as process:
        assert process.stdout is not None
        for line in process.stdout:
            told = json.loads(line)
            if "tried" in told:
                tried += 1
                _agree(told["tried"], told["taken"], replay.takes(told["tried"]))
                continue
            if "deal" in told:
                begun += 1
                replay = Replay(Deal(*told["deal"]))
            else:
                turns += 1
                _replay_turn(replay, told)
            for theirs, ours in zip(told["views"], replay.views(), strict=True):
                for name in ours.keys() | theirs.keys():
                    _agree(name, theirs[name], ours[name])
    if begun != games or process.returncode > 0 or replay.track.state.turn.phase != OVER:
        sys.exit("boardgame.io: it did not play to the end")
    return f"{begun} games agree: {turns} turns, and {tried} that were only tried"


def _replay_turn(replay: Replay, told: dict[str, Any]) -> None:
    """Make a turn of theirs, after comparing what could be chosen before each part of it."""
    for place, token in enumerate(told["tokens"]):
        if place < len(told["drafts"]):
            _agree("choices", told["drafts"][place], replay.choices())
        replay.push(token)


def _agree(what: object, theirs: object, ours: object) -> None:
    if theirs != ours:
        sys.exit(f"{what}: boardgame.io has\n{theirs}\nbut ours is\n{ours}")


def main() -> None:
    """Read the command line, measure or check, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, help="500, or 100 to check")
    parser.add_argument("--rate", type=float, default=0.0, help="turns a second; 0: all it takes")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--storage", choices=["memory", "files"], default="memory")
    parser.add_argument("--rules", choices=["kahuna", "none"], default="kahuna")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true", help="compare its rules with ours")
    parser.add_argument("--seed", type=int, default=1, help="of the games to check")
    given: Any = parser.parse_args()
    with installed() as folder:
        if given.check:
            print(check(folder, seed=given.seed, games=given.games or 100))
            return
        order = Order(games=given.games or 500, rate=given.rate, seconds=given.seconds)
        found = measure(folder, order, files=given.storage == "files", rules=given.rules)
    if given.json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(lines(found)))


if __name__ == "__main__":
    main()
