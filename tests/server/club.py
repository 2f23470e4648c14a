"""A club for tests: a site on a database of its own, and guests who play there.

    async def play(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        link = await lani.invites(kai, starts="White")
        await lani.turn(link, "+?")
        with refused("not-your-turn"):
            await lani.turn(link, "+?")

    def test_turns_alternate() -> None:
        visit(play)

Everything goes through the API as a browser's requests would, cookies included; only
the network is left out. `club.site` is there for what no request can do.
"""

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from kahuna.notation.setup import VIEWERS
from kahuna.server.api.app import create_app
from kahuna.server.play.reading import read_room
from kahuna.server.play.room import Room
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from kahuna.server.storage.tables import games

MEMORY = Path("/dev/shm")
PATIENCE = 60.0  # seconds; what takes longer will not come
ADDRESS = "http://club.test"
Json = dict[str, Any]


class RefusedHere(Exception):  # noqa: N818 - tests read better so
    """The site refused a request."""

    def __init__(self, answer: httpx.Response) -> None:
        self.status, problem = answer.status_code, answer.json()
        self.code, self.detail, self.more = (
            problem["code"],
            problem["detail"],
            problem.get("more", {}),
        )
        super().__init__(f"{self.status} {self.code}: {self.detail}")


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Expect that the site refuses something for this reason."""
    with pytest.raises(RefusedHere) as caught:
        yield
    assert caught.value.code == code, str(caught.value)


class Club:
    """A site that runs while the block lasts."""

    def __init__(self, database: str, **settings: object) -> None:
        given: Json = {"database": database, "url": ADDRESS, "thinkers": 0} | settings
        self.site = Site(Settings(**given))
        self.app: Any = create_app(self.site)  # httpx and Litestar differ on what ASGI is
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> "Club":
        await self._stack.enter_async_context(self.app.lifespan())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()

    def stranger(self) -> "Guest":
        """Return somebody who has not said who they are."""
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=True)
        return Guest(httpx.AsyncClient(transport=transport, base_url=ADDRESS))

    async def guest(self, name: str) -> "Guest":
        """Return a new guest of that name."""
        guest = self.stranger()
        guest.name = (await guest.post("/guests", {"name": name}))["name"]
        return guest

    async def guests(self, *names: str) -> list["Guest"]:
        """Return a new guest for each name."""
        return [await self.guest(name) for name in names]

    def again(self, guest: "Guest") -> "Guest":
        """Return the guest with the same cookie, at this club: it may have another process."""
        same = self.stranger()
        same.name = guest.name
        same.client.cookies = guest.client.cookies
        return same

    async def pass_time(self, link: str, time: int) -> None:
        """Let time pass in a game, by turning back when the mover's clock began to run."""
        earlier = {name: games.c[name] - time for name in ("moved", "deadline")}
        async with self.site.database.writing() as connection:
            await connection.execute(update(games).where(games.c.link == link).values(earlier))
        self.site.rooms.forget(await self.site.rooms.get(link))  # it is read again

    async def check_log(self, link: str) -> None:
        """Check that the game, read from its log anew, is the one in memory."""
        room = await self.site.rooms.get(link)
        async with self.site.database.reading() as connection:
            read = await read_room(connection, link)
        assert room.table is not None
        assert read.table is not None
        assert read.table.log == room.table.log
        assert (read.table.state, read.table.shuffled) == (room.table.state, room.table.shuffled)
        assert [read.table.view(viewer) for viewer in VIEWERS] == [
            room.table.view(viewer) for viewer in VIEWERS
        ]
        for name in ("seq", "status", "time", "offer", "result", "score", "termination", "ended"):
            assert getattr(read, name) == getattr(room, name), name


class Guest:
    """Somebody with a browser: requests, and a few words for the usual ones."""

    name = ""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def get(self, path: str, **query: object) -> Any:
        """Return what is at /api/path."""
        return _content(await self.client.get(f"/api{path}", params=_plain(query)))

    async def post(self, path: str, data: object = None) -> Any:
        """Send something to /api/path; return the answer."""
        return _content(await self.client.post(f"/api{path}", json=data))

    async def delete(self, path: str) -> Any:
        """Remove what is at /api/path."""
        return _content(await self.client.delete(f"/api{path}"))

    async def offers(self, opponent: str = "friend", *, seat: str = "White", **terms: Any) -> str:
        """Make a game; return its link."""
        data = {"opponent": opponent, "seat": seat, "terms": terms}
        return str((await self.post("/games", data))["link"])

    async def invites(self, friend: "Guest", *, seat: str = "White", **terms: Any) -> str:
        """Make a game that the friend joins; return its link."""
        link = await self.offers(seat=seat, **terms)
        await friend.post(f"/games/{link}/join", {})
        return link

    async def game(self, link: str, **query: object) -> Json:
        """Return a game as one sees it."""
        state: Json = await self.get(f"/games/{link}", **query)
        return state

    async def turn(self, link: str, tokens: str, number: int | None = None) -> Json:
        """Make a turn: the one to be made, unless its number is given."""
        if number is None:
            number = turn_to_make((await self.game(link))["view"])
        data = {"turn": number, "tokens": tokens.split()}
        state: Json = await self.post(f"/games/{link}/turns", data)
        return state

    async def draft(self, link: str, tokens: str) -> Json:
        """Return what a turn so far would bring."""
        view: Json = await self.post(f"/games/{link}/draft", {"tokens": tokens.split()})
        return view

    async def does(self, link: str, what: str, data: object = None) -> Json:
        """Resign, abort, claim …: whatever has no more to say than its name."""
        state: Json = await self.post(f"/games/{link}/{what}", data)
        return state


def _content(answer: httpx.Response) -> Any:
    if answer.is_error:
        raise RefusedHere(answer)
    is_json = answer.headers.get("content-type", "").startswith("application/json")
    return answer.json() if is_json else answer.text


def _plain(query: Json) -> dict[str, str]:
    return {name: str(value) for name, value in query.items()}


def turn_to_make(view: Json) -> int:
    """Return the number of the turn to be made; the handicap is turn 0."""
    return 0 if view["phase"] == "handicap" else int(view["turn"])


async def random_turn(guest: Guest, link: str, chance: random.Random, **query: object) -> Json:
    """Make any legal turn, drafted step by step as a page would; return the game after it."""
    view = (await guest.game(link, **query))["view"]
    number, seat, tokens = turn_to_make(view), view["mover"], list[str]()
    while view["mover"] == seat and turn_to_make(view) == number:
        choices = [choice["token"] for choice in view["legal"]]
        tokens.append(chance.choice(choices))
        if tokens[-1][0] in "+-":
            break
        view = await guest.draft(link, " ".join(tokens))
    return await guest.turn(link, " ".join(tokens), number)


async def random_game(
    link: str, white: Guest, black: Guest, seed: int = 0, *, most: int = 10_000
) -> Json:
    """Play any legal turns until the game is over, or so many were made; return the game."""
    chance, state = random.Random(seed), await white.game(link)
    while state["status"] == "running" and most > 0:
        mover = white if state["view"]["mover"] == "White" else black
        query = {"seat": state["view"]["mover"]} if state["one_device"] else {}
        state, most = await random_turn(mover, link, chance, **query), most - 1
    return state


class Onlooker:
    """Hears when something happens in a room."""

    person, looks = None, True

    def __init__(self) -> None:
        self.told = asyncio.Event()

    def changed(self, room: Room) -> None:
        """Take note."""
        del room
        self.told.set()


async def until(room: Room, condition: Callable[[Room], bool]) -> None:
    """Wait until something is true of a room, perhaps by what another process has done."""
    onlooker = Onlooker()
    room.watchers.add(onlooker)
    try:
        async with asyncio.timeout(PATIENCE):
            while not condition(room):
                await onlooker.told.wait()
                onlooker.told.clear()
    finally:
        room.watchers.discard(onlooker)


@contextmanager
def fresh_database() -> Iterator[str]:
    """Give the address of a SQLite file, in memory where the machine can: syncing takes time."""
    memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="kahuna-club-", dir=memory) as folder:
        yield f"sqlite:///{folder}/site.sqlite"


def visit(story: Callable[[Club], Awaitable[None]], database: str = "", **settings: object) -> None:
    """Open a club, let the story happen there, and close it."""

    async def inside(database: str) -> None:
        async with Club(database, **settings) as club:
            await story(club)

    with nullcontext(database) if database else fresh_database() as address:
        asyncio.run(inside(address))
