"""The strength of a network over time, as a small picture."""

from collections.abc import Sequence
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 28, 44
COLOURS: Final = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e5ea2")

Points = Sequence[tuple[float, float]]


def plot(title: str, across: str, lines: dict[str, Points], low: float, high: float) -> str:
    """Return lines over time as SVG, values from `low` to `high`."""
    latest = max((x for points in lines.values() for x, _ in points), default=1.0) or 1.0

    def place(x: float, y: float) -> tuple[float, float]:
        share = (y - low) / (high - low)
        return (
            LEFT + (WIDTH - LEFT - RIGHT) * x / latest,
            HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share,
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f"<title>{title}</title>",
        '<g font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="18" font-size="14">{title}</text>',
    ]
    for n in range(5):
        value = low + (high - low) * n / 4
        x, y = place(0.0, value)
        parts.append(
            f'<path d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
            f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{value:.4g}</text>'
        )
        x, y = place(latest * n / 4, low)
        parts.append(
            f'<text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{latest * n / 4:.4g}</text>'
        )
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{across}</text>')
    for n, (name, points) in enumerate(lines.items()):
        colour = COLOURS[n % len(COLOURS)]
        drawn = [place(x, min(max(y, low), high)) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in drawn)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in drawn]
        parts.append(
            f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - BOTTOM - 10 - 16 * n}" '
            f'text-anchor="end" fill="{colour}">{name}</text>'
        )
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"
