"""A match as a picture: A's share of the points, with its interval, after each pair of games."""

from collections.abc import Sequence

from kahuna.arena.match import Outcome
from kahuna.arena.statistics import Estimate, score_interval
from kahuna.arena.tally import Tally, count_pairs
from kahuna.svg.markup import escape, points, tag

WIDTH, HEIGHT = 720.0, 360.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 700.0, 44.0, 312.0
MAX_POINTS = 400  # more than there are pixels would be waste
STYLE = (
    "text{font:13px sans-serif;fill:#2b3a42}.title{font-size:15px;font-weight:600}"
    ".grid{stroke:#d5dde0;stroke-width:1}.even{stroke:#8a9aa3;stroke-dasharray:4 4}"
    ".band{fill:#1f8a8a;opacity:.18}.line{fill:none;stroke:#11696b;stroke-width:2}"
)


def plot(title: str, tally: Tally) -> str:
    """Return an SVG picture of the match so far."""
    course = running(tally.in_order())
    curve = _curve(course) if course else []
    picture = [
        tag("style", STYLE),
        tag("rect", width=WIDTH, height=HEIGHT, fill="#fff"),
        tag("text", escape(title), class_="title", x=LEFT, y=24),
        *_grid(course[-1][0] if course else 2),
        *curve,
    ]
    size = f"0 0 {WIDTH:g} {HEIGHT:g}"
    label = {"viewBox": size, "role": "img", "aria_label": escape(title)}
    return tag("svg", *picture, xmlns="http://www.w3.org/2000/svg", **label) + "\n"


def running(outcomes: Sequence[Outcome]) -> list[tuple[int, Estimate]]:
    """Return the score after each pair, or after some of them if there are many.

    Pairs come in the order of their numbers; the one that is not whole yet is left out.
    """
    by_pair: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_pair.setdefault((outcome.number + 1) // 2, []).append(outcome)
    counts, course = [0] * 5, list[tuple[int, Estimate]]()
    for pair in by_pair.values():
        one = count_pairs(pair)
        if any(one):
            counts = [a + b for a, b in zip(counts, one, strict=True)]
            course.append((2 * sum(counts), score_interval(counts)))
    step = -(-len(course) // MAX_POINTS) or 1
    return course[::-step][::-1]  # the last one always stays


def _grid(games: int) -> list[str]:
    """Return the axes: shares of the points, and numbers of games."""
    drawn = []
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        kind = "grid even" if percent == 50 else "grid"
        drawn.append(tag("line", class_=kind, x1=LEFT, x2=RIGHT, y1=y, y2=y))
        drawn.append(tag("text", f"{percent} %", x=LEFT - 8, y=y + 4, text_anchor="end"))
    for share in (0.0, 0.5, 1.0):
        x = LEFT + share * (RIGHT - LEFT)
        text = f"{round(share * games)}" + (" games" if share == 1 else "")
        anchor = "end" if share == 1 else "middle"
        drawn.append(tag("text", text, x=x, y=BOTTOM + 24, text_anchor=anchor))
    return drawn


def _curve(course: list[tuple[int, Estimate]]) -> list[str]:
    """Return the band of the interval and the line of the score."""
    games = course[-1][0]
    xs = [LEFT + number / games * (RIGHT - LEFT) for number, _ in course]
    highs = [(x, _y(score.high)) for x, (_, score) in zip(xs, course, strict=True)]
    lows = [(x, _y(score.low)) for x, (_, score) in zip(xs, course, strict=True)]
    line = [(x, _y(score.value)) for x, (_, score) in zip(xs, course, strict=True)]
    last = course[-1][1]
    text = f"{last.value:.1%} ({last.low:.1%} to {last.high:.1%})"
    return [
        tag("path", class_="band", d=f"{_path([*highs, *reversed(lows)])}Z"),
        tag("path", class_="line", d=_path(line)),
        tag("text", text, x=RIGHT, y=24, text_anchor="end"),
    ]


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(points(x, y) for x, y in places)


def _y(share: float) -> float:
    return BOTTOM - share * (BOTTOM - TOP)
