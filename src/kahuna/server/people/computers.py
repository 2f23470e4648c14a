"""The computer's eight levels, as people of the site."""

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from kahuna.ai.characters import CHARACTERS
from kahuna.server.people.person import new_person
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import people
from kahuna.server.storage.transaction import Transaction


async def ensure_computers(database: Database) -> dict[int, int]:
    """Return the computer players by level, making those that are missing."""
    try:
        async with database.writing() as connection:
            return await _ensured(connection)
    except IntegrityError:  # another process, which starts as well, was faster
        async with database.writing() as connection:
            return await _ensured(connection)


async def _ensured(connection: Transaction) -> dict[int, int]:
    query = select(people.c.level, people.c.id).where(people.c.kind == "computer")
    known: dict[int, int] = {row.level: row.id for row in await connection.execute(query)}
    for character in CHARACTERS:
        if character.level not in known:
            known[character.level] = await new_person(
                connection, character.name, "computer", level=character.level
            )
    return known
