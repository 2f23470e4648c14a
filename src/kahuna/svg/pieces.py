"""What the players lay: bridges of ivory planks or black lacquer, and their tokens.

The two sides differ in three ways, so that colour is never needed to tell them
apart: cross planks against a long beam, round posts and pips and tokens against
square ones, a sun against a wave.
"""

from math import atan2, cos, degrees, hypot, pi, sin

from kahuna.board import FIRST, LETTERS, LINES, N_LINES, SECOND

from .markup import group, moved, number, points, tag
from .palette import Scene
from .shapes import Segment, between, middle, span

HALF_WIDTH = 9.0  # half a bridge, with its edge
PLANK, GAP = 5.4, 1.3
BAND = 21.0  # from one lashing of a lacquer bridge to the next
TOKEN = 22.5  # a token's radius


def free_lines(scene: Scene, free: int) -> str:
    """Return the lines where nobody has built, as fine dots from shore to shore."""
    dots = []
    for n in range(N_LINES):
        if free >> n & 1:
            (ax, ay), (bx, by) = between(FIRST[n], SECOND[n], scene.turned, 15)
            dots.append(
                tag("path", d=f"M{points(ax, ay)}L{points(bx, by)}", class_="line free",
                    data_line=LINES[n])
            )  # fmt: skip
    return group(
        *dots, stroke=scene.palette.free_line, stroke_width=3.7, stroke_linecap="round",
        stroke_dasharray="0 10", stroke_opacity=".85", fill="none",
    )  # fmt: skip


def bridges(scene: Scene, white: int, black: int) -> str:
    """Return the bridges of both sides, over the shadows that they throw on the water."""
    held = [n for n in range(N_LINES) if (white | black) >> n & 1]
    drawn = [_planks(scene, n) if white >> n & 1 else _lacquer(scene, n) for n in held]
    return _shadows(scene, held) + "".join(drawn)


def _shadows(scene: Scene, held: list[int]) -> str:
    """Throw the shadow further in the middle: the eye then sees the bridge arch."""
    paths = []
    for n in held:
        (ax, ay), (bx, by) = span(n, scene.turned)
        middle_x, middle_y = (ax + bx) / 2 + 7, (ay + by) / 2 + 17
        paths.append(f"M{points(ax, ay + 2)}Q{points(middle_x, middle_y, bx, by + 2)}")
    return tag(
        "path", d="".join(paths), stroke=scene.palette.shade, stroke_width=2 * HALF_WIDTH - 3,
        stroke_opacity=".3", fill="none",
    )  # fmt: skip


def lying(segment: Segment) -> tuple[str, float]:
    """Return the transform that lays a drawing along a segment, and the segment's length."""
    (ax, ay), (bx, by) = segment
    angle = degrees(atan2(by - ay, bx - ax))
    return f"translate({points(ax, ay)})rotate({angle:.2f})", hypot(bx - ax, by - ay)


def _planks(scene: Scene, line: int) -> str:
    p = scene.palette
    lie, length = lying(span(line, scene.turned))
    # As many whole planks as fit, so that both ends look alike.
    step = length / round(length / (PLANK + GAP))
    deck = f"M0 0H{number(length)}"
    parts = (
        tag("path", d=deck, stroke=p.ivory_edge, stroke_width=2 * HALF_WIDTH),
        tag("path", d=deck, stroke=p.ivory, stroke_width=2 * HALF_WIDTH - 3,
            stroke_dasharray=f"{step - GAP:.2f} {GAP}"),
        tag("path", d=deck, stroke=p.ivory_dark, stroke_width=2 * HALF_WIDTH - 3,
            stroke_dasharray=f"{step - GAP:.2f} {2 * step + GAP:.2f}"),
        tag("path", d=f"M0-5.3H{number(length)}M0 5.3H{number(length)}", stroke=p.ivory_edge,
            stroke_width=1, stroke_opacity=".75"),
        _posts(length, "round", p.ivory, p.ivory_edge),
    )  # fmt: skip
    return group(*parts, class_="bridge white", data_line=LINES[line], transform=lie, fill="none")


def _lacquer(scene: Scene, line: int) -> str:
    p = scene.palette
    lie, length = lying(span(line, scene.turned))
    step = length / round(length / BAND)
    beam = f"M0 0H{number(length)}"
    parts = (
        tag("path", d=beam, stroke=p.lacquer_edge, stroke_width=2 * HALF_WIDTH),
        tag("path", d=beam, stroke=p.lacquer, stroke_width=2 * HALF_WIDTH - 3.4),
        tag("path", d=f"M0-3.4H{number(length)}", stroke=p.lacquer_light, stroke_width=2.6),
        tag("path", d=beam, stroke=p.lashing, stroke_width=2 * HALF_WIDTH - 3.4,
            stroke_dasharray=f"2.4 {step - 2.4:.2f}", stroke_dashoffset=f"{1.2 - step / 2:.2f}"),
        _posts(length, "square", p.lacquer, p.lashing),
    )  # fmt: skip
    return group(*parts, class_="bridge black", data_line=LINES[line], transform=lie, fill="none")


def _posts(length: float, cap: str, fill: str, edge: str) -> str:
    """Draw four posts as dots: what shape they have is the shape of a stroke's cap."""
    y = HALF_WIDTH - 0.5
    d = "".join(f"M{points(x, side * y)}h0" for x in (1.5, length - 1.5) for side in (-1, 1))
    return group(
        tag("path", d=d, stroke=edge, stroke_width=7.2),
        tag("path", d=d, stroke=fill, stroke_width=4.6),
        stroke_linecap=cap,
    )  # fmt: skip


def definitions(scene: Scene) -> str:
    """Return the two tokens, each drawn once."""
    return _sun_token(scene) + _wave_token(scene)


def _sun_token(scene: Scene) -> str:
    p = scene.palette
    rays = []
    for n in range(32):
        reach = (17.2, 9.6, 13.4, 9.6)[n % 4]
        angle = pi * n / 16 - pi / 2
        rays.append(points(reach * cos(angle), reach * sin(angle)))
    return group(
        tag("ellipse", cx=1.5, cy=5.5, rx=TOKEN + 1, ry=TOKEN, fill=p.shade, fill_opacity=".35"),
        tag("circle", cy=3, r=TOKEN, fill=p.ivory_edge),
        tag("circle", r=TOKEN, fill=p.ivory, stroke=p.ivory_edge, stroke_width=1.4),
        tag("circle", r=TOKEN - 2.6, fill="none", stroke=p.sun, stroke_width=1.3),
        tag("path", d=f"M{'L'.join(rays)}Z", fill=p.sun, stroke=p.sun_edge, stroke_width=0.7,
            stroke_linejoin="round"),
        tag("circle", r=7.6, fill=p.sun, stroke=p.ivory, stroke_width=1.6),
        id=scene.id("sun"),
    )  # fmt: skip


def _wave_token(scene: Scene) -> str:
    p = scene.palette
    half = TOKEN - 1.2
    side = 2 * half

    def tile(y: float, fill: str, **more: str | float) -> str:
        return tag("rect", x=-half, y=y - half, width=side, height=side, rx=9, fill=fill, **more)

    curl = (
        "M-16 10C-9 9-9-12 5-12.5C13-12.5 16.5-6 14-.5C13.5 2 10 3 8.5 1"
        "C10.5.5 11-2.5 8.5-4C3-6.5 0 6 16 10Z"
    )
    return group(
        tile(6, p.shade, fill_opacity=".35"),
        tile(3, p.lacquer_edge),
        tile(0, p.lacquer, stroke=p.lashing, stroke_width=1.4),
        tag("rect", x=3 - half, y=3 - half, width=side - 6, height=side - 6, rx=6.5, fill="none",
            stroke=p.lacquer_light, stroke_width=1.2),
        tag("path", d=curl, fill=p.foam),
        tag("path", d="M-15 14.5q3.8-3 7.5 0t7.5 0t7.5 0t7.5 0", fill="none",
            stroke=p.foam, stroke_width=1.8, stroke_linecap="round"),
        id=scene.id("wave-token"),
    )  # fmt: skip


def tokens(scene: Scene, holders: list[str]) -> str:
    """Return a token on every island that somebody controls."""
    drawn = []
    for island, holder in enumerate(holders):
        if holder:
            x, y = middle(island, scene.turned)
            name = "sun" if holder == "white" else "wave-token"
            drawn.append(
                tag("use", href=scene.href(name), class_=f"token {holder}",
                    data_island=LETTERS[island], transform=moved(x, y))
            )  # fmt: skip
    return "".join(drawn)
