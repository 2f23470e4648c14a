"""What the two players say to each other: polite phrases and plain text, theirs alone."""

import unicodedata
from collections import OrderedDict, deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Annotated, Any, Literal, Protocol, runtime_checkable

import msgspec
from msgspec import Meta
from sqlalchemy import Row, delete, insert, select
from sqlalchemy.exc import IntegrityError

from kahuna.notation.setup import Seat
from kahuna.server.errors import RefusedError, conflict, forbidden, invalid
from kahuna.server.news import News
from kahuna.server.now import MINUTE, now
from kahuna.server.play.opening import other
from kahuna.server.play.room import Room
from kahuna.server.play.rooms import Rooms
from kahuna.server.storage.tables import chat, mutes
from kahuna.server.storage.transaction import Transaction

TOPIC = "chat"
LONGEST = 300
MOST_LINES = 200  # of a game, that are shown
MOST_A_MINUTE = 12
LATELY = 10 * MINUTE  # longer than news can be lost, and anything be written meanwhile
JOINERS = "\u200c\u200d"  # some scripts and emoji need them

Phrase = Literal[
    "hello",
    "good-luck",
    "have-fun",
    "one-moment",
    "oops",
    "sorry",
    "nice-turn",
    "well-played",
    "thanks",
    "good-bye",
]


class Words(msgspec.Struct, frozen=True):
    """Something to be said: one of the phrases, which each reader sees in their language, or text.

    Text is text: whoever shows it must not take it for markup.
    """

    phrase: Phrase | None = None
    text: Annotated[str, Meta(max_length=4 * LONGEST)] | None = None


class Line(msgspec.Struct, frozen=True, tag="chat", tag_field="type"):
    """Something that was said in a game."""

    number: int
    game: str
    seat: Seat
    phrase: Phrase | None
    text: str | None
    at: int


class Conversation(msgspec.Struct, frozen=True):
    """What was said in a game, the oldest first, and whether one hears one's opponent at all."""

    lines: list[Line]
    muted: bool


@runtime_checkable
class Hearer(Protocol):
    """A watcher of a game who wants to hear what is said, too."""

    @property
    def person(self) -> int | None:
        """Who it is, if they are known."""

    def hear(self, line: Line) -> None:
        """Take note of what was said."""


class Chat:
    """Carries words between the players of a game."""

    def __init__(self, rooms: Rooms, news: News) -> None:
        """Take where games are, and what tells other processes."""
        self.rooms, self.database, self.news = rooms, rooms.database, news
        self._patience = Patience()

    async def say(self, room: Room, person: int, words: Words) -> Line:
        """Say something in a game."""
        seat, _ = _talkers(room, person)
        if (words.phrase is None) == (words.text is None):
            raise invalid("words", "say a phrase or a text: one of the two")
        text = None if words.text is None else clean_text(words.text)
        at = now()
        self._patience.spend(person, at)
        row = {"game": room.id, "person": person, "phrase": words.phrase, "text": text, "at": at}

        async def write(connection: Transaction) -> tuple[int, set[int]]:
            made = (await connection.execute(insert(chat), row)).inserted_primary_key
            assert made is not None
            number = int(made[0])
            await self.news.tell(connection, TOPIC, [room.id, number])
            return number, await _deaf_to(connection, person)

        number, deaf = await self.database.write(write)
        line = Line(number, room.link, seat, words.phrase, text, at)
        _deliver(room, line, deaf)
        return line

    async def read(self, room: Room, person: int) -> Conversation:
        """Return what was said, without the words of whom the reader has muted."""
        _, opponent = _talkers(room, person)
        async with self.database.reading() as connection:
            muted = person in await _deaf_to(connection, opponent)
            query = select(chat).where(chat.c.game == room.id)
            if muted:
                query = query.where(chat.c.person != opponent)
            rows = await connection.execute(query.order_by(chat.c.id.desc()).limit(MOST_LINES))
            lines = [_line(room, row) for row in rows]
        return Conversation(lines[::-1], muted)

    async def mute(self, room: Room, person: int, *, muted: bool) -> Conversation:
        """Hear nothing more from one's opponent, in whichever game, or hear them again."""
        _, opponent = _talkers(room, person)
        pair = {"person": person, "muted": opponent}
        with suppress(IntegrityError):  # the same request came twice at the same time
            async with self.database.writing() as connection:
                await connection.execute(
                    delete(mutes).where(mutes.c.person == person, mutes.c.muted == opponent)
                )
                if muted:
                    await connection.execute(insert(mutes).values(pair))
        return await self.read(room, person)

    async def heard(self, numbers: list[int]) -> None:
        """Deliver what was said by way of another process: a game and a line."""
        game, number = numbers
        room = self.rooms.known(game)
        if room is None or not room.watchers:
            return
        async with self.database.reading() as connection:
            row = (await connection.execute(select(chat).where(chat.c.id == number))).one_or_none()
            if row is None:
                return
            deaf = await _deaf_to(connection, row.person)
        _deliver(room, _line(room, row), deaf)

    async def missed(self) -> None:
        """Deliver what may have been said unheard, by way of other processes.

        Whoever has heard it knows so by its number.
        """
        watched = {room.id: room for room in self.rooms.in_memory() if room.watchers}
        lately = (chat.c.game.in_(watched), chat.c.at > now() - LATELY)
        async with self.database.reading() as connection:
            rows = (await connection.execute(select(chat).where(*lately).order_by(chat.c.id))).all()
            deaf = {row.person: await _deaf_to(connection, row.person) for row in rows}
        for row in rows:
            room = watched[row.game]
            _deliver(room, _line(room, row), deaf[row.person])


class Patience:
    """Lets nobody say more than so many things a minute."""

    MOST_REMEMBERED = 10_000

    def __init__(self) -> None:
        """Begin with nobody remembered."""
        self._times: OrderedDict[int, deque[int]] = OrderedDict()

    def spend(self, person: int, at: int) -> None:
        """Count one more; refuse it if it is too much."""
        times = self._times.setdefault(person, deque())
        self._times.move_to_end(person)
        while times and times[0] <= at - MINUTE:
            times.popleft()
        if len(times) >= MOST_A_MINUTE:
            raise RefusedError(429, "too-fast", "you say a lot: wait a moment")
        times.append(at)
        if len(self._times) > self.MOST_REMEMBERED:
            self._times.popitem(last=False)


def clean_text(text: str) -> str:
    """Return a text in one form; refuse what is not plain: control characters and their like.

    >>> clean_text("  Well played!  ")
    'Well played!'
    """
    plain = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(plain) <= LONGEST:
        raise invalid("text", f"a text has from 1 to {LONGEST} characters")
    kinds = {letter: unicodedata.category(letter) for letter in plain}
    for letter, kind in kinds.items():
        if (kind[0] == "C" and letter not in JOINERS) or kind in ("Zl", "Zp"):
            raise invalid("text", f"a text cannot have the character U+{ord(letter):04X}")
    if all(kind[0] in "CMZ" for kind in kinds.values()):
        raise invalid("text", "a text has something to read")
    return plain


def _talkers(room: Room, person: int) -> tuple[Seat, int]:
    """Return the person's seat and their opponent."""
    seats = room.seats_of(person)
    if not seats:
        raise forbidden("the chat is for the two players")
    opponent = room.seats[other(seats[0])]
    if room.one_device or opponent is None or opponent.is_computer:
        raise conflict("nobody-there", "there is nobody to talk to")
    return seats[0], opponent.person


async def _deaf_to(connection: Transaction, author: int) -> set[int]:
    """Return who has muted the author."""
    query = select(mutes.c.person).where(mutes.c.muted == author)
    return set((await connection.execute(query)).scalars())


def _line(room: Room, row: Row[Any]) -> Line:
    """Return a row of the chat as the line that it is."""
    return Line(row.id, room.link, room.seats_of(row.person)[0], row.phrase, row.text, row.at)


def _deliver(room: Room, line: Line, deaf: Iterable[int]) -> None:
    """Let both players hear it, on each device where they watch the game."""
    players = {who.person for who in room.seats.values() if who} - set(deaf)
    for watcher in tuple(room.watchers):
        if isinstance(watcher, Hearer) and watcher.person in players:
            watcher.hear(line)
