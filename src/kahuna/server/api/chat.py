"""The chat of a game over HTTP. What is said is also sent live, as `chat`."""

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from kahuna.server.people.person import Person
from kahuna.server.play.chat import Conversation, Line, Words
from kahuna.server.site import Site

Link = FromPath[str]


class Mute(msgspec.Struct, frozen=True):
    """Whether one wants to hear one's opponent."""

    muted: bool


class ChatRoom(Controller):
    """What the two players say to each other."""

    path = "/api/games/{link:str}"
    tags = ("chat",)

    @get("/chat", summary="What was said in a game of yours")
    async def read(
        self, link: Link, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> Conversation:
        """Return what was said, the oldest first, without the words of whom you have muted."""
        return await site.chat.read(await site.rooms.visit(link), person.id)

    @post("/chat", summary="Say something to your opponent")
    async def say(
        self,
        link: Link,
        data: JSONBody[Words],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> Line:
        """Say one of the polite phrases, or a text of up to 300 characters."""
        return await site.chat.say(await site.rooms.visit(link), person.id, data)

    @post("/mute", summary="Hear your opponent no more, or again", status_code=200)
    async def mute(
        self,
        link: Link,
        data: JSONBody[Mute],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> Conversation:
        """Mute your opponent, in whichever game; they are not told."""
        return await site.chat.mute(await site.rooms.visit(link), person.id, muted=data.muted)
