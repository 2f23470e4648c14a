"""The coach over HTTP: for unrated games against the computer."""

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from kahuna.server.api.shapes import TurnTokens
from kahuna.server.people.person import Person
from kahuna.server.site import Site
from kahuna.server.studying.coach import Hint, Opinion, Step

TAGS = ("study",)
Link = FromPath[str]


class HintWanted(msgspec.Struct, frozen=True):
    """How much is to be told: where to look, what kind of turn, or the turn."""

    step: Step = 1


class TurnConsidered(msgspec.Struct, frozen=True):
    """A whole turn that is not made yet."""

    tokens: TurnTokens


class Thought(msgspec.Struct, frozen=True):
    """What the coach thinks of a turn: nothing, if there is no such turn or no time for it."""

    opinion: Opinion | None


@post("/api/games/{link:str}/hint", tags=TAGS, summary="Ask for a hint", status_code=200)
async def hint(
    link: Link,
    data: JSONBody[HintWanted],
    site: NamedDependency[Site],
    person: NamedDependency[Person],
) -> Hint:
    """Return a hint for your turn, by what you may know."""
    return await site.study.coach.hint(await site.rooms.visit(link), person.id, data.step)


@post(
    "/api/games/{link:str}/judge", tags=TAGS, summary="Judge a turn before it is made",
    status_code=200,
)  # fmt: skip
async def judge(
    link: Link,
    data: JSONBody[TurnConsidered],
    site: NamedDependency[Site],
    person: NamedDependency[Person],
) -> Thought:
    """Return whether the turn would be a mistake, by what you may know."""
    room = await site.rooms.visit(link)
    return Thought(await site.study.coach.judge(room, person.id, data.tokens))


@get("/api/games/{link:str}/mark", tags=TAGS, summary="How good your last turn was")
async def mark(link: Link, site: NamedDependency[Site], person: NamedDependency[Person]) -> Thought:
    """Return what the coach thinks of the last turn that you have made."""
    room = await site.rooms.visit(link)
    return Thought(await site.study.coach.mark(room, person.id))
