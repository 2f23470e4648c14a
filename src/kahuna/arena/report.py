"""A match in words and as JSON: the score, what it proves, the clocks and the failures."""

import math
from collections.abc import Iterator

from kahuna.arena import statistics
from kahuna.arena.match import NAMES, SLOW, Clock
from kahuna.arena.pairing import Match
from kahuna.arena.statistics import Estimate, Sprt
from kahuna.arena.tally import Tally

VERDICTS = {
    "elo1": "A is stronger by {elo1:g} Elo rather than by {elo0:g}",
    "elo0": "A is stronger by {elo0:g} Elo rather than by {elo1:g}",
    "open": "not decided between {elo0:g} and {elo1:g} Elo",
}
SHOWN_FAILURES = 20


def in_words(match: Match, tally: Tally, elo0: float, elo1: float) -> str:
    """Return the report for people."""
    lines = [
        f"A {match.a} ({match.go_a})",
        f"B {match.b} ({match.go_b})",
        *_score(tally),
        *_evidence(tally.pairs(), elo0, elo1),
    ]
    times = (f"time of {who}   {_clock(tally.clock(who), match.go(who).movetime)}" for who in NAMES)
    return "\n".join([*lines, *times, *_failures(tally)])


def as_json(match: Match, tally: Tally, elo0: float, elo1: float) -> dict[str, object]:
    """Return the report for programs; a figure that is infinite is null."""
    pairs = tally.pairs()
    found: dict[str, object] = {
        "match": match.title,
        "a": match.a,
        "b": match.b,
        "games": tally.games,
        "points": tally.points,
        "won": tally.count(1),
        "drawn": tally.count(0.5),
        "lost": tally.count(0),
        "pairs": pairs,
        "time": {who: _clock_json(tally.clock(who)) for who in NAMES},
        "failures": [
            {"game": number, "player": who, "reason": reason}
            for number, who, reason in tally.failures()
        ],
        "results": [
            {"game": o.number, "a": o.seat, "points": o.points, "termination": o.termination}
            for o in tally.in_order()
        ],
    }
    if sum(pairs):
        score = statistics.score_interval(pairs)
        test = statistics.sprt(pairs, elo0, elo1)
        found["score"] = _estimate_json(score, 4)
        found["elo"] = _estimate_json(statistics.elo_interval(score), 1)
        found["sprt"] = {
            "elo0": elo0,
            "elo1": elo1,
            "llr": round(test.llr, 3),
            "lower": round(test.lower, 3),
            "upper": round(test.upper, 3),
            "verdict": test.verdict,
        }
    return found


def brief(tally: Tally) -> str:
    """Return the score in a few characters, for the progress.

    >>> brief(Tally())
    '0 : 0'
    """
    return f"{_points(tally.points)} : {_points(tally.games - tally.points)}"


def _score(tally: Tally) -> Iterator[str]:
    yield f"score       {brief(tally)} in {tally.games} games ({_wdl(tally)})"
    for seat in ("White", "Black"):
        won, drawn, lost = (tally.count(points, seat) for points in (1, 0.5, 0))
        yield f"A as {seat}  {won} won, {drawn} drawn, {lost} lost"


def _wdl(tally: Tally) -> str:
    return f"A won {tally.count(1)}, drew {tally.count(0.5)}, lost {tally.count(0)}"


def _evidence(pairs: list[int], elo0: float, elo1: float) -> Iterator[str]:
    """Yield what the pairs prove."""
    if not sum(pairs):
        yield "win rate    no deal has been played with both seats yet"
        return
    score = statistics.score_interval(pairs)
    elo = statistics.elo_interval(score)
    test = statistics.sprt(pairs, elo0, elo1)
    counts = " ".join(map(str, pairs))
    yield f"pairs       {counts} (A's points from a deal: 0, ½, 1, 1½, 2)"
    yield f"win rate    {score.value:.1%} (95 % interval {score.low:.1%} to {score.high:.1%})"
    yield f"Elo         {_elo(elo.value)} ({_elo(elo.low)} to {_elo(elo.high)})"
    yield f"SPRT        {_verdict(test)}"


def _verdict(test: Sprt) -> str:
    said = VERDICTS[test.verdict].format(elo0=test.elo0, elo1=test.elo1)
    return f"{said} (LLR {test.llr:.2f}, bounds {test.lower:.2f} and {test.upper:.2f})"


def _elo(value: float) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{value:+.0f}"


def _clock(clock: Clock, movetime: int | None) -> str:
    if not clock.turns:
        return "no turn played now"
    text = f"{clock.total / clock.turns * 1000:.1f} ms a turn on average"
    if movetime is None:
        return text
    return (
        f"{text}, at most {clock.overrun * 1000:.1f} ms over; "
        f"{clock.slow} of {clock.turns} turns took more than {SLOW:g} × {movetime} ms"
    )


def _failures(tally: Tally) -> Iterator[str]:
    failures = tally.failures()
    if failures:
        yield f"failures    {len(failures)}, each a lost game"
    for number, who, reason in failures[:SHOWN_FAILURES]:
        yield f"  game {number}: {who} {reason}"
    if len(failures) > SHOWN_FAILURES:
        yield f"  and {len(failures) - SHOWN_FAILURES} more"


def _points(points: float) -> str:
    return f"{points:.1f}".removesuffix(".0")


def _clock_json(clock: Clock) -> dict[str, float]:
    return {
        "turns": clock.turns,
        "average_ms": round(clock.total / clock.turns * 1000, 3) if clock.turns else 0.0,
        "worst_overrun_ms": round(clock.overrun * 1000, 3),
        "slow_turns": clock.slow,
    }


def _estimate_json(estimate: Estimate, digits: int) -> dict[str, float | None]:
    return {
        name: None if math.isinf(value) else round(value, digits)
        for name, value in (
            ("value", estimate.value),
            ("low", estimate.low),
            ("high", estimate.high),
        )
    }
