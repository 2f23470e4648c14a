"""Collecting garbage without long pauses.

Python looks for cycles of garbage among all objects, whenever their number has grown by a
quarter; with hundreds of games in memory that stops every turn for a fifth of a second. So
what is new is looked through several times a second, in less than a millisecond, and what has
outlived that is put aside (`gc.freeze`) and not looked at again. It is still freed as soon as
nothing refers to it; only cycles among it stay, until twice as much memory is in use as when
all was last looked through.
"""

import asyncio
import gc
import sys
from typing import NoReturn

EVERY = 0.25  # seconds
YOUNG = 100_000  # objects more than before, for Python to look through them itself


async def tidy() -> NoReturn:
    """Put aside what lives long, for ever."""
    _, middle, old = gc.get_threshold()
    gc.set_threshold(YOUNG, middle, old)
    most = look_through_all()
    while True:
        await asyncio.sleep(EVERY)
        gc.collect(0)
        gc.freeze()
        if sys.getallocatedblocks() > most:  # to count what was put aside would be a pause
            most = look_through_all()


def look_through_all() -> int:
    """Free all garbage; return at how much memory, in blocks, it is to be done again."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return 2 * sys.getallocatedblocks()
