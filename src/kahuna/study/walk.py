"""A game turn by turn, with what each player could know before every turn."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from kahuna.ai.position import read_track
from kahuna.errors import KahunaError
from kahuna.game import Game
from kahuna.notation import Record, Seat
from kahuna.rules import actions
from kahuna.rules.state import NOTHING, PLAY, SEATS, State
from kahuna.track import Track
from kahuna.view import MaskedTrack, View, look, seat_name

Source: TypeAlias = Game | View | Record | Track


class Step(NamedTuple):
    """A turn of a game: who played it, what was played, and what those we may ask knew before.

    The last step of a game has no actions: it is the position at its end.
    """

    before: State  # as far as the record tells
    after: State
    seat: Seat
    actions: tuple[int, ...]
    tokens: tuple[str, ...]
    views: dict[Seat, View]

    @property
    def gave_up(self) -> Seat | None:
        """Who resigned or ran out of time, if somebody did."""
        for action in self.actions:
            if actions.kind(action) in (actions.RESIGN, actions.TIME_OUT):
                return seat_name(actions.seat_of(action))
        return None


def track_of(source: Source) -> Track:
    """Return the positions of a game, whole or as one player knows it."""
    if isinstance(source, Game):
        source = source.to_record(source.viewer)
    if isinstance(source, Record):
        source = read_track(source)
    track = source.track if isinstance(source, View) else source
    if track.setup.viewer == "Spectator":
        raise KahunaError("a spectator knows too little: a full game is needed, or a player's view")
    return track


def seats_known(track: Track) -> tuple[Seat, ...]:
    """Return whose knowledge can be asked for: both players', or the viewer's alone."""
    viewer = track.setup.viewer
    if viewer is None:
        return ("White", "Black")
    assert viewer != "Spectator"
    return (viewer,)


def walk(track: Track, first: int = 0) -> Iterator[Step]:
    """Yield every turn from the `first` on, counted from 0, and then the end of the game."""
    seats = seats_known(track)
    seen = {seat: MaskedTrack(Track(track.setup), seat) for seat in seats}
    part = Track(track.setup)

    def views() -> dict[Seat, View]:
        return {seat: look(seen[seat].follow(part)) for seat in seats}

    for number, (start, end) in enumerate(_turns(track)):
        while len(part.actions) < start:
            part.push(track.actions[len(part.actions)])
        if number >= first:
            words = track.tokens()[start:end]
            yield Step(
                track.states[start],
                track.states[end],
                seat_name(track.states[start].turn.mover),
                tuple(track.actions[start:end]),
                tuple(words),
                views(),
            )
    while len(part.actions) < len(track.actions):
        part.push(track.actions[len(part.actions)])
    state = track.state
    yield Step(state, state, seat_name(state.turn.mover), (), (), views())


def _turns(track: Track) -> list[tuple[int, int]]:
    """Return where each turn begins and ends; a row that a draw brings belongs to the draw's."""
    starts = [
        n
        for n, state in enumerate(track.states)
        if state.turn.phase == PLAY and state.turn.done == NOTHING
    ]
    ends = [*starts[1:], len(track.actions)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if end > start]


def other_seat(seat: Seat) -> Seat:
    """Return the other player."""
    return "Black" if seat == SEATS[0] else "White"
