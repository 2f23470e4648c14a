"""Seeks as they are stored: somebody looks for a game, openly or to be paired at once."""

import secrets
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, or_, select, update

from kahuna.dealer import Dealer
from kahuna.glicko import PROVISIONAL
from kahuna.notation.setup import Seat
from kahuna.server.now import DAY, SECOND, now
from kahuna.server.play.opening import Arrival, Commitment
from kahuna.server.play.pairing import Waiting
from kahuna.server.play.reading import SEATS
from kahuna.server.play.terms import Terms
from kahuna.server.storage.tables import games, people, ratings, seeks
from kahuna.server.storage.transaction import Transaction

LIFE = 90 * SECOND  # of a seek whose owner is not heard of
LONG_LIFE = DAY  # if it is open and by correspondence: its owner need not wait there
MOST_SHOWN = 200


class NewSeek(msgspec.Struct, frozen=True):
    """A game looked for.

    `quick`: be paired with somebody of about your rating who wants the same; else whoever
    likes may accept. `commitment` is that of a deal promised before, to which `arrival` adds.
    """

    terms: Terms
    quick: bool = False
    seat: Seat | Literal["lot"] = "lot"
    arrival: Arrival = Arrival()
    commitment: Commitment = ""


class Seek(msgspec.Struct, frozen=True):
    """A game that somebody looks for. `commitment` is that of its deal, before you add to it."""

    number: int
    name: str
    kind: str
    rating: int
    provisional: bool
    terms: Terms
    seat: Seat | Literal["lot"]  # of who looks for it
    commitment: str
    created: int
    yours: bool


class OwnSeek(msgspec.Struct, frozen=True):
    """A game that you look for, and the link of the one you got, if you did."""

    number: int
    quick: bool
    terms: Terms
    commitment: str
    created: int
    game: str | None


class Owned(NamedTuple):
    """An open seek, as everybody sees it, and whose it is."""

    person: int
    seek: Seek


async def write(
    connection: Transaction, person: int, new: NewSeek, rating: float, seed: bytes, at: int
) -> int:
    """Write a seek down; return its number."""
    values = {
        "person": person,
        "quick": new.quick,
        "terms": msgspec.json.encode(new.terms).decode(),
        "pool": new.terms.pool,
        "rating": rating,
        "seat": new.seat,
        "number": new.arrival.number,
        "holiday": new.arrival.holiday,
        "seed": seed,
        "created": at,
        "alive": at,
    }
    made = (await connection.execute(insert(seeks).values(values))).inserted_primary_key
    assert made is not None
    return int(made[0])


async def are_none(connection: Transaction) -> bool:
    """Tell whether nobody looks for a game, or has lately found one."""
    return (await connection.execute(select(seeks.c.id).limit(1))).first() is None


async def waiting(connection: Transaction, at: int) -> list[Waiting]:
    """Return who waits to be paired."""
    columns = (seeks.c.id, seeks.c.person, seeks.c.terms, seeks.c.rating, seeks.c.created)
    query = select(*columns).where(seeks.c.quick, _is_open(at))
    found = await connection.execute(query.order_by(seeks.c.created).limit(MOST_SHOWN))
    return [Waiting(*row)._replace(terms=_wanted(row)) for row in found]


def agreed(one: Row[Any], other: Row[Any]) -> Terms:
    """Return the terms of two who were paired: others may watch if neither minds."""
    public = terms_of(one).public and terms_of(other).public
    return msgspec.structs.replace(terms_of(one), public=public)


def _wanted(row: Row[Any]) -> str:
    """Return what an opponent has to want as well: who may watch is not worth waiting longer."""
    return msgspec.json.encode(msgspec.structs.replace(terms_of(row), public=False)).decode()


async def shown(connection: Transaction, at: int) -> list[Owned]:
    """Return the open seeks, the newest first."""
    query = (
        select(seeks, people.c.name, people.c.kind, ratings.c.deviation)
        .join(people, people.c.id == seeks.c.person)
        .outerjoin(
            ratings,
            and_(ratings.c.person == seeks.c.person, ratings.c.pool == seeks.c.pool),
        )
        .where(~seeks.c.quick, _is_open(at))
        .order_by(seeks.c.id.desc())
        .limit(MOST_SHOWN)
    )
    return [Owned(row.person, _seek(row)) for row in await connection.execute(query)]


async def one(connection: Transaction, number: int, at: int) -> Row[Any] | None:
    """Return an open seek that is still to be had."""
    query = select(seeks).where(seeks.c.id == number, ~seeks.c.quick, _is_open(at))
    return (await connection.execute(query)).one_or_none()


async def of_person(connection: Transaction, person: int) -> list[OwnSeek]:
    """Return the seeks of somebody, those that led to a game included."""
    query = select(seeks, games.c.link).outerjoin(games, games.c.id == seeks.c.game)
    found = await connection.execute(query.where(seeks.c.person == person).order_by(seeks.c.id))
    return [
        OwnSeek(row.id, row.quick, terms_of(row), commitment_of(row), row.created, row.link)
        for row in found
    ]


async def games_found(connection: Transaction, persons: set[int]) -> list[tuple[int, str]]:
    """Return who of these has lately been given a game, and its link."""
    query = select(seeks.c.person, games.c.link).join(games, games.c.id == seeks.c.game)
    return [
        tuple(row) for row in await connection.execute(query.where(seeks.c.person.in_(persons)))
    ]


async def count(connection: Transaction, person: int) -> int:
    """Return how many open seeks somebody has."""
    query = select(func.count()).where(seeks.c.person == person, ~seeks.c.quick)
    query = query.where(seeks.c.game.is_(None))
    return int((await connection.execute(query)).scalar_one())


async def keep_alive(connection: Transaction, persons: set[int], at: int) -> None:
    """Note that somebody is there."""
    theirs = (seeks.c.person.in_(persons), seeks.c.game.is_(None))
    await connection.execute(update(seeks).where(*theirs).values(alive=at))


async def found(connection: Transaction, numbers: set[int], persons: set[int], link: str) -> int:
    """Note the game that seeks have led to; return its number.

    Who has a game now does not wait for another, unless by correspondence.
    """
    query = select(games.c.id).where(games.c.link == link)
    game = int((await connection.execute(query)).scalar_one())
    await connection.execute(
        update(seeks).where(seeks.c.id.in_(numbers)).values(game=game, alive=now())
    )
    await connection.execute(
        delete(seeks).where(
            seeks.c.person.in_(persons),
            seeks.c.game.is_(None),
            or_(seeks.c.quick, seeks.c.pool == "live"),
        )
    )
    return game


async def withdraw(connection: Transaction, person: int, *which: ColumnElement[bool]) -> int:
    """Delete seeks of somebody that have led to nothing; return how many there were."""
    gone = delete(seeks).where(seeks.c.person == person, seeks.c.game.is_(None), *which)
    return (await connection.execute(gone)).rowcount


async def bury(connection: Transaction, at: int) -> int:
    """Delete the seeks whose owners have not been heard of; return how many there were."""
    return (await connection.execute(delete(seeks).where(is_dead(at)))).rowcount


def is_dead(at: int) -> ColumnElement[bool]:
    """Tell whether a seek's owner has not been heard of for too long."""
    impatient = or_(seeks.c.quick, seeks.c.pool == "live", seeks.c.game.is_not(None))
    return or_(
        and_(impatient, seeks.c.alive < at - LIFE),
        seeks.c.alive < at - LONG_LIFE,
    )


def terms_of(row: Row[Any]) -> Terms:
    """Return what a seek asks for."""
    return msgspec.json.decode(row.terms, type=Terms)


def commitment_of(row: Row[Any]) -> str:
    """Return the commitment to a seek's deal."""
    return Dealer(bytes(row.seed)).commitment


def arrival_of(row: Row[Any]) -> Arrival:
    """Return what a seek's owner brings to the table."""
    return Arrival(row.number, row.holiday)


def seat_of(row: Row[Any]) -> Seat:
    """Return where a seek's owner sits, by lot if they leave it to that."""
    wish: Seat = row.seat if row.seat in SEATS else secrets.choice(SEATS)
    return wish


def _is_open(at: int) -> ColumnElement[bool]:
    return and_(seeks.c.game.is_(None), ~is_dead(at))


def _seek(row: Row[Any]) -> Seek:
    return Seek(
        number=row.id,
        name=row.name,
        kind=row.kind,
        rating=round(row.rating),
        provisional=row.deviation is None or row.deviation > PROVISIONAL,
        terms=terms_of(row),
        seat=row.seat,
        commitment=commitment_of(row),
        created=row.created,
        yours=False,
    )
