"""Collecting garbage without long pauses.

Python looks for cycles of garbage among all objects, whenever their number has grown by a
quarter; with hundreds of games in memory that stops every turn for a fifth of a second. So
what is new is looked through many times a second, each time in a small part of a millisecond,
and what has outlived that is put aside (`gc.freeze`) and not looked at again. It is still freed
as soon as nothing refers to it; only cycles among it stay, until twice as much memory is in use
as when all was last looked through.
"""

import asyncio
import gc
import sys
from itertools import count

EVERY = 0.05  # seconds
SELDOM = 20  # times that, between looks at how much memory is in use: each takes longer
YOUNG = 100_000  # objects more than before, for Python to look through them itself


async def tidy() -> None:
    """Put aside what lives long, until cancelled."""
    _, middle, old = gc.get_threshold()
    gc.set_threshold(YOUNG, middle, old)
    most = look_through_all()
    for n in count(1):
        await asyncio.sleep(EVERY)
        gc.collect(0)
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
