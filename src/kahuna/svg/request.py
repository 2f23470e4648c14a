"""What a caller may ask for: lines, islands and colours, parsed or refused with a reason."""

import string
from collections.abc import Iterable

from kahuna.board import ALL_LINES, LETTERS, LINES, N_LINES, line_names

from .palette import ARROW_COLORS, THEMES


def line_set(lines: int | Iterable[str], whose: str) -> int:
    """Return a set of lines as a number, from such a number or from names.

    A text is taken as names with spaces between them.

    >>> line_set(["AB", "AH"], "white"), line_set("AB AH", "white"), line_set(5, "white")
    (5, 5, 5)
    """
    if isinstance(lines, int):
        if not 0 <= lines <= ALL_LINES:
            raise ValueError(
                f"{whose}={lines} is no set of lines: give a number from 0 to {ALL_LINES} "
                f"(one bit for each of the {N_LINES} lines) or names such as 'AB'"
            )
        return lines
    return sum({1 << n for n in line_numbers(lines, whose)})


def line_numbers(names: Iterable[str], whose: str) -> list[int]:
    """Return the numbers of the named lines, in the caller's order.

    >>> line_numbers(["EH", "AB"], "built")
    [13, 0]
    """
    names = names.split() if isinstance(names, str) else names
    return [_line(name, whose) for name in names]


def _line(name: str, whose: str) -> int:
    if name in LINES:
        return LINES.index(name)
    upper = name.upper()
    for guess in (upper, upper[::-1]):
        if guess in LINES:
            raise ValueError(f"{whose}: unknown line {name!r}; that line is written {guess!r}")
    raise ValueError(f"{whose}: unknown line {name!r}; the lines are {' '.join(LINES)}")


def check_apart(white: int, black: int) -> None:
    """Refuse a line that both sides hold."""
    if both := white & black:
        raise ValueError(
            f"held by both White and Black: {' '.join(line_names(both))}; "
            "a line carries one bridge at most"
        )


def island_number(letter: str) -> int:
    """Return the number of an island from its letter.

    >>> island_number("E")
    4
    """
    if len(letter) != 1 or letter not in LETTERS:
        raise ValueError(f"unknown island {letter!r}; the islands are {' '.join(LETTERS)}")
    return LETTERS.index(letter)


def arrow_color(color: str) -> str:
    """Return the colour to draw an arrow with, from its name or hexadecimal number.

    >>> arrow_color("#ff8800"), arrow_color("red").startswith("#")
    ('#ff8800', True)
    """
    if color in ARROW_COLORS:
        return ARROW_COLORS[color]
    digits = color.removeprefix("#")
    if color.startswith("#") and len(digits) in (3, 6) and set(digits) <= set(string.hexdigits):
        return color
    raise ValueError(
        f"unknown arrow color {color!r}; use {', '.join(ARROW_COLORS)} or a number like '#ff8800'"
    )


def check_choices(side: str, theme: str, size: int | None) -> None:
    """Refuse a side, a theme or a size that there is not."""
    if side not in ("White", "Black"):
        raise ValueError(f"unknown side {side!r}; it is 'White' or 'Black'")
    if theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}; the themes are {', '.join(THEMES)}")
    if size is not None and size < 1:
        raise ValueError(f"size={size} is no width; give a number of pixels from 1 up")
