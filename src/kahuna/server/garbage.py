"""Collecting garbage without long pauses.

Python looks for cycles of garbage among all objects, whenever their number has grown by a
quarter; with hundreds of games in memory that stops every turn for a fifth of a second. So
what is new is put aside (`gc.freeze`) many times a second, and not looked at again. It is still
freed as soon as nothing refers to it; only cycles among it stay, until twice as much memory is in
use as when all was last looked through.

Before that it is looked through, but only where there is anything to be found. Turns leave no
cycles behind, and on a busy site nearly all that is new is theirs: to look through it each time
took an eighth of what the process did.
"""

import asyncio
import gc
import sys
from itertools import count

EVERY = 0.05  # seconds
SELDOM = 20  # times that, between looks at what takes longer
WORTH = 100  # objects found: there may soon be as many again
YOUNG = 100_000  # objects more than before, for Python to look through them itself


async def tidy() -> None:
    """Put aside what lives long, until cancelled."""
    _, middle, old = gc.get_threshold()
    gc.set_threshold(YOUNG, middle, old)
    most, found = look_through_all(), 0
    for n in count(1):
        await asyncio.sleep(EVERY)
        if found >= WORTH or n % SELDOM == 0:
            found = gc.collect(0)
        gc.freeze()
        # To count what was put aside would be a pause.
        if n % SELDOM == 0 and sys.getallocatedblocks() > most:
            most = look_through_all()


def look_through_all() -> int:
    """Free all garbage; return at how much memory, in blocks, it is to be done again."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return 2 * sys.getallocatedblocks()
