"""Ratings: one for live games and one for correspondence. They fade without games."""

from typing import Any

from sqlalchemy import ColumnElement, insert, select, text, update

from kahuna import glicko
from kahuna.glicko import Rating
from kahuna.server.now import DAY, now
from kahuna.server.play.terms import Pool
from kahuna.server.storage.tables import ratings
from kahuna.server.storage.transaction import Transaction

PERIOD = 5 * DAY  # after a year without games, a sure rating is provisional again
LOCK = 0x72617465  # "rate": on PostgreSQL, one game at a time changes ratings


async def rating_of(
    connection: Transaction, person: int, pool: Pool, at: int | None = None
) -> Rating:
    """Return somebody's rating as of a time; a newcomer's says that nothing is known."""
    columns = (ratings.c.rating, ratings.c.deviation, ratings.c.volatility, ratings.c.updated)
    found = await connection.execute(select(*columns).where(_place(person, pool)))
    row = found.one_or_none()
    if row is None:
        return Rating()
    return faded(Rating(*row[:3]), row.updated, now() if at is None else at)


def faded(rating: Rating, updated: int, at: int) -> Rating:
    """Return a rating as it has become less sure since it was last changed."""
    return glicko.aged(rating, max(0, at - updated) / PERIOD)


def is_provisional(at: int) -> ColumnElement[bool]:
    """Return the condition that a stored rating is provisional by now, as `faded` would say."""
    phi = ratings.c.deviation / glicko.SCALE
    periods = (at - ratings.c.updated) / float(PERIOD)
    variance = phi * phi + ratings.c.volatility * ratings.c.volatility * periods
    return variance > (glicko.PROVISIONAL / glicko.SCALE) ** 2


async def rate(
    connection: Transaction, pool: Pool, players: tuple[int, int], score: float, at: int
) -> None:
    """Change both players' ratings after a game; `score` is the first one's."""
    if connection.dialect.name == "postgresql":  # two games of one player may end at once
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    first, second = [await rating_of(connection, person, pool, at) for person in players]
    new = (
        glicko.update(first, [(second, score)]),
        glicko.update(second, [(first, 1 - score)]),
    )
    for person, rating in zip(players, new, strict=True):
        values = rating._asdict() | {"updated": at}
        changed = await connection.execute(
            update(ratings).where(_place(person, pool)).values(**values, games=ratings.c.games + 1)
        )
        if changed.rowcount == 0:
            await connection.execute(
                insert(ratings).values(**values, games=1, person=person, pool=pool)
            )


def _place(person: int, pool: Pool) -> Any:
    return (ratings.c.person == person) & (ratings.c.pool == pool)
