"""Somebody's page: who they are, how strong, and how they did against whom."""

import msgspec
from sqlalchemy import ColumnElement, case, func, or_, select

from kahuna.glicko import Rating
from kahuna.server.errors import RefusedError, not_found
from kahuna.server.now import now
from kahuna.server.people.person import GONE, clean_name
from kahuna.server.people.ratings import faded, is_provisional
from kahuna.server.play.shelf import Line, Somebody, plays, public_games_of
from kahuna.server.play.terms import Pool
from kahuna.server.storage.tables import games, people, ratings
from kahuna.server.storage.transaction import Transaction

OPPONENTS = 50  # of a page, those met most often
RECENT = 20  # games
LEADERS = 50  # of a page


class Rated(msgspec.Struct, frozen=True):
    """A rating; `provisional` while too little is known to go by it."""

    rating: int
    deviation: int
    provisional: bool
    games: int


class Results(msgspec.Struct, frozen=True):
    """How games ended."""

    won: int = 0
    lost: int = 0
    drawn: int = 0


class Against(msgspec.Struct, frozen=True):
    """How games against somebody ended."""

    opponent: Somebody
    results: Results


class Profile(msgspec.Struct, frozen=True):
    """Somebody's page.

    Results count the games that you may know of: public ones, rated ones, and your own.
    """

    person: Somebody
    since: int
    live: Rated | None
    correspondence: Rated | None
    results: Results
    opponents: list[Against]
    recent: list[Line]


class Leader(msgspec.Struct, frozen=True):
    """A place on the leader board."""

    place: int
    person: Somebody
    rated: Rated


class Leaders(msgspec.Struct, frozen=True):
    """A part of the leader board, and whether there is more."""

    leaders: list[Leader]
    more: bool


_PERSON = (people.c.id, people.c.name, people.c.kind, people.c.level)
_RATING = (ratings.c.rating, ratings.c.deviation, ratings.c.volatility)


async def profile(connection: Transaction, who: str, visitor: int | None) -> Profile:
    """Return the page of somebody, found by a registered name or by number."""
    person, since = await _find(connection, who)
    against: list[Against] = []
    if person.kind != "computer":  # whose games are without number
        against = await _results(connection, person.number, visitor)
    rated = await _ratings(connection, person.number)
    return Profile(
        person=person,
        since=since,
        live=rated.get("live"),
        correspondence=rated.get("correspondence"),
        results=Results(
            sum(one.results.won for one in against),
            sum(one.results.lost for one in against),
            sum(one.results.drawn for one in against),
        ),
        opponents=against[:OPPONENTS],
        recent=await public_games_of(connection, person.number, RECENT),
    )


async def leaders(connection: Transaction, pool: Pool, page: int) -> Leaders:
    """Return the board: those whose rating one can go by first, the strongest first.

    Guests are rated but not listed: whoever wants to be found claims an account.
    """
    at, skipped = now(), (page - 1) * LEADERS
    query = (
        select(*_PERSON, *_RATING, ratings.c.games, ratings.c.updated)
        .join(ratings, ratings.c.person == people.c.id)
        .where(ratings.c.pool == pool)
        .where(people.c.kind.in_(("account", "bot")), people.c.banned.is_(False))
        .order_by(is_provisional(at), ratings.c.rating.desc(), people.c.id)
    )
    rows = (await connection.execute(query.limit(LEADERS + 1).offset(skipped))).all()
    found = [
        Leader(
            skipped + place,
            Somebody(*row[:4]),
            _rated(Rating(*row[4:7]), row.games, row.updated, at),
        )
        for place, row in enumerate(rows[:LEADERS], start=1)
    ]
    return Leaders(found, len(rows) > LEADERS)


async def _find(connection: Transaction, who: str) -> tuple[Somebody, int]:
    query = select(*_PERSON, people.c.created)
    if who.isascii() and who.isdigit():
        query = query.where(people.c.id == int(who[:18]), people.c.kind != GONE)
    else:
        try:
            name = clean_name(who)
        except RefusedError:  # nobody has such a name
            raise not_found("player") from None
        query = query.where(
            people.c.kind.in_(("account", "bot", "computer")),
            func.lower(people.c.name) == func.lower(name),
        )
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        raise not_found("player")
    return Somebody(*row[:4]), row.created


async def _ratings(connection: Transaction, person: int) -> dict[str, Rated]:
    columns = (ratings.c.pool, *_RATING, ratings.c.games, ratings.c.updated)
    query, at = select(*columns).where(ratings.c.person == person), now()
    return {
        row.pool: _rated(Rating(*row[1:4]), row.games, row.updated, at)
        for row in await connection.execute(query)
    }


def _rated(rating: Rating, played: int, updated: int, at: int) -> Rated:
    today = faded(rating, updated, at)
    return Rated(round(today.rating), round(today.deviation), today.is_provisional, played)


async def _results(connection: Transaction, person: int, visitor: int | None) -> list[Against]:
    """Return results by opponent, whom they met most often first."""
    is_white = games.c.white == person
    opponent = case((is_white, games.c.black), else_=games.c.white)
    own = case((is_white, "White"), else_="Black")
    won = func.sum(case((games.c.result == own, 1), else_=0))
    drawn = func.sum(case((games.c.result == "Draw", 1), else_=0))
    counted = (
        select(opponent.label("opponent"), won.label("won"), drawn.label("drawn"))
        .add_columns(func.count().label("played"))
        .where(plays(person), games.c.status == "over", games.c.one_device.is_(False))
        .where(_known_to(visitor))
        .group_by(opponent)
        .subquery()
    )
    query = (
        select(*_PERSON, counted.c.won, counted.c.drawn, counted.c.played)
        .join(counted, counted.c.opponent == people.c.id)
        .order_by(counted.c.played.desc(), people.c.id)
    )
    return [
        Against(Somebody(*row[:4]), Results(row.won, row.played - row.won - row.drawn, row.drawn))
        for row in await connection.execute(query)
    ]


def _known_to(visitor: int | None) -> ColumnElement[bool]:
    """Return the condition that a visitor may know of a game that is over."""
    open_to_all = or_(games.c.public, games.c.rated)
    return open_to_all if visitor is None else or_(open_to_all, plays(visitor))
