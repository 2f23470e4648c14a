"""Somebody as they see themselves, and what they can set."""

from typing import Literal

import msgspec
from sqlalchemy import func, select, update

from kahuna.server.errors import conflict
from kahuna.server.people.changes import Changes
from kahuna.server.people.person import Name, Person, clean_name
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import passkeys, people

Language = Literal["en", "de"]
Way = Literal["push", "mail"]


class Me(msgspec.Struct, frozen=True):
    """Somebody, as they see themselves. `notify`: how they want to hear that it is their turn."""

    number: int
    name: str
    kind: str
    language: str
    notify: list[Way]
    email: str | None
    has_password: bool
    passkeys: int


class Wishes(msgspec.Struct, frozen=True):
    """What shall be different; what is left out stays.

    A guest can change their name. An address counts when the link in the mail sent to it was
    opened; an empty one is forgotten at once.
    """

    name: Name | None = None
    language: Language | None = None
    notify: list[Way] | None = None
    email: str | None = None


async def me(database: Database, person: int) -> Me:
    """Return somebody as they see themselves."""
    keys = select(func.count()).where(passkeys.c.person == person).scalar_subquery()
    query = select(people, keys.label("keys")).where(people.c.id == person)
    async with database.reading() as connection:
        row = (await connection.execute(query)).one()
    return Me(
        number=row.id,
        name=row.name,
        kind=row.kind,
        language=row.language,
        notify=row.notify.split(),
        email=row.email,
        has_password=row.password is not None,
        passkeys=row.keys,
    )


async def change(changes: Changes, person: Person, wishes: Wishes) -> None:
    """Change what can be changed at once; see `addresses` for a new address."""
    values: dict[str, object] = {}
    if wishes.name is not None and wishes.name != person.name:
        if person.kind != "guest":
            raise conflict("name-fixed", "the name of an account stays")
        values["name"] = clean_name(wishes.name)
    if wishes.language is not None:
        values["language"] = wishes.language
    if wishes.notify is not None:
        values["notify"] = " ".join(sorted(set(wishes.notify), reverse=True))
    if wishes.email == "":
        values["email"] = None
    if values:
        async with changes.of(person.id) as connection:
            await connection.execute(update(people).where(people.c.id == person.id).values(values))
