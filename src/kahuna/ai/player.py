"""What a computer player is: a view and a limit in, a whole turn out."""

import threading
from dataclasses import dataclass, field
from typing import Protocol

from kahuna.view import View


@dataclass(frozen=True, slots=True)
class Limit:
    """How long to think: so many milliseconds or so many positions; `stop` ends it at once."""

    movetime: int | None = None
    nodes: int | None = None
    stop: threading.Event = field(default_factory=threading.Event, compare=False)


@dataclass(frozen=True, slots=True)
class Alternative:
    """A turn that was considered, and the probability of winning with it."""

    tokens: tuple[str, ...]
    win_probability: float


@dataclass(frozen=True, slots=True)
class Decision:
    """A whole turn: its tokens, the draw as a choice (``+B``, ``+?`` or ``-``).

    `win_probability` is the player's own estimate, if it makes one; `alternatives` are the best
    turns it considered, this one included, best first.
    """

    tokens: tuple[str, ...]
    win_probability: float | None = None
    nodes: int = 0
    alternatives: tuple[Alternative, ...] = ()


class Player(Protocol):
    """A computer player. It must not keep anything from one call to the next but its settings."""

    name: str

    def decide(self, view: View, limit: Limit) -> Decision:
        """Return the turn to play, or the handicap bridges to place, for the viewer to move."""
        ...
