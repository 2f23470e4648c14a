"""Ratings: one for live games and one for correspondence."""

from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kahuna.server.people import glicko
from kahuna.server.people.glicko import Rating
from kahuna.server.play.terms import Pool
from kahuna.server.storage.tables import ratings


async def rating_of(connection: AsyncConnection, person: int, pool: Pool) -> Rating:
    """Return somebody's rating; a newcomer's says that nothing is known."""
    query = select(ratings.c.rating, ratings.c.deviation, ratings.c.volatility)
    found = await connection.execute(query.where(_place(person, pool)))
    row = found.one_or_none()
    return Rating() if row is None else Rating(*row)


async def rate(
    connection: AsyncConnection, pool: Pool, players: tuple[int, int], score: float, at: int
) -> None:
    """Change both players' ratings after a game; `score` is the first one's."""
    first, second = [await rating_of(connection, person, pool) for person in players]
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
