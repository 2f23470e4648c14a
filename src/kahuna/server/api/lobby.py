"""The lobby over HTTP. Over the WebSocket, `lobby` tells of it and `paired` of a game begun."""

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from kahuna.server.api.shapes import GameState, game_state
from kahuna.server.people.person import Person
from kahuna.server.play.lobby import LobbyState
from kahuna.server.play.opening import Arrival
from kahuna.server.play.seeks import NewSeek, OwnSeek
from kahuna.server.site import Site

SeekNumber = Annotated[int, PathParameter(ge=1, le=1 << 53)]


class Seeks(Controller):
    """Games with strangers."""

    path = "/api/seeks"
    tags = ("lobby",)

    @get("/", summary="The games that people look for")
    async def state(
        self, site: NamedDependency[Site], visitor: NamedDependency[Person | None]
    ) -> LobbyState:
        """Return the open seeks, and how many wait for quick pairing."""
        return await site.lobby.state(None if visitor is None else visitor.id)

    @get("/mine", summary="The games that you look for, and those you got")
    async def own(
        self, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> list[OwnSeek]:
        """Return your seeks. Who does not ask for a while, nor watch the lobby live, has gone."""
        return await site.lobby.own(person.id)

    @post("/", summary="Look for a game")
    async def seek(
        self,
        data: JSONBody[NewSeek],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> OwnSeek:
        """Look for a game, openly or by quick pairing, which may find one at once."""
        return await site.lobby.seek(person.id, data)

    @post("/{number:int}/accept", summary="Accept an open seek: the game begins")
    async def accept(
        self,
        number: SeekNumber,
        data: JSONBody[Arrival],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> GameState:
        """Play with whoever looks for this game."""
        room = await site.lobby.accept(number, person.id, data)
        return game_state(room, room.viewer_of(person.id))

    @delete("/{number:int}", summary="Look for a game no more")
    async def withdraw(
        self,
        number: SeekNumber,
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> None:
        """Withdraw a seek of yours."""
        await site.lobby.withdraw(number, person.id)
