"""White's probability of winning over the game, as SVG that follows the page's colours."""

from collections.abc import Iterator

from kahuna.study.report.words import NAMES, percent
from kahuna.study.shapes import Analysis, TurnStudy

LEFT, RIGHT, TOP, BOTTOM = 72, 16, 34, 34
WIDTH, HEIGHT = 960, 300
MARKED = ("inaccuracy", "mistake", "blunder")


def graph(analysis: Analysis) -> str:
    """Return the graph; a point for every turn, the scorings marked, worse turns as dots."""
    points = [turn.win for turn in analysis.turns] + [analysis.end]
    label = (
        f"White's probability of winning over {len(analysis.turns)} turns, "
        f"from {percent(analysis.start)} to {percent(analysis.end)}"
    )
    return "\n".join(
        [
            f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">',
            *_grid(len(analysis.turns)),
            *_area(points),
            *_scorings(analysis, len(points)),
            *_dots(analysis.turns, len(points)),
            "</svg>",
        ]
    )


def _x(n: int, points: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * n / max(1, points - 1)


def _y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)


def _grid(turns: int) -> Iterator[str]:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        kind = "middle" if share == 0.5 else "rule"
        yield f'<path class="{kind}" d="M{LEFT} {_y(share):.1f}H{WIDTH - RIGHT}"/>'
        yield (
            f'<text class="axis" x="{LEFT - 8}" y="{_y(share) + 4:.1f}" text-anchor="end">'
            f"{share:.0%}</text>"
        )
    for n in range(0, turns, 10):
        at = f"{_x(n, turns + 1):.1f}"
        yield (
            f'<text class="axis" x="{at}" y="{HEIGHT - 10}" text-anchor="middle">{n or 1}</text>'
        )


def _area(points: list[float]) -> Iterator[str]:
    line = " ".join(f"{_x(n, len(points)):.1f},{_y(win):.1f}" for n, win in enumerate(points))
    first, last = _x(0, len(points)), _x(len(points) - 1, len(points))
    yield (
        f'<polygon class="area" points="{first:.1f},{_y(0):.1f} {line} {last:.1f},{_y(0):.1f}"/>'
    )
    yield f'<polyline class="curve" points="{line}"/>'


def _scorings(analysis: Analysis, points: int) -> Iterator[str]:
    for n, turn in enumerate(analysis.turns):
        if turn.scoring is None:
            continue
        at, scoring = _x(n + 1, points), turn.scoring
        won = f"{scoring.winner} +{scoring.points}" if scoring.winner else "nobody"
        last = n + 1 > 0.9 * points
        yield f'<path class="scoring" d="M{at:.1f} {TOP - 8}V{HEIGHT - BOTTOM}"/>'
        yield (
            f'<text class="scored" x="{WIDTH - RIGHT if last else at:.1f}" y="{TOP - 13}" '
            f'text-anchor="{"end" if last else "middle"}">'
            f"{scoring.white}–{scoring.black}: {won}</text>"
        )


def _dots(turns: tuple[TurnStudy, ...], points: int) -> Iterator[str]:
    for n, turn in enumerate(turns):
        if turn.judgement in MARKED and turn.loss:
            told = f"Turn {turn.number}, {turn.seat}: {NAMES[turn.judgement]}, {percent(turn.loss)}"
            yield (
                f'<a href="#turn-{turn.number}"><circle class="dot {turn.judgement}" '
                f'cx="{_x(n, points):.1f}" cy="{_y(turn.win):.1f}" r="6">'
                f"<title>{told}</title></circle></a>"
            )
