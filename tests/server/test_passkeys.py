"""Passkeys, with an authenticator made of software that speaks WebAuthn for real."""

import asyncio
import hashlib
import json
import secrets
from dataclasses import dataclass, field

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from sqlalchemy import select, update
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from kahuna.server.errors import RefusedError
from kahuna.server.people.authenticator import relying_party
from kahuna.server.settings import Settings
from kahuna.server.storage.tables import challenges, passkeys, people
from tests.server.visitors import Json, TheSite, Visitor, on_a_site, on_both_databases

ORIGIN = "http://localhost:8717"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """Keeps one passkey, as a phone or a security key does."""

    origin: str = ORIGIN
    flags: int = PRESENT | VERIFIED
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    handle: bytes = b""
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def create(self, options: Json) -> Json:
        """Do what `navigator.credentials.create` does."""
        self.handle = base64url_to_bytes(options["user"]["id"])
        point = self.key.public_key().public_numbers()
        cose = {
            1: 2,
            3: -7,
            -1: 1,
            -2: point.x.to_bytes(32, "big"),
            -3: point.y.to_bytes(32, "big"),
        }
        data = self._data(options["rp"]["id"], self.flags | ATTESTED)
        data += bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential
        attestation = {"fmt": "none", "attStmt": {}, "authData": data + cbor2.dumps(cose)}
        response = {
            "attestationObject": bytes_to_base64url(cbor2.dumps(attestation)),
            "clientDataJSON": self._client_data("webauthn.create", options),
            "transports": ["internal"],
        }
        return self._credential(response)

    def get(self, options: Json) -> Json:
        """Do what `navigator.credentials.get` does."""
        self.count += 1
        data = self._data(options["rpId"], self.flags)
        client_data = self._client_data("webauthn.get", options)
        signed = data + hashlib.sha256(base64url_to_bytes(client_data)).digest()
        response = {
            "authenticatorData": bytes_to_base64url(data),
            "clientDataJSON": client_data,
            "signature": bytes_to_base64url(self.key.sign(signed, ec.ECDSA(SHA256()))),
            "userHandle": bytes_to_base64url(self.handle),
        }
        return self._credential(response)

    def _data(self, party: str, flags: int) -> bytes:
        return (
            hashlib.sha256(party.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")
        )

    def _client_data(self, kind: str, options: Json) -> str:
        data = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return bytes_to_base64url(json.dumps(data).encode())

    def _credential(self, response: Json) -> Json:
        number = bytes_to_base64url(self.credential)
        return {
            "id": number,
            "rawId": number,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }


async def register(visitor: Visitor, authenticator: Authenticator, name: str = "") -> None:
    """Make a passkey, as the page would."""
    options = await visitor.post("/passkeys/options", {"name": name or None})
    made = {"credential": authenticator.create(options), "label": "my phone"}
    await visitor.post("/passkeys", made)


async def answer(visitor: Visitor, authenticator: Authenticator) -> Json:
    """Return what a browser would send to log in."""
    return {"credential": authenticator.get(await visitor.post("/passkeys/log-in/options"))}


@on_both_databases()
async def test_a_guest_claims_an_account_by_a_passkey_and_logs_in_by_it(site: TheSite) -> None:
    lani, phone = await site.guest("Lani"), Authenticator()
    link = await lani.plays(await site.guest("Kai"))
    number, before = await lani.number(), lani.client.cookies["kahuna"]
    await register(lani, phone, "Lani K.")
    me = await lani.get("/me")
    assert (me["number"], me["name"], me["kind"]) == (number, "Lani K.", "account")
    assert (me["has_password"], me["passkeys"]) == (False, 1)
    assert lani.client.cookies["kahuna"] != before

    browser = site.visitor()
    await browser.post("/passkeys/log-in", await answer(browser, phone))
    assert await browser.name() == "Lani K."
    assert [game["link"] for game in (await browser.get("/me/games"))["games"]] == [link]
    assert await site.rows(select(passkeys.c.sign_count)) == [(1,)]
    assert await site.rows(select(challenges)) == []


@on_a_site()
async def test_an_account_can_have_several_passkeys_beside_its_password(site: TheSite) -> None:
    lani, phone, stick = await site.account("Lani"), Authenticator(), Authenticator()
    await register(lani, phone)
    options = await lani.post("/passkeys/options")
    odd = {"credential": stick.create(options), "label": "stick\x00"}
    assert await lani.refused("POST", "/passkeys", odd) == "label"
    assert options["excludeCredentials"][0]["id"] == bytes_to_base64url(phone.credential)
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["user"]["name"] == "Lani"
    await lani.post("/passkeys", {"credential": stick.create(options), "label": "stick"})
    mine = await lani.get("/passkeys")
    assert [one["label"] for one in mine] == ["my phone", "stick"]
    assert await lani.refused("POST", "/passkeys", {"credential": stick.create(options)}) == (
        "passkey"  # the same answer again
    )
    assert (await lani.ask("DELETE", f"/passkeys/{mine[0]['number']}")).status_code == 204
    browser = site.visitor()
    assert await browser.refused("POST", "/passkeys/log-in", await answer(browser, phone)) == (
        "passkey"
    )
    await browser.post("/passkeys/log-in", await answer(browser, stick))
    assert await browser.name() == "Lani"


@on_a_site()
async def test_the_last_way_in_cannot_be_removed(site: TheSite) -> None:
    lani, other = await site.guest("Lani"), await site.account("Other")
    await register(lani, Authenticator())
    number = (await lani.get("/passkeys"))[0]["number"]
    assert await lani.refused("DELETE", f"/passkeys/{number}") == "last-way-in"
    assert await other.refused("DELETE", f"/passkeys/{number}") == "not-found"
    assert len(await lani.get("/passkeys")) == 1
    assert (await lani.ask("PUT", "/me/password", {"new": "aloha aloha"})).is_success
    assert (await lani.ask("DELETE", f"/passkeys/{number}")).is_success


@on_a_site()
async def test_a_name_that_is_taken_cannot_be_claimed_by_a_passkey(site: TheSite) -> None:
    lani, other = await site.guest("Lani"), await site.guest("Other")
    options = await lani.post("/passkeys/options", {"name": "Mele"})
    await other.post("/accounts", {"name": "Mele", "password": "aloha aloha"})
    made = {"credential": Authenticator().create(options)}
    assert await lani.refused("POST", "/passkeys", made) == "name-taken"
    assert await lani.refused("POST", "/passkeys/options", {"name": "mele"}) == "name-taken"
    assert (await lani.get("/me"))["kind"] == "guest"
    assert await site.rows(select(passkeys)) == []


@on_both_databases()
async def test_an_answer_is_good_once(site: TheSite) -> None:
    lani, phone = await site.account("Lani"), Authenticator()
    await register(lani, phone)
    browser = site.visitor()
    said = await answer(browser, phone)
    both = await asyncio.gather(
        *(site.visitor().ask("POST", "/passkeys/log-in", said) for _ in range(2))
    )
    assert sorted(one.status_code for one in both) == [204, 401]


@on_a_site()
async def test_an_answer_that_comes_too_late_is_refused(site: TheSite) -> None:
    lani, phone = await site.account("Lani"), Authenticator()
    await register(lani, phone)
    browser = site.visitor()
    said = await answer(browser, phone)
    async with site.site.database.writing() as connection:
        await connection.execute(update(challenges).values(expires=0))
    assert await browser.refused("POST", "/passkeys/log-in", said) == "passkey"


@on_a_site()
async def test_a_challenge_serves_only_whom_and_what_it_was_made_for(site: TheSite) -> None:
    lani, thief = await site.account("Lani"), await site.account("Thief")
    phone = Authenticator()
    made = {"credential": phone.create(await lani.post("/passkeys/options"))}
    assert await thief.refused("POST", "/passkeys", made) == "passkey"
    assert await lani.refused("POST", "/passkeys", made) == "passkey"  # it is used up by now
    await register(lani, phone)
    options = await lani.post("/passkeys/options")  # meant for making one
    said = {"credential": phone.get({"rpId": "localhost", **options})}
    assert await site.visitor().refused("POST", "/passkeys/log-in", said) == "passkey"


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"origin": "https://evil.example"}, id="a page of another site asked"),
        pytest.param({"flags": PRESENT}, id="nobody checked who holds the phone"),
        pytest.param({"handle": b"somebody else"}, id="it speaks for somebody else"),
        pytest.param({"count": -1}, id="it signed more often before: it may be a copy"),
        pytest.param({"key": ec.generate_private_key(ec.SECP256R1())}, id="it is another key"),
    ],
)
def test_a_passkey_that_does_not_hold_is_refused(wrong: dict[str, object]) -> None:
    @on_a_site()
    async def story(site: TheSite) -> None:
        lani, phone, browser = await site.account("Lani"), Authenticator(), site.visitor()
        await register(lani, phone)
        await browser.post("/passkeys/log-in", await answer(browser, phone))
        for name, value in wrong.items():
            setattr(phone, name, value)
        other = site.visitor()
        assert await other.refused("POST", "/passkeys/log-in", await answer(other, phone)) == (
            "passkey"
        )
        assert await other.name() is None

    story()


@on_a_site(entry_limit=0)
async def test_nonsense_is_refused_and_harms_nothing(site: TheSite) -> None:
    lani, phone = await site.account("Lani"), Authenticator()
    await register(lani, phone)
    good = await answer(lani, phone)
    for part in ("authenticatorData", "clientDataJSON", "signature", "userHandle"):
        for nonsense in ("", "!", "AAAA", "A", "\u00e9", "W10", "eyJ0eXBlIjoxfQ"):
            bad = json.loads(json.dumps(good))
            bad["credential"]["response"][part] = nonsense
            code = (await lani.ask("POST", "/passkeys/log-in", bad)).status_code
            assert code in (204, 401), (part, nonsense)  # an empty handle is none
            good = await answer(lani, phone)
    for nonsense in ("", "!", "AAAA", "oA", "gA", "_"):
        made = phone.create(await lani.post("/passkeys/options"))
        made["response"]["attestationObject"] = nonsense
        assert await lani.refused("POST", "/passkeys", {"credential": made}) == "passkey"


@on_a_site()
async def test_asking_to_log_in_is_limited(site: TheSite) -> None:
    browser = site.visitor()
    for _ in range(site.site.accounts.by_client.most):
        await browser.post("/passkeys/log-in/options")
    assert await browser.refused("POST", "/passkeys/log-in/options", {}) == "too-many-attempts"


@on_a_site()
async def test_whoever_leaves_takes_their_passkeys_along(site: TheSite) -> None:
    lani, phone = await site.guest("Lani"), Authenticator()
    await register(lani, phone)
    await lani.post("/me/deletion")
    assert await site.rows(select(passkeys)) == []
    assert await lani.refused("POST", "/passkeys/log-in", await answer(lani, phone)) == "passkey"
    assert await site.rows(select(people.c.kind).where(people.c.level.is_(None))) == [("gone",)]


@pytest.mark.parametrize(
    ("url", "host", "party"),
    [
        ("", "localhost:8717", ("localhost", "http://localhost:8717")),
        ("", "localhost:9999", ("localhost", "http://localhost:9999")),  # through a tunnel
        ("https://club.example", "club.example", ("club.example", "https://club.example")),
        ("https://club.example:8443/", "x", ("club.example", "https://club.example:8443")),
        ("https://club.example", "localhost:8717", ("club.example", "https://club.example")),
        ("", "127.0.0.1:8717", None),
        ("", "evil.example", None),
        ("http://192.0.2.7:8717", "192.0.2.7:8717", None),
    ],
)
def test_passkeys_belong_to_the_sites_own_name(
    url: str, host: str, party: tuple[str, str] | None
) -> None:
    if party is None:
        with pytest.raises(RefusedError, match="need the site to have a name"):
            relying_party(Settings(url=url), host)
    else:
        assert relying_party(Settings(url=url), host) == party


def test_a_passkey_can_be_made_at_one_process_and_used_at_another(new_postgresql: str) -> None:
    async def story() -> None:
        one, two = TheSite(new_postgresql, {}), TheSite(new_postgresql, {})
        await one.site.start()
        await two.site.start()
        lani, phone = await one.account("Lani"), Authenticator()
        there = two.visitor()
        there.client.cookies = lani.client.cookies
        options = await lani.post("/passkeys/options")
        await there.post("/passkeys", {"credential": phone.create(options)})
        here, there = one.visitor(), two.visitor()
        await there.post("/passkeys/log-in", await answer(here, phone))
        assert await there.name() == "Lani"
        await one.site.stop()
        await two.site.stop()

    asyncio.run(story())
