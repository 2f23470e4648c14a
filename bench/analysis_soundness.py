"""Whether the analysis can be trusted: against exact solutions, and against a deeper search.

python bench/analysis_soundness.py soundness.jsonl [--last 200] [--middle 500] [--factor 10]

Last turns: positions of R9 are solved by trying every turn against every hand that the opponent
may hold, with nothing left out; the turn that the analysis names must be as good as the best.
Only positions count in which turns differ in value.
Mid-game: the standard depth's turn is judged by a search with ten times the nodes, room for
twice the turns and other worlds (another seed). FILE keeps what is done; run it again to go on.
"""

import argparse
import hashlib
import itertools
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

sys.path.insert(0, str(Path(__file__).parents[1]))

from kahuna.ai.choose import choose_plays
from kahuna.ai.levels import level_player
from kahuna.ai.player import Limit
from kahuna.ai.search.outlook import outlook_of
from kahuna.ai.turns import way
from kahuna.game import Game
from kahuna.study.depth import STANDARD
from kahuna.study.effect import ended
from kahuna.study.endgame import exact_solver, exact_value
from kahuna.study.examine import SETTINGS, Examiner
from kahuna.view import View
from tests.study.games import last_results

# Who plays the games that positions are taken from. It takes many to get to last turns that matter,
# so there it is those who need no time.
LEVELS = {"last": (6, 5, 4), "middle": (8, 7, 6, 5, 4)}
PER_GAME = 6  # mid-game positions of a game
MOST_PAIRS = 100_000  # of a turn and a hand; a position with more is left out, and told of


def games(kind: str, done: set[str]) -> Iterator[tuple[str, list[View]]]:
    """Yield games as the views of their movers, turn by turn, from the last one begun on."""
    levels = LEVELS[kind]
    players = {level: level_player(level, seed=11) for level in levels}
    begun = [int(name.split("/")[1]) for name in done if name.startswith(kind)]
    for number in itertools.count(max(begun, default=0)):
        seats = {
            "White": players[levels[number % len(levels)]],
            "Black": players[levels[number // len(levels) % len(levels)]],
        }
        name = f"{kind}/{number}"
        game = Game(seed=hashlib.sha256(f"soundness/{name}".encode()).digest())
        views: list[View] = []
        while game.mover is not None:
            views.append(game.view(game.mover))
            decision = seats[game.mover].decide(views[-1], Limit(nodes=40))
            game.play(" ".join(decision.tokens))
        yield name, views


def last_positions(done: set[str]) -> Iterator[tuple[str, View]]:
    for name, views in games("last", done):
        for view in views:
            if view.last_turns:
                yield f"{name}/{view.turn}", view


def middle_positions(done: set[str]) -> Iterator[tuple[str, View]]:
    for name, views in games("middle", done):
        middle = [view for view in views if view.last_turns == 0]
        for view in random.Random(name).sample(middle, min(PER_GAME, len(middle))):
            yield f"{name}/{view.turn}", view


def try_all(view: View, examiner: Examiner) -> tuple[float, float] | None:
    """Return what the best and the worst turn are worth; None if there is too much to try."""
    state = view.state
    if state.last_turns == 1:
        results = list(last_results(state))
        return max(results), min(results)
    desk = examiner.desk
    beliefs = outlook_of(view, 0, SETTINGS, 1).beliefs
    turns = []
    for outcome in range(choose_plays(state, examiner.weights, desk)[0]):
        length = way(desk.room, outcome, desk.way)
        turns.append(ended(state, tuple(int(action) for action in desk.way[:length])))
    solver = exact_solver(beliefs, examiner.weights, desk, 0)
    if len(turns) * len(solver.hands) > MOST_PAIRS:
        return None
    values = [exact_value(solver, beliefs, desk, turn) for turn in turns]
    return max(values), min(values)


def check_last(view: View, standard: Examiner) -> dict[str, Any]:
    found, right = standard.examine(view), try_all(view, standard)
    if right is None or right[0] == right[1]:
        return {"kind": "skipped", "why": "large" if right is None else "all alike"}
    return {"kind": "last", "named": found.value, "best": right[0]}


def check_middle(view: View, standard: Examiner, deep: Examiner) -> dict[str, Any]:
    begun = time.perf_counter()
    found = standard.examine(view)
    seconds = time.perf_counter() - begun
    judged = deep.examine(view, (found.best.turn,))
    ours = judged.find(found.best.effect)
    assert ours is not None
    return {
        "kind": "middle",
        "same": judged.best.effect == found.best.effect,
        "loss": judged.value - ours.value,
        "seconds": seconds,
    }


def report(rows: list[dict[str, Any]]) -> None:
    last = [row for row in rows if row["kind"] == "last"]
    middle = [row for row in rows if row["kind"] == "middle"]
    large = sum(row.get("why") == "large" for row in rows)
    if last:
        right = sum(row["named"] >= row["best"] - 1e-9 for row in last)
        print(f"last turns: optimal in {right} of {len(last)} ({large} more were too large)")
    if middle:
        losses, same = np.array([row["loss"] for row in middle]), [row["same"] for row in middle]
        print(
            f"mid-game: the same turn in {np.mean(same):.1%} of {len(middle)}, "
            f"within 0.5 % in {np.mean(losses <= 0.005):.1%}, "
            f"within 1 % in {np.mean(losses <= 0.01):.1%}; "
            f"loses {losses.mean():.2%} on average, {losses.max():.1%} at most; "
            f"{np.mean([row['seconds'] for row in middle]):.2f} s a position"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--last", type=int, default=200)
    parser.add_argument("--middle", type=int, default=500)
    parser.add_argument("--factor", type=int, default=10)
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    if options.file.exists():
        rows = [json.loads(line) for line in options.file.read_text("utf-8").splitlines()]
    done = {row["name"] for row in rows}
    standard, deep = Examiner(STANDARD), Examiner(STANDARD.times(options.factor), seed=77)
    for kind, number, positions in (
        ("last", options.last, last_positions(done)),
        ("middle", options.middle, middle_positions(done)),
    ):
        have = sum(row["kind"] == kind for row in rows)
        for _ in track(range(have, number), f"{kind} positions"):
            row: dict[str, Any] = {"kind": "skipped"}
            while row["kind"] == "skipped":
                name, view = next((n, v) for n, v in positions if n not in done)
                if kind == "last":
                    row = check_last(view, standard)
                else:
                    row = check_middle(view, standard, deep)
                rows.append({"name": name, **row})
                with options.file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(rows[-1]) + "\n")
    report(rows)


if __name__ == "__main__":
    main()
