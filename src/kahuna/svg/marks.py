"""What somebody points at: the last move's bridges, and arrows."""

from kahuna.board import FIRST, LETTERS, LINES, SECOND

from .markup import group, number, points, tag
from .palette import Scene
from .pieces import HALF_WIDTH, lying
from .shapes import between, middle, radius, span

# The glow is three strokes, one over the other: no filter, so every viewer shows it.
GLOW = ((48, ".18"), (38, ".32"), (28, ".75"))
RING_OFF = 13  # from the mean shore to the ring that marks an island


def glows(scene: Scene, built: list[int]) -> str:
    """Return a soft halo under each line that was just built."""
    drawn = []
    for n in built:
        a, b = span(n, scene.turned)
        d = f"M{points(*a)}L{points(*b)}"
        strokes = [tag("path", d=d, stroke_width=w, stroke_opacity=o) for w, o in GLOW]
        drawn.append(group(*strokes, class_="built", data_line=LINES[n]))
    if not drawn:
        return ""
    return group(*drawn, stroke=scene.palette.built, stroke_linecap="round")


def ghosts(scene: Scene, removed: list[int]) -> str:
    """Return a dashed outline where a bridge was just removed."""
    drawn = []
    for n in removed:
        lie, length = lying(between(FIRST[n], SECOND[n], scene.turned, 2))
        drawn.append(
            tag("rect", y=-HALF_WIDTH - 3, width=length, height=2 * HALF_WIDTH + 6, rx=6,
                class_="removed", data_line=LINES[n], transform=lie)
        )  # fmt: skip
    if not drawn:
        return ""
    p = scene.palette
    return group(
        *drawn, fill=p.removed, fill_opacity=".16", stroke=p.removed, stroke_width=2.6,
        stroke_dasharray="9 6", stroke_linecap="round",
    )  # fmt: skip


def arrow(scene: Scene, start: int, end: int, color: str) -> str:
    """Return an arrow from shore to shore, or a ring when it starts where it ends."""
    shape = _ring(scene, start, color) if start == end else _shaft(scene, start, end, color)
    return group(shape, class_="arrow", data_from=LETTERS[start], data_to=LETTERS[end])


def _shaft(scene: Scene, start: int, end: int, color: str) -> str:
    lie, length = lying(between(start, end, scene.turned, 1))
    neck = number(length - min(26.0, length / 2))
    return tag(
        "path", d=f"M0-2.2L{neck}-5V-14L{number(length)} 0L{neck} 14V5L0 2.2Z", transform=lie,
        fill=color, fill_opacity=".92", stroke=scene.palette.shade, stroke_width=1.6,
        stroke_linejoin="round",
    )  # fmt: skip


def _ring(scene: Scene, island: int, color: str) -> str:
    x, y = middle(island, scene.turned)
    strokes = ((scene.palette.shade, 8.5), (color, 5.5))
    return "".join(
        tag("circle", cx=x, cy=y, r=radius(island) + RING_OFF, fill="none", stroke=stroke,
            stroke_width=width)
        for stroke, width in strokes
    )  # fmt: skip
