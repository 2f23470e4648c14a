"""Accounts: claimed by guests, kept by passwords, left for good."""

import asyncio
import json

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from kahuna.server.api.live import GOING_AWAY, LiveConnection
from kahuna.server.people import passwords
from kahuna.server.people.attempts import Attempts
from kahuna.server.people.person import Key
from kahuna.server.storage.tables import (
    api_tokens,
    games,
    passkeys,
    people,
    ratings,
    sessions,
    subscriptions,
)
from tests.server.visitors import CHEAP, TheSite, Visitor, looking, on_a_site, on_both_databases

LIVE = {"pace": "live", "base": 600_000, "increment": 0}


@on_both_databases()
async def test_a_guest_keeps_their_games_when_they_claim_an_account(site: TheSite) -> None:
    lani, kai = await site.guest("Lani"), await site.guest("Kai")
    link = await lani.plays(kai)
    number, before = await lani.number(), lani.client.cookies["kahuna"]
    await lani.post("/accounts", {"name": "Lani K.", "password": "aloha aloha"})
    me = await lani.get("/me")
    assert (me["number"], me["kind"], me["name"]) == (number, "account", "Lani K.")
    assert me["has_password"]
    assert lani.client.cookies["kahuna"] != before
    await lani.turn(link, 1)
    seen = await kai.get(f"/games/{link}")
    assert (seen["white"]["name"], seen["white"]["kind"]) == ("Lani K.", "account")


@on_a_site()
async def test_the_session_of_a_guest_ends_when_they_claim_an_account(site: TheSite) -> None:
    lani, thief = await site.guest("Lani"), site.visitor()
    thief.client.cookies = dict(lani.client.cookies)
    assert await thief.name() == "Lani"
    await lani.post("/accounts", {"name": "Lani", "password": "aloha aloha"})
    assert await lani.name() == "Lani"
    assert await thief.name() is None


@on_a_site()
async def test_whoever_is_nobody_yet_can_make_an_account_at_once(site: TheSite) -> None:
    kai = site.visitor()
    await kai.post("/accounts", {"name": "Kai", "password": "aloha aloha", "language": "de"})
    me = await kai.get("/me")
    assert (me["kind"], me["language"]) == ("account", "de")
    assert await kai.refused("POST", "/accounts", {"name": "Kai2", "password": "aloha aloha"}) == (
        "no-guest"
    )


@on_both_databases()
async def test_an_account_has_its_name_alone(site: TheSite) -> None:
    await site.account("Leilani K.")
    for name in ("Leilani K.", "leilani k.", "  LEILANI   K. "):
        claim = {"name": name, "password": "aloha aloha"}
        guest = await site.guest("Somebody")
        assert await guest.refused("POST", "/accounts", claim) == "name-taken"
        assert await guest.name() == "Somebody"
    assert await site.visitor().refused(
        "POST", "/accounts", {"name": "kahuna", "password": "aloha aloha"}
    ) == ("name-taken")  # the computer's


@on_a_site()
async def test_a_name_or_password_that_will_not_do_is_refused_with_the_reason(
    site: TheSite,
) -> None:
    kai = site.visitor()
    for name, password, code in [
        ("Kai", "seven77", "password-short"),
        ("Kai", "x" * 201, "password-long"),
        ("007", "aloha aloha", "name"),
        ("gone", "aloha aloha", "name"),
        ("K\u202ei", "aloha aloha", "name"),
        ("", "aloha aloha", "bad-request"),
    ]:
        assert await kai.refused("POST", "/accounts", {"name": name, "password": password}) == code
    assert await site.rows(select(people.c.id).where(people.c.kind == "account")) == []


@on_a_site()
async def test_passwords_are_stored_as_argon2id_and_sessions_hashed(site: TheSite) -> None:
    lani = await site.account("Lani")
    [(stored,)] = await site.rows(select(people.c.password).where(people.c.kind == "account"))
    assert stored.startswith("$argon2id$")
    assert PasswordHasher().memory_cost >= 19 * 1024  # kB, as OWASP asks for
    assert (lani.client.cookies["kahuna"],) not in await site.rows(select(sessions.c.hash))


@on_both_databases()
async def test_one_logs_in_by_name_and_password_and_out_again(site: TheSite) -> None:
    await site.account("Lani")
    browser = site.visitor()
    data = {"name": "lani", "password": "aloha aloha"}
    await browser.post("/session", data)
    assert await browser.name() == "Lani"
    secret = browser.client.cookies["kahuna"]
    assert (await browser.ask("DELETE", "/session")).status_code == 204
    assert "kahuna" not in browser.client.cookies
    browser.client.cookies.set("kahuna", secret)
    assert await browser.name() is None


@on_a_site()
async def test_the_session_cookie_is_not_for_scripts_nor_for_other_sites(site: TheSite) -> None:
    answer = await site.visitor().ask("POST", "/accounts", {"name": "Lani", "password": "8letters"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@on_a_site()
async def test_logging_in_ends_the_session_that_the_browser_had(site: TheSite) -> None:
    await site.account("Lani")
    browser = await site.guest("Somebody")
    await browser.post("/session", {"name": "Lani", "password": "aloha aloha"})
    assert await browser.name() == "Lani"
    assert len(await site.rows(select(sessions.c.hash))) == 2  # that of the account's making, too


@on_a_site()
async def test_a_wrong_password_and_an_unknown_name_are_refused_alike(site: TheSite) -> None:
    await site.account("Lani")
    browser, answers = site.visitor(), []
    for name in ("Lani", "Nobody"):
        answer = await browser.ask("POST", "/session", {"name": name, "password": "wrong wrong"})
        answers.append((answer.status_code, answer.json()))
    assert answers[0] == answers[1]
    assert answers[0][1]["code"] == "wrong-password"


def test_an_unknown_name_costs_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A password is checked either way, so that the time of an answer tells nothing."""
    checked: list[str] = []
    verify = passwords._verify

    def noted(hasher: PasswordHasher, stored: str, password: str) -> bool:
        checked.append(stored)
        return verify(hasher, stored, password)

    monkeypatch.setattr(passwords, "_verify", noted)

    async def story() -> None:
        keeper = passwords.Passwords(CHEAP)
        stored = await keeper.hash("aloha aloha")
        assert await keeper.check(stored, "aloha aloha")
        assert not await keeper.check(stored, "wrong wrong")
        assert not await keeper.check(None, "aloha aloha")
        assert not await keeper.check(None, "nobody's password")
        keeper.close()

    asyncio.run(story())
    assert len(checked) == 4
    assert len({stored.rpartition("$")[0].rpartition("$")[0] for stored in checked}) == 1  # cost


def test_no_prefix_of_a_password_will_do() -> None:
    async def story() -> None:
        keeper = passwords.Passwords(CHEAP)
        stored = await keeper.hash("x" * 200)
        assert not await keeper.check(stored, "x" * 201)
        assert not await keeper.check(stored, "x" * 199)
        keeper.close()

    asyncio.run(story())


@on_a_site()
async def test_guesses_are_limited_by_name_whoever_makes_them(site: TheSite) -> None:
    await site.account("Lani")
    site.site.accounts.by_name = Attempts(most=3, period=60_000)
    for n in range(3):
        guesser = site.visitor(host=f"192.0.2.{n}")
        data = {"name": "Lani", "password": f"guess number {n}"}
        assert await guesser.refused("POST", "/session", data) == "wrong-password"
    answer = await site.visitor(host="192.0.2.9").ask(
        "POST", "/session", {"name": "LANI", "password": "aloha aloha"}
    )
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-attempts")
    assert 0 < answer.json()["more"]["retry_after"] <= 60


@on_a_site()
async def test_guesses_are_limited_by_client_whatever_the_name(site: TheSite) -> None:
    await site.account("Lani")
    site.site.accounts.by_client = Attempts(most=3, period=60_000)
    guesser = site.visitor(host="2001:db8::1")
    for n in range(3):
        data = {"name": f"Name{n}", "password": "aloha aloha"}
        assert await guesser.refused("POST", "/session", data) == "wrong-password"
    own = {"name": "Lani", "password": "aloha aloha"}
    neighbour = site.visitor(host="2001:db8::2")  # of the same network
    assert await neighbour.refused("POST", "/session", own) == "too-many-attempts"
    await site.visitor(host="2001:db8:0:1::1").post("/session", own)


@on_a_site()
async def test_logging_in_rightly_is_not_limited(site: TheSite) -> None:
    await site.account("Lani")
    site.site.accounts.by_name = Attempts(most=1, period=60_000)
    for _ in range(3):
        await site.visitor().post("/session", {"name": "Lani", "password": "aloha aloha"})


@on_a_site()
async def test_a_new_password_ends_all_other_sessions(site: TheSite) -> None:
    lani, other = await site.account("Lani"), site.visitor()
    await other.post("/session", {"name": "Lani", "password": "aloha aloha"})
    change = {"old": "wrong wrong", "new": "mahalo mahalo"}
    assert await lani.refused("PUT", "/me/password", change) == "wrong-password"
    assert await other.name() == "Lani"
    assert (await lani.ask("PUT", "/me/password", change | {"old": "aloha aloha"})).is_success
    assert await lani.name() == "Lani"
    assert await other.name() is None
    new = {"name": "Lani", "password": "mahalo mahalo"}
    assert (await other.ask("POST", "/session", new)).is_success
    assert await other.refused("POST", "/session", new | {"password": "aloha aloha"}) == (
        "wrong-password"
    )


@on_a_site()
async def test_a_guest_has_no_password_to_change(site: TheSite) -> None:
    guest = await site.guest("Kai")
    assert await guest.refused("PUT", "/me/password", {"new": "aloha aloha"}) == "forbidden"


@on_a_site()
async def test_one_can_log_out_everywhere_at_once(site: TheSite) -> None:
    lani, other = await site.account("Lani"), site.visitor()
    await other.post("/session", {"name": "Lani", "password": "aloha aloha"})
    assert (await lani.ask("DELETE", "/sessions")).status_code == 204
    assert await lani.name() is None
    assert await other.name() is None


@on_a_site()
async def test_live_connections_end_with_their_sessions(site: TheSite) -> None:
    lani, kai = await site.account("Lani"), await site.guest("Kai")
    link = await lani.plays(kai)
    async with looking(site, lani, link) as hers, looking(site, kai, link) as his:
        await lani.ask("DELETE", "/sessions")
        await asyncio.wait_for(hers.wait_closed(), 30)
        assert hers.close_code == GOING_AWAY
        await kai.post(f"/games/{link}/abort")
        assert json.loads(await his.recv())["status"] == "aborted"


@on_a_site()
async def test_live_connections_of_a_guest_end_when_they_claim_an_account(site: TheSite) -> None:
    lani, kai = await site.guest("Lani"), await site.guest("Kai")
    link = await lani.plays(kai)
    async with looking(site, lani, link) as socket:
        await lani.post("/accounts", {"name": "Lani", "password": "aloha aloha"})
        await asyncio.wait_for(socket.wait_closed(), 30)
        assert socket.close_code == GOING_AWAY


@on_a_site()
async def test_who_does_not_read_cannot_outlast_their_session(site: TheSite) -> None:
    lani, kai = await site.account("Lani"), await site.guest("Kai")
    link = await lani.plays(kai)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kahuna.server.api.live.CLOSING", 0.1)
        await _is_cut_off(site, lani, link)


async def _is_cut_off(site: TheSite, lani: Visitor, link: str) -> None:
    async with looking(site, lani, link) as socket:
        (connection,) = site.site.live
        assert isinstance(connection, LiveConnection)
        connection._wire.gate.clear()  # as if too much were on its way to her
        await lani.ask("DELETE", "/sessions")
        await asyncio.wait_for(socket.wait_closed(), 30)
        assert connection.person is None


@on_a_site()
async def test_a_session_that_ended_unheard_is_found_when_news_are_back(site: TheSite) -> None:
    lani, kai = await site.account("Lani"), await site.guest("Kai")
    link = await lani.plays(kai)
    async with looking(site, lani, link) as hers, looking(site, kai, link) as his:
        async with site.site.database.writing() as connection:  # as another process does
            await site.site.sessions.end_all(connection, await lani.number())
        await site.site.doorkeeper.check_all()
        await asyncio.wait_for(hers.wait_closed(), 30)
        assert hers.close_code == GOING_AWAY
        await kai.post(f"/games/{link}/abort")
        assert json.loads(await his.recv())["status"] == "aborted"


@on_a_site()
async def test_who_changes_while_they_are_looked_up_is_looked_up_again(site: TheSite) -> None:
    lani, sessions = await site.guest("Lani"), site.site.sessions
    key, number = Key.of(lani.client.cookies["kahuna"]), await lani.number()
    sessions.forget(number)
    looked_up = asyncio.create_task(sessions.person(key))
    await asyncio.sleep(0)  # it has begun
    sessions.forget(number)
    assert await looked_up is not None
    assert key not in sessions._known


@on_a_site()
async def test_whoever_logs_out_is_gone_from_every_tab(site: TheSite) -> None:
    lani, kai = await site.account("Lani"), await site.guest("Kai")
    link = await lani.plays(kai)
    async with looking(site, lani, link) as other_tab:
        await lani.ask("DELETE", "/session")
        await asyncio.wait_for(other_tab.wait_closed(), 30)
        assert other_tab.close_code == GOING_AWAY


@on_a_site()
async def test_a_token_that_is_revoked_lets_nobody_stay(site: TheSite) -> None:
    lani, kai = await site.account("Lani"), await site.guest("Kai")
    made = await lani.post("/bots", {"name": "Deep Palm"})
    program = site.visitor()
    program.client.headers["authorization"] = f"Bearer {made['token']}"
    link = await program.plays(kai)
    async with looking(site, program, link) as socket:
        await lani.ask("DELETE", f"/bots/Deep Palm/tokens/{made['id']}")
        await asyncio.wait_for(socket.wait_closed(), 30)
    assert await program.refused("GET", "/me") == "bad-token"


class Deaf:
    """A connection that takes its time to end."""

    def __init__(self) -> None:
        self.person, self.gone = 0, asyncio.Event()

    async def is_welcome(self) -> bool:
        return True

    async def close(self) -> None:
        await self.gone.wait()

    async def dismiss(self, _reason: str) -> None:
        await self.gone.wait()


@on_a_site()
async def test_nobody_waits_until_somebody_who_does_not_read_has_gone(site: TheSite) -> None:
    lani, deaf = await site.account("Lani"), Deaf()
    deaf.person = await lani.number()
    site.site.live.add(deaf)
    assert (await lani.ask("DELETE", "/sessions")).status_code == 204
    deaf.gone.set()


@on_a_site()
async def test_a_token_is_no_session(site: TheSite) -> None:
    made = await (await site.account("Lani")).post("/bots", {"name": "Deep Palm"})
    program, pretender = site.visitor(), site.visitor()
    program.client.headers["authorization"] = f"Bearer {made['token']}"
    assert await program.name() == "Deep Palm"  # who is remembered now
    pretender.client.cookies["kahuna"] = made["token"]
    assert await pretender.name() is None


@on_a_site()
async def test_a_program_cannot_decide_over_an_account_by_its_token(site: TheSite) -> None:
    lani = await site.account("Lani")
    lani.client.headers["authorization"] = "Bearer stolen"
    assert await lani.refused("DELETE", "/sessions") == "bad-token"
    del lani.client.headers["authorization"]
    lani.client.headers["authorization"] = "Basic x"
    for method, path, data in [
        ("DELETE", "/sessions", None),
        ("PUT", "/me/password", {"new": "aloha aloha"}),
        ("POST", "/me/deletion", {"password": "aloha aloha"}),
        ("PATCH", "/me", {"language": "de"}),
        ("POST", "/passkeys/options", {}),
    ]:
        assert await lani.refused(method, path, data) == "forbidden"


@on_both_databases()
async def test_whoever_leaves_is_gone_and_their_games_end(site: TheSite) -> None:
    lani, kai = await site.account("Lani"), await site.guest("Kai")
    past = await lani.plays(kai, clock=LIVE, rated=True)
    await lani.turn(past, 1)
    await kai.post(f"/games/{past}/resign")
    running, begun = await lani.plays(kai), await lani.plays(kai)
    await lani.turn(running, 1)
    offered = (await lani.post("/games"))["link"]
    number = await lani.number()
    assert await lani.refused("POST", "/me/deletion", {}) == "wrong-password"
    assert (await kai.get(f"/games/{running}"))["status"] == "running"

    await lani.post("/me/deletion", {"password": "aloha aloha"})
    assert await lani.name() is None
    seen = {link: await kai.get(f"/games/{link}") for link in (past, running, begun, offered)}
    assert [game["status"] for game in seen.values()] == ["over", "over", "aborted", "aborted"]
    assert (seen[running]["result"], seen[running]["termination"]) == ("Black", "resignation")
    assert {(game["white"]["name"], game["white"]["kind"]) for game in list(seen.values())[:3]} == {
        ("gone", "gone")
    }
    record = await kai.get(f"/games/{past}/record.kgn")
    assert '[White "gone"]' in record
    assert "Lani" not in record

    [row] = await site.rows(select(people).where(people.c.id == number))
    assert "Lani" not in str(row)
    assert "argon2" not in str(row)
    for table in (sessions, api_tokens, passkeys, subscriptions, ratings):
        assert await site.rows(select(table).where(table.c.person == number)) == []
    assert await kai.refused("GET", f"/people/{number}") == "not-found"
    login = {"name": "Lani", "password": "aloha aloha"}
    assert await lani.refused("POST", "/session", login) == "wrong-password"
    assert (await lani.ask("POST", "/accounts", login)).is_success  # the name is free again


@on_a_site()
async def test_a_guest_can_leave_too(site: TheSite) -> None:
    guest = await site.guest("Kai")
    await guest.post("/games", {"opponent": "one-device"})
    await guest.post("/me/deletion")
    assert await guest.name() is None
    assert await site.rows(select(games.c.status)) == [("aborted",)]


@on_a_site()
async def test_the_bots_of_whoever_leaves_leave_with_them(site: TheSite) -> None:
    lani = await site.account("Lani")
    owner = await lani.number()
    async with site.site.database.writing() as connection:
        values = {"name": "Robo", "kind": "bot", "owner": owner, "created": 0, "seen": 0}
        await connection.execute(people.insert().values(values))
    await lani.post("/me/deletion", {"password": "aloha aloha"})
    kinds = await site.rows(select(people.c.kind).where(people.c.kind != "computer"))
    assert kinds == [("gone",), ("gone",)]


def test_processes_that_share_a_database_forget_sessions_together(new_postgresql: str) -> None:
    async def story() -> None:
        one, two = TheSite(new_postgresql, {}), TheSite(new_postgresql, {})
        await one.site.start()
        await two.site.start()
        lani, elsewhere, heard = await one.account("Lani"), two.visitor(), asyncio.Event()
        elsewhere.client.cookies = dict(lani.client.cookies)
        assert await elsewhere.name() == "Lani"  # remembered there, now
        forget = two.site.sessions.forget

        def noted(person: int) -> None:
            forget(person)
            heard.set()

        two.site.sessions.forget = noted  # type: ignore[method-assign]  # to know when it heard
        await lani.ask("DELETE", "/sessions")
        await asyncio.wait_for(heard.wait(), 10)
        assert await elsewhere.name() is None
        await one.site.stop()
        await two.site.stop()

    asyncio.run(story())
