"""Exploring over HTTP: any position of a game that is over, with its best turns."""

from typing import Annotated, Any

import msgspec
from litestar import Request, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta

from kahuna.server.api.studies import AnyTokens, Kgn, asker_of, id_of
from kahuna.server.people.person import Person
from kahuna.server.site import Site
from kahuna.server.studying.explore import Exploration, explore
from kahuna.server.studying.positions import check_may_study, read_game


class Explore(msgspec.Struct, frozen=True):
    """A position: a record, how many of its tokens lead there, and what is played from there on.

    Draws are chosen (`+B`, `+?`); what they bring is what the game's own dealer would have given.
    """

    kgn: Kgn
    at: Annotated[int, Meta(ge=0, le=10_000)] = 0
    tokens: AnyTokens = []
    lines: Annotated[int, Meta(ge=0, le=8)] = 0


@post("/api/explore", tags=("study",), summary="Explore a position", status_code=200)
async def explore_position(
    data: JSONBody[Explore],
    request: Request[Any, Any, State],
    site: NamedDependency[Site],
    visitor: NamedDependency[Person | None],
) -> Exploration:
    """Return where the tokens lead, what can be done there, and the best lines if asked for."""
    game = read_game(data.kgn)
    await check_may_study(site.rooms, id_of(visitor), game)
    asker = asker_of(request, visitor)
    return await explore(site.study.desk, asker, game, data.at, data.tokens, data.lines)
