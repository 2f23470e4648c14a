"""The board drawn with characters, for terminals and for `str(game)`.

Islands show their name and how many of their lines White and Black hold out of
all: ``2:3/6``. Free lines are dotted, White's bridges are drawn with ``o``, Black's
with ``#``; the same signs beside an island's name say who controls it. So the
board reads without colour; `cells` gives each piece of text a role to colour it by.
"""

from itertools import groupby
from math import ceil
from typing import Literal, NamedTuple

from kahuna.board import (
    DEGREE,
    FIRST,
    LINES_AT,
    N_ISLANDS,
    N_LINES,
    NAMES,
    POSITIONS,
    SECOND,
)
from kahuna.rules.control import controls

Role = Literal[
    "sea",
    "free",
    "white-bridge",
    "black-bridge",
    "just-built-white",
    "just-built-black",
    "just-removed",
    "island",
    "white-island",
    "black-island",
]

SIGNS: dict[Role, str] = {
    "free": "·",
    "white-bridge": "o",
    "black-bridge": "#",
    "just-built-white": "O",
    "just-built-black": "@",
    "just-removed": "x",
}
MARKS: dict[Role, str] = {"island": " ", "white-island": "o", "black-island": "#"}

COLUMNS, ROWS = 78, 26  # the board of `str(game)`
MIN_COLUMNS, MIN_ROWS = 58, 15  # with less, islands would touch
LABEL = 8  # columns of an island's label, which has two rows


class Segment(NamedTuple):
    """A piece of a row of the board, all of one role."""

    text: str
    role: Role


class _Cell(NamedTuple):
    sign: str
    role: Role


_SEA = _Cell(" ", "sea")


def board(white: int, black: int) -> str:
    """Return the board as plain text.

    >>> print(board(0, 0).splitlines()[0].strip()[:4])
    ALOA
    """
    rows = cells(white, black)
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)


def cells(
    white: int,
    black: int,
    *,
    built: int = 0,
    removed: int = 0,
    columns: int = COLUMNS,
    rows: int = ROWS,
) -> list[list[Segment]]:
    """Return the board's rows as segments; `built` and `removed` are the lines to point out.

    A board smaller than MIN_COLUMNS by MIN_ROWS is drawn at that size.
    """
    columns, rows = max(columns, MIN_COLUMNS), max(rows, MIN_ROWS)
    canvas = [[_SEA] * columns for _ in range(rows)]
    for line in range(N_LINES):
        _draw_line(canvas, line, _line_role(line, white, black, built, removed))
    for island in range(N_ISLANDS):
        _draw_island(canvas, island, white, black)
    return [_segments(row) for row in canvas]


def _line_role(line: int, white: int, black: int, built: int, removed: int) -> Role:
    bit = 1 << line
    if white & bit:
        return "just-built-white" if built & bit else "white-bridge"
    if black & bit:
        return "just-built-black" if built & bit else "black-bridge"
    return "just-removed" if removed & bit else "free"


def _place(canvas: list[list[_Cell]], island: int) -> tuple[float, float]:
    """Return the centre of an island's label: all labels just fit the canvas."""
    (x, y), half = POSITIONS[island], LABEL / 2
    left, right = min(p[0] for p in POSITIONS), max(p[0] for p in POSITIONS)
    top, bottom = min(p[1] for p in POSITIONS), max(p[1] for p in POSITIONS)
    return (
        half + (x - left) / (right - left) * (len(canvas[0]) - LABEL),
        1 + (y - top) / (bottom - top) * (len(canvas) - 2),
    )


def _draw_line(canvas: list[list[_Cell]], line: int, role: Role) -> None:
    (x0, y0), (x1, y1) = _place(canvas, FIRST[line]), _place(canvas, SECOND[line])
    steps = ceil(max(abs(x1 - x0), abs(y1 - y0)))
    is_dotted = role in ("free", "just-removed") and abs(x1 - x0) > abs(y1 - y0)
    for step in range(0, steps + 1, 2 if is_dotted else 1):
        x = int(x0 + (x1 - x0) * step / steps)
        y = int(y0 + (y1 - y0) * step / steps)
        canvas[y][x] = _Cell(SIGNS[role], role)


def _draw_island(canvas: list[list[_Cell]], island: int, white: int, black: int) -> None:
    """Write the island's label over whatever lines end there."""
    role: Role = "island"
    if controls(white, island):
        role = "white-island"
    elif controls(black, island):
        role = "black-island"
    held = [(bridges & LINES_AT[island]).bit_count() for bridges in (white, black)]
    mark = MARKS[role]
    label = (f"{mark}{NAMES[island]}{mark}", f"{held[0]}:{held[1]}/{DEGREE[island]}")
    x, y = _place(canvas, island)
    for row, text in enumerate(label, round(y) - 1):
        for column, sign in enumerate(text.center(LABEL), round(x - LABEL / 2)):
            canvas[row][column] = _Cell(sign, role)


def _segments(row: list[_Cell]) -> list[Segment]:
    """Join neighbouring cells of the same role."""
    return [
        Segment("".join(cell.sign for cell in group), role)
        for role, group in groupby(row, key=lambda cell: cell.role)
    ]
