"""How people can be told something while they do not look: as they want, where they said."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, exists, select

from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import people, subscriptions

_subscribed = exists().where(subscriptions.c.person == people.c.id)


class Reach(NamedTuple):
    """How somebody can be told."""

    name: str
    language: str
    push: bool
    address: str | None


def reachable(*, mails: bool) -> ColumnElement[bool]:
    """Return what holds of people who can be told; `mails`: whether the site can send any."""
    found: ColumnElement[bool] = people.c.notify.contains("push") & _subscribed
    if mails:
        found |= people.c.notify.contains("mail") & people.c.email.is_not(None)
    return found


async def reaches(database: Database, persons: Collection[int], *, mails: bool) -> dict[int, Reach]:
    """Return those of these persons who can be told, and how."""
    query = select(
        *(people.c.id, people.c.name, people.c.language, people.c.notify, people.c.email),
        _subscribed.label("subscribed"),
    ).where(people.c.id.in_(persons), reachable(mails=mails))
    async with database.reading() as connection:
        rows = (await connection.execute(query)).all()
    return {
        row.id: Reach(
            row.name,
            row.language,
            push="push" in row.notify.split() and bool(row.subscribed),
            address=row.email if mails and "mail" in row.notify.split() else None,
        )
        for row in rows
    }
