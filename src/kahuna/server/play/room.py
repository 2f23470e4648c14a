"""A game as the site holds it in memory: who plays, what was agreed, the table, the clocks."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from kahuna.notation.setup import Seat, Viewer
from kahuna.server.play.clock import Time, deadline
from kahuna.server.play.table import Table
from kahuna.server.play.terms import Terms

Status = Literal["open", "running", "over", "aborted"]
ENDED: tuple[Status, ...] = ("over", "aborted")
Listener = Callable[["Room"], None]


class Watcher(Protocol):
    """Whoever wants to hear when something happens in a room, without delay."""

    @property
    def person(self) -> int | None:
        """Who it is, if they are known."""

    @property
    def looks(self) -> bool:
        """Whether they look at what they are shown."""

    def changed(self, room: "Room") -> None:
        """Take note that the game has gone on."""


class Seated:
    """Somebody at the table."""

    __slots__ = ("holiday", "kind", "level", "name", "number", "person")

    def __init__(self, person: int, name: str, kind: str, level: int | None) -> None:
        """Take who it is; `number` is what they added to the seed, `holiday` see `opening`."""
        self.person, self.name, self.kind, self.level = person, name, kind, level
        self.number, self.holiday = "", 0

    @property
    def is_computer(self) -> bool:
        """Whether the site thinks for them."""
        return self.level is not None


class Room:
    """One game, open, running or over."""

    __slots__ = (
        *("commitment", "created", "creator", "ended", "id", "link", "listeners", "lock", "offer"),
        *("one_device", "rematch", "result", "score", "seats", "seed", "seq", "starter"),
        *("status", "table", "termination", "terms", "time", "watchers"),
    )

    id: int
    link: str
    status: Status
    terms: Terms
    creator: int
    one_device: bool
    seats: dict[Seat, Seated | None]
    seed: bytes
    commitment: str
    starter: Seat | None
    table: Table | None  # None until it has begun
    time: Time
    seq: int
    offer: Seat | None
    result: str
    score: str
    termination: str | None
    rematch: str | None  # the link of the game that followed
    created: int
    ended: int | None

    def __init__(self) -> None:
        """Make room; `rooms` fills it."""
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.listeners: Sequence[Listener] = ()  # to every game

    @property
    def mover(self) -> Seat | None:
        """Whose turn it is, while the game runs."""
        return self.table.mover if self.table is not None and self.status == "running" else None

    @property
    def deadline(self) -> int | None:
        """When the mover's time will be over."""
        mover = self.mover
        return None if mover is None else deadline(self.terms.clock, self.time, mover)

    def awaits(self, person: int | None) -> bool:
        """Tell whether it is this person's turn."""
        mover = self.mover
        seated = None if mover is None else self.seats[mover]
        return seated is not None and seated.person == person

    def seats_of(self, person: int) -> list[Seat]:
        """Return where the person sits: nowhere, at one seat, or at both on one device."""
        return [seat for seat, who in self.seats.items() if who and who.person == person]

    def viewer_of(self, person: int | None, wanted: Seat | None = None) -> Viewer:
        """Return as whom the person sees the game.

        On one device it is the player who says to be looking; until one does, between the
        turns, nobody's hand is shown.
        """
        seats = [] if person is None else self.seats_of(person)
        if not seats:
            return "Spectator"
        if len(seats) == 1:
            return seats[0]
        return wanted or "Spectator"

    def tell(self) -> None:
        """Tell all watchers that the game has gone on; the listeners when those were sent it."""
        for watcher in tuple(self.watchers):
            watcher.changed(self)
        if self.listeners:
            asyncio.get_running_loop().call_soon(self._tell_listeners)

    def _tell_listeners(self) -> None:
        for listener in self.listeners:
            listener(self)
