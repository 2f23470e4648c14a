"""Your turn: told once, by push and by mail, and never to somebody who is looking."""

import asyncio
import base64
import json
import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from sqlalchemy import select, update

from kahuna.server.now import DAY
from kahuna.server.people.notify import turns
from kahuna.server.people.notify.mail import Mailer
from kahuna.server.people.notify.push import Message
from kahuna.server.people.notify.reach import Reach, reaches
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import games, notices, people, subscriptions
from tests.server.post_office import (
    Browser,
    Delivery,
    MailServer,
    PushService,
    mail_server,
    push_service,
)
from tests.server.visitors import MEMORY, TheSite, Visitor, looking, on_a_site

SLOW = {"pace": "correspondence", "base": 3 * DAY}
LIVE = {"pace": "live", "base": 600_000, "increment": 0}
URL = "http://club.test"


class Told:
    """A site that tells people, and those who carry it."""

    def __init__(self, site: TheSite, service: PushService, mail: MailServer) -> None:
        self.site, self.service, self.mail = site, service, mail

    async def subscriber(self, name: str, **more: str) -> tuple[Visitor, Browser]:
        """Return a guest who is told by push."""
        guest, browser = await self.site.guest(name, **more), Browser(self.service, f"/p/{name}")
        await guest.post("/push/subscriptions", browser.subscription())
        return guest, browser

    async def nothing_more(self) -> None:
        """Check that nobody is told anything when all that was begun is done."""
        your_turn = self.site.site.your_turn
        while not your_turn.is_at_rest:
            await asyncio.sleep(0.01)
        assert self.service.deliveries.empty()
        assert self.mail.mails.empty()


@asynccontextmanager
async def a_site(
    database: str, service: PushService, mail: MailServer, *, mails: bool = True
) -> AsyncGenerator[Told, None]:
    """Run a site that tells people at once."""
    settings = {
        "url": URL,
        "smtp": mail.address if mails else "",
        "mail_from": "Kahuna <club@example.org>",
        "contact": "host@example.org",
        "push_services": "127.0.0.1",
    }
    site = TheSite(database, settings)
    site.site.your_turn.moment = 0.02
    await site.site.start()
    try:
        yield Told(site, service, mail)
    finally:
        await site.site.stop()


def told(story: Callable[[Told], Awaitable[None]]) -> Callable[[], None]:
    """Let a test happen on such a site."""

    async def inside(database: str, service: PushService) -> None:
        async with mail_server() as mail, a_site(database, service, mail) as site:
            await story(site)

    def test() -> None:
        folder = TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
        with folder as path, push_service() as service:
            asyncio.run(inside(f"sqlite:///{path}/site.sqlite", service))

    return test


# Push


@told
async def test_whose_turn_it_is_is_told_by_their_browser_once(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    link = await lani.plays(kai, clock=SLOW)
    await lani.turn(link, 1)
    delivery = await told.service.next()
    assert browser.read(delivery) == {
        "title": "Your turn",
        "body": "Lani is waiting for you.",
        "link": f"{URL}/{link}",
        "tag": link,
    }
    assert delivery.path == "/p/Kai"
    assert delivery.headers["topic"] == link
    assert 3 * DAY / 1000 - 60 < int(delivery.headers["ttl"]) <= 3 * DAY / 1000
    await lani.turn(link, 1)  # the same once more changes nothing
    await kai.get(f"/games/{link}")
    room = await told.site.site.rooms.get(link)
    room.tell()
    await told.nothing_more()

    await kai.turn(link, 2)  # Lani has no browser to be told by
    await lani.turn(link, 3)
    assert browser.read(await told.service.next())["tag"] == link
    await told.nothing_more()
    assert len(await told.site.rows(select(notices.c.seq))) == 1


@told
async def test_a_message_is_signed_by_the_sites_own_key(told: Told) -> None:
    lani, (kai, _) = await told.site.guest("Lani"), await told.subscriber("Kai")
    await lani.turn(await lani.plays(kai, clock=SLOW), 1)
    delivery = await told.service.next()
    key = (await told.site.visitor().get("/push/key"))["key"]
    claims = signed_claims(delivery, key)
    assert claims["aud"] == told.service.address
    assert claims["sub"] == "mailto:host@example.org"


def signed_claims(delivery: Delivery, key: str) -> dict[str, str]:
    """Check the signature of a delivery (RFC 8292); return what is signed."""
    token, said = re.findall(r"[tk]=([^, ]+)", delivery.headers["authorization"])
    assert said.rstrip("=") == key
    content, _, signature = token.rpartition(".")
    raw = decoded(signature)
    number = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    number.verify(encode_dss_signature(r, s), content.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, str] = json.loads(decoded(content.partition(".")[2]))
    return claims


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@told
async def test_whoever_waits_for_a_friend_is_told_when_the_game_begins(told: Told) -> None:
    (lani, browser), kai = (
        await told.subscriber("Lani", language="de"),
        await told.site.guest("Kai"),
    )
    link = await lani.plays(kai, clock=SLOW)
    message = browser.read(await told.service.next())
    assert (message["title"], message["body"]) == ("Du bist am Zug", "Kai wartet auf dich.")
    assert message["link"] == f"{URL}/{link}"


@told
async def test_a_message_holds_nothing_of_the_game(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    link = await lani.plays(kai, clock=SLOW)
    await lani.turn(link, 1)
    message = browser.read(await told.service.next())
    assert set(message) == {"title", "body", "link", "tag"}
    [(seed,)] = await told.site.rows(select(games.c.seed))
    assert seed.hex() not in str(message)
    assert "+" not in str(message)


@told
async def test_live_games_and_those_against_the_computer_tell_nobody(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    await lani.turn(await lani.plays(kai, clock=LIVE), 1)
    await kai.post(
        "/games", {"opponent": "computer", "seat": "White", "terms": {"starts": "White"}}
    )
    await kai.post("/games", {"opponent": "one-device", "terms": {"clock": SLOW}})
    await told.nothing_more()
    await lani.turn(await lani.plays(kai), 1)  # without a clock, between two people
    assert browser.read(await told.service.next())["body"] == "Lani is waiting for you."


@told
async def test_a_turn_made_again_after_it_was_taken_back_is_told_again(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    link = await lani.plays(kai, clock=SLOW)
    for _ in range(2):
        await lani.turn(link, 1)
        assert browser.read(await told.service.next())["tag"] == link
        await lani.post(f"/games/{link}/takeback")
        await kai.post(f"/games/{link}/takeback/answer", {"agreed": True})
    await told.nothing_more()


@told
async def test_whoever_has_moved_on_meanwhile_is_not_told_of_the_past(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    told.site.site.your_turn.moment = 0.2
    link = await lani.plays(kai, clock=SLOW)
    await lani.turn(link, 1)
    await kai.turn(link, 2)
    await lani.turn(link, 3)
    assert browser.read(await told.service.next())["tag"] == link
    await told.nothing_more()


@told
async def test_games_that_go_slowly_are_looked_at_together(told: Told) -> None:
    """Each look asks the database, and turns that are made meanwhile wait for that."""
    asked = list[set[int]]()

    async def ask(database: Database, persons: set[int], *, mails: bool) -> dict[int, Reach]:
        asked.append(persons)
        return await reaches(database, persons, mails=mails)

    lani, kai = await told.site.guest("Lani"), await told.site.guest("Kai")
    malia, browser = await told.subscriber("Malia")
    links = [await lani.plays(opponent, clock=SLOW) for opponent in (kai, kai, malia)]
    await told.nothing_more()
    told.site.site.your_turn.moment = 2.0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "reaches", ask)
        patch.setattr(turns, "EARLY", 1)
        for link in links:
            await lani.turn(link, 1)
        assert browser.read(await told.service.next())["tag"] == links[-1]
    numbers = {await visitor.number() for visitor in (kai, malia)}
    assert asked == [numbers, {await malia.number()}]  # nobody else can be told


@told
async def test_a_game_that_goes_on_keeps_none_of_the_others_waiting(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    quick, slow = [await lani.plays(kai, clock=SLOW) for _ in range(2)]
    await told.nothing_more()
    told.site.site.your_turn.moment = 0.5
    await lani.turn(quick, 1)
    await asyncio.sleep(0.25)
    await lani.turn(slow, 1)
    await kai.turn(quick, 2)  # so this game, when it is looked at, is to be looked at once more
    await lani.turn(quick, 3)
    tags = [browser.read(await told.service.next())["tag"] for _ in range(2)]
    assert tags == [slow, quick]


@told
async def test_nobody_is_told_who_does_not_want_it(told: Told) -> None:
    lani, (kai, _) = await told.site.guest("Lani"), await told.subscriber("Kai")
    await kai.ask("PATCH", "/me", {"notify": ["mail"]})
    await lani.turn(await lani.plays(kai, clock=SLOW), 1)
    await told.nothing_more()
    assert await told.site.site.your_turn.missed() == []


@told
async def test_a_browser_that_is_gone_is_forgotten(told: Told) -> None:
    lani, (kai, _) = await told.site.guest("Lani"), await told.subscriber("Kai")
    link = await lani.plays(kai, clock=SLOW)
    told.service.status = 500
    await lani.turn(link, 1)
    await told.service.next()
    await told.nothing_more()
    assert len(await told.site.rows(select(subscriptions.c.id))) == 1  # it may come back
    told.service.status = 410
    await kai.turn(link, 2)
    await lani.turn(link, 3)
    await told.service.next()
    await told.nothing_more()
    assert await told.site.rows(select(subscriptions.c.id)) == []


@told
async def test_a_push_service_that_is_down_harms_no_turn(told: Told) -> None:
    lani, (kai, _) = await told.site.guest("Lani"), await told.subscriber("Kai")
    link = await lani.plays(kai, clock=SLOW)
    told.service.server.server_close()
    await lani.turn(link, 1)
    await told.nothing_more()
    await kai.turn(link, 2)
    assert (await lani.get(f"/games/{link}"))["view"]["turn"] == 3


@told
async def test_whatever_fails_in_telling_harms_no_turn(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    link = await lani.plays(kai, clock=SLOW)
    push, failed = told.site.site.push, asyncio.Event()
    send = push.send

    async def fails(*_: object) -> int:
        failed.set()
        raise RuntimeError("out of order")

    push.send = fails  # type: ignore[assignment,method-assign]  # what cannot be foreseen
    await lani.turn(link, 1)
    await asyncio.wait_for(failed.wait(), 30)
    await told.nothing_more()
    push.send = send  # type: ignore[method-assign]  # as it was
    await kai.turn(link, 2)
    await lani.turn(link, 3)
    assert browser.read(await told.service.next())["tag"] == link


@told
async def test_a_browser_belongs_to_who_subscribed_by_it_last(told: Told) -> None:
    (lani, _), kai = await told.subscriber("Lani"), await told.site.guest("Kai")
    browser = Browser(told.service, "/p/Lani")
    first = await kai.post("/push/subscriptions", browser.subscription())
    again = await kai.post("/push/subscriptions", browser.subscription())
    assert await told.site.rows(select(subscriptions.c.person)) == [(await kai.number(),)]
    assert await lani.refused("DELETE", f"/push/subscriptions/{again['number']}") == "not-found"
    del first
    assert (await kai.ask("DELETE", f"/push/subscriptions/{again['number']}")).status_code == 204
    assert await told.site.rows(select(subscriptions.c.id)) == []


@told
async def test_the_oldest_of_too_many_browsers_gives_way(told: Told) -> None:
    kai = await told.site.guest("Kai")
    for n in range(12):
        await kai.post("/push/subscriptions", Browser(told.service, f"/{n}").subscription())
    kept = await told.site.rows(select(subscriptions.c.endpoint).order_by(subscriptions.c.id))
    assert [endpoint.rpartition("/")[2] for (endpoint,) in kept] == [str(n) for n in range(2, 12)]


@on_a_site()
async def test_only_push_services_are_spoken_to(site: TheSite) -> None:
    kai = await site.guest("Kai")
    with push_service() as service:
        good = Browser(service).subscription()
        for endpoint in (
            service.address,  # a door in the house
            "https://169.254.169.254/latest/meta-data",
            "https://localhost/x",
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evil.example#fcm.googleapis.com",
            "https://fcm.googleapis.com@evil.example/x",
            "https://[::1/x",
            "ftp://fcm.googleapis.com/x",
            "https://fcm.googleapis.com/\x00",
            "",
        ):
            data = good | {"endpoint": endpoint}
            assert await kai.refused("POST", "/push/subscriptions", data) == "push-service"
        known = good | {"endpoint": "https://fcm.googleapis.com/fcm/send/abc"}
        await kai.post("/push/subscriptions", known)
        for keys in (
            {"p256dh": "AAAA", "auth": good["keys"]["auth"]},
            {"p256dh": good["keys"]["p256dh"], "auth": "AAAA"},
            {"p256dh": "!", "auth": "!"},
            {"p256dh": good["keys"]["p256dh"], "auth": good["keys"]["auth"] + "\x00"},
            {"p256dh": "\u00e9", "auth": "\u00e9"},
        ):
            data = known | {"keys": keys}
            assert await kai.refused("POST", "/push/subscriptions", data) == "push-keys"
    assert await site.visitor().refused("POST", "/push/subscriptions", good) == "nobody"


def test_the_sites_key_is_made_once_and_kept(tmp_path: Path) -> None:
    async def key() -> str:
        site = TheSite(f"sqlite:///{tmp_path}/site.sqlite", {})
        await site.site.start()
        told = await site.visitor().get("/push/key")
        await site.site.stop()
        return str(told["key"])

    first = asyncio.run(key())
    assert len(decoded(first)) == 65
    assert asyncio.run(key()) == first


# Looking


@told
async def test_nobody_is_told_while_they_look_at_the_game(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    link = await lani.plays(kai, clock=SLOW)
    async with looking(told.site, kai, link) as socket:
        await lani.turn(link, 1)
        assert json.loads(await socket.recv())["view"]["turn"] == 2
        await told.nothing_more()
        assert await told.site.rows(select(notices.c.seq)) == [(1,)]  # they saw it
        other = await lani.plays(kai, clock=SLOW)
        await lani.turn(other, 1)  # a game that they do not look at
        assert browser.read(await told.service.next())["tag"] == other
    await kai.turn(link, 2)
    await lani.turn(link, 3)
    assert browser.read(await told.service.next())["tag"] == link


@told
async def test_who_has_the_game_in_a_hidden_tab_is_told(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    link = await lani.plays(kai, clock=SLOW)
    async with looking(told.site, kai, link) as socket:
        await socket.send(json.dumps({"type": "look", "on": False}))
        await lani.turn(link, 1)
        assert browser.read(await told.service.next())["tag"] == link
        await socket.send(json.dumps({"type": "look", "on": True}))
        await kai.turn(link, 2)
        await lani.turn(link, 3)
        await told.nothing_more()


@told
async def test_somebody_else_who_looks_does_not_count(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    link = await lani.plays(kai, clock=SLOW)
    async with looking(told.site, lani, link):
        await lani.turn(link, 1)
        assert browser.read(await told.service.next())["tag"] == link


@told
async def test_who_could_not_be_told_is_told_later(told: Told) -> None:
    your_turn = told.site.site.your_turn
    assert your_turn._looking is not None
    your_turn._looking.cancel()
    your_turn.round = 0.05  # instead of a minute
    your_turn.start()
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    link = await lani.plays(kai, clock=SLOW)
    told.service.status = 503  # it is out of order
    await lani.turn(link, 1)
    for _ in range(3):
        await told.service.next()
    told.service.status = 201
    while not your_turn.is_at_rest or await your_turn.missed():
        await asyncio.sleep(0.01)
    assert browser.read(told.service.deliveries.queue[-1])["tag"] == link
    assert await told.site.rows(select(notices.c.seq)) == [(1,)]


def test_a_turn_before_a_restart_is_told_after_it(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/site.sqlite"

    async def story(service: PushService) -> None:
        async with mail_server() as mail:
            async with a_site(database, service, mail) as told:
                told.site.site.your_turn.moment = 3600
                lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
                link = await lani.plays(kai, clock=SLOW)
                await lani.turn(link, 1)
                long_ago = update(games).values(moved=games.c.moved - 1000)
                async with told.site.site.database.writing() as connection:
                    await connection.execute(long_ago)
            async with a_site(database, service, mail) as told:
                assert browser.read(await told.service.next())["tag"] == link
                await told.nothing_more()
                assert await told.site.site.your_turn.missed() == []

    with push_service() as service:
        asyncio.run(story(service))


def test_two_processes_tell_once_and_not_while_one_is_looked_at(new_postgresql: str) -> None:
    async def story(service: PushService) -> None:
        async with (
            mail_server() as mail,
            a_site(new_postgresql, service, mail) as one,
            a_site(new_postgresql, service, mail) as two,
        ):
            for told in (one, two):
                told.site.site.your_turn.moment = 0.5
            lani, (kai, browser) = await one.site.guest("Lani"), await one.subscriber("Kai")
            link = await lani.plays(kai, clock=SLOW)
            await two.site.site.rooms.get(link)  # it is in memory there, too
            await lani.turn(link, 1)
            assert browser.read(await service.next())["tag"] == link
            for told in (one, two):
                await told.nothing_more()
            await kai.turn(link, 2)
            async with looking(two.site, kai, link) as socket:
                await lani.turn(link, 3)
                while json.loads(await socket.recv())["view"]["turn"] != 4:
                    pass
                for told in (one, two):
                    await told.nothing_more()

    with push_service() as service:
        asyncio.run(story(service))


def test_a_worker_tells_nobody(tmp_path: Path) -> None:
    """It may not know the site's address, nor its mail server; the servers do it."""

    async def story() -> None:
        worker = Site(Settings(data=str(tmp_path), thinkers=0), tells=False)
        await worker.start()
        assert worker.your_turn.told not in worker.rooms.listeners
        assert worker.your_turn._looking is None
        await worker.stop()

    asyncio.run(story())


# Mail


async def confirmed(told: Told, visitor: Visitor, address: str) -> None:
    """Let somebody set an address and say that it is theirs."""
    assert (await visitor.ask("PATCH", "/me", {"email": address})).is_success
    mail = await told.mail.next()
    assert mail["to"] == address
    secret = mail.get_content().partition(f"{URL}/confirm/")[2].split()[0]
    await told.site.visitor().post("/me/email", {"secret": secret})
    again = {"secret": secret}
    assert await told.site.visitor().refused("POST", "/me/email", again) == "too-old"


@told
async def test_an_address_counts_when_its_owner_says_so(told: Told) -> None:
    lani, kai = await told.site.guest("Lani"), await told.site.guest("Kai", language="de")
    assert (await kai.ask("PATCH", "/me", {"email": "kai@example.org"})).json()["email"] is None
    mail = await told.mail.next()
    assert mail["subject"] == "Kahuna: Ist das deine Adresse?"
    link = await lani.plays(kai, clock=SLOW)
    await lani.turn(link, 1)
    await told.nothing_more()
    await confirmed(told, kai, "kai@example.org")
    assert (await kai.get("/me"))["email"] == "kai@example.org"
    assert (await kai.ask("PATCH", "/me", {"email": ""})).json()["email"] is None


@told
async def test_whose_turn_it_is_gets_a_mail_in_their_language(told: Told) -> None:
    lani, kai = await told.site.guest("Lani"), await told.site.guest("Jörg", language="de")
    await confirmed(told, kai, "joerg@example.org")
    link = await lani.plays(kai, clock=SLOW)
    await lani.turn(link, 1)
    mail = await told.mail.next()
    assert (mail["to"], mail["from"]) == ("joerg@example.org", "Kahuna <club@example.org>")
    assert mail["subject"] == "Kahuna: du bist am Zug gegen Lani"
    text = mail.get_content()
    assert text.startswith("Hallo Jörg,\n")
    assert f"\n{URL}/{link}\n" in text
    assert re.search(r"Du hast Zeit bis \d{4}-\d\d-\d\d \d\d:\d\d UTC.", text)
    assert f"{URL}/settings" in text
    assert mail["auto-submitted"] == "auto-generated"
    await told.nothing_more()
    await kai.ask("PATCH", "/me", {"language": "en"})
    await kai.turn(link, 2)
    await lani.turn(link, 3)
    mail = await told.mail.next()
    assert mail["subject"] == "Kahuna: your turn against Lani"
    assert mail.get_content().startswith("Hello Jörg,\n")


@told
async def test_push_and_mail_both_come_to_who_wants_both(told: Told) -> None:
    lani, (kai, browser) = await told.site.guest("Lani"), await told.subscriber("Kai")
    await confirmed(told, kai, "kai@example.org")
    link = await lani.plays(kai, clock=SLOW)
    await lani.turn(link, 1)
    assert browser.read(await told.service.next())["tag"] == link
    assert link in (await told.mail.next()).get_content()
    await kai.ask("PATCH", "/me", {"notify": ["push"]})
    await kai.turn(link, 2)
    await lani.turn(link, 3)
    assert browser.read(await told.service.next())["tag"] == link
    await told.nothing_more()


@told
async def test_what_is_no_address_is_refused(told: Told) -> None:
    kai = await told.site.guest("Kai")
    for address in ("kai", "kai@", "kai@host", "k ai@example.org", "a@b.c\nBcc: d@e.f", "ä@b.de"):
        assert await kai.refused("PATCH", "/me", {"email": address}) == "address"
    assert await kai.refused("PATCH", "/me", {"email": "a" * 250 + "@b.de"}) == "address"
    await told.nothing_more()


@told
async def test_nobody_can_have_mails_rained_on_an_address(told: Told) -> None:
    victim, people_like = {"email": "victim@example.org"}, await told.site.guest("Rain")
    for _ in range(3):
        assert (await people_like.ask("PATCH", "/me", victim)).is_success
        await told.mail.next()
    assert await people_like.refused("PATCH", "/me", victim) == "too-many-attempts"
    other = await told.site.guest("Shower")
    assert await other.refused("PATCH", "/me", victim) == "too-many-attempts"
    await told.nothing_more()


def test_a_mail_server_that_is_down_harms_nothing() -> None:
    async def story() -> None:
        async with mail_server() as mail:
            address = mail.address
        mailer = Mailer(Settings(smtp=address))
        assert not await mailer.send("kai@example.org", "Aloha", "text")
        mailer.close()

    asyncio.run(story())


def test_a_password_never_goes_to_a_mail_server_in_the_clear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        async with mail_server() as mail:
            port = mail.address.rpartition(":")[2]
            monkeypatch.setattr(
                "socket.getaddrinfo",
                lambda *_, **__: [(2, 1, 6, "", ("127.0.0.1", int(port)))],
            )
            mailer = Mailer(Settings(smtp=f"smtp://user:secret@mail.example:{port}"))
            assert not await mailer.send("kai@example.org", "Aloha", "text")
            assert mail.mails.empty()
            mailer.close()

    asyncio.run(story())


@told
async def test_whoever_leaves_can_be_told_nothing_more(told: Told) -> None:
    kai, _ = await told.subscriber("Kai")
    await confirmed(told, kai, "kai@example.org")
    number, database = await kai.number(), told.site.site.database
    reach = ("Kai", "en", True, "kai@example.org")
    assert await reaches(database, [number], mails=True) == {number: reach}
    await kai.post("/me/deletion")
    assert await reaches(database, [number], mails=True) == {}
    assert await told.site.site.push.send(number, Message("Aloha", "", "", ""), 1) == 0
    assert await told.site.rows(select(people.c.email).where(people.c.id == number)) == [(None,)]
