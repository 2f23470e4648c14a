"""How often somebody may ask: a bucket for each client and for each account, in this process.

A bucket fills up at a steady pace and holds a minute's worth, so that nobody notices it
who is a person.
"""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from ipaddress import IPv6Address, ip_address

from litestar.types import Scope

from kahuna.server.errors import RefusedError
from kahuna.server.guard.asgi import changes_something
from kahuna.server.settings import Settings

MOST_BUCKETS = 100_000  # the one used longest ago goes first
FREE = ("/healthz", "/metrics")
# Where one becomes somebody: where names are tried, and passwords.
ENTRIES = ("/api/guests", "/api/accounts", "/api/session", "/api/passkeys")

Now = Callable[[], float]


class Limit:
    """So many a minute for each key; 0 is no limit.

    >>> now = 0.0
    >>> limit = Limit(60, lambda: now)
    >>> [limit.wait("me") for _ in range(61)][-2:]
    [0.0, 1.0]
    >>> limit.wait("you")
    0.0
    """

    def __init__(self, a_minute: int, clock: Now = time.monotonic) -> None:
        """Begin with all buckets full."""
        self.a_minute, self.clock = a_minute, clock
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()  # buckets that are not full

    def wait(self, key: Hashable) -> float:
        """Take one; return 0, or for how many seconds there is none."""
        if not self.a_minute:
            return 0.0
        now, each = self.clock(), 60 / self.a_minute
        full_at = max(self._full_at.get(key, now), now) + each
        if full_at - now > 60 + each / 2:
            return full_at - now - 60
        self._full_at[key] = full_at
        self._full_at.move_to_end(key)
        while len(self._full_at) > MOST_BUCKETS or next(iter(self._full_at.values())) < now:
            self._full_at.popitem(last=False)
        return 0.0


class Limits:
    """The limits of a site."""

    def __init__(self, settings: Settings, clock: Now = time.monotonic) -> None:
        """Take how much is allowed."""
        self.requests = Limit(settings.request_limit, clock)
        self.entries = Limit(settings.entry_limit, clock)
        self.commits = Limit(settings.commit_limit, clock)

    def __call__(self, scope: Scope) -> None:
        """Refuse what one client asks too often."""
        path = scope["path"]
        if path in FREE:
            return
        client = client_of(scope)
        _refuse_after(self.requests.wait(client))
        if path.startswith(ENTRIES) and changes_something(scope):
            _refuse_after(self.entries.wait(client))

    async def message(self, client: str) -> None:
        """Return when a client may send one more message over a live connection.

        It counts as a request. Nothing is refused: what a client sends too often has to wait,
        at the client's end in the end.
        """
        while wait := self.requests.wait(client):
            await asyncio.sleep(wait)

    def change(self, person: int) -> None:
        """Refuse what one account changes too often."""
        _refuse_after(self.commits.wait(person))


def client_of(scope: Scope) -> str:
    """Return the client's address; of IPv6 the network, as a household has one of its own.

    >>> client_of({"client": ("2001:db8:1:2:3:4:5:6", 80)})
    '2001:db8:1:2'
    """
    host = (scope.get("client") or ("", 0))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return ":".join(f"{int(part, 16):x}" for part in address.exploded.split(":")[:4])


def _refuse_after(wait: float) -> None:
    if wait:
        seconds = math.ceil(wait)
        reason = f"that is too often: wait {seconds} second{'s' if seconds > 1 else ''}"
        raise RefusedError(429, "too-often", reason, retry_after=seconds)
