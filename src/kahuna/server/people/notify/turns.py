"""Tells people that it is their turn, once a turn, and never while they look at the game.

A game that goes slowly is looked at a moment after each turn. If its mover is looking at
it in this process, that is noted in `notices`; if not, and nobody noted it for another
moment, this process notes it and tells them. So it works among many processes, too. What
could not be told, and what a process leaves undone when it ends, a look through the games
finds.

Games are looked at several at a time: each look asks the database how people can be told, and
turns that are made meanwhile would wait for that.
"""

import asyncio
import logging
import time
from collections.abc import Coroutine
from itertools import takewhile
from typing import Any, NamedTuple

from sqlalchemy import case, delete, exists, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from kahuna.server.errors import RefusedError
from kahuna.server.now import DAY, SECOND, now
from kahuna.server.people.notify.mail import Mailer
from kahuna.server.people.notify.push import Message, Push
from kahuna.server.people.notify.reach import Reach, reachable, reaches
from kahuna.server.people.notify.words import moment, words
from kahuna.server.play.room import Room, Seated
from kahuna.server.play.rooms import Rooms
from kahuna.server.storage.tables import games, notices, people
from kahuna.server.storage.transaction import Transaction

MOMENT = 3.0  # seconds
EARLY = 1 / 6  # of a moment: games that are due so soon are looked at with one that is due
ROUND = 60.0  # seconds between looks through the games
LONGEST_PAUSE = 7200.0  # seconds until somebody who could not be told is tried again
AT_ONCE = 8
LONGEST = 7 * DAY  # a message that was not delivered by then is not worth it
log = logging.getLogger(__name__)


class Waiting(NamedTuple):
    """A game that is to be looked at, if it does not go on before."""

    room: Room
    seq: int
    moments: int  # since its turn was made, when it is looked at
    due: float


class Slow(NamedTuple):
    """A game that has not gone on for a moment or two."""

    room: Room
    seq: int
    moments: int
    mover: Seated


class PutOff(NamedTuple):
    """Somebody could not be told: until when that is not tried again."""

    until: float
    pause: float


class YourTurn:
    """Tells people that it is their turn."""

    def __init__(self, rooms: Rooms, push: Push, mailer: Mailer, address: str) -> None:
        """Take where games are, how people are told, and the site's address."""
        self.rooms, self.database = rooms, rooms.database
        self.push, self.mailer, self.address = push, mailer, address
        self.moment, self.round = MOMENT, ROUND
        self._waiting: dict[int, Waiting] = {}  # by game
        self._timer: asyncio.TimerHandle | None = None  # until the first of them is due
        self._tasks: set[asyncio.Task[None]] = set()
        self._limit = asyncio.Semaphore(AT_ONCE)
        self._put_off: dict[str, PutOff] = {}  # by link
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look through the games."""
        self._looking = asyncio.create_task(self._look_through(), name="your turn")

    async def stop(self) -> None:
        """Finish what is being sent; the rest is found later."""
        if self._timer is not None:
            self._timer.cancel()
        self._waiting.clear()
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=5)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self.push.close()
        self.mailer.close()

    def told(self, room: Room) -> None:
        """Take note that something happened in a game; this costs next to nothing."""
        if room.id not in self._waiting and awaited(room) is not None:
            self._later(room, room.seq, moments=1)

    @property
    def is_at_rest(self) -> bool:
        """Whether no game is to be looked at, and nobody is being told."""
        return not (self._waiting or self._tasks)

    async def missed(self) -> list[str]:
        """Return games whose mover can be told and was not."""
        mover = case((games.c.mover == "White", games.c.white), else_=games.c.black)
        at, grace = now(), int(2 * self.moment * SECOND)
        noted = exists().where(notices.c.game == games.c.id, notices.c.seq == games.c.seq)
        query = (
            select(games.c.link)
            .join(people, people.c.id == mover)
            .where(games.c.status == "running", games.c.pace != "live")
            .where(games.c.moved.between(at - DAY, at - grace), games.c.one_device.is_(False))
            .where(reachable(mails=self.mailer.enabled), ~noted)
        )
        async with self.database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def _look_through(self) -> None:
        while True:
            try:
                for link in self._due(await self.missed()):
                    self.told(await self.rooms.get(link))
            except (SQLAlchemyError, OSError, RefusedError) as error:
                log.warning("games were not looked through: %s", type(error).__name__)
            await asyncio.sleep(self.round)

    def _due(self, links: list[str]) -> list[str]:
        """Return which of these games are to be told of now; the others were put off."""
        # Games that were put off and are not among them have gone on, or been told of elsewhere.
        self._put_off = {link: self._put_off[link] for link in links if link in self._put_off}
        at = time.monotonic()
        return [
            link for link in links if link not in self._put_off or self._put_off[link].until < at
        ]

    def _later(self, room: Room, seq: int, moments: int) -> None:
        due = time.monotonic() + self.moment
        self._waiting[room.id] = Waiting(room, seq, moments, due)
        if self._timer is None:
            self._set_timer()

    def _set_timer(self) -> None:
        """Look again when the first of those that wait is due."""
        first = next(iter(self._waiting.values()))
        wait = first.due - time.monotonic()
        self._timer = asyncio.get_running_loop().call_later(wait, self._look)

    def _look(self) -> None:
        """Look at the games that are due; at those that have gone on meanwhile, once more."""
        slow = list[Slow]()
        for waiting in self._take_due():
            room = self.rooms.known(waiting.room.id) or waiting.room
            if room.seq != waiting.seq:
                self.told(room)
            elif (mover := awaited(room)) is not None:
                slow.append(Slow(room, waiting.seq, waiting.moments, mover))
        self._timer = None
        if self._waiting:
            self._set_timer()
        if slow:
            self._begin(self._see_all(slow))

    def _take_due(self) -> list[Waiting]:
        """Take the games that are due, or nearly: all wait equally long, so they come first."""
        until = time.monotonic() + EARLY * self.moment
        due = list(takewhile(lambda waiting: waiting.due <= until, self._waiting.values()))
        for waiting in due:
            del self._waiting[waiting.room.id]
        return due

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _see_all(self, slow: list[Slow]) -> None:
        """See to the games whose mover can be told."""
        try:
            persons = {game.mover.person for game in slow}
            found = await reaches(self.database, persons, mails=self.mailer.enabled)
        except (SQLAlchemyError, OSError) as error:  # a look through the games finds them
            log.warning("nobody could be told: %s", type(error).__name__)
            return
        for game in slow:
            if (reach := found.get(game.mover.person)) is not None:
                self._begin(self._see(game, reach))

    async def _see(self, game: Slow, reach: Reach) -> None:
        """Note that the mover is looking, or tell them, or wait for another moment."""
        room, seq, moments, mover = game
        try:
            async with self._limit:
                if room.seq != seq:
                    return  # it has gone on meanwhile, and is to be looked at again already
                if _is_looking(room, mover.person):
                    await self._note(room.id, seq)
                elif moments == 1:
                    if room.id not in self._waiting:
                        self._later(room, seq, moments=2)
                elif await self._note(room.id, seq):
                    await self._tell_or_put_off(room, seq, mover, reach)
        except Exception:
            log.exception("telling of game %s failed", room.id)

    async def _tell_or_put_off(self, room: Room, seq: int, seated: Seated, reach: Reach) -> None:
        """Tell somebody; if they are not reached, or this process ends, let it be found again."""
        reached = False
        try:
            reached = await self._tell(room, seated, reach)
        finally:
            if not reached:
                last = self._put_off.get(room.link, PutOff(0, self.round / 2))
                pause = min(2 * last.pause, LONGEST_PAUSE)
                self._put_off[room.link] = PutOff(time.monotonic() + pause, pause)
                await self._unnote(room.id, seq)

    async def _note(self, game: int, seq: int) -> bool:
        """Note that a turn was seen or is told of; tell whether nobody had."""
        notice = {"game": game, "seq": seq, "at": now()}

        async def write(connection: Transaction) -> None:
            older = (notices.c.game == game) & (notices.c.seq < seq)
            await connection.execute(delete(notices).where(older))
            await connection.execute(insert(notices), notice)

        try:
            await self.database.write(write)
        except IntegrityError:
            return False
        return True

    async def _unnote(self, game: int, seq: int) -> None:
        """Take the note of a turn back that was not told of."""

        async def write(connection: Transaction) -> None:
            this = (notices.c.game == game) & (notices.c.seq == seq)
            await connection.execute(delete(notices).where(this))

        await self.database.write(write)

    async def _tell(self, room: Room, seated: Seated, reach: Reach) -> bool:
        """Tell somebody in each way they want; return whether any reached them."""
        reached = False
        opponent = next(
            who.name for who in room.seats.values() if who and who.person != seated.person
        )
        text, link = words(reach.language), f"{self.address}/{room.link}"
        if reach.push:
            message = Message(text.your_turn, text.waits.format(opponent=opponent), link, room.link)
            left = LONGEST if room.deadline is None else max(0, room.deadline - now())
            reached |= (
                await self.push.send(seated.person, message, min(left, LONGEST) // SECOND) > 0
            )
        if reach.address:
            until = room.deadline and text.until.format(time=moment(room.deadline))
            mail = text.turn_mail.format(
                name=reach.name,
                number=room.id,
                opponent=opponent,
                link=link,
                until=until or "",
                settings=f"{self.address}/settings",
            )
            subject = text.turn_subject.format(opponent=opponent)
            reached |= await self.mailer.send(reach.address, subject, mail)
        return reached


def awaited(room: Room) -> Seated | None:
    """Return whose turn it is, if they are to be told at all.

    That is in games by correspondence, and in those without a clock between two people.
    """
    pace, mover = room.terms.clock.pace, room.mover
    if mover is None or room.one_device or pace == "live":
        return None
    seated = room.seats[mover]
    if seated is None or seated.kind not in ("guest", "account"):
        return None
    computer = any(who.is_computer for who in room.seats.values() if who)
    return None if computer and pace == "none" else seated


def _is_looking(room: Room, person: int) -> bool:
    return any(watcher.person == person and watcher.looks for watcher in room.watchers)
