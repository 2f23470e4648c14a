"""Writing SVG: elements, numbers and text, with nothing but strings.

>>> tag("circle", cx=1.0, cy=-0.04, r=2.25, stroke_width=3)
'<circle cx="1" cy="0" r="2.2" stroke-width="3"/>'
>>> tag("text", escape("<Aloa & Bari>"), class_="name")
'<text class="name">&lt;Aloa &amp; Bari&gt;</text>'
"""

from typing import TypeAlias

Value: TypeAlias = str | float


def number(value: float) -> str:
    """Return a coordinate with at most one decimal: a tenth of a unit is never seen.

    >>> number(12.0), number(-0.01), number(3.14159), number(-0.5)
    ('12', '0', '3.1', '-.5')
    """
    text = f"{value:.1f}".removesuffix(".0")
    if text.startswith(("0.", "-0")):
        text = text.replace("0", "", 1)
    return "0" if text == "-" else text


def points(*values: float) -> str:
    """Return coordinates as path data, without the spaces that a minus sign saves.

    >>> points(1, 2, -3.04, 0.5)
    '1 2-3 .5'
    """
    return " ".join(map(number, values)).replace(" -", "-")


def escape(text: str) -> str:
    """Return the text with the characters that XML reserves written out.

    Control characters, which XML cannot hold at all, become spaces.
    """
    text = "".join(c if c.isprintable() else " " for c in text)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;")


def tag(name: str, *content: str, **attributes: Value) -> str:
    """Return an element; ``stroke_width`` is written ``stroke-width``, ``class_`` ``class``."""
    parts = [name]
    for key, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(content)}</{name}>" if content else f"<{head}/>"


def group(*content: str, **attributes: Value) -> str:
    """Return a ``<g>`` around the content."""
    return tag("g", "".join(content), **attributes)


def moved(x: float, y: float, *, scale: float = 1, flip: bool = False) -> str:
    """Return a transform that puts a drawing made around the origin at a place.

    >>> moved(10, 20), moved(1, 2, scale=0.85, flip=True)
    ('translate(10 20)', 'translate(1 2)scale(-0.85 0.85)')
    """
    place = f"translate({points(x, y)})"
    if flip:
        return f"{place}scale({-scale:.3g} {scale:.3g})"
    return place if scale == 1 else f"{place}scale({scale:.3g})"
