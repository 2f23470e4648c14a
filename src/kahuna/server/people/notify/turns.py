"""Tells people that it is their turn, once a turn, and never while they look at the game.

A game that goes slowly is looked at a moment after each turn. If its mover is looking at
it in this process, that is noted in `notices`; if not, and nobody noted it for another
moment, this process notes it and tells them. So it works among many processes, too. What
could not be told, and what a process leaves undone when it ends, a look through the games
finds.
"""

import asyncio
import logging
import time
from typing import NamedTuple

from sqlalchemy import ColumnElement, case, delete, exists, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from kahuna.server.errors import RefusedError
from kahuna.server.now import DAY, SECOND, now
from kahuna.server.people.notify.mail import Mailer
from kahuna.server.people.notify.push import Message, Push
from kahuna.server.people.notify.words import moment, words
from kahuna.server.play.room import Room, Seated
from kahuna.server.play.rooms import Rooms
from kahuna.server.storage.tables import games, notices, people, subscriptions
from kahuna.server.storage.transaction import Transaction

MOMENT = 3.0  # seconds
ROUND = 60.0  # seconds between looks through the games
LONGEST_PAUSE = 7200.0  # seconds until somebody who could not be told is tried again
AT_ONCE = 8
LONGEST = 7 * DAY  # a message that was not delivered by then is not worth it
log = logging.getLogger(__name__)


class Reach(NamedTuple):
    """How somebody can be told."""

    name: str
    language: str
    push: bool
    address: str | None


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
        self._timers: dict[int, asyncio.TimerHandle] = {}  # by game
        self._tasks: set[asyncio.Task[None]] = set()
        self._limit = asyncio.Semaphore(AT_ONCE)
        self._put_off: dict[str, PutOff] = {}  # by link
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look through the games."""
        self._looking = asyncio.create_task(self._look_through(), name="your turn")

    async def stop(self) -> None:
        """Finish what is being sent; the rest is found later."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
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
        if room.id not in self._timers and awaited(room) is not None:
            self._later(room, room.seq, moments=1)

    async def missed(self) -> list[str]:
        """Return games whose mover can be told and was not."""
        mover = case((games.c.mover == "White", games.c.white), else_=games.c.black)
        at, grace = now(), int(2 * self.moment * SECOND)
        noted = exists().where(notices.c.game == games.c.id, notices.c.seq == games.c.seq)
        subscribed = exists().where(subscriptions.c.person == people.c.id)
        reachable: ColumnElement[bool] = people.c.notify.contains("push") & subscribed
        if self.mailer.enabled:
            reachable |= people.c.notify.contains("mail") & people.c.email.is_not(None)
        query = (
            select(games.c.link)
            .join(people, people.c.id == mover)
            .where(games.c.status == "running", games.c.pace != "live")
            .where(games.c.moved.between(at - DAY, at - grace), games.c.one_device.is_(False))
            .where(reachable, ~noted)
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
        loop = asyncio.get_running_loop()
        self._timers[room.id] = loop.call_later(self.moment, self._look, room, seq, moments)

    def _look(self, room: Room, seq: int, moments: int) -> None:
        """Look at a game a moment later; if it has gone on meanwhile, once more."""
        del self._timers[room.id]
        room = self.rooms.known(room.id) or room
        if room.seq != seq:
            self.told(room)
        elif (seated := awaited(room)) is not None:
            task = asyncio.create_task(self._see(room, seated, moments))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _see(self, room: Room, seated: Seated, moments: int) -> None:
        """Note that the mover is looking, or tell them, or wait for another moment."""
        seq = room.seq
        try:
            async with self._limit:
                reach = await self._reach(seated.person)
                if reach is None:
                    return
                if _is_looking(room, seated.person):
                    await self._note(room.id, seq)
                elif moments == 1:
                    if room.id not in self._timers:
                        self._later(room, seq, moments=2)
                elif await self._note(room.id, seq):
                    await self._tell_or_put_off(room, seq, seated, reach)
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

    async def _reach(self, person: int) -> Reach | None:
        """Return how somebody wants to be told, and can be."""
        subscribed = exists().where(subscriptions.c.person == people.c.id)
        query = select(
            people.c.name, people.c.language, people.c.notify, people.c.email, subscribed
        ).where(people.c.id == person)
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        wanted = row.notify.split()
        push = "push" in wanted and bool(row[4])
        address = row.email if "mail" in wanted and self.mailer.enabled else None
        return Reach(row.name, row.language, push, address) if push or address else None

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
