"""The application: every route, who asks, what is refused and how."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ControllerRouterHandler

from kahuna.encoding import ENCODERS
from kahuna.server.api.accounts import Accounts
from kahuna.server.api.analyses import Analyses
from kahuna.server.api.auth import the_person, the_site, the_visitor
from kahuna.server.api.bots import BotDoor, BotOwners
from kahuna.server.api.chat import ChatRoom
from kahuna.server.api.coach import hint, judge, mark
from kahuna.server.api.document import configuration
from kahuna.server.api.explore import explore_position
from kahuna.server.api.games import Deals, Games
from kahuna.server.api.health import healthz, metrics
from kahuna.server.api.lessons import Lessons
from kahuna.server.api.live import LIVE, OPENED, let_in, serve
from kahuna.server.api.lobby import Seeks
from kahuna.server.api.mine import Mine
from kahuna.server.api.pages import style
from kahuna.server.api.passkeys import Passkeys
from kahuna.server.api.people import People
from kahuna.server.api.problems import http_error, refused, unexpected
from kahuna.server.api.push import PushSubscriptions
from kahuna.server.api.puzzles import Puzzles
from kahuna.server.api.qr import qr_code
from kahuna.server.api.replays import draw_game, draw_position, replay_game, replay_record
from kahuna.server.api.visit import visit
from kahuna.server.errors import RefusedError
from kahuna.server.guard.front import GuardedApp
from kahuna.server.page.pictures import board_picture, icon, picture
from kahuna.server.page.serve import art, asset, favicon, fixed, page, worker
from kahuna.server.site import Site
from kahuna.server.wire import WIRE

HANDLERS: Sequence[ControllerRouterHandler] = (
    Accounts,
    Deals,
    Games,
    qr_code,
    ChatRoom,
    Seeks,
    Mine,
    Passkeys,
    BotOwners,
    BotDoor,
    People,
    PushSubscriptions,
    replay_record,
    draw_position,
    draw_game,
    replay_game,
    Analyses,
    explore_position,
    hint,
    judge,
    mark,
    Puzzles,
    Lessons,
    visit,
    healthz,
    metrics,
    style,
    art,
    asset,
    board_picture,
    favicon,
    fixed,
    icon,
    page,
    picture,
    worker,
)
LARGEST = 64 * 1024  # bytes of a request


class SiteApp(GuardedApp):
    """The application, and beside it the live connections, which are many and last long."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request; if that has opened a connection, serve it."""
        wire = scope.get("extensions", {}).pop(WIRE, None)  # which has the scope: no cycle is left
        await super().__call__(scope, receive, send)
        if (opened := scope.pop(OPENED, None)) is not None:
            await serve(self.state.site, opened, wire, receive, send)

    async def inside(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, or open a connection."""
        if scope["type"] == ScopeType.WEBSOCKET and scope["path"] == LIVE:
            await let_in(self.state.site, scope, receive, send)
        else:
            await super().inside(scope, receive, send)


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
        site,
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
        openapi_config=configuration(),
        type_encoders=ENCODERS,
        logging_config=None,  # `logs` says where it goes
    )
