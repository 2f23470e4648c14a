"""People, as the host may see them, shut them out and delete them."""

from typing import Any, NamedTuple

from sqlalchemy import Select, delete, func, or_, select, update

from kahuna.errors import KahunaError, shorten
from kahuna.server.admin.games import abort, adjudicate
from kahuna.server.people.bans import SHUT_OUT
from kahuna.server.site import Site
from kahuna.server.storage.tables import (
    api_tokens,
    chat,
    games,
    mutes,
    passkeys,
    people,
    ratings,
    seeks,
    sessions,
    subscriptions,
)

THEIRS = (sessions, api_tokens, passkeys, subscriptions, seeks, ratings, mutes, chat)
GONE = {"name": "gone", "kind": "gone", "password": None, "email": None, "notify": ""}


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
    """Shut somebody out, or let them in again; all processes hear of it."""
    async with site.database.writing() as connection:
        await connection.execute(update(people).where(people.c.id == person).values(banned=banned))
        await site.news.tell(connection, SHUT_OUT, [person])


async def delete_person(site: Site, person: int) -> int:
    """End somebody's games and delete all that is theirs; return how many games were ended.

    Their past games stay, for their opponents, without their name.
    """
    running = await _running(site, person)
    for link in running:
        room = await site.rooms.get(link)
        seats = room.seats_of(person)
        if room.seq == 0 or len(seats) != 1:
            await abort(site, room)
        else:
            await adjudicate(site, room, "Black" if seats[0] == "White" else "White")
    async with site.database.writing() as connection:
        for table in THEIRS:
            await connection.execute(delete(table).where(table.c.person == person))
        await connection.execute(delete(mutes).where(mutes.c.muted == person))
        await connection.execute(update(people).where(people.c.id == person).values(GONE))
        await site.news.tell(connection, SHUT_OUT, [person])
    return len(running)


def _everybody() -> Select[Any]:
    """Return the query for people, with how many games they have."""
    plays = or_(games.c.white == people.c.id, games.c.black == people.c.id)
    played = select(func.count()).select_from(games).where(plays).scalar_subquery()
    columns = (people.c.id, people.c.name, people.c.kind, people.c.banned, played)
    return select(*columns, people.c.created, people.c.seen)


async def _running(site: Site, person: int) -> list[str]:
    query = select(games.c.link).where(
        or_(games.c.white == person, games.c.black == person),
        games.c.status.in_(("open", "running")),
    )
    async with site.database.reading() as connection:
        return list((await connection.execute(query)).scalars())
