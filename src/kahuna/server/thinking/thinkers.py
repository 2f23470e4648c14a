"""The thinkers of one process of the site: they claim games, think, and make the turns."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from kahuna.server.errors import RefusedError
from kahuna.server.now import SECOND, now
from kahuna.server.play.room import Room, Seated
from kahuna.server.play.rooms import Rooms
from kahuna.server.play.turns import Turns
from kahuna.server.thinking.claims import Claim, Claims
from kahuna.server.thinking.engine import Engine, EngineError
from kahuna.server.thinking.pace import pace

POLL = 3.0  # seconds after which is looked again, should no news have come
HEARSAY = 0.03  # news of other processes come in crowds: so long they are gathered
RENEWAL = 2.0
TRIES = 3  # with an engine that fails
STALE = 409  # the status of what came too late: taken back, resigned, made by another thinker

log = logging.getLogger(__name__)


class Thought(NamedTuple):
    """A turn of the computer, to be made at that time."""

    room: Room
    person: int
    turn: int
    tokens: list[str]
    at: int


class Thinkers:
    """So many engines, and what keeps them busy."""

    def __init__(
        self, rooms: Rooms, turns: Turns, number: int, make: Callable[[], Engine] = Engine
    ) -> None:
        """Take where games are, what makes turns, and how many engines there may be."""
        self.rooms, self.turns, self.claims = rooms, turns, Claims(rooms.database)
        self.engines = [make() for _ in range(number)]
        # The one used last is used first, so that a quiet site starts only one of them.
        self._idle: asyncio.LifoQueue[Engine] = asyncio.LifoQueue()
        self._wake = asyncio.Event()
        self._later: asyncio.TimerHandle | None = None
        self._running: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to look for games; no engine is started before there is one."""
        if not self.engines:
            return
        if self.rooms.database.is_sqlite:
            await self.claims.free_all()
        for engine in reversed(self.engines):
            self._idle.put_nowait(engine)
        self._running = asyncio.create_task(self._run(), name="thinkers")

    async def stop(self) -> None:
        """Leave what is not thought through to others, and end the engines."""
        if self._later is not None:
            self._later.cancel()
        tasks = [*self._tasks, *([self._running] if self._running else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(engine.close() for engine in self.engines))

    def changed(self, room: Room) -> None:
        """Take note that something happened in a game."""
        if computer_to_move(room) is not None:
            self._wake.set()

    def heard(self) -> None:
        """Take note that something happened in another process."""
        if self.engines and self._later is None:
            self._later = asyncio.get_running_loop().call_later(HEARSAY, self._look)

    def _look(self) -> None:
        self._later = None
        self._wake.set()

    async def _run(self) -> None:
        """Give every game that waits to an engine that is free."""
        while True:
            engine = await self._idle.get()
            claim = await self._next()
            task = asyncio.create_task(self._serve(engine, claim))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _next(self) -> Claim:
        """Return the next game to think about, as soon as there is one."""
        while True:
            self._wake.clear()
            try:
                if (claim := await self.claims.take()) is not None:
                    return claim
            except (SQLAlchemyError, OSError) as error:
                log.warning("thinking: the database is lost: %s", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._wake.wait()

    async def _serve(self, engine: Engine, claim: Claim) -> None:
        """Make the computer's turn in a game. If that fails, the lease runs out some time."""
        try:
            async with self._kept(claim):
                try:
                    thought = await self._think(engine, claim)
                finally:
                    self._idle.put_nowait(engine)
                if thought is not None:
                    await asyncio.sleep(max(0, thought.at - now()) / SECOND)
                    await self._make(thought, claim)
        except EngineError as error:
            log.error("thinking: game %s: the engine failed: %s", claim.game, error)
        except Exception:
            log.exception("thinking: game %s failed", claim.game)

    @asynccontextmanager
    async def _kept(self, claim: Claim) -> AsyncGenerator[None, None]:
        """Keep the claim while the block lasts; give it back when this process stops."""
        held = claim

        async def renew() -> None:
            nonlocal held
            while True:
                await asyncio.sleep(RENEWAL)
                with contextlib.suppress(SQLAlchemyError, OSError):
                    if (newer := await self.claims.renew(held)) is None:
                        return
                    held = newer

        renewing = asyncio.create_task(renew())
        try:
            yield
        except asyncio.CancelledError:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await self.claims.give_back(held)
            raise
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _think(self, engine: Engine, claim: Claim) -> Thought | None:
        """Return the turn, unless the game has gone on since it was claimed."""
        began, room = now(), await self.rooms.get(str(claim.game))
        if room.seq != claim.seq or room.mover is None:
            async with room.lock:
                await self.rooms.refresh(room)
        table, seated = room.table, computer_to_move(room)
        if room.seq != claim.seq or table is None or seated is None:
            return None
        assert seated.level is not None
        turn, record = table.turn, table.record(table.mover).one_line()
        left = None if room.deadline is None else max(0, room.deadline - now())
        waiting = await self.claims.waiting() // len(self.engines)
        limit = pace(seated.level, left, room.terms.clock.increment, waiting)
        for attempt in range(1, TRIES + 1):
            try:
                tokens = await engine.turn(seated.level, record, limit.think)
                return Thought(room, seated.person, turn, tokens, began + limit.shown)
            except EngineError as error:
                if attempt == TRIES:
                    raise
                log.warning("thinking: the engine failed and is started anew: %s", error)
        return None

    async def _make(self, thought: Thought, claim: Claim) -> None:
        """Make the turn, unless something else has happened meanwhile."""
        try:
            await self.turns.commit(
                thought.room, thought.person, thought.turn, thought.tokens, after=claim.seq
            )
        except RefusedError as error:
            if error.status != STALE:
                log.error("thinking: game %s: the turn is refused: %s", claim.game, error.code)


def computer_to_move(room: Room) -> Seated | None:
    """Return the computer, if it is its turn."""
    seated = None if room.mover is None else room.seats[room.mover]
    return seated if seated is not None and seated.is_computer else None
