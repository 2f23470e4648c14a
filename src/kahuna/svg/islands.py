"""The islands: beach, forest, the clearing where a token lies, motus on the reef."""

from math import cos, pi, sin, tau

from kahuna.board import LETTERS, N_ISLANDS

from .markup import group, moved, points, tag
from .palette import Scene
from .shapes import (
    SEEDS,
    Point,
    grove,
    lines_of,
    middle,
    noise,
    off_segment,
    plate,
    radius,
    shore,
    span,
    wood,
)

CLEARING = 25.5  # the radius of the clearing in the middle
TREE_STEP = 2.9  # an island of n times this radius has 2n trees
MOTU_OFF = 18.0  # from the shore to a motu, a strip of sand on the reef
MOTU_HALF = 0.17  # half a motu's length, as an angle
MOTU_ROOM = 27.0  # from a motu's middle to lines and plates, at least


def definitions(scene: Scene) -> str:
    """Return the colours of beach and forest, all woods, all trees, and a clearing."""
    p = scene.palette
    woods, trees = [], ""
    for i in range(N_ISLANDS):
        x, y = middle(i, scene.turned)
        woods.append(tag("path", d=grove(i, scene.turned), transform=moved(x, y)))
        trees += "".join(f"M{points(x + dx, y + dy)}h0" for dx, dy in _trees(i, scene.turned))
    return "".join((
        _gradient(scene, "sand", p.sand_light, p.sand_dark),
        _gradient(scene, "leaf", p.wood_light, p.wood_dark),
        group(*woods, id=scene.id("woods")),
        tag("path", id=scene.id("trees"), d=trees),
        group(_clearing(scene), id=scene.id("clearing")),
    ))  # fmt: skip


def _gradient(scene: Scene, name: str, light: str, dark: str) -> str:
    return tag(
        "linearGradient",
        tag("stop", offset="0", stop_color=light), tag("stop", offset="1", stop_color=dark),
        id=scene.id(name), x1="0", y1="0", x2=".4", y2="1",
    )  # fmt: skip


def _trees(island: int, turned: bool) -> list[Point]:
    """Plant the forest: a ring at its edge, and as many trees strewn within."""
    seed = SEEDS[island]
    count = round(radius(island) / TREE_STEP)
    trees = []
    for n in range(2 * count):
        angle = tau * (n + 0.9 * noise(seed, n, 21)) / (2 * count) + pi * turned
        edge = wood(island, angle, turned) - 2.5 - 2 * noise(seed, n, 22)
        # Every other tree stands somewhere between the edge and the clearing.
        r = edge - n % 2 * noise(seed, n, 23) * max(edge - CLEARING - 2, 0)
        trees.append((r * cos(angle), r * sin(angle)))
    return trees


def land(scene: Scene) -> str:
    """Return all the islands without palms: bridges are laid on their beaches next."""
    p = scene.palette
    isles, woods = scene.href("isles"), scene.href("woods")
    spots = [middle(i, scene.turned) for i in range(N_ISLANDS)]
    beaches = [
        tag("use", href=scene.href(letter), x=x, y=y, class_="island", data_island=letter)
        for letter, (x, y) in zip(LETTERS, spots, strict=True)
    ]
    return "".join((
        tag("use", href=isles, x=2.5, y=5, fill=p.shade, fill_opacity=".34"),
        tag("use", href=isles, fill=p.sand_edge, stroke=p.sand_edge, stroke_width=2.4),
        group(*beaches, fill=scene.url("sand")),
        tag("use", href=woods, x=1, y=3, fill=p.tree_dark),
        tag("use", href=woods, fill=scene.url("leaf")),
        _forest(scene),
        *(tag("use", href=scene.href("clearing"), x=x, y=y) for x, y in spots),
    ))  # fmt: skip


def _forest(scene: Scene) -> str:
    """Draw the trees: one path of dots, three times, for shade, crown and light."""
    p = scene.palette
    trees = scene.href("trees")
    return group(
        tag("use", href=trees, x=1.2, y=1.8, stroke=p.tree_dark, stroke_width=11),
        tag("use", href=trees, stroke=p.tree, stroke_width=9.6),
        tag("use", href=trees, x=-1.3, y=-1.5, stroke=p.tree_light, stroke_width=4.4,
            stroke_opacity=".8"),
        stroke_linecap="round",
    )  # fmt: skip


def _clearing(scene: Scene) -> str:
    p = scene.palette
    stones = tag(
        "circle", r=CLEARING - 4.5, fill="none", stroke=p.stone, stroke_width=3.8,
        stroke_linecap="round", stroke_dasharray="0 7.33", stroke_opacity=".75",
    )  # fmt: skip
    return tag("circle", r=CLEARING, fill=p.clearing, stroke=p.tree_dark, stroke_width=1.2,
               stroke_opacity=".55") + stones  # fmt: skip


def motus(scene: Scene) -> str:
    """Return strips of sand on the reefs, where no bridge or plate will lie."""
    p = scene.palette
    arcs = [arc for i in range(N_ISLANDS) for arc in _reef(i, scene.turned)]
    d = "".join(f"M{points(*a)}Q{points(*b, *c)}" for a, b, c in arcs)
    layers = (
        (1.2, 2.2, p.shade, 5.6, ".3"), (0, 0, p.sand_edge, 6, "1"),
        (0, 0, p.sand_light, 4.6, "1"),
    )  # fmt: skip
    sand = [
        tag("path", d=d, transform=moved(dx, dy), stroke=color, stroke_width=width,
            stroke_opacity=opacity)
        for dx, dy, color, width, opacity in layers
    ]  # fmt: skip
    return group(*sand, stroke_linecap="round", fill="none")


def _reef(island: int, turned: bool) -> list[tuple[Point, Point, Point]]:
    """Choose the motus of an island: arcs along its reef, each by its three handles."""
    seed = SEEDS[island]
    found: list[float] = []
    for n in range(16):
        angle = tau * (n * 0.382 + noise(seed, 31)) + pi * turned
        clear = all(cos(angle - other) < 0.8 for other in found)
        if clear and _room(island, _off_shore(island, angle, turned), turned) > MOTU_ROOM:
            found.append(angle)
    return [_arc(island, angle, turned) for angle in found[: 2 + seed % 2]]


def _arc(island: int, angle: float, turned: bool) -> tuple[Point, Point, Point]:
    half = MOTU_HALF * (0.6 + 0.7 * noise(SEEDS[island], round(9 * angle), 32))
    a, b, c = (_off_shore(island, angle + turn, turned) for turn in (-half, 0, half))
    # The handle of a curve that passes through b lies twice as far out.
    return a, (2 * b[0] - (a[0] + c[0]) / 2, 2 * b[1] - (a[1] + c[1]) / 2), c


def _off_shore(island: int, angle: float, turned: bool) -> Point:
    x, y = middle(island, turned)
    r = shore(island, angle, turned) + MOTU_OFF
    return x + r * cos(angle), y + r * sin(angle)


def _room(island: int, spot: Point, turned: bool) -> float:
    lines = min(off_segment(spot, span(n, turned)) for n in lines_of(island))
    return min(lines, plate(island, turned).distance(spot) + 6)
