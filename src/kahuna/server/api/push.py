"""Web Push over HTTP: the site's key, and the browsers that want to be told."""

from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from kahuna.server.people.notify.push import Subscription
from kahuna.server.people.person import Person
from kahuna.server.site import Site

Number = Annotated[int, PathParameter(ge=1, le=2**53)]


class PushKey(msgspec.Struct, frozen=True):
    """The site's public key, as `pushManager.subscribe` takes it."""

    key: str


class Subscribed(msgspec.Struct, frozen=True):
    """The number of a subscription, by which it ends."""

    number: int


class PushSubscriptions(Controller):
    """Who is told of their turn by their browser."""

    path = "/api/push"
    tags = ("people",)

    @get("/key", summary="The site's key for Web Push", sync_to_thread=False)
    def key(self, site: NamedDependency[Site]) -> PushKey:
        """Return the site's public key."""
        return PushKey(site.push.key)

    @post("/subscriptions", summary="Be told by this browser")
    async def subscribe(
        self,
        data: JSONBody[Subscription],
        site: NamedDependency[Site],
        person: NamedDependency[Person],
    ) -> Subscribed:
        """Tell this browser when it is your turn; the same once more changes nothing."""
        return Subscribed(await site.push.subscribe(person.id, data))

    @delete("/subscriptions/{number:int}", summary="Be told by this browser no more")
    async def unsubscribe(
        self, number: Number, site: NamedDependency[Site], person: NamedDependency[Person]
    ) -> None:
        """Tell this browser no more."""
        await site.push.unsubscribe(person.id, number)
