"""What makes it a chart to hang on a wall: compass rose, rhumb lines, canoe and whale."""

from math import cos, pi, sin, tau

from .frame import SEA_BOTTOM, SEA_LEFT, SEA_RIGHT, SEA_TOP
from .markup import group, moved, points, tag
from .palette import SERIF, Scene
from .shapes import place

# In open water, away from every line and plate, with White's side down.
COMPASS = (108, 706)
CANOE = (716, 66)
WHALE = (742, 764)
COMPASS_RADIUS = 64
PLACES = ((COMPASS, 96), (CANOE, 58), (WHALE, 62))  # and how much water each wants
RHUMBS = 32


def rhumb_lines(scene: Scene) -> str:
    """Return the 32 winds of the compass drawn out over the sea, hardly visible."""
    x, y = place(*COMPASS, scene.turned)
    start = COMPASS_RADIUS + 6
    rays = []
    for n in range(RHUMBS):
        dx, dy = cos(tau * n / RHUMBS), sin(tau * n / RHUMBS)
        end = _to_the_frame(x, y, dx, dy)
        if end > start:
            a, b = points(x + start * dx, y + start * dy), points(x + end * dx, y + end * dy)
            rays.append(f"M{a}L{b}")
    return tag(
        "path", d="".join(rays), stroke=scene.palette.engraving, stroke_width=0.8,
        stroke_opacity=".13", fill="none",
    )  # fmt: skip


def _to_the_frame(x: float, y: float, dx: float, dy: float) -> float:
    ways = [
        (edge - start) / step
        for start, step, edges in ((x, dx, (SEA_LEFT, SEA_RIGHT)), (y, dy, (SEA_TOP, SEA_BOTTOM)))
        for edge in edges
        if abs(step) > 1e-9
    ]
    return min(way for way in ways if way > 0)


def compass(scene: Scene) -> str:
    """Return the compass rose; it turns with the board, its letter stays upright."""
    p = scene.palette
    x, y = place(*COMPASS, scene.turned)
    r = COMPASS_RADIUS
    rings = group(
        tag("circle", r=r * 0.74, stroke_width=1.1),
        tag("circle", r=r * 0.69, stroke_width=3.2, stroke_dasharray=f"{tau * r * 0.69 / 72:.3f}",
            stroke_opacity=".7"),
        tag("circle", r=r * 0.64, stroke_width=0.8),
        tag("circle", r=r * 0.3, stroke_width=0.8),
        fill="none", stroke=p.engraving,
    )  # fmt: skip
    star = _star(8, r * 0.52, pi / 8, p.engraving, p.deep) + _star(
        4, r * 0.72, pi / 4, p.engraving, p.deep
    )
    star += _star(4, r, 0, p.engraving, p.deep)
    south = -1 if not scene.turned else 1
    north = tag(
        "text", "N", y=south * (r + 13) + 7, font_family=SERIF, font_size=20, font_weight="bold",
        text_anchor="middle", fill=p.engraving,
    )  # fmt: skip
    return group(rings, star, north, class_="compass", transform=moved(x, y), opacity=".78")


def _star(points_: int, reach: float, first: float, light: str, dark: str) -> str:
    """Draw a star whose every point is half light, half dark, as engravers did."""
    halves: tuple[list[str], list[str]] = ([], [])
    waist = reach * 0.19
    for n in range(points_):
        angle = first + tau * n / points_
        tip = points(reach * cos(angle), reach * sin(angle))
        for half, side in zip(halves, (-1, 1), strict=True):
            edge = angle + side * pi / 4
            half.append(f"M0 0L{tip}L{points(waist * cos(edge), waist * sin(edge))}Z")
    return tag("path", d="".join(halves[0]), fill=light) + tag(
        "path", d="".join(halves[1]), fill=dark, stroke=light, stroke_width=0.7
    )


def canoe(scene: Scene) -> str:
    """Return an outrigger canoe under its crab-claw sail."""
    p = scene.palette
    x, y = place(*CANOE, scene.turned)
    sail = tag(
        "path", d="M-3 8C-14-8-15-28-6-42C-4-28 6-12 27-8C18 0 8 5-3 8Z",
        fill=p.engraving, stroke=p.trunk, stroke_width=0.9,
    )  # fmt: skip
    seams = tag(
        "path", d="M-3 8C-9-6-10-22-6-42M-3 8C0-6-1-16-4-27M-3 8C5-2 12-6 27-8",
        fill="none", stroke=p.sun_edge, stroke_width=0.9, stroke_opacity=".75",
    )  # fmt: skip
    hull = tag("path", d="M-31 5C-24 17 22 18 33 4C27 11-22 12-31 5Z", fill=p.ink)
    hull += tag("path", d="M-22 21H20M-12 13L-16 21M10 13L12 21", fill="none", stroke=p.ink,
                stroke_width=1.8, stroke_linecap="round")  # fmt: skip
    wake = tag(
        "path", d="M-40 26q5-4 10 0t10 0t10 0M4 27q5-4 10 0t10 0t10 0", fill="none",
        stroke=p.surf, stroke_width=1.4, stroke_opacity=".6", stroke_linecap="round",
    )  # fmt: skip
    return group(hull, sail, seams, wake, class_="canoe", transform=moved(x, y), opacity=".9")


def whale(scene: Scene) -> str:
    """Return a whale's fluke over the water."""
    p = scene.palette
    x, y = place(*WHALE, scene.turned)
    fluke = tag(
        "path", fill=p.deep, stroke=p.engraving, stroke_width=1.1,
        d="M-6 16C-5 4-8-5-16-10C-22-14-30-14-37-20C-24-25-8-22 0-10C8-22 24-25 37-20"
        "C30-14 22-14 16-10C8-5 5 4 6 16Z",
    )  # fmt: skip
    lines = tag(
        "path", d="M0-6V12M-4-8C-10-15-18-18-28-19M4-8C10-15 18-18 28-19", fill="none",
        stroke=p.engraving, stroke_width=0.7, stroke_opacity=".7",
    )  # fmt: skip
    water = tag(
        "path", d="M-26 18q6.5-6 13 0t13 0t13 0t13 0M-14 26q5-4 10 0t10 0t10 0M-42 24q4-4 8 0t8 0"
        "M28 26q4-4 8 0t8 0",
        fill="none", stroke=p.surf, stroke_width=1.5, stroke_opacity=".65", stroke_linecap="round",
    )  # fmt: skip
    return group(fluke, lines, water, class_="whale", transform=moved(x, y), opacity=".85")
