"""How strong level 8 is against time a turn, from the reports of `kahuna arena --json`.

for t in 10 20 50 100 200 500 1000 2000; do
    kahuna arena level:8 network --go "movetime $t" --seed curve --games 100 --json $t.json
done
python bench/strength_curve.py *.json --plot docs/strength.svg
"""

import argparse
import json
import math
import re
from pathlib import Path

LEFT, RIGHT, TOP, BOTTOM, WIDTH, HEIGHT = 64, 20, 34, 50, 640, 360


ALL_WON = 1200.0  # Elo, where there is no telling how much it is


def read(file: Path) -> tuple[float, float, float, float, int]:
    """Return milliseconds a turn, the Elo difference with its interval, and the games."""
    report = json.loads(file.read_text(encoding="utf-8"))
    told = re.search(r"\(movetime (\d+)\) against", report["match"])
    if told is None:
        raise SystemExit(f"{file} is not of a match by movetime")
    elo = report["elo"]
    value, high = elo["value"] or ALL_WON, elo["high"] or ALL_WON
    return float(told[1]), value, elo["low"], high, report["games"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    points = sorted(read(file) for file in options.files)
    for milliseconds, elo, low, high, games in points:
        told = f"{elo:+5.0f} Elo ({low:+.0f} to {high:+.0f})"
        if elo == ALL_WON:
            told = f"all won, at least {low:+.0f} Elo"
        print(f"{milliseconds:6.0f} ms  {told}, {games} games")
    if options.plot:
        options.plot.write_text(picture(points), encoding="utf-8")


def picture(points: list[tuple[float, float, float, float, int]]) -> str:
    """Return the curve as SVG: time on a logarithmic scale, Elo with intervals."""
    low = 100 * math.floor(min(p[2] for p in points) / 100)
    high = 100 * math.ceil(min(1000.0, max(p[3] for p in points)) / 100)
    first, last = math.log(points[0][0]), math.log(points[-1][0])

    def x(milliseconds: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log(milliseconds) - first) / (last - first)

    def y(elo: float) -> float:
        share = (min(max(elo, low), high) - low) / (high - low)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
        "<title>Strength of level 8 against time a turn</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        '<g font-family="sans-serif" font-size="12" fill="#222">',
        f'<text x="{LEFT}" y="20" font-size="14">Elo of level 8 above the network alone</text>',
    ]
    parts += [
        f'<path d="M{LEFT} {y(elo):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
        f'<text x="{LEFT - 8}" y="{y(elo) + 4:.1f}" text-anchor="end">{elo}</text>'
        for elo in range(low, high + 1, 100)
    ]
    below = HEIGHT - BOTTOM + 18
    for milliseconds, elo, least, most, _ in points:
        at = f"{x(milliseconds):.1f}"
        parts.append(
            f'<path d="M{at} {y(least):.1f}V{y(most):.1f}" stroke="#1b6ca8" stroke-width="1.5"/>'
            f'<circle cx="{at}" cy="{y(elo):.1f}" r="4" stroke="#1b6ca8" '
            f'fill="{"#fff" if elo == ALL_WON else "#1b6ca8"}"/>'
            f'<text x="{at}" y="{below}" text-anchor="middle">{milliseconds:g}</text>'
        )
    told = [point for point in points if point[1] < ALL_WON]
    line = " ".join(f"{x(point[0]):.1f},{y(point[1]):.1f}" for point in told)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1b6ca8" stroke-width="2"/>')
    parts.append(
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">milliseconds a turn</text>'
    )
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
