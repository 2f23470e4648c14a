"""Whether the computer's thinking delays people: other requests while level-8 games are thinking.

    python bench/thinking_delay.py [--seconds N] [--rate N] [--thinkers "1 4"] [--games 4]

It starts a real server with SQLite, plays so many games against level 8 at once, whose people
answer at once, and meanwhile sends other requests at a steady rate, as two people at another
table do: look at their game, make a turn. It prints the 50th and 99th percentile of those
requests' time, first with nobody thinking. Asked for: a 99th percentile under 100 ms.
"""

import argparse
import http.client
import json
import os
import random
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

from kahuna.server.loadtest.process import ServerProcess

LEVEL = 8


class Visitor:
    """Somebody with a connection that stays open."""

    def __init__(self, port: int, name: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.headers = {"Content-Type": "application/json"}
        self.chance = random.Random(name)
        self.ask("POST", "/guests", {"name": name})

    def ask(self, method: str, path: str, data: object = None) -> Any:
        body = None if data is None else json.dumps(data)
        self.connection.request(method, f"/api{path}", body, self.headers)
        answer = self.connection.getresponse()
        content = json.loads(answer.read())
        assert answer.status < 300, content
        if cookie := answer.headers.get("set-cookie"):
            self.headers["Cookie"] = cookie.partition(";")[0]
        return content

    def turn(self, state: Any) -> Any:
        """Make any legal turn."""
        link, view, tokens = state["link"], state["view"], list[str]()
        turn, phase = view["turn"], view["phase"]
        while view["phase"] == phase:
            tokens.append(self.chance.choice(view["legal"])["token"])
            if tokens[-1][0] in "+-":
                break
            view = self.ask("POST", f"/games/{link}/draft", {"tokens": tokens})
        return self.ask("POST", f"/games/{link}/turns", {"turn": turn, "tokens": tokens})


def keep_thinking(visitor: Visitor, done: threading.Event, turns: list[int]) -> None:
    """Play against the computer without a pause, so that it always has to think."""
    data = {"opponent": "computer", "level": LEVEL, "seat": "White"}
    while not done.is_set():
        state = visitor.ask("POST", "/games", data)
        while state["status"] == "running" and not done.wait(0.2):
            state = visitor.ask("GET", f"/games/{state['link']}")
            if state["view"]["mover"] == "White":
                turns.append(state["view"]["turn"])
                state = visitor.turn(state)


def measure(port: int, seconds: float, rate: float) -> list[float]:
    """Return the milliseconds that requests of two people at another table took."""
    people = {"White": Visitor(port, "Lani"), "Black": Visitor(port, "Keoni")}
    times: list[float] = []
    for visitor in people.values():
        visitor.ask = timed(visitor.ask, times, rate)  # type: ignore[method-assign]  # to time it
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        state = people["White"].ask("POST", "/games", {"seat": "White"})
        state = people["Black"].ask("POST", f"/games/{state['link']}/join", {})
        while state["status"] == "running" and time.perf_counter() < end:
            mover = people[state["view"]["mover"]]
            state = mover.turn(mover.ask("GET", f"/games/{state['link']}"))
    return times


def timed(ask: Any, times: list[float], rate: float) -> Any:
    """Return the same, with its time noted, and a pause after it."""

    def inside(*arguments: Any) -> Any:
        start = time.perf_counter()
        answer = ask(*arguments)
        times.append(1000 * (time.perf_counter() - start))
        time.sleep(max(0.0, 1 / rate - (time.perf_counter() - start)))
        return answer

    return inside


class Delay(NamedTuple):
    """What was measured; times in milliseconds."""

    requests: int
    median: float
    p99: float
    longest: float
    answered: float  # turns of level 8 a second


def run(thinkers: int, games: int, seconds: float, rate: float) -> Delay:
    """Measure with so many games thinking."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), thinkers=str(thinkers))
        server.start()
        port = server.port
        try:
            done, turns = threading.Event(), list[int]()
            players = [
                threading.Thread(
                    target=keep_thinking,
                    args=(Visitor(port, f"Guest {n}"), done, turns),
                    daemon=True,
                )
                for n in range(games)
            ]
            for player in players:
                player.start()
            if games:
                wait_until_warm(turns, thinkers)
            begun, before = time.perf_counter(), len(turns)
            times = measure(port, seconds, rate)
            answered = (len(turns) - before) / (time.perf_counter() - begun)
            done.set()
            for player in players:
                player.join()
        finally:
            server.kill()
    p99 = statistics.quantiles(times, n=100)[98]
    return Delay(len(times), statistics.median(times), p99, max(times), answered)


def tell(thinkers: int, games: int, found: Delay) -> None:
    """Print a row."""
    print(
        f"{games:5} {thinkers:8} {found.requests:8} {found.median:8.1f} {found.p99:8.1f}"
        f" {found.longest:8.1f} {found.answered:11.2f}",
        flush=True,
    )


def wait_until_warm(turns: list[int], thinkers: int) -> None:
    """Wait until every thinker has been started: its machine code is loaded by then, or soon."""
    while len(turns) < 6 * thinkers:
        time.sleep(0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=50, help="requests a second")
    parser.add_argument("--thinkers", default="1 2 4")
    parser.add_argument("--games", type=int, default=4)
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; milliseconds of other requests")
    print("games thinkers requests   median     99 %  longest turns/second")
    tell(0, 0, run(0, 0, options.seconds, options.rate))
    for thinkers in map(int, options.thinkers.split()):
        found = run(thinkers, options.games, options.seconds, options.rate)
        tell(thinkers, options.games, found)


if __name__ == "__main__":
    main()
