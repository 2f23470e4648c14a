"""Games over HTTP: make one, sit down, draft and commit turns, end it, read it."""

import secrets
from typing import Annotated

from litestar import Controller, MediaType, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from kahuna.notation.setup import Seat
from kahuna.server.api.shapes import (
    Answer,
    Draft,
    GameState,
    NewGame,
    Promise,
    Rematch,
    Turn,
    game_state,
)
from kahuna.server.errors import conflict
from kahuna.server.people.person import Person
from kahuna.server.play.opening import Arrival
from kahuna.server.play.public import Order, RunningGames, running_games
from kahuna.server.play.reading import SEATS
from kahuna.server.play.records import record
from kahuna.server.site import Site
from kahuna.view import View

Link = FromPath[str]
Page = Annotated[int, QueryParameter(ge=1, le=1000)]


class Deals(Controller):
    """Deals to come."""

    path = "/api/deals"
    tags = ("games",)

    @post("/", summary="Promise a deal: its seed's hash, before anybody adds to it")
    async def promise(
        self, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> Promise:
        """Return the hash of a seed that is fixed from now on."""
        del person  # a promise is made to somebody
        return Promise(await site.opening.promise())


class Games(Controller):
    """Games."""

    path = "/api/games"
    tags = ("games",)

    @post("/", summary="Make a game")
    async def create(
        self,
        data: JSONBody[NewGame],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> GameState:
        """Make a game against a friend, the computer, or on one device."""
        room = await site.opening.create(
            person.id, data.terms, _seats(data, person, site), data.arrival, data.commitment
        )
        return game_state(room, room.viewer_of(person.id))

    @get("/", summary="The public games that run now")
    async def running(
        self, site: NamedDependency[Site], order: FromQuery[Order] = "newest", page: Page = 1
    ) -> RunningGames:
        """Return a page of them: the newest first, or those of the best players."""
        async with site.database.reading() as connection:
            return await running_games(connection, order, page)

    @get("/{link:str}", summary="A game, as you may see it")
    async def read(
        self,
        link: Link,
        site: NamedDependency[Site],
        visitor: NamedDependency[Person | None],
        seat: FromQuery[Seat | None] = None,
    ) -> GameState:
        """Return the game. On one device, `seat` says who is looking."""
        room = await site.rooms.visit(link)
        return game_state(room, room.viewer_of(_id(visitor), seat))

    @get("/{link:str}/record.kgn", summary="Its record in KGN", media_type=MediaType.TEXT)
    async def record(
        self, link: Link, site: NamedDependency[Site], visitor: NamedDependency[Person | None]
    ) -> str:
        """Return the record: all of it once the game is over, until then what you may know."""
        room = await site.rooms.visit(link)
        return record(room, room.viewer_of(_id(visitor)), site.settings.address)

    @post("/{link:str}/join", summary="Take the free seat")
    async def join(
        self,
        link: Link,
        data: JSONBody[Arrival],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> GameState:
        """Sit down; the game begins."""
        room = await site.rooms.visit(link)
        await site.opening.join(room, person.id, data)
        return game_state(room, room.viewer_of(person.id))

    @post("/{link:str}/draft", summary="What a turn so far would bring", status_code=200)
    async def draft(
        self,
        link: Link,
        data: JSONBody[Draft],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> View:
        """Return the view after a part of your turn. Nobody else learns of it."""
        return await site.turns.draft(await site.rooms.visit(link), person.id, data.tokens)

    @post("/{link:str}/turns", summary="Make a turn", status_code=200)
    async def commit(
        self,
        link: Link,
        data: JSONBody[Turn],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> GameState:
        """Make the turn of that number; it is durable when this is answered.

        The same request once more is answered the same.
        """
        room = await site.rooms.visit(link)
        await site.turns.commit(room, person.id, data.turn, data.tokens)
        return game_state(room, room.viewer_of(person.id))

    @post("/{link:str}/resign", summary="Give up", status_code=200)
    async def resign(
        self, link: Link, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> GameState:
        """Give up; the opponent has won."""
        room = await site.rooms.visit(link)
        await site.endings.resign(room, person.id)
        return game_state(room, room.viewer_of(person.id))

    @post("/{link:str}/abort", summary="Call it off before the first turn", status_code=200)
    async def abort(
        self, link: Link, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> GameState:
        """Call the game off, as if it had never been."""
        room = await site.rooms.visit(link)
        await site.endings.abort(room, person.id)
        return game_state(room, room.viewer_of(person.id))

    @post("/{link:str}/claim", summary="Win because the opponent's time is over", status_code=200)
    async def claim(
        self, link: Link, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> GameState:
        """Claim the game."""
        room = await site.rooms.visit(link)
        await site.endings.claim(room, person.id)
        return game_state(room, room.viewer_of(person.id))

    @post("/{link:str}/takeback", summary="Ask to take your last turn back", status_code=200)
    async def take_back(
        self, link: Link, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> GameState:
        """Ask the opponent; the computer agrees at once."""
        room = await site.rooms.visit(link)
        await site.endings.ask_back(room, person.id)
        return game_state(room, room.viewer_of(person.id))

    @post("/{link:str}/takeback/answer", summary="Agree, refuse or withdraw", status_code=200)
    async def answer_back(
        self,
        link: Link,
        data: JSONBody[Answer],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> GameState:
        """Answer what was asked."""
        room = await site.rooms.visit(link)
        await site.endings.answer_back(room, person.id, agreed=data.agreed)
        return game_state(room, room.viewer_of(person.id))

    @post("/{link:str}/rematch", summary="Once more, colours swapped", status_code=200)
    async def rematch(
        self,
        link: Link,
        data: JSONBody[Rematch],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> GameState:
        """Offer a rematch, or accept the one offered."""
        last = await site.rooms.visit(link)
        room = await site.opening.rematch(last, person.id, data.arrival, data.commitment)
        return game_state(room, room.viewer_of(person.id))


def _seats(data: NewGame, person: Person, site: Site) -> dict[Seat, int | None]:
    """Return who sits where."""
    own: Seat = secrets.choice(SEATS) if data.seat == "lot" else data.seat
    other: Seat = "Black" if own == "White" else "White"
    if data.opponent == "one-device":
        return {"White": person.id, "Black": person.id}
    opponent = site.computers[data.level] if data.opponent == "computer" else None
    if data.opponent == "computer" and data.terms.rated:
        raise conflict("rated", "games against the computer are not rated")
    return {own: person.id, other: opponent}


def _id(visitor: Person | None) -> int | None:
    return None if visitor is None else visitor.id
