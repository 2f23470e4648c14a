"""Lessons over HTTP."""

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from kahuna.server.api.shapes import TurnTokens
from kahuna.server.api.studies import id_of
from kahuna.server.people.person import Person
from kahuna.server.site import Site
from kahuna.server.studying.lessons import LessonLine, LessonShown, LessonVerdict


class LessonTry(msgspec.Struct, frozen=True):
    """A try at a step, counted from 0: what was done so far on the board, or an answer."""

    step: Annotated[int, Meta(ge=0, le=20)]
    tokens: TurnTokens = []
    answer: Annotated[str, Meta(max_length=20)] | None = None


class Lessons(Controller):
    """Lessons."""

    path = "/api/lessons"
    tags = ("study",)

    @get("/", summary="All lessons, and which you have done")
    async def all(
        self, site: NamedDependency[Site], visitor: NamedDependency[Person | None]
    ) -> list[LessonLine]:
        """Return the list."""
        return await site.study.lessons.all(id_of(visitor))

    @get("/{number:int}", summary="A lesson")
    async def read(
        self,
        number: FromPath[int],
        site: NamedDependency[Site],
        visitor: NamedDependency[Person | None],
    ) -> LessonShown:
        """Return a lesson with all its steps."""
        return await site.study.lessons.show(number, id_of(visitor))

    @post("/{number:int}/try", summary="Try a step of a lesson", status_code=200)
    async def attempt(
        self,
        number: FromPath[int],
        data: JSONBody[LessonTry],
        site: NamedDependency[Site],
        visitor: NamedDependency[Person | None],
    ) -> LessonVerdict:
        """Return what is said of a try, and what one sees then."""
        return await site.study.lessons.attempt(
            number, data.step, id_of(visitor), data.tokens, data.answer
        )
