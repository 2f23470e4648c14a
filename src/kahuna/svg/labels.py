"""The name plates: an island's name, who controls it, and a pip for each of its lines."""

from typing import NamedTuple

from kahuna.board import DEGREE, LETTERS, LINES_AT, NAMES

from .markup import group, moved, number, points, tag
from .palette import SERIF, Scene
from .shapes import PLATE_HEIGHT, PLATE_WIDTH, plate

NAME_SIZE = 23.5
NAME_BASE = -1.4
# How wide letters are, as a share of the size.
WIDE, NARROW = 0.8, {"I": 0.46, "J": 0.48, "L": 0.67, "F": 0.65, "E": 0.68}
CORNER = 5.0
TRAY = 20.0  # the height of the lower part, where the pips are
PIP = 6.0  # half a pip
PIP_STEP = 13.6


def plates(scene: Scene, white: int, black: int, holders: list[str]) -> str:
    """Return the plates of all islands."""
    drawn = []
    for island, holder in enumerate(holders):
        livery = holder or "free"
        at = LINES_AT[island]
        mine, theirs = (white & at).bit_count(), (black & at).bit_count()
        box = plate(island, scene.turned)
        drawn.append(
            group(
                tag("use", href=scene.href(f"plate-{livery}")),
                _name(scene, island, livery),
                _pips(scene, mine, DEGREE[island] - mine - theirs, theirs),
                class_=f"plate {livery}", data_island=LETTERS[island],
                transform=moved(box.x, box.y),
            )
        )  # fmt: skip
    return group(*drawn, class_="plates", font_family=SERIF, font_size=NAME_SIZE,
                 font_weight="bold", text_anchor="middle")  # fmt: skip


def _name(scene: Scene, island: int, livery: str) -> str:
    """Write the name as wide as a roman serif would, whatever font the viewer has."""
    name = NAMES[island]
    width = NAME_SIZE * sum(NARROW.get(letter, WIDE) for letter in name)
    return tag(
        "text", name, class_="name", y=NAME_BASE, fill=_livery(scene, livery).ink,
        textLength=width, lengthAdjust="spacingAndGlyphs",
    )  # fmt: skip


class Livery(NamedTuple):
    """The colours of a plate: they say from afar who controls the island."""

    fill: str
    edge: str
    ink: str


def _livery(scene: Scene, name: str) -> Livery:
    p = scene.palette
    return {
        "white": Livery(p.ivory, p.sun, p.ivory_edge),
        "black": Livery(p.lacquer, p.lacquer_edge, p.ivory),
        "free": Livery(p.plate, p.plate_edge, p.plate_text),
    }[name]


def definitions(scene: Scene) -> str:
    """Return the pips and a plate's shape, each drawn once."""
    p = scene.palette
    return "".join((
        tag("circle", id=scene.id("pip-white"), r=PIP, fill=p.ivory, stroke=p.ivory_edge,
            stroke_width=1.2),
        tag("rect", id=scene.id("pip-black"), x=0.4 - PIP, y=0.4 - PIP, width=2 * PIP - 0.8,
            height=2 * PIP - 0.8, fill=p.lacquer, stroke=p.lacquer_edge, stroke_width=1),
        tag("circle", id=scene.id("pip-free"), r=PIP - 2, fill="none", stroke=p.pip_edge,
            stroke_width=1.5),
        *(_plate(scene, livery) for livery in ("white", "black", "free")),
    ))  # fmt: skip


def _plate(scene: Scene, livery: str) -> str:
    p = scene.palette
    fill, edge, _ = _livery(scene, livery)
    outline = _plaque(0)
    return group(
        tag("path", d=outline, transform=moved(1, 3), fill=p.shade, fill_opacity=".38"),
        tag("path", d=outline, fill=fill, stroke=edge, stroke_width=1.6),
        tag("path", d=_tray(3), fill=p.tray),
        tag("path", d=_plaque(3), fill="none", stroke=edge, stroke_width=0.8),
        id=scene.id(f"plate-{livery}"),
    )  # fmt: skip


def _plaque(inset: float) -> str:
    """Return the outline of a plaque with hollowed corners."""
    w, h = PLATE_WIDTH - 2 * inset, PLATE_HEIGHT - 2 * inset
    c = number(CORNER)
    return (
        f"M{points(CORNER - w / 2, -h / 2)}h{number(w - 2 * CORNER)}a{c} {c} 0 0 0 {c} {c}"
        f"v{number(h - 2 * CORNER)}a{c} {c} 0 0 0-{c} {c}h{number(2 * CORNER - w)}"
        f"a{c} {c} 0 0 0-{c}-{c}v{number(2 * CORNER - h)}a{c} {c} 0 0 0 {c}-{c}Z"
    )


def _tray(inset: float) -> str:
    """Return the outline of the plaque's lower part."""
    w, bottom = PLATE_WIDTH - 2 * inset, PLATE_HEIGHT / 2 - inset
    top = PLATE_HEIGHT / 2 - TRAY
    c = number(CORNER)
    return (
        f"M{points(-w / 2, top)}h{number(w)}V{number(bottom - CORNER)}a{c} {c} 0 0 0-{c} {c}"
        f"h{number(2 * CORNER - w)}a{c} {c} 0 0 0-{c}-{c}Z"
    )


def _pips(scene: Scene, white: int, free: int, black: int) -> str:
    """Draw White's pips from the left, Black's from the right, the free ones between."""
    kinds = ["white"] * white + ["free"] * free + ["black"] * black
    y = PLATE_HEIGHT / 2 - TRAY / 2 - 1.4
    return "".join(
        tag("use", href=scene.href(f"pip-{kind}"), x=PIP_STEP * (n - (len(kinds) - 1) / 2), y=y)
        for n, kind in enumerate(kinds)
    )  # fmt: skip
