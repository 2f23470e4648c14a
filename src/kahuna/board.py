"""The board: twelve islands and the 27 lines between them (R1.1).

Everything that is a fact about the board is written here once; masks and
majorities are derived from it. An island is a number from 0 (ALOA) to 11
(LALE), a line a number from 0 (AB) to 26 (KL); bit *n* of a set stands for
island or line *n*.

>>> LETTERS[4], NAMES[4], LINES[0]
('E', 'ELAI', 'AB')
>>> MAJORITY[island("E")], line("EH")
(4, 13)
"""

from collections.abc import Sequence

NAMES = (
    "ALOA", "BARI", "COCO", "DUDA", "ELAI", "FAAA",
    "GOLA", "HUNA", "IFFI", "JOJO", "KAHU", "LALE",
)  # fmt: skip
LETTERS = "".join(name[0] for name in NAMES)

LINES = (
    "AB", "AD", "AH", "BC", "BD", "BE", "BF", "CF", "CG",
    "CK", "DE", "DH", "EF", "EH", "EI", "EJ", "FG", "FJ",
    "GJ", "GK", "HI", "HL", "IJ", "IK", "IL", "JK", "KL",
)  # fmt: skip

# Where the islands lie on a canvas of WIDTH x HEIGHT, y downwards: no two lines
# cross, and no line passes within 89 units of an island that it does not touch.
WIDTH, HEIGHT = 1000, 800
POSITIONS = (
    (90, 94), (504, 121), (920, 153), (227, 271), (425, 325), (691, 255),
    (800, 383), (134, 485), (458, 525), (646, 449), (861, 612), (482, 721),
)  # fmt: skip

N_ISLANDS = len(NAMES)
N_LINES = len(LINES)
COPIES = 2  # cards of each island (R1.2)
N_CARDS = COPIES * N_ISLANDS
N_BRIDGES = 25  # a player's bridges (R1.2)
N_TOKENS = 10  # a player's tokens (R1.2)

ALL_LINES = (1 << N_LINES) - 1

# The two islands of each line: FIRST comes first in the alphabet.
FIRST = tuple(LETTERS.index(name[0]) for name in LINES)
SECOND = tuple(LETTERS.index(name[1]) for name in LINES)

# For each island, the set of lines that have it as their first or second end.
LINES_AS_FIRST = tuple(
    sum(1 << n for n, name in enumerate(LINES) if name[0] == letter) for letter in LETTERS
)
LINES_AS_SECOND = tuple(
    sum(1 << n for n, name in enumerate(LINES) if name[1] == letter) for letter in LETTERS
)
LINES_AT = tuple(a | b for a, b in zip(LINES_AS_FIRST, LINES_AS_SECOND, strict=True))

# How many lines an island has, and how many bridges control it (R5.1).
DEGREE = tuple(lines.bit_count() for lines in LINES_AT)
MAJORITY = tuple(degree // 2 + 1 for degree in DEGREE)


def island(letter: str) -> int:
    """Return the number of the island with this letter."""
    return LETTERS.index(letter)


def line(name: str) -> int:
    """Return the number of the line with this name, such as ``"AB"``."""
    return LINES.index(name)


def line_names(lines: int) -> list[str]:
    """Return the names of a set of lines, sorted.

    >>> line_names(0b101)
    ['AB', 'AH']
    """
    low, middle, high = _LINE_NAMES
    return [*low[lines & 511], *middle[lines >> 9 & 511], *high[lines >> 18]]


def island_letters(islands: int) -> list[str]:
    """Return the letters of a set of islands, sorted.

    >>> island_letters(0b101)
    ['A', 'C']
    """
    low, high = _ISLAND_LETTERS
    return [*low[islands & 63], *high[islands >> 6]]


def _named(names: Sequence[str], size: int) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return what stands for every set of so many neighbours, for all of them in turn.

    So a set is told by a few looks: sites do that for every turn.
    """
    return tuple(
        tuple(
            tuple(name for n, name in enumerate(names[start : start + size]) if part >> n & 1)
            for part in range(1 << size)
        )
        for start in range(0, len(names), size)
    )


_LINE_NAMES = _named(LINES, 9)
_ISLAND_LETTERS = _named(LETTERS, 6)
