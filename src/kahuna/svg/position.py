"""What a picture shows: the bridges, who controls the islands, the last move, arrows."""

from typing import NamedTuple

from kahuna.board import ALL_LINES, N_ISLANDS
from kahuna.rules.control import controls


class Position(NamedTuple):
    """The lines of both sides as sets of bits, and what is marked on top of them."""

    white: int
    black: int
    built: list[int]
    removed: list[int]
    arrows: list[tuple[int, int, str]]

    @property
    def free(self) -> int:
        """The lines where nobody has built."""
        return ALL_LINES & ~(self.white | self.black)

    @property
    def holders(self) -> list[str]:
        """For each island ``"white"``, ``"black"`` or, if nobody controls it, ``""``.

        >>> Position(0b11, 0, [], [], []).holders[:3]
        ['white', '', '']
        """
        return [_holder(island, self.white, self.black) for island in range(N_ISLANDS)]


def _holder(island: int, white: int, black: int) -> str:
    """Return who controls an island, if anybody."""
    for name, lines in (("white", white), ("black", black)):
        if controls(lines, island):
            return name
    return ""
