"""Accounts: a guest claims one and keeps their games; log in, log out, change what is secret."""

from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError

from kahuna.server.errors import RefusedError, conflict, forbidden
from kahuna.server.now import MINUTE
from kahuna.server.people.attempts import Attempts, client_key
from kahuna.server.people.changes import Changes
from kahuna.server.people.passwords import Passwords
from kahuna.server.people.person import Key, Person, clean_name, new_person, registered_name
from kahuna.server.storage.tables import people, subscriptions
from kahuna.server.storage.transaction import Transaction


class Accounts:
    """Who has an account, and how they prove it by a password."""

    def __init__(self, changes: Changes) -> None:
        """Take what changes people."""
        self.changes, self.database, self.sessions = changes, changes.database, changes.sessions
        self.passwords = Passwords()
        self.by_name = Attempts(most=10, period=10 * MINUTE)
        self.by_client = Attempts(most=30, period=10 * MINUTE)

    async def claim(self, visitor: Person | None, name: str, password: str, language: str) -> str:
        """Make a guest an account, or a newcomer; return the secret of their new session.

        A guest stays the same person, with their games and all.
        """
        may_claim(visitor)
        name, stored = registered_name(name), await self.passwords.hash(password)
        try:
            if visitor is None:
                more: dict[str, Any] = {"password": stored, "language": language}
                async with self.database.writing() as connection:
                    number = await new_person(connection, name, "account", **more)
                    return await self.sessions.begin(connection, number)
            async with self.changes.of(visitor.id, shut_out=True) as connection:
                await become_account(connection, visitor.id, name, stored)
                return await self.sessions.renew(connection, visitor.id)
        except IntegrityError:
            raise name_taken(name) from None

    async def log_in(self, name: str, password: str, client: str) -> str:
        """Return the secret of a new session; refuse a wrong password and too many guesses."""
        name, client = clean_name(name), client_key(client)
        self.by_client.take(client)
        self.by_name.take(name.lower())
        query = select(people.c.id, people.c.password).where(
            people.c.kind == "account", func.lower(people.c.name) == func.lower(name)
        )
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if not await self.passwords.check(row.password if row else None, password):
            raise wrong_password()
        assert row is not None
        self.by_client.give_back(client)
        self.by_name.give_back(name.lower())
        newer = await self.passwords.renewed(row.password, password)
        async with self.database.writing() as connection:
            if newer is not None:
                await connection.execute(
                    update(people).where(people.c.id == row.id).values(password=newer)
                )
            return await self.sessions.begin(connection, row.id)

    async def log_out(self, secret: str) -> None:
        """End a session. Who has others is at once asked to show one of them."""
        person = await self.sessions.person(Key.of(secret))
        if person is not None:
            async with self.changes.of(person.id, shut_out=True) as connection:
                await self.sessions.end(connection, secret)

    async def log_out_everywhere(self, person: int) -> None:
        """End every session; no browser is sent anything for them any more."""
        async with self.changes.of(person, shut_out=True) as connection:
            await self.sessions.end_all(connection, person)
            await connection.execute(delete(subscriptions).where(subscriptions.c.person == person))

    async def change_password(self, person: Person, old: str, new: str) -> str:
        """Change the password; all sessions end but a new one, whose secret is returned.

        An account that has only passkeys gets its first password so.
        """
        if person.kind != "account":
            raise forbidden("only an account has a password: claim one")
        await self.prove(person, old)
        stored = await self.passwords.hash(new)
        async with self.changes.of(person.id, shut_out=True) as connection:
            await connection.execute(
                update(people).where(people.c.id == person.id).values(password=stored)
            )
            return await self.sessions.renew(connection, person.id)

    async def prove(self, person: Person, password: str) -> None:
        """Refuse to go on unless it is their password; who has none has nothing to prove."""
        async with self.database.reading() as connection:
            query = select(people.c.password).where(people.c.id == person.id)
            stored = (await connection.execute(query)).scalar()
        if stored is None:
            return
        self.by_name.take(person.name.lower())
        if not await self.passwords.check(stored, password):
            raise wrong_password()
        self.by_name.give_back(person.name.lower())


async def become_account(
    connection: Transaction, guest: int, name: str, password: str | None
) -> None:
    """Make a guest an account; without a password it is reached by passkeys alone."""
    changed = await connection.execute(
        update(people)
        .where(people.c.id == guest, people.c.kind == "guest")
        .values(name=name, kind="account", password=password)
    )
    if changed.rowcount == 0:
        raise no_guest()


def may_claim(visitor: Person | None) -> None:
    """Refuse whoever cannot make an account."""
    if visitor is not None and visitor.kind != "guest":
        raise no_guest()


def name_taken(name: str) -> RefusedError:
    """Return the refusal of a name that somebody has."""
    return conflict("name-taken", f"somebody is called {name} already")


def no_guest() -> RefusedError:
    """Return the refusal of a second account."""
    return conflict("no-guest", "you have an account already: log out first")


def wrong_password() -> RefusedError:
    """Return the refusal of a password; whether there is somebody of that name, it does not say."""
    return RefusedError(401, "wrong-password", "name and password do not fit together")
