"""A visit: who is at the page, if anybody, and where somebody waits for them."""

import msgspec
from litestar import get
from litestar.di import NamedDependency

from kahuna.server.people.me import Me, me
from kahuna.server.people.person import Person
from kahuna.server.play.shelf import waiting_for
from kahuna.server.site import Site


class Visit(msgspec.Struct, frozen=True):
    """Who you are, and the links of the games in which an opponent waits for your turn.

    The computer waits without hurry, and so does one's own device: their games are not among
    them. `mails`: whether this site sends any. `address`: the site's public address, for links
    to give away: whoever runs it may have opened it at one that only their own machine knows.
    """

    me: Me | None
    turns: list[str]
    mails: bool
    address: str


@get("/api/visit", summary="Who am I, if anybody, and who waits for me?", tags=["people"])
async def visit(site: NamedDependency[Site], visitor: NamedDependency[Person | None]) -> Visit:
    """Return what the page needs at first, and then now and then; nobody is refused."""
    mails, address = site.mailer.enabled, site.settings.address
    if visitor is None:
        return Visit(None, [], mails, address)
    async with site.database.reading() as connection:
        turns = await waiting_for(connection, visitor.id)
    return Visit(await me(site.database, visitor.id), turns, mails, address)
