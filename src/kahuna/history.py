"""What has happened in a game, turn by turn.

A site holds the histories of thousands of games, each as both players know it, and sends them
with every turn. So the turns that are over are kept as the JSON they are sent as, with a byte in
place of what every turn repeats: a fifteenth of the room that objects take, and next to nothing
to do when they are sent.
"""

import json
from collections.abc import Iterator, Sequence
from typing import overload

import msgspec

from kahuna.notation.setup import Seat

# What a turn repeats in JSON, and a control character, which never stands in JSON, in its place.
_SHORT = (
    (b'{"number":', b"\x01"),
    (b',"seat":"White","tokens":["', b"\x02"),
    (b',"seat":"Black","tokens":["', b"\x03"),
    (b'"]},', b"\x04"),
    (b'","', b"\x05"),
)


class TurnView(msgspec.Struct, frozen=True, gc=False):
    """A turn of the public history; the handicap is turn 0."""

    number: int
    seat: Seat
    tokens: tuple[str, ...]

    def json(self) -> str:
        """Return the turn as JSON. Tokens are letters and a few signs: none needs an escape."""
        said = '","'.join(self.tokens)
        return f'{{"number":{self.number},"seat":"{self.seat}","tokens":["{said}"]}}'


class History(Sequence[TurnView]):
    """The turns of a game; it never changes.

    >>> history = History().then(1, "White", "AB").then(1, "White", "+C").then(2, "Black", "-")
    >>> [turn.tokens for turn in history]
    [('AB', '+C'), ('-',)]
    >>> history.json()
    b'[{"number":1,"seat":"White","tokens":["AB","+C"]},{"number":2,"seat":"Black","tokens":["-"]}]'
    """

    __slots__ = ("_before", "_count", "_last")

    def __init__(self, before: bytes = b"", last: TurnView | None = None, count: int = 0) -> None:
        """Begin with nothing, or with all turns but the last, shortened, a comma behind each."""
        self._before, self._last, self._count = before, last, count

    def then(self, number: int, seat: Seat, token: str) -> "History":
        """Return the history with one more token, of this turn or of a new one."""
        last = self._last
        if last is None:
            return History(b"", TurnView(number, seat, (token,)), 1)
        if last.number == number:
            longer = TurnView(number, last.seat, (*last.tokens, token))
            return History(self._before, longer, self._count)
        before = self._before + _shortened(f"{last.json()},".encode())
        return History(before, TurnView(number, seat, (token,)), self._count + 1)

    def json(self) -> bytes:
        """Return the turns as JSON."""
        last = "" if self._last is None else self._last.json()
        return b"[%b%b]" % (_in_full(self._before), last.encode())

    def __len__(self) -> int:
        """Return how many turns there are."""
        return self._count

    def __iter__(self) -> Iterator[TurnView]:
        """Go through the turns."""
        for turn in json.loads(self.json()):
            yield TurnView(turn["number"], turn["seat"], tuple(turn["tokens"]))

    @overload
    def __getitem__(self, place: int) -> TurnView: ...
    @overload
    def __getitem__(self, place: slice) -> list[TurnView]: ...
    def __getitem__(self, place: int | slice) -> TurnView | list[TurnView]:
        """Return a turn, or several."""
        if self._last is not None and place in (-1, self._count - 1):
            return self._last  # the one that is asked for most
        return list(self)[place]

    def __reversed__(self) -> Iterator[TurnView]:
        """Go through the turns, the last one first."""
        return reversed(list(self))

    def __eq__(self, other: object) -> bool:
        """Tell whether these are the same turns."""
        if isinstance(other, History):
            return self._before == other._before and self._last == other._last
        return isinstance(other, list) and list(self) == other

    def __hash__(self) -> int:
        """Return the same for the same turns."""
        return hash((self._before, self._last))

    def __repr__(self) -> str:
        """Show the turns as a list."""
        return repr(list(self))


def _shortened(turns: bytes) -> bytes:
    for text, mark in _SHORT:
        turns = turns.replace(text, mark)
    return turns


def _in_full(turns: bytes) -> bytes:
    for text, mark in _SHORT:
        turns = turns.replace(mark, text)
    return turns
