"""Web Push: the site's key, the browsers that want to be told, and telling them."""

import asyncio
import base64
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Meta
from pywebpush import WebPushException, webpush
from sqlalchemy import Select, delete, insert, select
from sqlalchemy.exc import IntegrityError

from kahuna.server.errors import invalid, not_found
from kahuna.server.now import now
from kahuna.server.settings import Settings
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import site, subscriptions

KEY = "vapid"  # in the table `site`
TIMEOUT = 10.0  # seconds
MOST = 10  # browsers of one person; the oldest gives way
EXPIRED = (404, 410)
log = logging.getLogger(__name__)


class Keys(msgspec.Struct, frozen=True):
    """A browser's keys, in Base64url."""

    p256dh: Annotated[str, Meta(max_length=120)]
    auth: Annotated[str, Meta(max_length=40)]


class Subscription(msgspec.Struct, frozen=True):
    """A browser that wants to be told, as `PushSubscription.toJSON` writes it."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: Keys


class Message(msgspec.Struct, frozen=True):
    """What a browser is told: it shows the title and the text, and opens the link."""

    title: str
    body: str
    link: str
    tag: str  # a later message with the same one takes its place


class Push:
    """Tells browsers."""

    def __init__(self, database: Database, settings: Settings) -> None:
        """Take where subscriptions are kept, and which services may be spoken to."""
        self.database = database
        self.services = settings.push_services.split()
        self.key = ""  # the public one, for browsers
        self._contact = f"mailto:{settings.contact or 'kahuna@localhost'}"
        self._secret = ""  # the private one
        self._threads = ThreadPoolExecutor(4, "push")

    async def start(self) -> None:
        """Read the site's key pair; make it if this is the first start."""
        fresh = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        text = _text(fresh.to_bytes(32, "big"))
        try:
            async with self.database.writing() as connection:
                known = (await connection.execute(_stored())).scalar()
                if known is None:
                    await connection.execute(insert(site).values(name=KEY, value=text))
                    known = text
        except IntegrityError:  # another process was faster
            async with self.database.reading() as connection:
                known = str((await connection.execute(_stored())).scalar_one())
        number = int.from_bytes(_bytes(known), "big")
        public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
        self._secret = known
        self.key = _text(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def subscribe(self, person: int, subscription: Subscription) -> int:
        """Keep a browser for somebody, who alone has it from now on; return its number."""
        self._check(subscription)
        async with self.database.writing() as connection:
            await connection.execute(
                delete(subscriptions).where(subscriptions.c.endpoint == subscription.endpoint)
            )
            made = await connection.execute(
                insert(subscriptions).values(
                    person=person,
                    endpoint=subscription.endpoint,
                    p256dh=subscription.keys.p256dh,
                    auth=subscription.keys.auth,
                    created=now(),
                )
            )
            newest = (
                select(subscriptions.c.id)
                .where(subscriptions.c.person == person)
                .order_by(subscriptions.c.id.desc())
                .limit(MOST)
            )
            await connection.execute(
                delete(subscriptions).where(
                    subscriptions.c.person == person, subscriptions.c.id.not_in(newest)
                )
            )
        assert made.inserted_primary_key is not None
        return int(made.inserted_primary_key[0])

    async def unsubscribe(self, person: int, number: int) -> None:
        """Tell a browser of somebody's no more."""
        async with self.database.writing() as connection:
            gone = await connection.execute(
                delete(subscriptions).where(
                    subscriptions.c.id == number, subscriptions.c.person == person
                )
            )
        if gone.rowcount == 0:
            raise not_found("subscription")

    async def send(self, person: int, message: Message, lasts: int) -> int:
        """Tell all browsers of somebody; return how many took it. Those that are gone go.

        `lasts` says for how many seconds the message is worth being told.
        """
        async with self.database.reading() as connection:
            query = select(subscriptions).where(subscriptions.c.person == person)
            rows = (await connection.execute(query)).all()
        known = {
            row.id: Subscription(row.endpoint, Keys(row.p256dh, row.auth))
            for row in rows
            if self._is_service(row.endpoint)
        }
        loop = asyncio.get_running_loop()
        statuses = await asyncio.gather(
            *(
                loop.run_in_executor(self._threads, self._post, subscription, message, lasts)
                for subscription in known.values()
            )
        )
        gone = [id_ for id_, status in zip(known, statuses, strict=True) if status in EXPIRED]
        if gone:
            async with self.database.writing() as connection:
                await connection.execute(delete(subscriptions).where(subscriptions.c.id.in_(gone)))
        return sum(200 <= status < 300 for status in statuses)

    def _post(self, subscription: Subscription, message: Message, lasts: int) -> int:
        """Send one message, encrypted for its browser; return the service's status, 0 if none."""
        try:
            webpush(
                msgspec.to_builtins(subscription),
                data=json.dumps(msgspec.to_builtins(message), ensure_ascii=False),
                vapid_private_key=self._secret,
                vapid_claims={"sub": self._contact},
                ttl=lasts,
                timeout=TIMEOUT,
                headers={"Topic": message.tag, "Urgency": "normal"},
            )
        except WebPushException as error:
            status = 0 if error.response is None else int(error.response.status_code)
            log.info("a push service answered %s", status)
            return status
        except (OSError, ValueError) as error:  # of the network, or of `requests`
            log.warning("a push could not be sent: %s", type(error).__name__)
            return 0
        return 201

    def _check(self, subscription: Subscription) -> None:
        """Refuse what cannot be told, and addresses that are no push service's.

        Whoever could name any address would have the site knock at doors in its own house.
        """
        if not self._is_service(subscription.endpoint):
            raise invalid("push-service", "that is not the address of a push service known here")
        try:
            point, auth = _bytes(subscription.keys.p256dh), _bytes(subscription.keys.auth)
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        except ValueError:
            raise invalid("push-keys", "these are not the keys of a push subscription") from None
        if len(auth) != 16:
            raise invalid("push-keys", "these are not the keys of a push subscription")

    def _is_service(self, endpoint: str) -> bool:
        if not (endpoint.isascii() and endpoint.isprintable()):
            return False
        try:
            url = urlsplit(endpoint)
            host, _ = url.hostname or "", url.port
        except ValueError:
            return False
        local = host in ("127.0.0.1", "localhost")
        secure = url.scheme == "https" or (url.scheme == "http" and local)
        return secure and any(fnmatch(host, service) for service in self.services)


def _stored() -> Select[str]:
    return select(site.c.value).where(site.c.name == KEY)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
