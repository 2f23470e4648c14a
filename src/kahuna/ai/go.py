"""How long to think, as the words after `go`: ``movetime 200``, ``nodes 1000``, or both."""

from typing import NamedTuple

from kahuna.ai.player import Limit
from kahuna.errors import KahunaError, shorten

MOST = 10**9


class Go(NamedTuple):
    """A limit as it is agreed on, before any clock runs.

    >>> Go.parse("movetime 200"), str(Go(nodes=1000))
    (Go(movetime=200, nodes=None), 'nodes 1000')
    """

    movetime: int | None = None  # milliseconds
    nodes: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Go":
        """Read the words; at least one limit has to be there."""
        words = text.split()
        if not words or len(words) % 2:
            raise _wrong(text)
        found: dict[str, int] = {}
        for name, value in zip(words[::2], words[1::2], strict=True):
            if name not in cls._fields or name in found:
                raise _wrong(text)
            found[name] = number(value, f"go {name}", MOST)
        return cls(**found)

    def limit(self, reserve: int = 0) -> Limit:
        """Return a limit to think by, with so many milliseconds kept for the answer."""
        movetime = None if self.movetime is None else max(1, self.movetime - reserve)
        return Limit(movetime=movetime, nodes=self.nodes)

    def __str__(self) -> str:
        """Return the words."""
        return " ".join(f"{n} {v}" for n, v in self._asdict().items() if v is not None)


def number(text: str, what: str, most: int, least: int = 1) -> int:
    """Read a number somebody sent."""
    if text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most:
        return int(text)
    raise KahunaError(f"{what} takes a number from {least} to {most}, not {shorten(text)!r}")


def _wrong(text: str) -> KahunaError:
    return KahunaError(f"it is go movetime MS or go nodes N, not go {shorten(text)!r}")
