"""What the study's requests share: who asks, and what they may send."""

from typing import Annotated, Any

import msgspec
from litestar import Request
from litestar.datastructures import State
from msgspec import Meta

from kahuna.server.api.shapes import Token
from kahuna.server.guard.limits import client_of
from kahuna.server.people.person import Person
from kahuna.server.studying.desk import Asker

Kgn = Annotated[str, Meta(min_length=1, max_length=60_000, pattern=r"^[^\u0000]*$")]
AnyTokens = Annotated[list[Token], Meta(max_length=600)]


class KgnRecord(msgspec.Struct, frozen=True):
    """A record in KGN."""

    kgn: Kgn


def asker_of(request: Request[Any, Any, State], visitor: Person | None) -> Asker:
    """Return whose turn it is to be answered: a person, or an address where nobody is known."""
    return client_of(request.scope) if visitor is None else visitor.id


def id_of(visitor: Person | None) -> int | None:
    """Return the number of who asks, if they are known."""
    return None if visitor is None else visitor.id
