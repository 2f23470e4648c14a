"""A site on a database of its own, and people who come to it with a browser each.

    @on_a_site()
    async def test_a_guest_has_a_name(site: TheSite) -> None:
        lani = await site.guest("Lani")
        assert (await lani.get("/me"))["name"] == "Lani"

Requests go through the application as a browser's would, cookies included; only the network
is left out.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher
from sqlalchemy import Select
from websockets.asyncio.client import ClientConnection, connect

from kahuna.server.api.app import create_app
from kahuna.server.people.passwords import Passwords
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from kahuna.server.wire import LeanWebSocket

Json = dict[str, Any]
PASSWORD = "aloha aloha"
CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
MEMORY = Path("/dev/shm")  # there, what is durable is quick


class Visitor:
    """Somebody with a browser."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def ask(self, method: str, path: str, data: object = None) -> httpx.Response:
        """Send a request to /api/path; return whatever is answered."""
        return await self.client.request(method, f"/api{path}", json=data)

    async def get(self, path: str) -> Any:
        """Return what is at /api/path."""
        return granted(await self.ask("GET", path))

    async def post(self, path: str, data: object = None) -> Any:
        """Send something to /api/path; return the answer."""
        return granted(await self.ask("POST", path, {} if data is None else data))

    async def refused(self, method: str, path: str, data: object = None) -> str:
        """Return the code for which a request is refused."""
        answer = await self.ask(method, path, data)
        assert answer.is_client_error, f"{answer.status_code}: {answer.text}"
        return str(answer.json()["code"])

    async def name(self) -> str | None:
        """Return who the site takes them for."""
        answer = await self.ask("GET", "/me")
        return answer.json()["name"] if answer.is_success else None

    async def number(self) -> int:
        """Return their number."""
        return int((await self.get("/me"))["number"])

    async def plays(self, other: "Visitor", **terms: object) -> str:
        """Begin a game as White, who starts, against somebody; return its link."""
        terms = {"starts": "White", **terms}
        link = str((await self.post("/games", {"seat": "White", "terms": terms}))["link"])
        await other.post(f"/games/{link}/join")
        return link

    async def turn(self, link: str, number: int, tokens: str = "+?") -> None:
        """Make a turn."""
        await self.post(f"/games/{link}/turns", {"turn": number, "tokens": tokens.split()})


class TheSite:
    """A site that runs."""

    def __init__(self, database: str, settings: Json) -> None:
        self.site = Site(Settings(database=database, thinkers=0, **settings))
        self.site.accounts.passwords = Passwords(CHEAP)
        self.app = create_app(self.site)

    def visitor(self, address: str = "http://localhost:8717", host: str = "127.0.0.1") -> Visitor:
        """Return somebody who has not said who they are."""
        app: Any = self.app  # the two describe the same protocol in other words
        transport = httpx.ASGITransport(app, client=(host, 1))
        return Visitor(httpx.AsyncClient(transport=transport, base_url=address))

    async def guest(self, name: str, **more: str) -> Visitor:
        """Return a new guest."""
        visitor = self.visitor()
        await visitor.post("/guests", {"name": name, **more})
        return visitor

    async def account(self, name: str) -> Visitor:
        """Return somebody with an account, and a password."""
        visitor = self.visitor()
        await visitor.post("/accounts", {"name": name, "password": PASSWORD})
        return visitor

    async def rows(self, query: Select[Any]) -> list[Any]:
        """Return what is in the database."""
        async with self.site.database.reading() as connection:
            return [tuple(row) for row in await connection.execute(query)]


Story = Callable[[TheSite], Awaitable[None]]


def on_a_site(**settings: Any) -> Callable[[Story], Callable[[], None]]:
    """Let a test happen on a site with SQLite."""

    def made(story: Story) -> Callable[[], None]:
        def test() -> None:
            with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
                happen(story, f"sqlite:///{folder}/site.sqlite", **settings)

        return test

    return made


def on_both_databases(**settings: Any) -> Callable[[Story], Callable[[str], None]]:
    """Let a test happen on a site with each database."""

    def made(story: Story) -> Callable[[str], None]:
        def test(database: str) -> None:
            happen(story, database, **settings)

        return test

    return made


def happen(story: Story, database: str, **settings: Any) -> None:
    """Let a story happen on a site with this database."""

    async def inside() -> None:
        the_site = TheSite(database, settings)
        await the_site.site.start()
        try:
            await story(the_site)
        finally:
            await the_site.site.stop()

    asyncio.run(inside())


@asynccontextmanager
async def looking(site: TheSite, visitor: Visitor, link: str) -> AsyncGenerator[ClientConnection]:
    """Let somebody look at a game, over a real WebSocket, while the block lasts."""
    config = uvicorn.Config(site.app, port=0, lifespan="off", log_config=None, ws=LeanWebSocket)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with connect(
        f"ws://127.0.0.1:{port}/api/live", additional_headers=shown(visitor)
    ) as socket:
        await socket.send(json.dumps({"type": "watch", "game": link}))
        assert json.loads(await socket.recv())["link"] == link
        yield socket
    server.should_exit = True
    await serving


def shown(visitor: Visitor) -> dict[str, str]:
    """Return the header by which somebody is known: a program's token or a browser's cookie."""
    if (token := visitor.client.headers.get("authorization")) is not None:
        return {"authorization": token}
    return {"cookie": f"kahuna={visitor.client.cookies['kahuna']}"}


def granted(answer: httpx.Response) -> Any:
    """Return what an answer says, which must be no refusal."""
    assert answer.is_success, f"{answer.status_code}: {answer.text}"
    is_json = answer.headers.get("content-type", "").startswith("application/json")
    return answer.json() if is_json else answer.text
