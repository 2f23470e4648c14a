"""How games are read from the database: a game is its row and its log."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from sqlalchemy import Row, RowMapping, bindparam, select

from kahuna.dealer import Dealer, mix
from kahuna.notation.setup import Seat, Setup
from kahuna.server.errors import not_found
from kahuna.server.play.clock import Time
from kahuna.server.play.room import Room, Seated
from kahuna.server.play.table import Table
from kahuna.server.play.terms import Clock, Handicap, Terms
from kahuna.server.storage.tables import events, games, people
from kahuna.server.storage.transaction import Transaction

SEATS: tuple[Seat, ...] = get_args(Seat)

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
_SEVERAL = _GAME.where(games.c.id.in_(bindparam("keys", expanding=True)))
_EVENTS = (
    select(events)
    .where(events.c.game.in_(bindparam("games", expanding=True)))
    .order_by(events.c.game, events.c.seq)
)


async def read_room(connection: Transaction, link: str, known: Room | None = None) -> Room:
    """Read a game and all that has happened in it.

    `known` is the same room as it was: the table of one without new events still stands.
    """
    query, key = (_BY_NUMBER, int(link)) if link.isdigit() else (_BY_LINK, link)
    row = (await connection.execute(query, {"key": key})).mappings().one_or_none()
    if row is None:
        raise not_found("game")
    room = _room(row)
    await _lay_tables(connection, [room], {} if known is None else {known.id: known})
    return room


async def read_rooms(connection: Transaction, known: Sequence[Room]) -> dict[int, Room]:
    """Read several rooms again, in one go; return those that are still there, by number."""
    found = await connection.execute(_SEVERAL, {"keys": [room.id for room in known]})
    rooms = {row["id"]: _room(row) for row in found.mappings()}
    await _lay_tables(connection, list(rooms.values()), {room.id: room for room in known})
    return rooms


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


def _room(row: RowMapping) -> Room:
    """Return a room by its game's row, without a table."""
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
    return room


def _seated(row: RowMapping, seat: str) -> Seated | None:
    if row[seat] is None:
        return None
    seated = Seated(row[seat], *(row[f"{seat}_{name}"] for name in _PLAYER))
    seated.number, seated.holiday = row[f"{seat}_number"], row[f"{seat}_holiday"]
    return seated


async def _lay_tables(
    connection: Transaction, rooms: Sequence[Room], known: Mapping[int, Room]
) -> None:
    """Give rooms their tables: those that they had, or new ones, by what has happened."""
    anew: list[tuple[Room, Table]] = []
    for room in rooms:
        before = known.get(room.id)
        if before is not None and before.table is not None and before.seq == room.seq:
            room.table = before.table
        elif room.starter is not None:
            room.table = new_table(room)
            anew.append((room, room.table))
    begun = [room.id for room, _ in anew if room.seq]
    logs: defaultdict[int, list[Row[Any]]] = defaultdict(list)
    for event in await connection.execute(_EVENTS, {"games": begun}) if begun else ():
        logs[event.game].append(event)
    for room, table in anew:
        # What came after the row was read would happen once more when news of it come.
        _replay(table, [event for event in logs[room.id] if event.seq <= room.seq])


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
