"""Draw a position of Kahuna as a picture: an archipelago, self-contained SVG.

>>> picture = board("AB AD BC", "EF EH", side="Black", built=["EH"])
>>> picture.startswith("<svg"), 'data-line="EH"' in picture
(True, True)

The last line of a notebook's cell shows itself; elsewhere a picture is the text
to write to a file: ``Path("board.svg").write_text(picture, encoding="utf-8")``.
"""

from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple
from zlib import crc32

from . import frame, islands, labels, marks, ornaments, palms, pieces, sea
from .markup import escape, number, tag
from .palette import OWN, THEMES, Scene
from .position import Position
from .request import (
    arrow_color,
    check_apart,
    check_choices,
    island_number,
    line_numbers,
    line_set,
)
from .words import description

__all__ = ["Arrow", "Picture", "board"]


class Picture(str):
    """The text of an SVG picture; a notebook shows it as the picture.

    >>> Picture("<svg/>")._repr_svg_()
    '<svg/>'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Arrow(NamedTuple):
    """An arrow from one island to another; from an island to itself, a ring around it.

    The colour is ``yellow``, ``red``, ``green``, ``blue`` or a number like ``#ff8800``.

    >>> Arrow("E", "H")
    Arrow(start='E', end='H', color='yellow')
    """

    start: str
    end: str
    color: str = "yellow"


def board(
    white: int | Iterable[str] = 0,
    black: int | Iterable[str] = 0,
    *,
    side: Literal["White", "Black"] = "White",
    built: Iterable[str] = (),
    removed: Iterable[str] = (),
    arrows: Iterable[Arrow] = (),
    theme: Literal["day", "night"] = "day",
    size: int | None = None,
    caption: str | None = None,
) -> Picture:
    """Return the picture of a position.

    `white` and `black` are the lines that carry bridges, as a set of 27 bits or as
    names like ``"AB"``. `side` says who sits at the lower edge. The lines `built` and
    `removed` by the last move are marked. `size` is the picture's width in pixels;
    without it the picture fills the room that it is given.

    >>> board("AB BD", "AB")
    Traceback (most recent call last):
        ...
    ValueError: held by both White and Black: AB; a line carries one bridge at most
    """
    check_choices(side, theme, size)
    position = Position(
        white=line_set(white, "white"),
        black=line_set(black, "black"),
        built=line_numbers(built, "built"),
        removed=line_numbers(removed, "removed"),
        arrows=[(island_number(a), island_number(b), arrow_color(c)) for a, b, c in arrows],
    )
    check_apart(position.white, position.black)
    scene = Scene(THEMES[theme], turned=side == "Black")
    return Picture(_document(_layers(scene, position, caption), position, size, caption))


def _layers(scene: Scene, position: Position, caption: str | None) -> str:
    """Draw everything, from the paper below to the name plates on top."""
    white, black, built, removed, arrows = position
    holders = position.holders
    layers = (
        _definitions(scene),
        frame.paper(scene, caption),
        _waters(scene),
        pieces.free_lines(scene, position.free),
        _lands(scene),
        marks.glows(scene, built),
        marks.ghosts(scene, removed),
        pieces.bridges(scene, white, black),
        pieces.tokens(scene, holders),
        _palms(scene),
        *(marks.arrow(scene, *arrow) for arrow in arrows),
        labels.plates(scene, white, black, holders),
        frame.border(scene) + frame.caption_text(scene, caption),
    )
    return "".join(layers)


# What is the same in every picture of a scene is drawn once.
@cache
def _definitions(scene: Scene) -> str:
    makers = (sea, islands, palms, pieces, labels)
    return tag("defs", *(maker.definitions(scene) for maker in makers))


@cache
def _waters(scene: Scene) -> str:
    drawn = (sea.water, ornaments.rhumb_lines, ornaments.compass, ornaments.canoe, ornaments.whale)
    return "".join(draw(scene) for draw in drawn)


@cache
def _lands(scene: Scene) -> str:
    return islands.motus(scene) + islands.land(scene)


@cache
def _palms(scene: Scene) -> str:
    return palms.palms(scene)


def _document(layers: str, position: Position, size: int | None, caption: str | None) -> str:
    box = frame.view_box(caption)
    sizes = {}
    if size is not None:
        sizes = {"width": str(size), "height": number(size * box[3] / box[2])}
    title, desc = f"{OWN}title", f"{OWN}desc"
    text = tag(
        "svg",
        tag("title", escape(caption or "Kahuna board"), id=title),
        tag("desc", escape(description(position)), id=desc),
        layers,
        xmlns="http://www.w3.org/2000/svg", viewBox=" ".join(map(number, box)), **sizes,
        role="img", aria_labelledby=f"{title} {desc}",
    )  # fmt: skip
    # The same picture gets the same ids, another picture gets others.
    return text.replace(OWN, f"k{crc32(text.encode()):08x}")
