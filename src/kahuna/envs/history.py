"""Positions that know how they came about, and what each seat has seen of it.

A search makes positions by the thousand and looks back from few of them. So a
position is never copied, holds the one before it, and works out what a seat knows
only when somebody asks.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from kahuna.notation import Record, Setup
from kahuna.notation.tokens import letters, name
from kahuna.rules.cards import size
from kahuna.rules.ends import deduce
from kahuna.rules.state import SEATS, WHITE, State, Table, Terms
from kahuna.rules.step import apply
from kahuna.track import Track
from kahuna.view import MaskedTrack, mask, seat_name


class Origin(Protocol):
    """Where a chain of positions begins."""

    def state(self) -> State:
        """Return the position, whole."""
        ...

    def seen(self, seat: int) -> State:
        """Return the position as the seat knows it."""
        ...

    def text(self, seat: int) -> str:
        """Return all that the seat has seen so far."""
        ...

    def track(self, seat: int) -> Track:
        """Return the seat's masked track so far."""
        ...


@dataclass(frozen=True, slots=True)
class Dealt:
    """A game from its deal on."""

    setup: Setup

    def state(self) -> State:
        """Return the position after the deal."""
        return self.setup.state()

    def seen(self, seat: int) -> State:
        """Return the deal as the seat knows it."""
        return self.setup.mask(seat_name(seat)).state()

    def text(self, seat: int) -> str:
        """Return the tags of the seat's masked record."""
        return Record(self.setup.mask(seat_name(seat)).tags()).one_line()

    def track(self, seat: int) -> Track:
        """Return the seat's masked track, still without actions."""
        return Track(self.setup.mask(seat_name(seat)))


class Known:
    """All that a seat has seen, and what everybody has, for many positions it thinks possible."""

    def __init__(self, track: Track) -> None:
        """Take the seat's masked track."""
        self.track = track
        self.seat = 2 - track.setup.masked
        self.text = Record(track.setup.tags(), track.tokens()).one_line()

    @cached_property
    def public(self) -> Track:
        """What a spectator has seen."""
        return MaskedTrack(self.track, "Spectator").track

    @cached_property
    def public_text(self) -> str:
        """The same as a record in a line."""
        return Record(self.public.setup.tags(), self.public.tokens()).one_line()


@dataclass(frozen=True, slots=True)
class Supposed:
    """A position that one seat thinks possible: how it came about, only that seat's record says.

    Of the other seat's past is known what everybody saw of it; where that seat would
    remember its own cards, it is told the cards that it is supposed to have.
    """

    known: Known
    whole: State

    def state(self) -> State:
        """Return the position supposed."""
        return self.whole

    def seen(self, seat: int) -> State:
        """Return the position as the seat knows it, or would know it."""
        if seat == self.known.seat:
            return self.known.track.state
        return _with_own_cards(self.known.public.state, self.whole, seat, self._buried())

    def text(self, seat: int) -> str:
        """Return the seat's masked record, or the public one and the cards supposed."""
        if seat == self.known.seat:
            return self.known.text
        held = letters((self.whole.white if seat == WHITE else self.whole.black).hand)
        told = f"{{{SEATS[seat]} holds {held}, discarded {letters(self._buried())}}}"
        return f"{self.known.public_text} {told}"

    def track(self, seat: int) -> Track:
        """Return the track of the seat that supposes; there is none for the other one."""
        if seat != self.known.seat:
            raise ValueError(f"what {SEATS[seat]} has seen is not known in a supposed position")
        return self.known.track.copy()

    def _buried(self) -> int:
        """Return the other seat's face-down discards of this round."""
        return self.whole.table.discard - self.known.track.state.table.discard


def _with_own_cards(public: State, whole: State, seat: int, buried: int) -> State:
    """Return a position that everybody knows, with what the seat knows of its own cards."""
    own, other, truth = whole.white, public.black, whole.black
    if seat != WHITE:
        own, other, truth = whole.black, public.white, whole.white
    table = public.table
    unseen = whole.table.unseen + truth.hand - other.hand
    unseen += whole.table.discard - table.discard - buried
    left = table.buried - size(buried)  # the other player's
    return deduce(
        public._replace(
            white=own if seat == WHITE else other,
            black=other if seat == WHITE else own,
            table=Table(table.row, table.pile, unseen, table.discard + buried, left),
            terms=Terms(public.terms.variants, public.terms.starter, 2 - seat),
        )
    )


class Position:
    """A position, whole, with those before it.

    >>> from kahuna.notation import Deal
    >>> start = Position.first(Dealt(Setup(Deal("ABE", "CDF", "GHI"))))
    >>> drawn = start.push(0).push(6 << 28 | 11)  # AB, and the pile gives L
    >>> drawn.text(0)[-9:], drawn.text(1)[-8:]
    ('"] AB +?L', '"] AB +?')
    """

    __slots__ = ("_seen", "_text", "action", "before", "origin", "state")

    def __init__(
        self, origin: Origin, state: State, before: "Position | None" = None, action: int = 0
    ) -> None:
        """Keep what led here; `first` and `push` make positions."""
        self.origin, self.state = origin, state
        self.before, self.action = before, action
        self._seen: list[State | None] = [None, None]
        self._text: list[str | None] = [None, None]

    @classmethod
    def first(cls, origin: Origin) -> "Position":
        """Return the first position of a chain."""
        return cls(origin, origin.state())

    def push(self, action: int) -> "Position":
        """Return the position after a legal action."""
        return Position(self.origin, apply(self.state, action), self, action)

    def actions(self) -> list[int]:
        """Return the actions since the beginning of the chain."""
        return [position.action for position in self._later_than_first()]

    def seen(self, seat: int) -> State:
        """Return the position as the seat knows it."""
        found = self._seen[seat]
        if found is None:
            if self.before is None:
                found = self.origin.seen(seat)
            else:
                found = apply(self.before.seen(seat), self.masked(seat))
            self._seen[seat] = found
        return found

    def text(self, seat: int) -> str:
        """Return the masked record of all that the seat has seen, in a line."""
        found = self._text[seat]
        if found is None:
            if self.before is None:
                found = self.origin.text(seat)
            else:
                token = name(self.masked(seat), self.before.state.turn.mover)
                found = f"{self.before.text(seat)} {token}"
            self._text[seat] = found
        return found

    def track(self, seat: int) -> Track:
        """Return all that the seat has seen as a masked track."""
        track = self.origin.track(seat)
        for position in self._later_than_first():
            track.push(position.masked(seat))
        return track

    def masked(self, seat: int) -> int:
        """Return the action that led here as the seat saw it."""
        assert self.before is not None
        return mask(self.action, self.before.state, seat_name(seat))

    def _later_than_first(self) -> list["Position"]:
        found, position = list[Position](), self
        while position.before is not None:
            found.append(position)
            position = position.before
        return found[::-1]

    def __deepcopy__(self, memo: object) -> "Position":
        """Return itself: a position never changes."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the chain as a list, however long it is."""
        return _replay, (self.origin, self.actions())


def _replay(origin: Origin, actions: list[int]) -> Position:
    """Return the position after these actions."""
    position = Position.first(origin)
    for action in actions:
        position = position.push(action)
    return position
