"""People, as the host may see them and shut them out."""

from typing import Any, NamedTuple

from sqlalchemy import Select, func, or_, select, update

from kahuna.errors import KahunaError, shorten
from kahuna.server.people.person import bots_of
from kahuna.server.site import Site
from kahuna.server.storage.tables import games, people


class PersonLine(NamedTuple):
    """Somebody in a list."""

    number: int
    name: str
    kind: str
    banned: bool
    games: int
    created: int
    seen: int


async def list_people(
    site: Site, kind: str | None, name: str | None, *, banned: bool, limit: int
) -> list[PersonLine]:
    """Return people, who was here last first."""
    query = _everybody().order_by(people.c.seen.desc()).limit(limit)
    if kind is not None:
        query = query.where(people.c.kind == kind)
    if name is not None:
        query = query.where(func.lower(people.c.name).contains(name.lower(), autoescape=True))
    if banned:
        query = query.where(people.c.banned)
    async with site.database.reading() as connection:
        return [PersonLine(*row) for row in await connection.execute(query)]


async def find(site: Site, who: str) -> PersonLine:
    """Return the one person of that number or name; guests may share a name."""
    is_it = func.lower(people.c.name) == who.lower()
    if who.isdigit() and len(who) < 18:
        is_it = people.c.id == int(who)
    async with site.database.reading() as connection:
        found = [PersonLine(*row) for row in await connection.execute(_everybody().where(is_it))]
    if not found:
        raise KahunaError(f"there is nobody of the number or name {shorten(who, 40)!r}")
    if len(found) > 1:
        numbers = ", ".join(str(one.number) for one in found)
        raise KahunaError(f"{len(found)} people have that name: say which by number: {numbers}")
    if found[0].kind == "computer":
        raise KahunaError(f"{found[0].name} is the computer")
    return found[0]


async def set_banned(site: Site, person: int, *, banned: bool) -> None:
    """Shut somebody out with all their bots, or let them in again; all processes hear of it."""
    async with site.database.reading() as connection:
        who = [person, *await bots_of(connection, person)]
    async with site.changes.of(*who, shut_out=True) as connection:
        await connection.execute(update(people).where(people.c.id.in_(who)).values(banned=banned))


def _everybody() -> Select[Any]:
    """Return the query for people, with how many games they have."""
    plays = or_(games.c.white == people.c.id, games.c.black == people.c.id)
    played = select(func.count()).select_from(games).where(plays).scalar_subquery()
    columns = (people.c.id, people.c.name, people.c.kind, people.c.banned, played)
    return select(*columns, people.c.created, people.c.seen)
