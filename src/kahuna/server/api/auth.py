"""Who makes a request: a browser by its cookie, a program by its token."""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency

from kahuna.server.errors import RefusedError
from kahuna.server.guard.asgi import changes_something
from kahuna.server.now import SECOND
from kahuna.server.people.person import SESSION_TIME, Key, Person
from kahuna.server.settings import Settings
from kahuna.server.site import Site

COOKIE = "kahuna"
BEARER = "bearer "

Connection = ASGIConnection[Any, Any, Any, State]


def the_site(state: State) -> Site:
    """Return the site that this application serves."""
    site: Site = state.site
    return site


def key_of(connection: Connection) -> Key | None:
    """Return by what somebody at the other end wants to be known, if they do."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith(BEARER):
        return Key.of(header[len(BEARER) :].strip(), of_program=True)
    secret = connection.cookies.get(COOKIE)
    return Key.of(secret) if secret else None


async def visitor_of(connection: Connection, site: Site) -> Person | None:
    """Return who is at the other end, if they are known."""
    key = key_of(connection)
    person = None if key is None else await site.sessions.person(key)
    if key is not None and key.of_program and person is None:
        raise RefusedError(401, "bad-token", "this token is not known, or not any more")
    if person is not None and person.banned:
        raise RefusedError(403, "banned", "you have been shut out of this site")
    return person


async def the_visitor(
    request: Request[Any, Any, State], site: NamedDependency[Site]
) -> Person | None:
    """Return who makes the request, if they are known, and not too often."""
    visitor = await visitor_of(request, site)
    if visitor is not None and changes_something(request.scope):
        site.limits.change(visitor.id)
    return visitor


async def the_person(visitor: NamedDependency[Person | None]) -> Person:
    """Return who makes the request; they must be somebody."""
    if visitor is None:
        raise RefusedError(401, "nobody", "say who you are first: choose a name, or log in")
    return visitor


def session_cookie(secret: str, settings: Settings) -> Cookie:
    """Return the cookie that keeps a session: not for scripts, not for other sites."""
    return Cookie(
        key=COOKIE,
        value=secret,
        max_age=SESSION_TIME // SECOND,
        httponly=True,
        samesite="lax",
        secure=settings.secure,
        path="/",
    )


def no_cookie(settings: Settings) -> Cookie:
    """Return the cookie that ends a session."""
    return Cookie(
        key=COOKIE, value="", max_age=0, httponly=True, samesite="lax", secure=settings.secure
    )
