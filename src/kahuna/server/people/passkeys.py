"""Passkeys: made for an account, or by a guest to claim one; good to log in without a name."""

from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from kahuna.server.errors import conflict, forbidden, invalid, not_found
from kahuna.server.now import MINUTE, now
from kahuna.server.people import authenticator, challenges
from kahuna.server.people.accounts import become_account, name_taken
from kahuna.server.people.authenticator import (
    Credential,
    NewCredential,
    PublicKey,
    RelyingParty,
    bad_passkey,
)
from kahuna.server.people.changes import Changes
from kahuna.server.people.person import Person, registered_name
from kahuna.server.storage.tables import passkeys, people
from kahuna.server.storage.transaction import Transaction

ANSWER_TIME = 5 * MINUTE
MOST = 20  # for one account


class Passkey(msgspec.Struct, frozen=True):
    """A passkey, as its owner sees it."""

    number: int
    label: str
    created: int


class Passkeys:
    """Makes passkeys and knows people by them."""

    def __init__(self, changes: Changes) -> None:
        """Take what changes people."""
        self.changes, self.database, self.sessions = changes, changes.database, changes.sessions

    async def ask_new(self, party: RelyingParty, person: Person, name: str) -> dict[str, Any]:
        """Return what a browser needs to make a passkey; a guest says the account's name."""
        if person.kind not in ("guest", "account"):
            raise forbidden("only people have passkeys")
        claimed = registered_name(name or person.name) if person.kind == "guest" else ""
        async with self.database.writing() as connection:
            if claimed and await _is_taken(connection, claimed):
                raise name_taken(claimed)
            query = select(passkeys.c.credential).where(passkeys.c.person == person.id)
            known = [bytes(one) for one in (await connection.execute(query)).scalars()]
            if len(known) >= MOST:
                raise conflict("too-many", f"an account has at most {MOST} passkeys")
            secret = await challenges.give(
                connection, "passkey", ANSWER_TIME, person=person.id, detail=claimed
            )
        return authenticator.creation_options(
            party, secret, person.id, claimed or person.name, known
        )

    async def add(
        self, party: RelyingParty, person: Person, answer: NewCredential, label: str
    ) -> str | None:
        """Keep a new passkey. If a guest became an account by it, return their new session."""
        if not label.isprintable():
            raise invalid("label", "a label is a text on one line")
        secret = authenticator.challenge_of(answer.response.client_data_json)
        async with self.database.writing() as connection:
            asked = await challenges.take(connection, "passkey", secret)
        if asked is None or asked.person != person.id:
            raise bad_passkey()
        made = authenticator.check_new(party, secret, answer)
        claimed = asked.detail
        try:
            async with self.changes.of(person.id, shut_out=bool(claimed)) as connection:
                if claimed:
                    await become_account(connection, person.id, claimed, None)
                await _keep(connection, person.id, made, label)
                return await self.sessions.renew(connection, person.id) if claimed else None
        except IntegrityError:
            raise (name_taken(claimed) if claimed else bad_passkey()) from None

    async def ask(self, party: RelyingParty) -> dict[str, Any]:
        """Return what a browser needs to log in by a passkey."""
        async with self.database.writing() as connection:
            secret = await challenges.give(connection, "log-in", ANSWER_TIME)
        return authenticator.request_options(party, secret)

    async def log_in(self, party: RelyingParty, answer: Credential) -> str:
        """Return the secret of a new session of whoever has the passkey."""
        secret = authenticator.challenge_of(answer.response.client_data_json)
        credential = authenticator.decoded(answer.id)
        async with self.database.writing() as connection:
            asked = await challenges.take(connection, "log-in", secret)
            query = select(passkeys).where(passkeys.c.credential == credential)
            row = (await connection.execute(query)).one_or_none()
        if asked is None or row is None:
            raise bad_passkey()
        said = answer.response.user_handle
        if said and authenticator.decoded(said) != authenticator.user_handle(row.person):
            raise bad_passkey()
        known = PublicKey(row.credential, row.public_key, row.sign_count)
        count = authenticator.check(party, secret, answer, known)
        async with self.database.writing() as connection:
            await connection.execute(
                update(passkeys).where(passkeys.c.id == row.id).values(sign_count=count)
            )
            return await self.sessions.begin(connection, row.person)

    async def of(self, person: int) -> list[Passkey]:
        """Return somebody's passkeys."""
        columns = (passkeys.c.id, passkeys.c.label, passkeys.c.created)
        query = select(*columns).where(passkeys.c.person == person).order_by(passkeys.c.id)
        async with self.database.reading() as connection:
            return [Passkey(*row) for row in await connection.execute(query)]

    async def remove(self, person: int, number: int) -> None:
        """Forget a passkey; not the last one of an account that has no password."""
        mine = passkeys.c.person == person
        async with self.database.writing() as connection:
            removed = await connection.execute(
                delete(passkeys).where(mine, passkeys.c.id == number)
            )
            if removed.rowcount == 0:
                raise not_found("passkey")
            others = select(func.count()).select_from(passkeys).where(mine)
            password = select(people.c.password).where(people.c.id == person)
            if (await connection.execute(others)).scalar() == 0 and (
                await connection.execute(password)
            ).scalar() is None:
                raise conflict("last-way-in", "this is your only way in: set a password first")


async def _is_taken(connection: Transaction, name: str) -> bool:
    query = select(people.c.id).where(
        people.c.kind.in_(("account", "bot", "computer")),
        func.lower(people.c.name) == func.lower(name),
    )
    return (await connection.execute(query)).first() is not None


async def _keep(connection: Transaction, person: int, made: PublicKey, label: str) -> None:
    await connection.execute(
        insert(passkeys).values(
            person=person,
            credential=made.credential,
            public_key=made.key,
            sign_count=made.sign_count,
            label=label,
            created=now(),
        )
    )
