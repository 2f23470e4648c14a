"""How fast turns are enumerated and judged, for `kahuna bench`."""

import time
from collections.abc import Callable, Iterable

from kahuna.ai import weights
from kahuna.ai.choose import Desk, choose_draw, choose_plays, make_desk
from kahuna.ai.network import Weights, evaluate_outcomes
from kahuna.ai.training.tables import Tables, advance, as_known, deal, end_turn, new_row
from kahuna.ai.turns import enumerate_turns, way
from kahuna.compiled.jit import jit
from kahuna.playout import seed_rng
from kahuna.rules.state import NEW_ROW, NOBODY, OVER, State

TIMES = 10  # each turn is repeated, so that calling from Python does not count
RUNS = 5


@jit
def enumerate_often(state: State, desk: Desk, times: int) -> int:
    """Enumerate a turn so many times; return its outcomes."""
    outcomes = 0
    for _ in range(times):
        outcomes = enumerate_turns(state, desk.room)
    return outcomes


@jit
def evaluate_often(state: State, network: Weights, desk: Desk, n: int, times: int) -> int:
    """Judge the outcomes in the room so many times; return the best."""
    best = 0
    for _ in range(times):
        best = evaluate_outcomes(state, desk.room, n, network, desk.scratch, desk.values)
    return best


def network_speeds(seconds: float) -> dict[str, float]:
    """Return turns and outcomes enumerated a second, and evaluations a second, on one core."""
    network, desk = weights.load(), make_desk()
    states = sample_turns(network, desk)

    def enumerate_all() -> tuple[int, int]:
        outcomes = sum(enumerate_often(state, desk, TIMES) for state in states)
        return TIMES * len(states), TIMES * outcomes

    turns, outcomes = best_rates(enumerate_all, seconds)
    return {
        "turns_per_second": turns,
        "outcomes_per_second": outcomes,
        "evaluations_per_second": evaluation_rate(states, network, desk, seconds),
    }


def evaluation_rate(states: Iterable[State], network: Weights, desk: Desk, seconds: float) -> float:
    """Return outcomes judged a second; only the judging is timed."""
    best, until = 0.0, time.perf_counter() + seconds
    while best == 0.0 or time.perf_counter() < until:
        judged, took = 0, 0.0
        for state in states:
            n = enumerate_turns(state, desk.room)
            begun = time.perf_counter()
            evaluate_often(state, network, desk, n, TIMES)
            took += time.perf_counter() - begun
            judged += TIMES * n
        best = max(best, judged / took)
    return best


def best_rates(work: Callable[[], tuple[int, int]], seconds: float) -> tuple[float, float]:
    """Return both counts of the work a second, at the best of several runs."""
    work()  # warm-up
    best = (0.0, 0.0)
    for _ in range(RUNS):
        first = second = 0
        begun = time.perf_counter()
        while first == 0 or time.perf_counter() - begun < seconds / RUNS:
            done = work()
            first, second = first + done[0], second + done[1]
        took = time.perf_counter() - begun
        best = max(best, (first / took, second / took))
    return best


def sample_turns(network: Weights, desk: Desk, games: int = 4) -> list[State]:
    """Return the beginnings of the turns of games of the network, as the movers know them."""
    found = []
    for seed in range(games):
        tables, rng = deal(seed % 4, 0, 0, NOBODY, seed_rng(seed))
        while tables.truth.turn.phase != OVER:
            if tables.truth.turn.phase == NEW_ROW:
                tables, rng = new_row(tables, rng)
                continue
            found.append(as_known(tables, tables.truth.turn.mover))
            tables, rng = play_turn(tables, network, desk, rng)
    return found


def play_turn(tables: Tables, network: Weights, desk: Desk, rng: int) -> tuple[Tables, int]:
    """Let the network play a turn."""
    seat = tables.truth.turn.mover
    _, best = choose_plays(as_known(tables, seat), network, desk)
    for step in range(way(desk.room, best, desk.way)):
        tables = advance(tables, int(desk.way[step]))
    if tables.truth.turn.phase == OVER:
        return tables, rng
    _, best = choose_draw(as_known(tables, seat), network, desk)
    return end_turn(tables, int(desk.draws[best]), rng)
