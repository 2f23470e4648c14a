"""The lobby: where strangers find each other, by open seeks or by quick pairing.

All processes of a site share it in the database, and only one of them changes it at a
time: so nobody is given two games at once. Seeks die when their owner has not been heard
of for a while.
"""

import asyncio
import logging
import secrets
from typing import NamedTuple, Protocol

import msgspec
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from kahuna.notation.setup import Seat
from kahuna.server.errors import conflict, forbidden, invalid, not_found
from kahuna.server.news import News
from kahuna.server.now import now
from kahuna.server.people.ratings import rating_of
from kahuna.server.play import seeks as stored
from kahuna.server.play.opening import Arrival, Opening, other, take_seed
from kahuna.server.play.pairing import Waiting, pairs
from kahuna.server.play.reading import SEATS
from kahuna.server.play.room import Room
from kahuna.server.play.seeks import LIFE, NewSeek, Owned, OwnSeek, Seek
from kahuna.server.play.terms import check
from kahuna.server.storage.tables import seeks
from kahuna.server.storage.transaction import Transaction

CHANGED = "lobby"  # topics of the news
PAIRED = "paired"
MOST_SEEKS = 5  # open ones of one person
PAUSE = 2.0  # seconds from one look at the lobby to the next
BREATH = 0.2  # seconds from one message of the lobby to the next
LOCK = 0x6C6F6262  # "lobb": while one process changes the lobby, others wait

log = logging.getLogger(__name__)
_LOCK = text("SELECT pg_advisory_xact_lock(:lock)")


class LobbyState(msgspec.Struct, frozen=True, tag="lobby", tag_field="type"):
    """The open seeks, the newest first, and how many wait for quick pairing."""

    seeks: list[Seek]
    waiting: int


class Paired(NamedTuple):
    """A game that has come about here."""

    link: str
    persons: set[int]


class LobbyWatcher(Protocol):
    """Whoever waits in the lobby, and is told without delay."""

    @property
    def person(self) -> int | None:
        """Who it is, if they are known."""

    def show(self, state: LobbyState) -> None:
        """Take note of how the lobby is now."""

    def paired(self, link: str) -> None:
        """Take note that a game of theirs has begun."""


class Lobby:
    """Brings strangers together."""

    def __init__(self, opening: Opening, news: News) -> None:
        """Take what makes games, and what tells other processes."""
        self.opening, self.news = opening, news
        self.database, self.rooms = opening.database, opening.rooms
        self.watchers: set[LobbyWatcher] = set()
        self._changed = asyncio.Event()
        self._changes = 0  # how many
        self._empty_at = -1  # after how many of them it was found empty
        self._shown = 0  # how often
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to pair, and to tell what changes."""
        work = (self._look_for_ever(), self._show_for_ever())
        self._tasks = [asyncio.create_task(task, name="lobby") for task in work]

    async def stop(self) -> None:
        """Pair no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def state(self, person: int | None) -> LobbyState:
        """Return how the lobby is now, as somebody sees it."""
        return _as_seen(*await self._read(), person)

    async def watch(self, watcher: LobbyWatcher) -> None:
        """Tell somebody of the lobby, now and whenever it changes; it keeps their seeks alive."""
        shown = -1
        while shown != self._shown:  # else something changed while it was read
            shown, state = self._shown, await self.state(watcher.person)
        self.watchers.add(watcher)
        watcher.show(state)

    async def own(self, person: int) -> list[OwnSeek]:
        """Return somebody's seeks and what became of them; asking keeps them alive."""
        async with self.database.reading() as connection:
            own = await stored.of_person(connection, person)
        if own:
            async with self.database.writing() as connection:
                await stored.keep_alive(connection, {person}, now())
        return own

    async def seek(self, person: int, new: NewSeek) -> OwnSeek:
        """Look for a game; with quick pairing, it may be found at once."""
        _check(new)
        at = now()
        async with self.database.writing() as connection:
            await self._alone(connection)
            if new.quick:  # one at a time
                await stored.withdraw(connection, person, seeks.c.quick)
            elif await stored.count(connection, person) >= MOST_SEEKS:
                raise conflict("too-many", f"you look for {MOST_SEEKS} games already")
            rating = (await rating_of(connection, person, new.terms.pool)).rating
            seed = await take_seed(connection, new.commitment)
            number = await stored.write(connection, person, new, rating, seed, at)
            made = await self._pair(connection, at) if new.quick else []
            await self.news.tell(connection, CHANGED, [0])
            own = await stored.of_person(connection, person)
        await self._announce(made)
        return next(seek for seek in own if seek.number == number)

    async def accept(self, number: int, person: int, arrival: Arrival) -> Room:
        """Accept an open seek: the game begins."""
        async with self.database.writing() as connection:
            await self._alone(connection)
            row = await stored.one(connection, number, now())
            if row is None:
                raise conflict("gone", "this game is not to be had any more")
            if row.person == person:
                raise forbidden("you look for this game yourself: wait for somebody else")
            seat = stored.seat_of(row)
            link = await self.opening.make(
                connection,
                row.person,
                stored.terms_of(row),
                {seat: row.person, other(seat): person},
                {seat: stored.arrival_of(row), other(seat): arrival},
                bytes(row.seed),
            )
            made = Paired(link, {row.person, person})
            await self._note(connection, made, {number})
        await self._announce([made])
        return await self.rooms.get(link)

    async def withdraw(self, number: int, person: int) -> None:
        """Look for a game no more."""
        async with self.database.writing() as connection:
            await self._alone(connection)
            if not await stored.withdraw(connection, person, seeks.c.id == number):
                raise not_found("seek of yours")
            await self.news.tell(connection, CHANGED, [0])
        self._change()

    async def heard(self, topic: str, numbers: list[int]) -> None:
        """Take in what another process has done: a change, or a game and its players."""
        self._change()
        if topic == PAIRED:
            game, *persons = numbers
            if any(watcher.person in persons for watcher in self.watchers):
                self._tell(Paired((await self.rooms.get(str(game))).link, set(persons)))

    async def missed(self) -> None:
        """Tell those who wait here what other processes may have done unheard."""
        self._change()
        if persons := self._waiting_here():
            async with self.database.reading() as connection:
                found = await stored.games_found(connection, persons)
            for person, link in found:
                self._tell(Paired(link, {person}))

    async def look(self) -> None:
        """Note who is here, let dead seeks go, and pair those who have waited long enough."""
        at, changes = now(), self._changes
        async with self.database.reading() as connection:
            if await stored.are_none(connection):
                self._empty_at = changes
                return
            here = await self._here(connection, at)
            dead = (await connection.execute(select(seeks.c.id).where(stored.is_dead(at)))).first()
            fitting = pairs(await stored.waiting(connection, at), at)
        if not (here or dead or fitting):
            return
        async with self.database.writing() as connection:
            await self._alone(connection)
            await stored.keep_alive(connection, here, at)
            buried = await stored.bury(connection, at)
            made = await self._pair(connection, at)
            if buried:
                await self.news.tell(connection, CHANGED, [0])
        if buried or made:
            await self._announce(made)

    async def _alone(self, connection: Transaction) -> None:
        """Let no other process change the lobby until this transaction ends."""
        if not self.database.is_sqlite:
            await connection.execute(_LOCK, {"lock": LOCK})

    async def _pair(self, connection: Transaction, at: int) -> list[Paired]:
        """Pair whom we can, in this transaction."""
        two = pairs(await stored.waiting(connection, at), at)
        return [await self._begin(connection, *players) for players in two]

    async def _begin(self, connection: Transaction, first: Waiting, second: Waiting) -> Paired:
        """Make the game of two who were paired.

        Each was promised a seed before they added their number, so both seeds are in the
        game's, White's first: each can check afterwards that theirs is the one promised.
        """
        query = select(seeks).where(seeks.c.id.in_((first.id, second.id)))
        rows = {row.id: row for row in await connection.execute(query)}
        seat: Seat = secrets.choice(SEATS)
        at_seat = {seat: rows[first.id], other(seat): rows[second.id]}
        link = await self.opening.make(
            connection,
            first.person,
            stored.agreed(rows[first.id], rows[second.id]),
            {seat: row.person for seat, row in at_seat.items()},
            {seat: stored.arrival_of(row) for seat, row in at_seat.items()},
            bytes(at_seat["White"].seed) + bytes(at_seat["Black"].seed),
        )
        made = Paired(link, {first.person, second.person})
        await self._note(connection, made, {first.id, second.id})
        return made

    async def _note(self, connection: Transaction, made: Paired, numbers: set[int]) -> None:
        """Note what seeks have led to, and tell it."""
        game = await stored.found(connection, numbers, made.persons, made.link)
        await self.news.tell(connection, PAIRED, [game, *made.persons])

    async def _announce(self, made: list[Paired]) -> None:
        """Tell those who wait here what is durable now."""
        self._change()
        for game in made:
            await self.rooms.get(game.link)  # so that all who listen to games hear of it
            self._tell(game)

    def _tell(self, made: Paired) -> None:
        for watcher in tuple(self.watchers):
            if watcher.person in made.persons:
                watcher.paired(made.link)

    async def _here(self, connection: Transaction, at: int) -> set[int]:
        """Return whose seeks are to be kept alive, because they watch the lobby."""
        persons = self._waiting_here()
        query = select(seeks.c.person).where(seeks.c.alive < at - LIFE // 3)
        return persons & set((await connection.execute(query)).scalars()) if persons else set()

    def _waiting_here(self) -> set[int]:
        return {watcher.person for watcher in self.watchers if watcher.person is not None}

    async def _read(self) -> tuple[list[Owned], int]:
        at = now()
        async with self.database.reading() as connection:
            return await stored.shown(connection, at), len(await stored.waiting(connection, at))

    def _change(self) -> None:
        """Take note that something has changed."""
        self._changes += 1
        self._changed.set()

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            if self._empty_at == self._changes:
                continue
            try:
                await self.look()
            except (SQLAlchemyError, OSError) as error:
                log.warning("the lobby could not be looked at: %s", type(error).__name__)

    async def _show_for_ever(self) -> None:
        """Show the lobby to all who watch it, when it has changed."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                owned, waiting = await self._read() if self.watchers else ([], 0)
            except (SQLAlchemyError, OSError) as error:
                log.warning("the lobby could not be shown: %s", type(error).__name__)
                self._changed.set()  # again, in a moment
            else:
                self._shown += 1
                for watcher in tuple(self.watchers):
                    watcher.show(_as_seen(owned, waiting, watcher.person))
            await asyncio.sleep(BREATH)


def _check(new: NewSeek) -> None:
    """Refuse a seek that makes no sense."""
    check(new.terms)
    if new.quick and (new.terms.handicap is not None or new.seat != "lot"):
        raise invalid("quick", "with quick pairing there is no handicap, and seats go by lot")
    if new.quick and new.terms.clock.pace == "none":
        raise invalid("quick", "with quick pairing there is a clock")


def _as_seen(owned: list[Owned], waiting: int, person: int | None) -> LobbyState:
    """Return the lobby with somebody's own seeks marked."""
    own = person is not None and any(owner == person for owner, _ in owned)
    return LobbyState(
        [
            msgspec.structs.replace(seek, yours=True) if own and owner == person else seek
            for owner, seek in owned
        ],
        waiting,
    )
