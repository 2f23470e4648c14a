"""Secrets that are given out and come back once, soon: to whichever process it may be."""

from typing import Literal, NamedTuple

from sqlalchemy import delete, insert

from kahuna.server.now import now
from kahuna.server.people.secret import hashed, new_secret
from kahuna.server.storage.tables import challenges
from kahuna.server.storage.transaction import Transaction

Purpose = Literal["passkey", "log-in", "address"]


class Challenge(NamedTuple):
    """What was kept with a secret: whose it is, and what it is about."""

    person: int | None
    detail: str


async def give(
    connection: Transaction,
    purpose: Purpose,
    lasts: int,
    person: int | None = None,
    detail: str = "",
) -> str:
    """Return a new secret that is good once, for so many milliseconds."""
    secret, at = new_secret(), now()
    await connection.execute(delete(challenges).where(challenges.c.expires <= at))
    await connection.execute(
        insert(challenges).values(
            hash=hashed(secret), purpose=purpose, person=person, detail=detail, expires=at + lasts
        )
    )
    return secret


async def take(connection: Transaction, purpose: Purpose, secret: str) -> Challenge | None:
    """Return what was kept with a secret, which is used up now; nothing if it is not good."""
    found = await connection.execute(
        delete(challenges)
        .where(challenges.c.hash == hashed(secret), challenges.c.purpose == purpose)
        .returning(challenges.c.person, challenges.c.detail, challenges.c.expires)
    )
    row = found.one_or_none()
    return None if row is None or row.expires <= now() else Challenge(row.person, row.detail)
