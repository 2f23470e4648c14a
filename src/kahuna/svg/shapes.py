"""Where everything lies: coasts, shores, spans and plates, on either side of the table.

The board is turned by computing turned coordinates, not by a transform: so all
that must stay upright is simply drawn upright. Angles are in radians, clockwise
from the right as y points down.
"""

from functools import cache
from math import atan2, cos, hypot, pi, sin, tau
from typing import NamedTuple, TypeAlias

from kahuna.board import (
    FIRST,
    HEIGHT,
    LINES_AT,
    N_ISLANDS,
    N_LINES,
    POSITIONS,
    SECOND,
    WIDTH,
)

from .markup import points

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[Point, Point]

# A coast is a circle with these harmonics; the higher, the fainter.
HARMONICS = ((2, 0.115), (3, 0.085), (4, 0.05), (5, 0.035), (7, 0.018))
SEEDS = (11, 2, 30, 4, 52, 6, 7, 8, 19, 10, 1, 12)
COAST_POINTS = 18
# A radius of this share of the shortest line leaves half of that line to see.
RADIUS_SHARE, RADIUS_MAX = 0.26, 61.0
LANDING = 4.0  # how far a bridge reaches onto the beach

# Where the name plate lies, from the island's middle, with White's side down: on the
# side where no line passes (a test holds us to it). A half turn leaves a rectangle
# as it was, so that the same places serve both sides of the table.
PLATE_WIDTH, PLATE_HEIGHT = 90.0, 47.0
PLATE_OFFSETS = (
    (-64, 76), (0, -79), (0, -83), (46, 68), (-47, -68), (12, -71),
    (-44, 76), (-8, 83), (-66, 56), (-16, 64), (2, 85), (92, 34),
)  # fmt: skip


class Box(NamedTuple):
    """An upright rectangle, by its middle and its size."""

    x: float
    y: float
    width: float
    height: float

    def distance(self, point: Point) -> float:
        """Return how far outside the box the point is; 0 inside."""
        dx = max(abs(point[0] - self.x) - self.width / 2, 0)
        dy = max(abs(point[1] - self.y) - self.height / 2, 0)
        return hypot(dx, dy)


def noise(*key: int) -> float:
    """Return a number from 0 to 1 that depends on the key alone, on every machine.

    >>> noise(1, 2) == noise(1, 2) != noise(2, 1)
    True
    """
    h = 0x811C9DC5
    for part in key:
        h = (h ^ part) * 0x01000193 & 0xFFFFFFFF
        h = (h ^ h >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
        h = (h ^ h >> 12) * 0x297A2D39 & 0xFFFFFFFF
    return (h ^ h >> 15) / 0xFFFFFFFF


def place(x: float, y: float, turned: bool) -> Point:
    """Return where a point of the board lies, seen from either side of the table."""
    return (WIDTH - x, HEIGHT - y) if turned else (x, y)


@cache
def middle(island: int, turned: bool) -> Point:
    """Return the middle of an island."""
    return place(*POSITIONS[island], turned)


def length(line: int) -> float:
    """Return the length of a line from middle to middle."""
    (ax, ay), (bx, by) = POSITIONS[FIRST[line]], POSITIONS[SECOND[line]]
    return hypot(bx - ax, by - ay)


@cache
def radius(island: int) -> float:
    """Return the mean radius of an island: smaller where its lines are short."""
    shortest = min(length(n) for n in range(N_LINES) if LINES_AT[island] >> n & 1)
    return min(RADIUS_MAX, RADIUS_SHARE * shortest)


@cache
def _harmonics(island: int) -> tuple[tuple[int, float, float], ...]:
    seed = SEEDS[island]
    return tuple(
        (k, share * (0.55 + 0.7 * noise(seed, k, 1)), tau * noise(seed, k, 2))
        for k, share in HARMONICS
    )


def shore(island: int, angle: float, turned: bool) -> float:
    """Return how far the shore is from the island's middle in a direction."""
    angle += pi * turned
    wobble = sum(share * cos(k * angle + phase) for k, share, phase in _harmonics(island))
    return radius(island) * (1 + wobble)


def wood(island: int, angle: float, turned: bool) -> float:
    """Return how far the greenery reaches: a beach's width inside the shore."""
    bare = angle + pi * turned
    seed = SEEDS[island]
    beach = 10 + 2.2 * cos(3 * bare + tau * noise(seed, 91)) + 1.6 * cos(5 * bare + seed)
    return shore(island, angle, turned) - beach


def heading(start: int, end: int, turned: bool) -> float:
    """Return the direction from one island to another."""
    (ax, ay), (bx, by) = middle(start, turned), middle(end, turned)
    return atan2(by - ay, bx - ax)


def between(start: int, end: int, turned: bool, gap: float = 0.0) -> Segment:
    """Return the way from shore to shore; a gap keeps off the shores."""
    angle = heading(start, end, turned)
    (ax, ay), (bx, by) = middle(start, turned), middle(end, turned)
    a = shore(start, angle, turned) + gap
    b = shore(end, angle + pi, turned) + gap
    return (ax + a * cos(angle), ay + a * sin(angle)), (bx - b * cos(angle), by - b * sin(angle))


@cache
def span(line: int, turned: bool) -> Segment:
    """Return where a bridge on the line lies, its left end first.

    Left to right, so that the light falls on the same side of every bridge.
    """
    a, b = between(FIRST[line], SECOND[line], turned, -LANDING)
    return (a, b) if a <= b else (b, a)


def plate(island: int, turned: bool) -> Box:
    """Return where the island's name plate lies."""
    dx, dy = PLATE_OFFSETS[island]
    x, y = place(POSITIONS[island][0] + dx, POSITIONS[island][1] + dy, turned)
    return Box(x, y, PLATE_WIDTH, PLATE_HEIGHT)


def off_segment(point: Point, segment: Segment) -> float:
    """Return the distance of a point from a segment.

    >>> off_segment((0, 5), ((-9, 0), (9, 0))), off_segment((13, 3), ((-9, 0), (9, 0)))
    (5.0, 5.0)
    """
    (px, py), ((ax, ay), (bx, by)) = point, segment
    dx, dy = bx - ax, by - ay
    t = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)
    t = min(1.0, max(0.0, t))
    return hypot(px - ax - t * dx, py - ay - t * dy)


def nearest_middle(point: Point, turned: bool) -> float:
    """Return the distance from a point to the nearest island's middle."""
    return min(
        hypot(point[0] - x, point[1] - y) for x, y in (middle(i, turned) for i in range(N_ISLANDS))
    )


def smooth(corners: list[Point]) -> str:
    """Return the path data of a closed smooth curve through the corners.

    It is a Catmull-Rom spline: at each corner the curve runs parallel to the line
    between the two neighbours, so that ``S`` can leave out every other handle.
    """
    handles = []
    for i, (x, y) in enumerate(corners):
        (ax, ay), (bx, by) = corners[i - 1], corners[(i + 1) % len(corners)]
        handles.append((x - (bx - ax) / 6, y - (by - ay) / 6, x, y))
    x, y = corners[0]
    first = (2 * x - handles[0][0], 2 * y - handles[0][1], *handles[1])
    rest = " ".join(points(*handle) for handle in (*handles[2:], handles[0]))
    return f"M{points(x, y)}C{points(*first)}S{rest}Z"


def _ring(island: int, turned: bool, green: bool) -> list[Point]:
    reach = wood if green else shore
    corners = []
    for n in range(COAST_POINTS):
        angle = tau * n / COAST_POINTS
        r = reach(island, angle, turned)
        corners.append((r * cos(angle), r * sin(angle)))
    return corners


@cache
def coast(island: int, turned: bool) -> str:
    """Return the path data of the island's shore around its middle."""
    return smooth(_ring(island, turned, green=False))


@cache
def grove(island: int, turned: bool) -> str:
    """Return the path data of the island's greenery around its middle."""
    return smooth(_ring(island, turned, green=True))


def lines_of(island: int) -> list[int]:
    """Return the numbers of the lines at an island.

    >>> lines_of(0)
    [0, 1, 2]
    """
    return [n for n in range(N_LINES) if LINES_AT[island] >> n & 1]
