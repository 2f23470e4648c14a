"""A game as a moving picture: one SVG whose pieces come and go by themselves, over and over.

>>> moving = animation([Frame("", "", "the deal"), Frame("AB", "", "White builds")])
>>> moving.startswith("<svg"), moving.count("<animate ") > 0
(True, True)
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from kahuna.board import ALL_LINES, N_ISLANDS, N_LINES

from . import Picture, _definitions, _lands, _palms, _waters, frame, labels, pieces
from .markup import escape, group, number, tag
from .palette import OWN, SERIF, THEMES, Scene
from .position import Position
from .request import check_choices, line_set

SECONDS = 1.2  # a frame
LAST = 3  # frames for which the end stays
LINE = 68  # letters of a caption


class Frame(NamedTuple):
    """A position: the lines that carry bridges, and what is said below."""

    white: int | Iterable[str]
    black: int | Iterable[str]
    caption: str = ""


def animation(
    frames: Sequence[Frame],
    *,
    side: Literal["White", "Black"] = "White",
    theme: Literal["day", "night"] = "day",
    seconds: float = SECONDS,
) -> Picture:
    """Return the moving picture of positions, one after the other."""
    check_choices(side, theme, None)
    scene = Scene(THEMES[theme], turned=side == "Black")
    positions = [
        Position(line_set(one.white, "white"), line_set(one.black, "black"), [], [], [])
        for one in frames
    ]
    time = _Time(len(frames), seconds)
    layers = (
        _definitions(scene),
        frame.paper(scene, "."),
        _waters(scene),
        pieces.free_lines(scene, ALL_LINES),
        _lands(scene),
        *_bridges(scene, positions, time),
        *_tokens(scene, positions, time),
        _palms(scene),
        *_plates(scene, positions, time),
        frame.border(scene),
        *_captions(scene, frames, time),
    )
    text = tag(
        "svg", tag("title", "Kahuna"), *layers, xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, frame.view_box("."))), role="img",
    )  # fmt: skip
    return Picture(text.replace(OWN, "k"))


class _Time(NamedTuple):
    """When which frame is shown."""

    frames: int
    seconds: float

    def shown(self, content: str, when: Sequence[bool]) -> str:
        """Return something that is to be seen in some of the frames."""
        if not content or not any(when):
            return ""
        if all(when):
            return content
        total = self.frames + LAST
        keys = [0] + [n for n in range(1, self.frames) if when[n] != when[n - 1]]
        animated = tag(
            "animate", attributeName="visibility", calcMode="discrete", repeatCount="indefinite",
            dur=f"{number(total * self.seconds)}s",
            values=";".join("visible" if when[key] else "hidden" for key in keys),
            keyTimes=";".join(f"{key / total:.5f}".rstrip("0").rstrip(".") or "0" for key in keys),
        )  # fmt: skip
        # What shows no animation shows the end.
        return group(animated, content, visibility="visible" if when[-1] else "hidden")


def _bridges(scene: Scene, positions: Sequence[Position], time: _Time) -> list[str]:
    drawn = []
    for line in range(N_LINES):
        bit = 1 << line
        for white in (True, False):
            when = [bool((one.white if white else one.black) & bit) for one in positions]
            if any(when):
                piece = pieces.bridges(scene, bit if white else 0, 0 if white else bit)
                drawn.append(time.shown(piece, when))
    return drawn


def _tokens(scene: Scene, positions: Sequence[Position], time: _Time) -> list[str]:
    drawn, holders = [], [one.holders for one in positions]
    for island in range(N_ISLANDS):
        for who in ("white", "black"):
            when = [held[island] == who for held in holders]
            if any(when):
                alone = [who if n == island else "" for n in range(N_ISLANDS)]
                drawn.append(time.shown(pieces.tokens(scene, alone), when))
    return drawn


def _plates(scene: Scene, positions: Sequence[Position], time: _Time) -> list[str]:
    """Return the plates of every position; those that follow each other unchanged only once."""
    drawn: dict[str, list[bool]] = {}
    for n, one in enumerate(positions):
        plates = labels.plates(scene, one.white, one.black, one.holders)
        drawn.setdefault(plates, [False] * len(positions))[n] = True
    return [time.shown(plates, when) for plates, when in drawn.items()]


def _captions(scene: Scene, frames: Sequence[Frame], time: _Time) -> list[str]:
    drawn: dict[str, list[bool]] = {}
    for n, one in enumerate(frames):
        drawn.setdefault(one.caption[:LINE], [False] * len(frames))[n] = True
    left, top, width, height = frame.view_box(".")
    middle, bottom = left + width / 2, top + height - 22
    return [
        time.shown(
            tag(
                "text", escape(caption), x=middle, y=bottom, font_family=SERIF,
                font_size=frame.CAPTION_SIZE, text_anchor="middle", fill=scene.palette.ink,
            ),
            when,
        )
        for caption, when in drawn.items()
        if caption
    ]  # fmt: skip
