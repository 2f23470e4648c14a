"""Bot accounts and the tokens by which a program shows whose it is.

A bot belongs to an account, which answers for it. A token is shown once, when it is made;
the site keeps its hash.
"""

from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from kahuna.server.errors import conflict, forbidden, not_found
from kahuna.server.now import now
from kahuna.server.people.changes import Changes
from kahuna.server.people.leaving import Leaving
from kahuna.server.people.person import Person, new_person, registered_name
from kahuna.server.people.secret import hashed, new_secret
from kahuna.server.storage.tables import api_tokens, people
from kahuna.server.storage.transaction import Transaction

MOST_BOTS = 10  # of one account
MOST_TOKENS = 10  # of one bot
ID_LENGTH = 16  # of the hash: enough to tell tokens apart, useless to log in with


class Token(msgspec.Struct, frozen=True):
    """A token, without its secret."""

    id: str
    label: str
    created: int
    used: int | None  # about when it was last used


class Bot(msgspec.Struct, frozen=True):
    """A bot, as its owner sees it."""

    name: str
    created: int
    tokens: list[Token]


class NewToken(msgspec.Struct, frozen=True):
    """A token that was just made: the only time that its secret is shown."""

    bot: str
    id: str
    label: str
    token: str


class Bots:
    """Makes and deletes bots, and their tokens."""

    def __init__(self, changes: Changes, leaving: Leaving) -> None:
        """Take what changes people, and what deletes them."""
        self.changes, self.leaving = changes, leaving
        self.database = changes.database

    async def make(self, owner: Person, name: str, label: str) -> NewToken:
        """Make a bot and its first token."""
        if owner.kind != "account":
            raise forbidden("a bot belongs to an account: log in, or register first")
        async with self.database.writing() as connection:
            number = select(func.count()).select_from(people).where(people.c.owner == owner.id)
            if (await connection.execute(number)).scalar_one() >= MOST_BOTS:
                raise conflict("too-many", f"an account has at most {MOST_BOTS} bots")
            try:
                async with connection.begin_nested():
                    name = registered_name(name)
                    bot = await new_person(connection, name, "bot", owner=owner.id)
            except IntegrityError:
                raise conflict("name-taken", "somebody has this name already") from None
            return await _new_token(connection, bot, label)

    async def all_of(self, owner: Person) -> list[Bot]:
        """Return somebody's bots."""
        columns = (people.c.id, people.c.name, people.c.created)
        query = select(*columns).where(people.c.owner == owner.id).order_by(people.c.id)
        async with self.database.reading() as connection:
            bots = (await connection.execute(query)).all()
            tokens = select(api_tokens).where(api_tokens.c.person.in_([bot.id for bot in bots]))
            found = (await connection.execute(tokens.order_by(api_tokens.c.created))).all()
        return [
            Bot(bot.name, bot.created, [_token(row) for row in found if row.person == bot.id])
            for bot in bots
        ]

    async def remove(self, owner: Person, name: str) -> None:
        """Let a bot leave the site, as a person would: for good, and its name is free again."""
        async with self.database.reading() as connection:
            bot = await _bot(connection, owner, name)
        await self.leaving.leave(bot)

    async def new_token(self, owner: Person, name: str, label: str) -> NewToken:
        """Make another token of a bot."""
        async with self.database.writing() as connection:
            bot = await _bot(connection, owner, name)
            query = select(func.count()).select_from(api_tokens).where(api_tokens.c.person == bot)
            if (await connection.execute(query)).scalar_one() >= MOST_TOKENS:
                raise conflict("too-many", f"a bot has at most {MOST_TOKENS} tokens: revoke one")
            return await _new_token(connection, bot, label)

    async def revoke(self, owner: Person, name: str, token: str) -> None:
        """Let a token be none any more. Programs have to show theirs again, in every process."""
        async with self.database.reading() as connection:
            bot = await _bot(connection, owner, name)
        async with self.changes.of(bot, shut_out=True) as connection:
            found = api_tokens.c.hash.startswith(token, autoescape=True)
            gone = await connection.execute(
                delete(api_tokens).where(api_tokens.c.person == bot, found)
            )
            if len(token) != ID_LENGTH or gone.rowcount == 0:
                raise not_found("token")


async def _bot(connection: Transaction, owner: Person, name: str) -> int:
    query = select(people.c.id).where(people.c.owner == owner.id, people.c.name == name)
    bot = (await connection.execute(query)).scalar()
    if bot is None:
        raise not_found("bot of yours")
    return int(bot)


async def _new_token(connection: Transaction, bot: int, label: str) -> NewToken:
    secret = new_secret()
    digest = hashed(secret)
    await connection.execute(
        insert(api_tokens).values(hash=digest, person=bot, label=label, created=now())
    )
    name = (await connection.execute(select(people.c.name).where(people.c.id == bot))).scalar_one()
    return NewToken(name, digest[:ID_LENGTH], label, secret)


def _token(row: Any) -> Token:
    return Token(row.hash[:ID_LENGTH], row.label, row.created, row.used)
