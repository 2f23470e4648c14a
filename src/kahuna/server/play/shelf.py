"""Lists of games: a line for each, which needs no more than the game's row."""

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, RowMapping, Select, case, or_, select

from kahuna.notation.setup import Seat
from kahuna.server.play.reading import terms_of
from kahuna.server.play.room import Status
from kahuna.server.play.terms import Terms
from kahuna.server.storage.tables import games, people
from kahuna.server.storage.transaction import Transaction

PAGE = 50  # lines


class Somebody(msgspec.Struct, frozen=True):
    """Somebody, as others see them; `number` finds their page."""

    number: int
    name: str
    kind: str
    level: int | None


class Line(msgspec.Struct, frozen=True):
    """A game in a list. `you` is your seat; on one device, that of whoever is to move."""

    number: int
    link: str
    status: Status
    terms: Terms
    white: Somebody | None
    black: Somebody | None
    one_device: bool
    you: Seat | None
    your_turn: bool
    turn: int
    mover: Seat | None
    deadline: int | None
    result: str
    score: str
    termination: str | None
    created: int
    started: int | None
    ended: int | None


class Page(msgspec.Struct, frozen=True):
    """A part of a list, and whether there is more."""

    games: list[Line]
    more: bool


_white, _black = people.alias("white_player"), people.alias("black_player")
_PLAYER = ("id", "name", "kind", "level")
_SHOWN = (
    *("id", "link", "status", "variants", "handicap", "starts", "pace", "base", "increment"),
    *("rated", "public", "one_device", "turn", "mover", "deadline", "result", "score"),
    *("termination", "created", "started", "ended"),
)


def plays(person: int) -> ColumnElement[bool]:
    """Return the condition that somebody sits at the game."""
    return or_(games.c.white == person, games.c.black == person)


def at_turn(person: int) -> ColumnElement[bool]:
    """Return the condition that it is somebody's turn."""
    return or_(
        (games.c.mover == "White") & (games.c.white == person),
        (games.c.mover == "Black") & (games.c.black == person),
    )


async def games_of(connection: Transaction, person: int, page: int) -> Page:
    """Return somebody's games: where it is their turn first, and what is due soonest.

    Then come those they wait for, then the past, latest first. What was called off has never been.
    """
    place = case((at_turn(person), 0), (games.c.status != "over", 1), else_=2)
    due = case((games.c.status == "running", games.c.deadline))
    query = (
        _lines()
        .where(plays(person), games.c.status != "aborted")
        .order_by(place, due.is_(None), due, games.c.ended.desc(), games.c.id.desc())
    )
    return await _page(connection, query, page, person)


async def waiting_for(connection: Transaction, person: int) -> list[str]:
    """Return the links of games in which a person or a bot waits for somebody's turn."""
    query = (
        select(games.c.link)
        .join(_white, _white.c.id == games.c.white)
        .join(_black, _black.c.id == games.c.black)
        .where(games.c.status == "running", games.c.one_device.is_(False), at_turn(person))
        .where(_white.c.kind != "computer", _black.c.kind != "computer")
        .order_by(games.c.deadline.is_(None), games.c.deadline, games.c.id)
        .limit(PAGE)
    )
    return list((await connection.execute(query)).scalars())


async def public_games_of(connection: Transaction, person: int, most: int) -> list[Line]:
    """Return the latest games of somebody that everybody may see."""
    query = (
        _lines()
        .where(plays(person), games.c.public, games.c.status.in_(("running", "over")))
        .order_by(games.c.started.desc(), games.c.id.desc())
        .limit(most)
    )
    return [_line(row, None) for row in (await connection.execute(query)).mappings()]


def _lines() -> Select[Any]:
    players = [
        player.c[name].label(f"{seat}_{name}")
        for seat, player in (("white", _white), ("black", _black))
        for name in _PLAYER
    ]
    return (
        select(*(games.c[name] for name in _SHOWN), *players)
        .outerjoin(_white, _white.c.id == games.c.white)
        .outerjoin(_black, _black.c.id == games.c.black)
    )


async def _page(connection: Transaction, query: Select[Any], page: int, person: int | None) -> Page:
    found = await connection.execute(query.limit(PAGE + 1).offset((page - 1) * PAGE))
    lines = [_line(row, person) for row in found.mappings()]
    return Page(lines[:PAGE], len(lines) > PAGE)


def _line(row: RowMapping, person: int | None) -> Line:
    seats: list[Seat] = [
        seat
        for seat in ("White", "Black")
        if person is not None and row[f"{seat.lower()}_id"] == person
    ]
    mover: Seat | None = row["mover"]
    return Line(
        number=row["id"],
        link=row["link"],
        status=row["status"],
        terms=terms_of(row),
        white=_somebody(row, "white"),
        black=_somebody(row, "black"),
        one_device=row["one_device"],
        you=mover if mover in seats else seats[0] if seats else None,
        your_turn=mover in seats,
        turn=row["turn"],
        mover=mover,
        deadline=row["deadline"],
        result=row["result"],
        score=row["score"],
        termination=row["termination"],
        created=row["created"],
        started=row["started"],
        ended=row["ended"],
    )


def _somebody(row: RowMapping, seat: str) -> Somebody | None:
    if row[f"{seat}_id"] is None:
        return None
    return Somebody(*(row[f"{seat}_{name}"] for name in _PLAYER))
