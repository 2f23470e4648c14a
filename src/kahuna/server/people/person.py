"""Somebody, as the site knows them, and the sessions by which it knows them."""

import unicodedata
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta
from sqlalchemy import delete, insert, select, update

from kahuna.server.errors import invalid
from kahuna.server.now import DAY, MINUTE, now
from kahuna.server.people.secret import hashed, new_secret
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import api_tokens, people, sessions
from kahuna.server.storage.transaction import Transaction

Name = Annotated[str, Meta(min_length=1, max_length=30)]

SESSION_TIME = 400 * DAY
GONE = "gone"  # the kind, and the name, of who has left
RESERVED = (GONE, "guest", "computer", "white", "black")  # they have a meaning here
REMEMBERED = MINUTE  # for so long a session is not looked up again


class Person(msgspec.Struct, frozen=True):
    """Who makes a request."""

    id: int
    name: str
    kind: str  # guest, account, bot
    language: str
    banned: bool


class Key(NamedTuple):
    """By what somebody is known; the secret itself is not kept.

    A program's token is no browser's session, whoever shows it as one.
    """

    digest: str
    of_program: bool

    @classmethod
    def of(cls, secret: str, *, of_program: bool = False) -> "Key":
        """Return the key of a secret: a browser's cookie or a program's token."""
        return cls(hashed(secret), of_program)


_COLUMNS = (people.c.id, people.c.name, people.c.kind, people.c.language, people.c.banned)


class Sessions:
    """Finds out who makes a request, by a browser's cookie or a program's token."""

    def __init__(self, database: Database) -> None:
        """Begin with nobody known."""
        self.database = database
        self._known: dict[Key, tuple[int, Person]] = {}
        self._forgotten = 0  # how often somebody was

    async def person(self, key: Key) -> Person | None:
        """Return who is known by this."""
        at, before = now(), self._forgotten
        if (known := self._known.get(key)) and known[0] > at - REMEMBERED:
            return known[1]
        table = api_tokens if key.of_program else sessions
        async with self.database.reading() as connection:
            query = select(*_COLUMNS, table.c.used).join(table, table.c.person == people.c.id)
            # One that was begun just when they left may have stayed behind: it is nobody's.
            query = query.where(table.c.hash == key.digest, people.c.kind != GONE)
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            self._known.pop(key, None)
            return None
        person = Person(*row[:-1])
        if row.used is None or row.used < at - DAY:
            await self._note_use(table, key.digest, person.id, at)
        if len(self._known) > 50_000:
            self._known.clear()
        if self._forgotten == before:  # else it may be how they were before
            self._known[key] = (at, person)
        return person

    async def is_welcome(self, key: Key) -> bool:
        """Tell whether somebody is still known by this, and not shut out."""
        person = await self.person(key)
        return person is not None and not person.banned

    async def begin(self, connection: Transaction, person: int) -> str:
        """Return the secret of a new session."""
        secret, at = new_secret(), now()
        await connection.execute(delete(sessions).where(sessions.c.used < at - SESSION_TIME))
        await connection.execute(
            insert(sessions).values(hash=hashed(secret), person=person, created=at, used=at)
        )
        return secret

    async def end(self, connection: Transaction, secret: str) -> None:
        """Let a session be none any more."""
        await connection.execute(delete(sessions).where(sessions.c.hash == hashed(secret)))

    async def renew(self, connection: Transaction, person: int) -> str:
        """End all sessions of somebody and return the secret of a new one.

        Whoever may do more than before, or has a new password, is known by a new secret.
        """
        await self.end_all(connection, person)
        return await self.begin(connection, person)

    async def end_all(self, connection: Transaction, person: int) -> None:
        """Let all sessions of somebody be none any more."""
        await connection.execute(delete(sessions).where(sessions.c.person == person))

    def forget(self, person: int) -> None:
        """Look somebody up again next time: something about them has changed."""
        self._forgotten += 1
        for key in [key for key, (_, known) in self._known.items() if known.id == person]:
            del self._known[key]

    async def _note_use(self, table: Any, digest: str, person: int, at: int) -> None:
        async with self.database.writing() as connection:
            await connection.execute(update(table).where(table.c.hash == digest).values(used=at))
            await connection.execute(update(people).where(people.c.id == person).values(seen=at))


async def new_person(connection: Transaction, name: str, kind: str, **more: object) -> int:
    """Write somebody down; return their number."""
    at = now()
    values = {"name": clean_name(name), "kind": kind, "created": at, "seen": at} | more
    made = (await connection.execute(insert(people).values(values))).inserted_primary_key
    assert made is not None
    return int(made[0])


async def bots_of(connection: Transaction, person: int) -> list[int]:
    """Return the bots for which somebody answers."""
    query = select(people.c.id).where(people.c.owner == person)
    return list((await connection.execute(query)).scalars())


def registered_name(name: str) -> str:
    """Return a name that an account or a bot has alone; it cannot be mistaken for a number.

    >>> registered_name("007")
    Traceback (most recent call last):
    kahuna.server.errors.RefusedError: a name that nobody else may have has at least one letter
    """
    text = clean_name(name)
    if not any(letter.isalpha() for letter in text):
        raise invalid("name", "a name that nobody else may have has at least one letter")
    if text.lower() in RESERVED:
        raise invalid("name", f"nobody can be called {text}")
    return text


def clean_name(name: str) -> str:
    """Return a name in one form; refuse what could mislead: invisible or odd characters.

    >>> clean_name("  Lani  K. ")
    'Lani K.'
    """
    text = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(text) <= 30:
        raise invalid("name", "a name has from 1 to 30 characters")
    for letter in text:
        if not (letter.isalnum() or letter in " .-_'’") and unicodedata.category(letter) != "Mn":
            raise invalid("name", f"a name cannot have the character {letter!r}")
    if not any(letter.isalnum() for letter in text):
        raise invalid("name", "a name has at least one letter or digit")
    return text
