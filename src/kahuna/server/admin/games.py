"""Games, as the host may see them: public facts, never hands or seeds."""

from typing import NamedTuple

from sqlalchemy import RowMapping, or_, select

from kahuna.server.play.room import Room, Seated
from kahuna.server.site import Site
from kahuna.server.storage.tables import games, people


class GameLine(NamedTuple):
    """A game in a list."""

    number: int
    link: str
    status: str
    white: str
    black: str
    turn: int
    pace: str
    created: int
    ended: int | None


async def list_games(
    site: Site, status: str | None, person: int | None, limit: int
) -> list[GameLine]:
    """Return games, newest first."""
    white, black = people.alias("w"), people.alias("b")
    query = (
        select(games, white.c.name.label("white_name"), black.c.name.label("black_name"))
        .outerjoin(white, games.c.white == white.c.id)
        .outerjoin(black, games.c.black == black.c.id)
        .order_by(games.c.id.desc())
        .limit(limit)
    )
    if status is not None:
        query = query.where(games.c.status == status)
    if person is not None:
        query = query.where(or_(games.c.white == person, games.c.black == person))
    async with site.database.reading() as connection:
        return [_line(row) for row in (await connection.execute(query)).mappings()]


def facts(room: Room) -> dict[str, str]:
    """Return what may be told of a game, by name."""
    clock, terms = room.terms.clock, room.terms
    told = {
        "number": str(room.id),
        "link": room.link,
        "status": room.status,
        "white": _who(room.seats["White"]),
        "black": _who(room.seats["Black"]),
        "variants": terms.variants,
        "clock": f"{clock.pace} {clock.base // 1000} s + {clock.increment // 1000} s",
        "rated": "yes" if terms.rated else "no",
        "public": "yes" if terms.public else "no",
        "turn": "-" if room.table is None else str(room.table.turn),
        "to move": room.mover or "-",
        "events": str(room.seq),
        "score": room.score,
        "result": room.result,
        "ended by": room.termination or "-",
        "seed hash": room.commitment,
    }
    if terms.handicap is not None:
        told["handicap"] = f"{terms.handicap.seat} {terms.handicap.bridges}"
    return told


def _line(row: RowMapping) -> GameLine:
    return GameLine(
        row["id"],
        row["link"],
        row["status"],
        row["white_name"] or "-",
        row["black_name"] or "-",
        row["turn"],
        row["pace"],
        row["created"],
        row["ended"],
    )


def _who(seated: Seated | None) -> str:
    return "-" if seated is None else f"{seated.name} ({seated.kind}, number {seated.person})"
