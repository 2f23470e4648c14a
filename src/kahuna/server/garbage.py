"""Collecting garbage without long pauses.

Python looks for cycles of garbage among all objects, whenever their number has grown by a
quarter; with hundreds of games in memory that stops every turn for a fifth of a second. So
what has lived for a moment is put aside (`gc.freeze`) and not looked at again. It is still
freed as soon as nothing refers to it; only cycles among it stay, until all objects are twice
as many as when they were last looked through.

A turn leaves no cycles, but a hundred objects that live until the game's next turn. To look
through those of hundreds of games takes tens of milliseconds, however often it is done: so it
is done seldom.
"""

import asyncio
import gc
from typing import NoReturn

EVERY = 60.0  # seconds
YOUNG = 100_000  # objects more than before, for Python to look through them itself


async def tidy() -> NoReturn:
    """Put aside what lives long, for ever."""
    _, middle, old = gc.get_threshold()
    gc.set_threshold(YOUNG, middle, old)
    most = look_through_all()
    while True:
        await asyncio.sleep(EVERY)
        gc.collect(1)
        gc.freeze()
        if gc.get_freeze_count() > most:
            most = look_through_all()


def look_through_all() -> int:
    """Free all garbage; return at how many objects it is to be done again."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return 2 * gc.get_freeze_count()
