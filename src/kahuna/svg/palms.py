"""Palms: upright whichever way the board is turned, and out of every bridge's way."""

from math import cos, hypot, pi, sin
from typing import NamedTuple

from kahuna.board import N_ISLANDS

from .markup import group, moved, tag
from .palette import Scene
from .shapes import SEEDS, lines_of, middle, noise, off_segment, plate, shore, span

HEIGHT = 30  # of the crown over the foot
FROM_SHORE = 14
# Palms stand where they hide no token: on the upper shore or well to the side.
ANGLES = tuple(pi - 0.7 + n * (pi + 1.4) / 24 for n in range(25))
PAIR_ROOM, LONE_ROOM = 22, 14
CROWN = 18  # the reach of the fronds


class Palm(NamedTuple):
    """A palm by its foot; palms lean away from the clearing."""

    x: float
    y: float
    scale: float
    left: bool


TRUNK = "M-2.2 0C-1.5-11 1-21 6.5-29.5L8.7-28.5C4.5-20 2.5-11 2.4 0Z"
BACK = (
    "M7.5-29C1-38-9-37-14-28C-7-33 1-33 7.5-29Z"
    "M7.5-29C13-39 23-39 29-31C21-34 14-33 7.5-29Z"
    "M7.5-29C5-37 8-44 15-47C13-40 12-34 7.5-29Z"
)
FRONT = (
    "M7.5-29C-1-30-9-25-10-15C-5-23 1-27 7.5-29Z"
    "M7.5-29C17-31 25-26 27-16C20-24 14-27 7.5-29Z"
    "M7.5-29C2-25-1-18 2-10C3-18 5-24 7.5-29Z"
    "M7.5-29C14-26 17-19 16-11C12-18 10-24 7.5-29Z"
)


def definitions(scene: Scene) -> str:
    """Return a palm that grows from the origin and leans to the right."""
    p = scene.palette
    return group(
        tag("ellipse", cx=6, cy=1, rx=12, ry=3, fill=p.shade, fill_opacity=".25"),
        tag("path", d=TRUNK, fill=p.trunk),
        tag("path", d=BACK, fill=p.tree_dark),
        tag("path", d=FRONT, fill=p.frond, stroke=p.tree_dark, stroke_width=0.6),
        tag("path", d="M6-27h0M9.4-26.6h0", stroke=p.trunk, stroke_width=3.6,
            stroke_linecap="round"),
        id=scene.id("palm"),
    )  # fmt: skip


def palms(scene: Scene) -> str:
    """Return the palms of all islands, the far ones first."""
    grown = [palm for i in range(N_ISLANDS) for palm in _stand(i, scene.turned)]
    uses = [
        tag("use", href=scene.href("palm"), transform=moved(x, y, scale=scale, flip=left))
        for x, y, scale, left in sorted(grown, key=lambda palm: palm.y)
    ]
    return group(*uses, class_="palms")


def _stand(island: int, turned: bool) -> list[Palm]:
    """Choose where an island's palms grow: a pair in the best place, one more elsewhere.

    Where there is little room the second of the pair or the other one is left out.
    """
    x, y = middle(island, turned)
    spots = []
    for n, angle in enumerate(ANGLES):
        r = shore(island, angle, turned) - FROM_SHORE
        foot_x, foot_y = x + r * cos(angle), y + r * sin(angle)
        scale = 0.8 + 0.22 * noise(SEEDS[island], n, 41)
        palm = Palm(foot_x, foot_y, scale, left=foot_x < x)
        spots.append((_room(island, palm, turned), palm))
    spots.sort(reverse=True)
    room, best = spots[0]
    stand = [best]
    if room > PAIR_ROOM:
        stand.append(Palm(best.x + (-9 if best.left else 9), best.y + 3, 0.72, best.left))
    far = (p for r, p in spots if hypot(p.x - best.x, p.y - best.y) > 34 and r > LONE_ROOM)
    return [*stand, *list(far)[:1]]


def _room(island: int, palm: Palm, turned: bool) -> float:
    """Return how far a palm keeps from bridges, from the name plate and from the token."""
    x, y = middle(island, turned)
    crown = (palm.x + (-8 if palm.left else 8) * palm.scale, palm.y - HEIGHT * palm.scale)
    lines = [span(n, turned) for n in lines_of(island)]
    overhead = min(off_segment(crown, line) for line in lines)
    underfoot = min(off_segment((palm.x, palm.y), line) for line in lines)
    label = plate(island, turned).distance(crown)
    token = hypot(crown[0] - x, crown[1] - y) - CROWN - 4
    return min(overhead, 1.4 * underfoot, 1.3 * label, token)
