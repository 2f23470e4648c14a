"""Whether a request comes from a page of this site: what a browser's cookie needs to be safe.

A browser says from where a request comes, and a page cannot make it lie. Programs say
nothing, and one with a token has no cookie that somebody could abuse.
"""

from urllib.parse import urlsplit

from litestar.types import Scope

from kahuna.server.errors import RefusedError
from kahuna.server.guard.asgi import LIVE, changes_something, header, method_of
from kahuna.server.settings import Settings


class Origin:
    """Refuses what another site's page asks in somebody's name."""

    def __init__(self, settings: Settings) -> None:
        """Take the site's own address."""
        self.own = urlsplit(settings.url).netloc.lower()

    def __call__(self, scope: Scope) -> None:
        """Refuse a request that may change something and comes from another site."""
        if not changes_something(scope) or _has_token(scope):
            return
        origin, site = header(scope, b"origin"), header(scope, b"sec-fetch-site")
        if site is not None and method_of(scope) != LIVE:
            fine = site in ("same-origin", "none")  # none: the person, by the address bar
        else:
            fine = origin is None or self._is_own(origin, scope)
        if not fine:
            raise RefusedError(403, "other-site", "this was asked by a page of another site")

    def _is_own(self, origin: str, scope: Scope) -> bool:
        netloc = urlsplit(origin).netloc.lower()
        return bool(netloc) and netloc in ((header(scope, b"host") or "").lower(), self.own)


def _has_token(scope: Scope) -> bool:
    return (header(scope, b"authorization") or "").lower().startswith("bearer ")
