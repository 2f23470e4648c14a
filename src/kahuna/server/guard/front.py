"""The front of the application: all guards, in order."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from litestar import Litestar
from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.utils import normalize_path
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kahuna.server.errors import RefusedError
from kahuna.server.guard.asgi import refuse
from kahuna.server.guard.headers import Headers
from kahuna.server.guard.hosts import Hosts
from kahuna.server.guard.origin import Origin
from kahuna.server.guard.patience import Patience
from kahuna.server.guard.sizes import sizes
from kahuna.server.guard.watch import Watch
from kahuna.server.site import Site

Check = Callable[[Scope], None]  # raises what it refuses


class Guard:
    """Lets a request pass when every check does."""

    def __init__(self, app: ASGIApp, checks: Sequence[Check]) -> None:
        """Take what answers, and what is checked."""
        self.app, self.checks = app, checks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then let the application answer."""
        try:
            for check in self.checks:
                check(scope)
        except RefusedError as error:
            await refuse(scope, send, error)
        else:
            await self.app(scope, receive, send)


def guarded(app: ASGIApp, site: Site) -> ASGIApp:
    """Return the application behind its guards."""
    settings = site.settings
    checks = (sizes, Hosts(settings), Origin(settings), site.limits)
    inner = Watch(Headers(Guard(Patience(app), checks), settings), site.metrics)
    # The first to be asked: it says who the client is, where a proxy stands before us.
    return cast("ASGIApp", ProxyHeadersMiddleware(cast("Any", inner), settings.proxies))


class GuardedApp(Litestar):
    """An application whose guards are asked first, also about what no route is for."""

    def __init__(self, site: Site, **parts: Any) -> None:
        """Take the parts of an application."""
        super().__init__(**parts)
        self._front = guarded(self.inside, site)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
            return
        # As Litestar finds its routes: to the guards, too, //api/guests is /api/guests.
        scope["path"] = normalize_path(scope["path"])
        await self._front(scope, receive, send)

    async def inside(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer what the guards let pass."""
        await super().__call__(scope, receive, send)
