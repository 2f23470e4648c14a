"""People over HTTP: who I am, and becoming somebody."""

from typing import Literal

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from kahuna.server.api.auth import session_cookie
from kahuna.server.people.person import Name, Person, new_person
from kahuna.server.site import Site


class Me(msgspec.Struct, frozen=True):
    """Somebody, as they see themselves."""

    name: str
    kind: str
    language: str


class NewGuest(msgspec.Struct, frozen=True):
    """A guest: nobody must register."""

    name: Name
    language: Literal["en", "de"] = "en"


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
        return Response(Me(data.name, "guest", data.language), cookies=[cookie])

    @get("/me", summary="Who am I?")
    async def me(self, person: NamedDependency[Person]) -> Me:
        """Return who makes the request."""
        return Me(person.name, person.kind, person.language)
