"""Passkeys over HTTP. The browser's part is `navigator.credentials.create` and `.get`."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta

from kahuna.server.api.accounts import AnyRequest, client_of, end_session, in_person, signed_in
from kahuna.server.api.push import Number
from kahuna.server.people.attempts import client_key
from kahuna.server.people.authenticator import (
    Credential,
    NewCredential,
    RelyingParty,
    relying_party,
)
from kahuna.server.people.passkeys import Passkey
from kahuna.server.people.person import Name, Person
from kahuna.server.site import Site


class NewPasskey(msgspec.Struct, frozen=True):
    """A passkey to be; a guest says what the account shall be called."""

    name: Name | None = None


class MadePasskey(msgspec.Struct, frozen=True):
    """A passkey that was made, and what its owner calls it."""

    credential: NewCredential
    label: Annotated[str, Meta(max_length=80)] = ""


class PasskeyLogIn(msgspec.Struct, frozen=True):
    """A passkey's answer."""

    credential: Credential


class Passkeys(Controller):
    """Passkeys, instead of a password or beside it."""

    path = "/api/passkeys"
    tags = ("accounts",)

    @post("/options", summary="Begin to make a passkey", status_code=200)
    async def ask_new(
        self,
        request: AnyRequest,
        data: JSONBody[NewPasskey],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> dict[str, Any]:
        """Return the options for `navigator.credentials.create`."""
        in_person(request)
        return await site.passkeys.ask_new(_party(request, site), person, data.name or "")

    @post("/", summary="Keep a passkey; a guest becomes an account by it", status_code=204)
    async def add(
        self,
        request: AnyRequest,
        data: JSONBody[MadePasskey],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> Response[None]:
        """Keep the passkey that the browser has made."""
        in_person(request)
        party = _party(request, site)
        secret = await site.passkeys.add(party, person, data.credential, data.label)
        return Response(None, status_code=204) if secret is None else signed_in(secret, site)

    @post("/log-in/options", summary="Begin to log in by a passkey", status_code=200)
    async def ask(self, request: AnyRequest, site: NamedDependency[Site]) -> dict[str, Any]:
        """Return the options for `navigator.credentials.get`."""
        site.accounts.by_client.take(client_key(client_of(request)))
        return await site.passkeys.ask(_party(request, site))

    @post("/log-in", summary="Log in by a passkey", status_code=204)
    async def log_in(
        self, request: AnyRequest, data: JSONBody[PasskeyLogIn], site: NamedDependency[Site]
    ) -> Response[None]:
        """Begin a session; nobody needs to say their name."""
        secret = await site.passkeys.log_in(_party(request, site), data.credential)
        site.accounts.by_client.give_back(client_key(client_of(request)))
        await end_session(request, site)
        return signed_in(secret, site)

    @get("/", summary="Your passkeys")
    async def mine(
        self, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> list[Passkey]:
        """Return your passkeys."""
        return await site.passkeys.of(person.id)

    @delete("/{number:int}", summary="Forget a passkey")
    async def remove(
        self,
        request: AnyRequest,
        number: Number,
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> None:
        """Forget one of your passkeys."""
        in_person(request)
        await site.passkeys.remove(person.id, number)


def _party(request: AnyRequest, site: Site) -> RelyingParty:
    return relying_party(site.settings, request.headers.get("host", ""))
