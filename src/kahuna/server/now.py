"""The time, as the site keeps it: whole milliseconds since 1970, UTC."""

import time

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def now() -> int:
    """Return the time."""
    return time.time_ns() // 1_000_000
