"""E-mail addresses: nobody's is written to before they said that it is theirs."""

import re
from typing import NoReturn

from sqlalchemy import update

from kahuna.server.errors import RefusedError, conflict, invalid
from kahuna.server.now import DAY, HOUR
from kahuna.server.people import challenges
from kahuna.server.people.attempts import Attempts
from kahuna.server.people.changes import Changes
from kahuna.server.people.notify.mail import Mailer
from kahuna.server.people.notify.words import words
from kahuna.server.people.person import Person
from kahuna.server.storage.tables import people

ANSWER_TIME = DAY
LONGEST = 254
# As browsers check it in a form, with a dot in the domain.
_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+"
)


class Addresses:
    """Asks people whether an address is theirs, and keeps it when they say so."""

    def __init__(self, changes: Changes, mailer: Mailer, site: str) -> None:
        """Take what changes people, what sends mails, and the site's own address."""
        self.changes, self.mailer, self.site = changes, mailer, site
        self.by_person = Attempts(most=3, period=HOUR)
        self.by_address = Attempts(most=3, period=DAY)

    async def ask(self, person: Person, address: str) -> None:
        """Send a mail to the address; it counts once its link was opened."""
        if not self.mailer.enabled:
            raise conflict("no-mail", "this site sends no mails")
        if len(address) > LONGEST or not _ADDRESS.fullmatch(address):
            raise invalid("address", "that is not an e-mail address")
        self.by_person.take(str(person.id))
        self.by_address.take(address.lower())
        async with self.changes.database.writing() as connection:
            secret = await challenges.give(
                connection, "address", ANSWER_TIME, person=person.id, detail=address
            )
        text, link = words(person.language), f"{self.site}/confirm/{secret}"
        mail = text.confirm_mail.format(name=person.name, link=link)
        if not await self.mailer.send(address, text.confirm_subject, mail):
            raise RefusedError(503, "mail-failed", "the mail could not be sent: try again later")

    async def confirm(self, secret: str) -> None:
        """Keep the address whose mail had this secret; whoever has it has the address."""
        async with self.changes.database.writing() as connection:
            asked = await challenges.take(connection, "address", secret)
        if asked is None or asked.person is None:
            _refuse()
        async with self.changes.of(asked.person) as connection:
            await connection.execute(
                update(people).where(people.c.id == asked.person).values(email=asked.detail)
            )


def _refuse() -> NoReturn:
    raise conflict("too-old", "this link has been used, or is too old: ask for a new one")
