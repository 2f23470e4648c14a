"""What is mine, over HTTP: who I am and what I set, my games, all of them as one text."""

from typing import Annotated

import msgspec
from litestar import Controller, get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.response import Stream
from msgspec import Meta

from kahuna.server.api.accounts import AnyRequest, in_person
from kahuna.server.api.people import PageNumber
from kahuna.server.people.export import export
from kahuna.server.people.me import Me, Wishes, change, me
from kahuna.server.people.person import Person
from kahuna.server.play.shelf import Page, games_of
from kahuna.server.site import Site


class Confirmation(msgspec.Struct, frozen=True):
    """The secret from the link in a mail."""

    secret: Annotated[str, Meta(max_length=100)]


class Mine(Controller):
    """Who I am."""

    path = "/api/me"
    tags = ("people",)

    @get("/", summary="Who am I?")
    async def me(self, site: NamedDependency[Site], person: NamedDependency[Person]) -> Me:
        """Return who makes the request."""
        return await me(site.database, person.id)

    @patch("/", summary="Change what you can set")
    async def change(
        self,
        request: AnyRequest,
        data: JSONBody[Wishes],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> Me:
        """Change your settings. A new address gets a mail, and counts when that is answered."""
        in_person(request)
        await change(site.changes, person, data)
        if data.email:
            await site.addresses.ask(person, data.email)
        return await me(site.database, person.id)

    @post("/email", summary="Say that an address is yours", status_code=204)
    async def confirm(self, data: JSONBody[Confirmation], site: NamedDependency[Site]) -> None:
        """Confirm an address by what the link in the mail ends with, on whichever device."""
        await site.addresses.confirm(data.secret)

    @get("/games", summary="Your games")
    async def games(
        self,
        site: NamedDependency[Site],
        person: NamedDependency[Person],
        page: PageNumber = 1,
    ) -> Page:
        """Return your games: your turn first, then those you wait for, then the past."""
        async with site.database.reading() as connection:
            return await games_of(connection, person.id, page)

    @get("/games.kgn", summary="All your games in KGN", media_type="text/plain")
    async def export(self, site: NamedDependency[Site], person: NamedDependency[Person]) -> Stream:
        """Return the records of your games, one after the other; running ones as you see them."""
        return Stream(
            export(site.database, person.id, site.settings.address),
            media_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": 'attachment; filename="kahuna.kgn"'},
        )
