"""People over HTTP: becoming a guest, others and their strength, the computer's characters."""

from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from kahuna.ai.characters import CHARACTERS
from kahuna.server.api.auth import session_cookie
from kahuna.server.people.me import Language, Me, me
from kahuna.server.people.person import Name, Person, new_person
from kahuna.server.people.profile import Leaders, Profile, leaders, profile
from kahuna.server.play.terms import Pool
from kahuna.server.site import Site

PageNumber = Annotated[int, QueryParameter(ge=1, le=100_000)]


class NewGuest(msgspec.Struct, frozen=True):
    """A guest: nobody must register."""

    name: Name
    language: Language = "en"


class Computer(msgspec.Struct, frozen=True):
    """A level of the computer, and a line about how it plays, by language."""

    level: int
    name: str
    line: dict[Language, str]


class People(Controller):
    """Who is who."""

    path = "/api"
    tags = ("people",)

    @post("/guests", summary="Become a guest, by a name of your choice")
    async def become_guest(
        self, data: JSONBody[NewGuest], site: NamedDependency[Site]
    ) -> Response[Me]:
        """Begin a session as a guest; it is kept in a cookie."""
        async with site.database.writing() as connection:
            person = await new_person(connection, data.name, "guest", language=data.language)
            secret = await site.sessions.begin(connection, person)
        cookie = session_cookie(secret, site.settings)
        return Response(await me(site.database, person), cookies=[cookie])

    @get("/people/{who:str}", summary="Somebody's page")
    async def somebody(
        self,
        who: FromPath[str],
        site: NamedDependency[Site],
        visitor: NamedDependency[Person | None],
    ) -> Profile:
        """Return somebody's page, by the name of an account or by their number."""
        async with site.database.reading() as connection:
            return await profile(connection, who, None if visitor is None else visitor.id)

    @get("/leaders/{pool:str}", summary="The leader board")
    async def board(
        self, pool: FromPath[Pool], site: NamedDependency[Site], page: PageNumber = 1
    ) -> Leaders:
        """Return the strongest; those whose rating is provisional come last."""
        async with site.database.reading() as connection:
            return await leaders(connection, pool, page)

    @get("/computers", summary="The computer's characters", sync_to_thread=False)
    def computers(self) -> list[Computer]:
        """Return the computer's levels, the weakest first."""
        return [
            Computer(one.level, one.name, {"en": one.english, "de": one.german})
            for one in CHARACTERS
        ]
