"""The frame of the chart: warm paper, a graduated border, and room for a caption."""

from kahuna.board import HEIGHT, WIDTH

from .markup import escape, group, number, tag
from .palette import SERIF, Scene

# The sea is wider than the board by the same margin on opposite sides, so that a
# half turn about the board's middle maps the sea onto itself.
MARGIN_X, MARGIN_Y = 34, 26
SEA_LEFT, SEA_TOP = -MARGIN_X, -MARGIN_Y
SEA_WIDTH, SEA_HEIGHT = WIDTH + 2 * MARGIN_X, HEIGHT + 2 * MARGIN_Y
SEA_RIGHT, SEA_BOTTOM = SEA_LEFT + SEA_WIDTH, SEA_TOP + SEA_HEIGHT

BORDER = 26  # the paper around the sea
SCALE = 6  # the width of the graduated band
CAPTION_SIZE = 27
CAPTION_WIDTH = 68  # letters in a line of the caption
CAPTION_STEP = 36


def caption_lines(caption: str | None) -> list[str]:
    """Return the caption in lines that fit the frame, broken between words.

    >>> caption_lines(None), caption_lines("White to play")
    ([], ['White to play'])
    """
    lines: list[str] = []
    for word in (caption or "").split():
        if lines and len(lines[-1]) + len(word) < CAPTION_WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def view_box(caption: str | None) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the whole picture.

    >>> view_box(None)
    (-60, -52, 1120, 904)
    """
    below = CAPTION_STEP * len(caption_lines(caption))
    return (
        SEA_LEFT - BORDER,
        SEA_TOP - BORDER,
        SEA_WIDTH + 2 * BORDER,
        SEA_HEIGHT + 2 * BORDER + below,
    )


def paper(scene: Scene, caption: str | None) -> str:
    """Return the sheet that the chart is printed on."""
    p = scene.palette
    left, top, width, height = view_box(caption)
    sheet = tag("rect", x=left, y=top, width=width, height=height, fill=p.paper)
    edge = tag(
        "rect", x=left + 2.5, y=top + 2.5, width=width - 5, height=height - 5,
        fill="none", stroke=p.paper_edge, stroke_width=5,
    )  # fmt: skip
    return sheet + edge


def border(scene: Scene) -> str:
    """Return the graduated border around the sea, drawn last so that it trims the sea."""
    p = scene.palette
    inner = _rectangle(0, p.ink, 1.6)
    band = _rectangle(3 + SCALE / 2, p.paper, SCALE)
    outer = _rectangle(4 + SCALE, p.ink, 1)
    rule = _rectangle(9 + SCALE, p.brass, 0.8)
    return group(inner, band, _graduation(scene), outer, rule, *_corners(scene), class_="frame")


def _rectangle(off: float, stroke: str, width: float) -> str:
    return tag(
        "rect", x=SEA_LEFT - off, y=SEA_TOP - off, width=SEA_WIDTH + 2 * off,
        height=SEA_HEIGHT + 2 * off, fill="none", stroke=stroke, stroke_width=width,
    )  # fmt: skip


def _graduation(scene: Scene) -> str:
    """Draw the degrees: dashes that start and end with half a dash, so corners match."""
    off = 3 + SCALE / 2
    horizontal, vertical = SEA_WIDTH / 50, SEA_HEIGHT / 40
    sides = []
    for x, y, d, step in (
        (SEA_LEFT, SEA_TOP - off, f"h{SEA_WIDTH}", horizontal),
        (SEA_LEFT, SEA_BOTTOM + off, f"h{SEA_WIDTH}", horizontal),
        (SEA_LEFT - off, SEA_TOP, f"v{SEA_HEIGHT}", vertical),
        (SEA_RIGHT + off, SEA_TOP, f"v{SEA_HEIGHT}", vertical),
    ):
        sides.append(
            tag("path", d=f"M{number(x)} {number(y)}{d}", stroke_dasharray=f"{step:.3f}",
                stroke_dashoffset=f"{step / 2:.3f}")
        )  # fmt: skip
    return group(*sides, stroke=scene.palette.ink, stroke_width=SCALE - 2.4, fill="none")


def _corners(scene: Scene) -> list[str]:
    """Draw a small boss on each corner, where the bands meet."""
    p = scene.palette
    off = 3 + SCALE / 2
    return [
        tag("path", d=f"M{number(x)} {number(y - 9)}l9 9l-9 9l-9-9Z", fill=p.paper, stroke=p.ink,
            stroke_width=1.2)
        + tag("circle", cx=x, cy=y, r=3, fill=p.brass)
        for x in (SEA_LEFT - off, SEA_RIGHT + off)
        for y in (SEA_TOP - off, SEA_BOTTOM + off)
    ]  # fmt: skip


def caption_text(scene: Scene, caption: str | None) -> str:
    """Return the caption on the paper below the sea."""
    lines = [
        tag(
            "text", escape(line), x=WIDTH / 2,
            y=SEA_BOTTOM + BORDER + CAPTION_STEP * (row + 0.55),
        )
        for row, line in enumerate(caption_lines(caption))
    ]  # fmt: skip
    if not lines:
        return ""
    return group(
        *lines, class_="caption", font_family=SERIF, font_size=CAPTION_SIZE, font_style="italic",
        text_anchor="middle", fill=scene.palette.ink,
    )  # fmt: skip
