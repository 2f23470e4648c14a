"""Analyses over HTTP: ask for one, then ask how far it is."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from kahuna.game import Game
from kahuna.server.api.studies import Kgn, asker_of, id_of
from kahuna.server.errors import invalid
from kahuna.server.people.person import Person
from kahuna.server.site import Site
from kahuna.server.studying.analyses import Progress
from kahuna.server.studying.positions import check_may_study, finished, read_game

Since = Annotated[int, QueryParameter(ge=0, le=10_000)]


class Analysed(msgspec.Struct, frozen=True):
    """What is to be analysed: a game of this site that is over, or a record."""

    link: Annotated[str, Meta(max_length=20)] = ""
    kgn: Kgn | None = None


class Analyses(Controller):
    """Analyses."""

    path = "/api/analyses"
    tags = ("study",)

    @post("/", summary="Analyse a game", status_code=200)
    async def ask(
        self,
        data: JSONBody[Analysed],
        request: Request[Any, Any, State],
        site: NamedDependency[Site],
        visitor: NamedDependency[Person | None],
    ) -> Progress:
        """Begin the analysis of a game, or find the one that there is."""
        game = await _game(site, data, id_of(visitor))
        return await site.study.analyses.ask(asker_of(request, visitor), game)

    @get("/{number:str}", summary="How far an analysis is")
    async def look(
        self,
        number: FromPath[str],
        request: Request[Any, Any, State],
        site: NamedDependency[Site],
        visitor: NamedDependency[Person | None],
        since: Since = 0,
    ) -> Progress:
        """Return the turns from `since` on. It goes on only while somebody asks."""
        return await site.study.analyses.look(asker_of(request, visitor), number[:40], since)


async def _game(site: Site, data: Analysed, person: int | None) -> Game:
    if bool(data.link) == (data.kgn is not None):
        raise invalid("which", "say which game: by its link or by its record")
    if data.kgn is None:
        return finished(await site.rooms.visit(data.link))
    game = read_game(data.kgn)
    await check_may_study(site.rooms, person, game)
    return game
