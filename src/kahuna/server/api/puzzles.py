"""Puzzles over HTTP."""

from typing import Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from kahuna.errors import IllegalTokenError
from kahuna.server.api.shapes import TurnTokens
from kahuna.server.api.studies import asker_of, id_of
from kahuna.server.people.person import Person
from kahuna.server.play.turns import illegal
from kahuna.server.site import Site
from kahuna.server.studying.puzzles import (
    PuzzleShelf,
    PuzzleShown,
    PuzzleVerdict,
    Solution,
    find,
)
from kahuna.study.puzzles.facts import Theme
from kahuna.view import View

Visitor = NamedDependency[Person | None]
TheSite = NamedDependency[Site]


class PuzzleTurn(msgspec.Struct, frozen=True):
    """A turn, or a part of one."""

    tokens: TurnTokens


class Puzzles(Controller):
    """Puzzles."""

    path = "/api/puzzles"
    tags = ("study",)

    @get("/", summary="All puzzles in numbers, and your rating")
    async def shelf(self, site: TheSite, visitor: Visitor) -> PuzzleShelf:
        """Return how many puzzles there are of each theme."""
        return await site.study.puzzles.shelf(id_of(visitor))

    @get("/today", summary="The puzzle of the day")
    async def today(self, site: TheSite, visitor: Visitor) -> PuzzleShown:
        """Return the puzzle of the day, the same for everybody."""
        return await site.study.puzzles.today(id_of(visitor))

    @get("/next", summary="A puzzle that fits you")
    async def next(
        self, site: TheSite, visitor: Visitor, theme: FromQuery[Theme | None] = None
    ) -> PuzzleShown:
        """Return a puzzle you have not done, about as hard as you are good."""
        return await site.study.puzzles.next(id_of(visitor), theme)

    @get("/{number:str}", summary="A puzzle")
    async def read(self, number: FromPath[str], site: TheSite, visitor: Visitor) -> PuzzleShown:
        """Return a puzzle; its solution once you have solved it or given up."""
        return await site.study.puzzles.show(find(number), id_of(visitor))

    @post("/{number:str}/draft", summary="What a turn so far would bring", status_code=200)
    async def draft(self, number: FromPath[str], data: JSONBody[PuzzleTurn]) -> View:
        """Return the view after a part of the turn."""
        view = find(number).view()
        try:
            for token in data.tokens:
                view = view.after(token)
        except IllegalTokenError as error:
            raise illegal(error) from None
        return view

    @post("/{number:str}/try", summary="Try to solve a puzzle", status_code=200)
    async def attempt(
        self,
        number: FromPath[str],
        data: JSONBody[PuzzleTurn],
        request: Request[Any, Any, State],
        site: TheSite,
        visitor: Visitor,
    ) -> PuzzleVerdict:
        """Return what is to be said of a whole turn. The first try counts for your rating."""
        return await site.study.puzzles.attempt(
            find(number), id_of(visitor), asker_of(request, visitor), data.tokens
        )

    @post("/{number:str}/give-up", summary="See the solution", status_code=200)
    async def give_up(self, number: FromPath[str], site: TheSite, visitor: Visitor) -> Solution:
        """Return the solution; without a try before, that counts as a wrong one."""
        return await site.study.puzzles.give_up(find(number), id_of(visitor))
