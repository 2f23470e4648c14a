"""Games that nobody has to claim: against the computer, and of two at one device.

People claim a win for themselves when their opponent's time is over; the computer cannot, and of
two at one device nobody should have to reach for it. Which games those are is asked of the
database, so a clock that ran out while the site was down is found as well, and it does not matter
which process looks: of several, one is first. It is asked when the time of a game that is in
memory here may be over, and now and then for the others: each time, turns wait for that.
"""

import asyncio
import contextlib
import logging

from sqlalchemy import case, select
from sqlalchemy.exc import SQLAlchemyError

from kahuna.server.errors import RefusedError
from kahuna.server.now import MINUTE, SECOND, now
from kahuna.server.play.endings import Endings
from kahuna.server.play.opening import other
from kahuna.server.play.room import Room
from kahuna.server.play.rooms import Rooms
from kahuna.server.storage.tables import games, people

EVERY = 1.0  # seconds between looks at the time
ROUND = 30 * SECOND  # until all games are looked at, also those in nobody's memory
GRACE = SECOND  # for a turn that was made in the last moment and is still on its way
PATIENCE = 5.0  # seconds for a look to be finished when the site stops
AGAIN = MINUTE  # what was due so long before a look is looked at once more

log = logging.getLogger(__name__)

_claimant = case((games.c.mover == "White", games.c.black), else_=games.c.white)
_BY_ITSELF = (
    select(games.c.id, _claimant)
    .join(people, people.c.id == _claimant)
    .where(games.c.status == "running", games.c.one_device | (people.c.kind == "computer"))
)


class Overdue:
    """Ends games whose time is over and in which nobody can be expected to claim that."""

    def __init__(self, rooms: Rooms, endings: Endings) -> None:
        """Take where games are, and what ends them."""
        self.rooms, self.endings = rooms, endings
        self._task: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()
        self._since = 0  # games whose time was over before were looked at
        self._next = 0  # when to look, at the latest

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._run(), name="overdue")

    async def stop(self) -> None:
        """Look no more; a look that was begun is finished, so that no connection is left open.

        Where the database does not answer, that is not waited for for ever.
        """
        self._stopping.set()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=PATIENCE)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def told(self, room: Room) -> None:
        """Take note of when a game's time will be over; this costs next to nothing."""
        if ends_by_itself(room) and (deadline := room.deadline) is not None:
            self._next = min(self._next, deadline + GRACE)

    async def look(self) -> None:
        """End the games that are due."""
        until = now() - GRACE
        query = _BY_ITSELF.where(games.c.deadline.between(self._since, until))
        async with self.rooms.database.reading() as connection:
            due = (await connection.execute(query)).all()
        for game, claimant in due:
            await self._end(game, claimant)
        self._since = until - AGAIN

    async def _end(self, game: int, claimant: int) -> None:
        try:
            await self.endings.claim(await self.rooms.get(str(game)), claimant)
        except RefusedError as error:  # a turn came after all, or another process was faster
            log.debug("game %s is not ended: %s", game, error.code)

    async def _run(self) -> None:
        while not self._stopping.is_set():
            if now() >= self._next:
                self._next = now() + ROUND
                try:
                    await self.look()
                except (SQLAlchemyError, OSError) as error:
                    self._next = now()
                    log.warning("clocks were not looked at: %s", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._stopping.wait()


def ends_by_itself(room: Room) -> bool:
    """Tell whether nobody has to claim the mover's loss on time."""
    if room.mover is None:
        return False
    claimant = room.seats[other(room.mover)]
    return room.one_device or (claimant is not None and claimant.is_computer)
