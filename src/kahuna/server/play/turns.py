"""A turn is one commit: checked by the rules, appended to the log, acknowledged when durable."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, ParamSpec

from kahuna import outcome
from kahuna.errors import IllegalTokenError
from kahuna.notation.setup import Seat
from kahuna.rules.state import OVER, State
from kahuna.server.errors import RefusedError, conflict, forbidden, invalid
from kahuna.server.now import now
from kahuna.server.play import clock
from kahuna.server.play.clock import Time
from kahuna.server.play.finish import finish
from kahuna.server.play.room import Room
from kahuna.server.play.rooms import Rooms
from kahuna.server.play.table import Plan, Table
from kahuna.server.storage.appender import Append, AppendConflictError, Appender
from kahuna.view import View, seat_name, turn_number

MOST_AT_ONCE = 128  # turns in the making, about 8 kB each; others wait as the messages they are
Given = ParamSpec("Given")


class MovedOnError(RefusedError):
    """What somebody else has done meanwhile, by way of another process, was first."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(409, "moved-on", "the game has gone on meanwhile")


def to_its_end(
    work: Callable[Given, Coroutine[Any, Any, None]],
) -> Callable[Given, Awaitable[None]]:
    """Return the same for who may go away meanwhile: once begun, it is written and told."""

    @wraps(work)
    async def shielded(*given: Given.args, **named: Given.kwargs) -> None:
        await asyncio.shield(asyncio.create_task(work(*given, **named)))

    return shielded


class Turns:
    """Makes turns durable."""

    def __init__(self, rooms: Rooms, appender: Appender) -> None:
        """Take where games are, and what writes them."""
        self.rooms, self.appender = rooms, appender
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)

    async def draft(self, room: Room, person: int, choices: Sequence[str]) -> View:
        """Return what the mover would see after a part of their turn."""
        if room.seats_of(person) and not room.awaits(person):
            async with room.lock:  # news of a turn made elsewhere may be on their way
                await self.rooms.refresh(room)
        table, _ = at_turn(room, person)
        try:
            return table.draft(choices)
        except IllegalTokenError as error:
            raise illegal(error) from None

    async def append(self, room: Room, kind: str, seat: Seat, plan: Plan) -> None:
        """Append what was planned, and go on by it; the room's lock is held."""
        table, at = room.table, now()
        assert table is not None
        time = clock.press(room.terms.clock, room.time, seat, at) if kind == "turn" else room.time
        item = Append(
            event={
                "game": room.id,
                "seq": room.seq + 1,
                "kind": kind,
                "seat": seat,
                "turn": table.turn,
                "tokens": " ".join(plan.tokens),
                "at": at,
                "left": time.left(seat),
            },
            summary=summary(room, plan.state, time, at),
            also=finish(room, plan.state, at) if plan.state.turn.phase == OVER else [],
        )
        # Not before the appender, whom the event wakes in the loop's next round, has handed it on.
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_soon, table.look_ahead, plan)
        await self.write(room, item)
        table.follow(plan)
        room.time = time

    async def write(self, room: Room, item: Append) -> None:
        """Make an event durable, and let the room know how it is summed up now."""
        try:
            await self.appender.append(item)
        except AppendConflictError:
            await self.rooms.refresh(room)
            raise MovedOnError from None
        new = item.summary
        room.seq, room.status, room.offer = new["seq"], new["status"], new["offer"]
        room.result, room.score = new["result"], new["score"]
        room.termination, room.ended = new["termination"], new["ended"]

    async def make(
        self,
        room: Room,
        person: int,
        turn: int,
        choices: Sequence[str],
        *,
        after: int | None = None,
    ) -> None:
        """Make a turn. The same request once more changes nothing, and is answered the same.

        `after` is for who must not answer another position than they saw: the number of events
        there were then. Whoever asks must wait until it is made; who may not, takes `commit`.
        """
        async with self._slots, room.lock:
            if room.table is None or room.table.turn < turn:
                await self.rooms.refresh(room)
            if made_before(room, person, turn, choices):
                return
            if after is not None and after != room.seq:
                raise conflict("moved-on", "the game has gone on meanwhile")
            table, seat = at_turn(room, person)
            if table.turn != turn:
                raise conflict("other-turn", f"turn {table.turn} is to be made, not turn {turn}")
            try:
                plan = table.plan(choices)
            except IllegalTokenError as error:
                raise illegal(error) from None
            try:
                await self.append(room, "turn", seat, plan)
            except MovedOnError:  # perhaps it was just this turn, sent to another process
                if not made_before(room, person, turn, choices):
                    raise
        room.tell()

    commit = to_its_end(make)


def at_turn(room: Room, person: int) -> tuple[Table, Seat]:
    """Return the table and the seat whose turn it is, if it is this person's."""
    seats = room.seats_of(person)
    if not seats:
        raise forbidden("you do not play in this game")
    if room.status != "running" or room.table is None:
        raise conflict("not-running", f"the game is {room.status}")
    if room.table.mover not in seats:
        raise conflict("not-your-turn", f"it is {room.table.mover}'s turn", turn=room.table.turn)
    return room.table, room.table.mover


def made_before(room: Room, person: int, turn: int, choices: Sequence[str]) -> bool:
    """Tell whether just this turn was made already: an answer was lost, or a click came twice."""
    table = room.table
    if table is None or (table.turn == turn and not table.is_over):
        return False
    return any(table.made(seat, turn) == list(choices) for seat in room.seats_of(person))


def illegal(error: IllegalTokenError) -> RefusedError:
    """Return the refusal of a token that the rules do not allow."""
    return invalid(error.code, str(error), token=error.token)


def summary(room: Room, state: State, time: Time, at: int) -> dict[str, Any]:
    """Return how the game's row sums up a position."""
    over, mover = state.turn.phase == OVER, seat_name(state.turn.mover)
    seated = room.seats[mover]
    return {
        "status": "over" if over else "running",
        "seq": room.seq + 1,
        "turn": turn_number(state),
        "mover": None if over else mover,
        "thinking": not over and seated is not None and seated.is_computer,
        "deadline": None if over else clock.deadline(room.terms.clock, time, mover),
        "moved": time.moved,
        "white_left": time.white,
        "black_left": time.black,
        "offer": None,
        "result": outcome.result(state),
        "score": outcome.score(state),
        "termination": outcome.TERMINATIONS[state.ending],
        "ended": at if over else None,
    }
