"""The rooms that are in memory, and how one is read from the log."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, get_args

from sqlalchemy import Row, RowMapping, bindparam, select

from kahuna.dealer import Dealer, mix
from kahuna.notation.setup import Seat, Setup
from kahuna.server.errors import not_found
from kahuna.server.play.clock import Time
from kahuna.server.play.room import Listener, Room, Seated
from kahuna.server.play.table import Table
from kahuna.server.play.terms import Clock, Handicap, Terms
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import events, games, people
from kahuna.server.storage.transaction import Transaction

MOST_ROOMS = 20_000  # in memory; the others are read again when they are needed
LONGEST_LINK = 17
SEATS: tuple[Seat, ...] = get_args(Seat)


class Rooms:
    """All games, those lately used in memory."""

    def __init__(self, database: Database) -> None:
        """Begin with none in memory."""
        self.database = database
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._links: dict[int, str] = {}
        self.listeners: list[Listener] = []  # hear of all games that go on, or come into memory
        self._reads = 0  # under way
        self._heard = 0  # of games that are not in memory, meanwhile
        self._missed: dict[int, int] = {}  # which games that was, and when

    async def visit(self, link: str) -> Room:
        """Return a game for whoever asks.

        A number can be guessed, so it opens only public games, and none with a free seat.
        """
        link = link.lower()
        if not (link.isascii() and link.isalnum() and len(link) <= LONGEST_LINK):
            raise not_found("game")
        room = await self.get(link)
        if room.link != link and (room.status == "open" or not room.terms.public):
            raise not_found("game")
        return room

    async def get(self, link: str) -> Room:
        """Return the game with this link, or with this number."""
        if (room := self._rooms.get(link)) is not None:
            self._rooms.move_to_end(link)
            return room
        if link.isdigit() and int(link) in self._links:
            return await self.get(self._links[int(link)])
        return self._keep(await self._read(link))

    def known(self, number: int) -> Room | None:
        """Return the game if it is in memory."""
        return self._rooms.get(self._links.get(number, ""))

    def heard(self, number: int) -> Room | None:
        """Return the game, if it is in memory, to be looked at again: it went on elsewhere."""
        room = self.known(number)
        if room is None and self._reads:
            self._heard += 1
            self._missed[number] = self._heard
        return room

    def in_memory(self) -> Sequence[Room]:
        """Return all rooms in memory."""
        return list(self._rooms.values())

    async def refresh(self, room: Room) -> None:
        """Read a room again, whose game may have gone on elsewhere."""
        newer = await self.database.read(lambda connection: read_room(connection, room.link, room))
        old = (room.seq, room.status, room.offer, room.rematch)
        for name in Room.__slots__:
            if name not in ("lock", "watchers", "listeners"):
                setattr(room, name, getattr(newer, name))
        if (room.seq, room.status, room.offer, room.rematch) != old:
            room.tell()

    def forget(self, room: Room) -> None:
        """Drop a room from memory."""
        self._rooms.pop(room.link, None)
        self._links.pop(room.id, None)

    async def _read(self, link: str) -> Room:
        """Read a game, once more if news of it came while it was read."""
        self._reads += 1
        try:
            while True:
                before = self._heard
                room = await self.database.read(lambda connection: read_room(connection, link))
                if self._missed.get(room.id, 0) <= before:
                    return room
        finally:
            self._reads -= 1
            if not self._reads:
                self._missed.clear()

    def _keep(self, room: Room) -> Room:
        if room.link in self._rooms:  # another request was faster
            return self._rooms[room.link]
        self._rooms[room.link] = room
        self._links[room.id] = room.link
        room.listeners = self.listeners
        for listener in self.listeners:
            listener(room)
        if len(self._rooms) > MOST_ROOMS:
            for old in list(self._rooms.values())[: MOST_ROOMS // 100]:
                if not old.watchers and not old.lock.locked():
                    self.forget(old)
        return room


_white, _black, _next = people.alias("w"), people.alias("b"), games.alias("n")
_PLAYER = ("name", "kind", "level")
_GAME = (
    select(
        games,
        *(_white.c[name].label(f"white_{name}") for name in _PLAYER),
        *(_black.c[name].label(f"black_{name}") for name in _PLAYER),
        _next.c.link.label("rematch_link"),
    )
    .outerjoin(_white, _white.c.id == games.c.white)
    .outerjoin(_black, _black.c.id == games.c.black)
    .outerjoin(_next, _next.c.id == games.c.rematch)
)
_BY_NUMBER = _GAME.where(games.c.id == bindparam("key"))
_BY_LINK = _GAME.where(games.c.link == bindparam("key"))
_EVENTS = select(events).where(events.c.game == bindparam("game")).order_by(events.c.seq)


async def read_room(connection: Transaction, link: str, known: Room | None = None) -> Room:
    """Read a game and all that has happened in it.

    `known` is the same room as it was: the table of one without new events still stands.
    """
    query, key = (_BY_NUMBER, int(link)) if link.isdigit() else (_BY_LINK, link)
    row = (await connection.execute(query, {"key": key})).mappings().one_or_none()
    if row is None:
        raise not_found("game")
    room = Room()
    room.id, room.link, room.status = row["id"], row["link"], row["status"]
    room.terms, room.creator = terms_of(row), row["creator"]
    room.one_device, room.seed = row["one_device"], row["seed"]
    room.commitment = Dealer(room.seed).commitment
    room.seats = {seat: _seated(row, seat.lower()) for seat in SEATS}
    room.starter, room.seq, room.offer = row["starter"], row["seq"], row["offer"]
    room.time = Time(row["white_left"], row["black_left"], row["moved"] or 0)
    room.result, room.score = row["result"], row["score"]
    room.termination, room.created, room.ended = row["termination"], row["created"], row["ended"]
    room.rematch = row["rematch_link"]
    room.table = None
    if known is not None and known.table is not None and known.seq == room.seq:
        room.table = known.table
    elif room.starter is not None:
        room.table = new_table(room)
        if room.seq:
            _replay(room.table, await connection.execute(_EVENTS, {"game": room.id}))
    return room


def new_table(room: Room) -> Table:
    """Return the table with the cards dealt, when both seats are taken and the start is known."""
    white, black = room.seats["White"], room.seats["Black"]
    assert white is not None
    assert black is not None
    assert room.starter is not None
    dealer = Dealer(mix(room.seed, white.number, black.number))
    handicap = room.terms.handicap
    weaker = None if handicap is None else (handicap.seat, handicap.bridges)
    return Table(Setup(dealer.deal(), room.starter, room.terms.variants, weaker), dealer)


def terms_of(row: RowMapping) -> Terms:
    """Return what was agreed, from a game's row."""
    handicap = None
    if row["handicap"]:
        seat, _, bridges = row["handicap"].partition(" ")
        handicap = Handicap("White" if seat == "White" else "Black", int(bridges))
    return Terms(
        row["variants"],
        handicap,
        row["starts"],
        Clock(row["pace"], row["base"], row["increment"]),
        row["rated"],
        row["public"],
    )


def columns_of(terms: Terms) -> dict[str, Any]:
    """Return the same as columns of a game's row."""
    handicap = terms.handicap
    return {
        "variants": terms.variants,
        "handicap": None if handicap is None else f"{handicap.seat} {handicap.bridges}",
        "starts": terms.starts,
        "pace": terms.clock.pace,
        "base": terms.clock.base,
        "increment": terms.clock.increment,
        "rated": terms.rated,
        "public": terms.public,
    }


def _seated(row: RowMapping, seat: str) -> Seated | None:
    if row[seat] is None:
        return None
    seated = Seated(row[seat], *(row[f"{seat}_{name}"] for name in _PLAYER))
    seated.number, seated.holiday = row[f"{seat}_number"], row[f"{seat}_holiday"]
    return seated


def _replay(table: Table, log: Iterable[Row[Any]]) -> None:
    """Fold the log into the table."""
    turns: list[tuple[int, str]] = []
    for event in log:
        if event.kind == "takeback":
            turns = [turn for turn in turns if turn[0] < event.turn]
        elif event.tokens:
            turns.append((event.turn, event.tokens))
    for _, text in turns:
        table.replay(text)
