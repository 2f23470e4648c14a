"""How often something may be tried, so that passwords cannot be guessed."""

import ipaddress
from collections import deque

from kahuna.server.errors import RefusedError
from kahuna.server.now import SECOND, now

MOST_KEYS = 50_000


class Attempts:
    """Counts attempts by key; a process counts for itself, and forgets when it ends.

    >>> attempts = Attempts(most=1, period=60_000)
    >>> attempts.take("lani")
    >>> attempts.take("lani")
    Traceback (most recent call last):
    kahuna.server.errors.RefusedError: too many attempts; try again in 1 minutes
    """

    def __init__(self, most: int, period: int) -> None:
        """Allow so many attempts in a period of milliseconds."""
        self.most, self.period = most, period
        self._taken: dict[str, deque[int]] = {}

    def take(self, key: str) -> None:
        """Count an attempt; refuse one too many."""
        at = now()
        if len(self._taken) >= MOST_KEYS:
            self._tidy(at)
        taken = self._taken.setdefault(key, deque())
        while taken and taken[0] <= at - self.period:
            taken.popleft()
        if len(taken) >= self.most:
            wait = -((at - taken[0] - self.period) // SECOND)  # rounded up
            raise RefusedError(
                429,
                "too-many-attempts",
                f"too many attempts; try again in {-(-wait // 60)} minutes",
                retry_after=wait,
            )
        taken.append(at)

    def give_back(self, key: str) -> None:
        """Count an attempt no more: it was none of the bad ones."""
        if taken := self._taken.get(key):
            taken.pop()

    def _tidy(self, at: int) -> None:
        """Forget what is long ago; under attack from everywhere, the oldest half too."""
        self._taken = {
            key: taken
            for key, taken in self._taken.items()
            if taken and taken[-1] > at - self.period
        }
        for key in list(self._taken)[: max(0, len(self._taken) - MOST_KEYS // 2)]:
            del self._taken[key]


def client_key(host: str) -> str:
    """Return what a client is counted by: its address, or the network of 64 bits it lives in.

    >>> client_key("192.0.2.7"), client_key("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6 and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
