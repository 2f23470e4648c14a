"""The public games that run now, for whoever likes to watch."""

from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Row, and_, case, desc, func, select

from kahuna.glicko import Rating
from kahuna.server.play.reading import terms_of
from kahuna.server.play.terms import Terms
from kahuna.server.storage.tables import games, people, ratings
from kahuna.server.storage.transaction import Transaction

PAGE = 20

Order = Literal["newest", "best"]


class RatedPlayer(msgspec.Struct, frozen=True):
    """Somebody at a seat; `rating` is the one in which such a game would count."""

    name: str
    kind: str
    level: int | None
    rating: int | None


class RunningGame(msgspec.Struct, frozen=True):
    """A public game that runs now."""

    number: int
    link: str
    terms: Terms
    white: RatedPlayer
    black: RatedPlayer
    turn: int
    score: str
    started: int


class RunningGames(msgspec.Struct, frozen=True):
    """A page of them, and whether there are more."""

    games: list[RunningGame]
    more: bool


async def running_games(connection: Transaction, order: Order, page: int) -> RunningGames:
    """Return a page of the public games, from 1, the newest or those of the best players first."""
    white, black = people.alias("w"), people.alias("b")
    of_white, of_black = ratings.alias("rw"), ratings.alias("rb")
    pool = case((games.c.pace == "live", "live"), else_="correspondence")

    def rated(table: Any, person: ColumnElement[int]) -> ColumnElement[bool]:
        return and_(table.c.person == person, table.c.pool == pool)

    unknown = Rating().rating
    strength = func.coalesce(of_white.c.rating, unknown) + func.coalesce(of_black.c.rating, unknown)
    first = games.c.started if order == "newest" else strength
    query = (
        select(
            games,
            *_of(white, of_white, "white"),
            *_of(black, of_black, "black"),
        )
        .join(white, white.c.id == games.c.white)
        .join(black, black.c.id == games.c.black)
        .outerjoin(of_white, rated(of_white, games.c.white))
        .outerjoin(of_black, rated(of_black, games.c.black))
        .where(games.c.public, games.c.status == "running")
        .order_by(desc(first), games.c.id.desc())
        .offset((page - 1) * PAGE)
        .limit(PAGE + 1)
    )
    rows = (await connection.execute(query)).all()
    return RunningGames([_game(row) for row in rows[:PAGE]], len(rows) > PAGE)


def _of(who: Any, rating: Any, seat: str) -> list[ColumnElement[Any]]:
    """Return the columns that tell of a player."""
    return [
        who.c.name.label(f"{seat}_name"),
        who.c.kind.label(f"{seat}_kind"),
        who.c.level.label(f"{seat}_level"),
        rating.c.rating.label(f"{seat}_rating"),
    ]


def _game(row: Row[Any]) -> RunningGame:
    values = row._mapping  # noqa: SLF001 - SQLAlchemy's name for a row as a mapping
    return RunningGame(
        row.id,
        row.link,
        terms_of(values),
        _player(row, "white"),
        _player(row, "black"),
        row.turn,
        row.score,
        row.started,
    )


def _player(row: Row[Any], seat: str) -> RatedPlayer:
    name, kind, level, rating = (
        getattr(row, f"{seat}_{part}") for part in ("name", "kind", "level", "rating")
    )
    return RatedPlayer(name, kind, level, None if rating is None else round(rating))
