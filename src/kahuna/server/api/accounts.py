"""Accounts over HTTP: claim one, log in and out, change the password, be gone."""

from typing import Any, Literal

import msgspec
from litestar import Controller, Request, Response, delete, post, put
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import JSONBody

from kahuna.server.api.auth import COOKIE, no_cookie, session_cookie
from kahuna.server.errors import forbidden
from kahuna.server.people.person import Name, Person
from kahuna.server.site import Site

AnyRequest = Request[Any, Any, State]


class Claim(msgspec.Struct, frozen=True):
    """An account to be. A password has from 8 to 200 characters."""

    name: Name
    password: str
    language: Literal["en", "de"] = "en"  # of a newcomer; a guest has chosen already


class LogIn(msgspec.Struct, frozen=True):
    """Who it is, and how they prove it."""

    name: Name
    password: str


class NewPassword(msgspec.Struct, frozen=True):
    """A new password; `old` is not needed where there is none."""

    new: str
    old: str = ""


class Deletion(msgspec.Struct, frozen=True):
    """That an account shall be deleted; whoever has a password gives it."""

    password: str = ""


class Accounts(Controller):
    """Accounts and sessions. A browser is known by its cookie."""

    path = "/api"
    tags = ("accounts",)

    @post("/accounts", summary="Claim an account: a guest keeps their games", status_code=204)
    async def claim(
        self,
        data: JSONBody[Claim],
        site: NamedDependency[Site],
        visitor: NamedDependency[Person | None],
    ) -> Response[None]:
        """Become an account, by name and password."""
        secret = await site.accounts.claim(visitor, data.name, data.password, data.language)
        return signed_in(secret, site)

    @post("/session", summary="Log in", status_code=204)
    async def log_in(
        self, request: AnyRequest, data: JSONBody[LogIn], site: NamedDependency[Site]
    ) -> Response[None]:
        """Begin a session; the one this browser had so far ends."""
        secret = await site.accounts.log_in(data.name, data.password, client_of(request))
        await end_session(request, site)
        return signed_in(secret, site)

    @delete("/session", summary="Log out here")
    async def log_out(self, request: AnyRequest, site: NamedDependency[Site]) -> Response[None]:
        """End this browser's session."""
        await end_session(request, site)
        return signed_out(site)

    @delete("/sessions", summary="Log out everywhere")
    async def log_out_everywhere(
        self, request: AnyRequest, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> Response[None]:
        """End all your sessions, on whichever device."""
        in_person(request)
        await site.accounts.log_out_everywhere(person.id)
        return signed_out(site)

    @put("/me/password", summary="Change the password", status_code=204)
    async def change_password(
        self,
        request: AnyRequest,
        data: JSONBody[NewPassword],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> Response[None]:
        """Change your password; every other session ends."""
        in_person(request)
        return signed_in(await site.accounts.change_password(person, data.old, data.new), site)

    @post("/me/deletion", summary="Delete the account", status_code=204)
    async def delete_account(
        self,
        request: AnyRequest,
        data: JSONBody[Deletion],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> Response[None]:
        """Be gone: games you play are given up, past ones stay for your opponents."""
        in_person(request)
        await site.accounts.prove(person, data.password)
        await site.leaving.leave(person.id)
        return signed_out(site)


def in_person(request: AnyRequest) -> None:
    """Refuse programs: a token is for playing, not for what decides over an account."""
    if "authorization" in request.headers:
        raise forbidden("a program cannot do that by its token: log in")


def client_of(request: AnyRequest) -> str:
    """Return the client's address."""
    return request.client.host if request.client else ""


async def end_session(request: AnyRequest, site: Site) -> None:
    """End the session by which the browser was known so far, if any."""
    if secret := request.cookies.get(COOKIE):
        await site.accounts.log_out(secret)


def signed_in(secret: str, site: Site) -> Response[None]:
    """Return the answer that begins a session."""
    return Response(None, status_code=204, cookies=[session_cookie(secret, site.settings)])


def signed_out(site: Site) -> Response[None]:
    """Return the answer that ends a session."""
    return Response(None, status_code=204, cookies=[no_cookie(site.settings)])
