"""The computer at the table: one of its eight levels, or a simple opponent who is there at once."""

import random
import threading

from kahuna.ai import greedy
from kahuna.ai.named import LEVELS, player_named
from kahuna.ai.player import Limit, Player
from kahuna.ai.warm_up import prepare
from kahuna.notation import Seat
from kahuna.view import View

NAME = "Computer"  # by which a saved game knows who played; a level stands behind it
SIMPLE = "simple"
STRENGTHS = (*map(str, LEVELS), SIMPLE)
THINKS = 1500  # milliseconds, at most


class Computer:
    """Plays at a seat, by what that seat may know."""

    def __init__(self, seat: Seat, strength: str, rng: random.Random) -> None:
        """Take how strong it is; a level gets ready while the others begin."""
        self.seat, self.strength, self._rng = seat, strength, rng
        self._player: Player | None = None
        self._getting_ready = threading.Thread(target=self._get_ready, daemon=True)
        if strength != SIMPLE:
            self._seed = rng.getrandbits(32)
            self._getting_ready.start()

    @property
    def name(self) -> str:
        """Its name in a record."""
        return NAME if self.strength == SIMPLE else f"{NAME}, level {self.strength}"

    @property
    def is_ready(self) -> bool:
        """Whether it can think at once: its machine code is made when it is first needed."""
        return not self._getting_ready.is_alive()

    def act(self, view: View) -> str:
        """Return what it does next: a part of its turn, or all of it."""
        if self.strength == SIMPLE:
            return greedy.choose(view, self._rng)
        self._getting_ready.join()
        self._player = self._player or self._make()
        return " ".join(self._player.decide(view, Limit(movetime=THINKS)).tokens)

    def _get_ready(self) -> None:
        prepare(self._spec)
        self._player = self._make()

    def _make(self) -> Player:
        return player_named(self._spec, seed=self._seed)

    @property
    def _spec(self) -> str:
        return f"level:{self.strength}"


def strength_of(name: str) -> str | None:
    """Return how strong the computer was that a record names so; None if it was somebody else.

    >>> strength_of("Computer, level 5"), strength_of("Computer"), strength_of("Lani")
    ('5', 'simple', None)
    """
    who, _, level = name.partition(", level ")
    if who != NAME:
        return None
    return level if level in STRENGTHS else SIMPLE
