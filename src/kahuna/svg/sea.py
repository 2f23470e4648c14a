"""The sea: deep water, depth rings around the islands, hachures and quiet waves."""

from math import hypot

from kahuna.board import LETTERS, N_ISLANDS

from .frame import SEA_BOTTOM, SEA_HEIGHT, SEA_LEFT, SEA_RIGHT, SEA_TOP, SEA_WIDTH
from .markup import group, points, tag
from .ornaments import PLACES
from .palette import Scene
from .shapes import Point, coast, middle, nearest_middle, noise, place, radius

# Depth rings: how far a ring reaches from the shore, its colour, how strong it is.
RINGS = (
    (74, "lagoon", 0.13),
    (52, "lagoon", 0.18),
    (33, "shoal", 0.26),
    (17, "shoal", 0.42),
    (8, "reef", 0.6),
)
WAVE_CELL = 62  # one wave at most in a cell of this width
WAVE_CLEAR = 92  # waves keep this far from the middle of an island


def definitions(scene: Scene) -> str:
    """Return the coasts, all the isles as one shape, and the deep."""
    p = scene.palette
    coasts = [
        tag("path", id=scene.id(letter), d=coast(i, scene.turned))
        for i, letter in enumerate(LETTERS)
    ]
    uses = []
    for i, letter in enumerate(LETTERS):
        x, y = middle(i, scene.turned)
        uses.append(tag("use", href=scene.href(letter), x=x, y=y))
    deep = tag(
        "radialGradient",
        tag("stop", offset="0", stop_color=p.bright_sea),
        tag("stop", offset=".55", stop_color=p.open_sea),
        tag("stop", offset="1", stop_color=p.deep),
        id=scene.id("deep"), cx=".5", cy=".5", r=".72",
    )  # fmt: skip
    sheet = tag("rect", x=SEA_LEFT, y=SEA_TOP, width=SEA_WIDTH, height=SEA_HEIGHT)
    clip = tag("clipPath", sheet, id=scene.id("clip"))
    return "".join((*coasts, group(*uses, id=scene.id("isles")), deep, clip))


def water(scene: Scene) -> str:
    """Return the water, from the deep up to the white line of the surf."""
    p = scene.palette
    isles = scene.href("isles")
    deep = tag(
        "rect", x=SEA_LEFT, y=SEA_TOP, width=SEA_WIDTH, height=SEA_HEIGHT, fill=scene.url("deep")
    )
    # A ring is one wide stroke around all isles: where two overlap they melt into one
    # shelf, as on a chart, because opacity is the group's and not the stroke's.
    rings = [
        group(
            tag("use", href=isles, stroke=getattr(p, color), stroke_width=2 * reach),
            opacity=f"{strength:g}",
        )
        for reach, color, strength in RINGS
    ]
    return group(deep, *rings[:2], _waves(scene), *rings[2:], _surf(scene), fill="none",
                 stroke_linejoin="round", clip_path=scene.url("clip"))  # fmt: skip


def _surf(scene: Scene) -> str:
    """Draw the engraver's lines off the coast: a contour, hachures and the surf."""
    p = scene.palette
    hachures = tag(
        "use", href=scene.href("isles"), stroke=p.surf, stroke_width=30,
        stroke_dasharray="1 4.2", stroke_opacity=".22",
    )  # fmt: skip
    rings = []
    for i in range(N_ISLANDS):
        x, y = middle(i, scene.turned)
        for off, dash, width, opacity in ((27, "1 0", 0.8, 0.4), (9, "15 5 7 4", 1.7, 0.9)):
            scale = 1 + off / radius(i)
            rings.append(
                tag("use", href=scene.href(LETTERS[i]), stroke_width=f"{width / scale:.2f}",
                    transform=f"translate({points(x, y)})scale({scale:.3f})",
                    stroke_dasharray=dash, stroke_opacity=f"{opacity:g}")
            )  # fmt: skip
    return hachures + group(*rings, stroke=p.surf, stroke_linecap="round")


def _waves(scene: Scene) -> str:
    paths = ["", "", ""]  # by how bright the wave is
    for (x, y), light in _wave_places(scene.turned):
        paths[int(2.99 * light)] += f"M{points(x - 15, y)}q5-5 10 0t10 0t10 0"
    strokes = [
        tag("path", d=d, stroke_opacity=opacity)
        for d, opacity in zip(paths, (".16", ".26", ".38"), strict=True)
    ]
    return group(*strokes, stroke=scene.palette.wave, stroke_width=1.5, stroke_linecap="round")


def _wave_places(turned: bool) -> list[tuple[Point, float]]:
    """Strew the waves: one in a cell, off its middle, none near an island."""
    found = []
    for row in range(round(SEA_HEIGHT / WAVE_CELL * 1.4)):
        for column in range(round(SEA_WIDTH / WAVE_CELL)):
            x = SEA_LEFT + (column + 0.2 + 0.6 * noise(row, column, 1)) * WAVE_CELL
            y = SEA_TOP + (row + 0.2 + 0.6 * noise(row, column, 2)) * WAVE_CELL / 1.4
            spot = place(x, y, turned)
            inside = SEA_LEFT + 26 < x < SEA_RIGHT - 26 and SEA_TOP + 12 < y < SEA_BOTTOM - 12
            if inside and noise(row, column, 3) < 0.62 and _is_open(spot, turned):
                found.append((spot, noise(row, column, 4)))
    return found


def _is_open(spot: Point, turned: bool) -> bool:
    """Return whether a wave would disturb neither an island nor an ornament."""
    ornaments = ((place(*at, turned), room) for at, room in PLACES)
    return nearest_middle(spot, turned) > WAVE_CLEAR and all(
        hypot(spot[0] - x, spot[1] - y) > room for (x, y), room in ornaments
    )
