"""The application: every route, who asks, what is refused and how."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler

from kahuna.server.api.auth import the_person, the_site, the_visitor
from kahuna.server.api.games import Deals, Games
from kahuna.server.api.live import LIVE, live
from kahuna.server.api.people import People
from kahuna.server.api.problems import http_error, refused, unexpected
from kahuna.server.errors import RefusedError
from kahuna.server.site import Site

HANDLERS: Sequence[ControllerRouterHandler] = (
    Deals,
    Games,
    People,
)
LARGEST = 64 * 1024  # bytes of a request


class SiteApp(Litestar):
    """The application, and beside it the live connections, which are many and last long."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, or serve a connection."""
        if scope["type"] == ScopeType.WEBSOCKET and scope["path"] == LIVE:
            await live(self.state.site, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def create_app(site: Site) -> Litestar:
    """Return the application of a site."""

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncGenerator[None, None]:
        await site.start()
        try:
            yield
        finally:
            await site.stop()

    return SiteApp(
        route_handlers=HANDLERS,
        dependencies={
            "site": Provide(the_site, sync_to_thread=False),
            "visitor": Provide(the_visitor),
            "person": Provide(the_person),
        },
        exception_handlers={
            RefusedError: refused,
            HTTPException: http_error,
            Exception: unexpected,
        },
        lifespan=[lifespan],
        state=State({"site": site}),
        request_max_body_size=LARGEST,
        openapi_config=OpenAPIConfig(title="Kahuna", version="1", path="/api/schema"),
    )
