"""Bots over HTTP: their owners make them; they themselves list their games and hear of them."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from msgspec import Meta
from sqlalchemy import or_, select

from kahuna.server.api.auth import visitor_of
from kahuna.server.api.shapes import GameState, game_state
from kahuna.server.bots.accounts import Bot, NewToken
from kahuna.server.errors import RefusedError, forbidden
from kahuna.server.people.person import Name, Person
from kahuna.server.site import Site
from kahuna.server.storage.tables import games

NDJSON = "application/x-ndjson"
MOST_GAMES = 200
Label = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\u0000-\u001f]*$")]


class NewBot(msgspec.Struct, frozen=True):
    """A bot to be made; `label` is for its first token."""

    name: Name
    label: Label = "first"


class TokenLabel(msgspec.Struct, frozen=True):
    """A name for a token, to know it by."""

    label: Label


class BotOwners(Controller):
    """The bots of an account."""

    path = "/api/bots"
    tags = ("bots",)

    @post("/", summary="Make a bot")
    async def make(
        self, data: JSONBody[NewBot], site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> NewToken:
        """Make a bot of yours. Its token is shown now and never again."""
        return await site.bots.make(person, data.name, data.label)

    @get("/", summary="Your bots")
    async def all(self, site: NamedDependency[Site], person: NamedDependency[Person]) -> list[Bot]:
        """Return your bots and their tokens, without the secrets."""
        return await site.bots.all_of(person)

    @delete("/{name:str}", summary="Delete a bot")
    async def remove(
        self,
        name: FromPath[str],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> None:
        """Let a bot of yours be gone: games it plays are given up, past ones stay for opponents."""
        await site.bots.remove(person, name)

    @post("/{name:str}/tokens", summary="Make another token of a bot")
    async def new_token(
        self,
        name: FromPath[str],
        data: JSONBody[TokenLabel],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> NewToken:
        """Make a token. It is shown now and never again."""
        return await site.bots.new_token(person, name, data.label)

    @delete("/{name:str}/tokens/{token:str}", summary="Revoke a token")
    async def revoke(
        self,
        name: FromPath[str],
        token: FromPath[str],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> None:
        """Let the token of this id be none any more; programs that use it are sent away."""
        await site.bots.revoke(person, name, token)


class BotDoor(Controller):
    """What is only for bots. For the rest they use the same routes as people."""

    path = "/api/bot"
    tags = ("bots",)

    @get("/games", summary="Your games, your turn first")
    async def games(
        self, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> list[GameState]:
        """Return the bot's games that are open or run."""
        _be_bot(person)
        query = (
            select(games.c.link)
            .where(or_(games.c.white == person.id, games.c.black == person.id))
            .where(games.c.status.in_(("open", "running")))
            .order_by(games.c.moved)
            .limit(MOST_GAMES)
        )
        async with site.database.reading() as connection:
            links = list((await connection.execute(query)).scalars())
        rooms = [await site.rooms.get(link) for link in links]
        states = [game_state(room, room.viewer_of(person.id, room.mover)) for room in rooms]
        return sorted(states, key=lambda state: state.view is None or state.view.mover != state.you)

    @get("/events", summary="What happens in your games, a line of JSON each", media_type=NDJSON)
    async def events(
        self,
        request: Request[Any, Any, State],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> Stream:
        """Stream events until one side ends it; it begins with all games that run."""
        _be_bot(person)

        async def still_welcome() -> bool:
            try:
                return await visitor_of(request, site) is not None
            except RefusedError:
                return False

        stream = site.bot_streams.open(person.id, still_welcome)

        async def lines() -> Any:
            site.live.add(stream)
            try:
                async for line in stream.lines():
                    yield line
            finally:
                site.live.discard(stream)

        return Stream(lines(), media_type=NDJSON, headers={"cache-control": "no-store"})


def _be_bot(person: Person) -> None:
    if person.kind != "bot":
        raise forbidden("this is for bots: make one, and use its token")
