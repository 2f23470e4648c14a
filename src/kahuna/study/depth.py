"""How deep to look: counts, never the clock, so that the same study comes out twice."""

from typing import Final, NamedTuple


class Depth(NamedTuple):
    """How much work a position is worth. A node is one turn looked at in one world."""

    nodes: int = 1500
    worlds: int = 200  # for judging a position in which the other player is to move
    wide: int = 48  # plays judged with each way to draw
    most: int = 32  # turns to look ahead from
    lines: int = 3  # turns that stay in the race to its end

    def times(self, factor: int) -> "Depth":
        """Return the depth with so many times the work, and room for twice the turns."""
        return self._replace(
            nodes=factor * self.nodes,
            worlds=factor * self.worlds,
            wide=2 * self.wide,
            most=2 * self.most,
        )


STANDARD: Final = Depth()
QUICK: Final = Depth(nodes=240, worlds=60)
