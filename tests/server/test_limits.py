"""How often one may ask."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from kahuna.server.errors import RefusedError
from kahuna.server.guard import limits
from kahuna.server.guard.limits import Limit, Limits
from kahuna.server.settings import Settings
from tests.server.asking import asking
from tests.server.visitors import TheSite, looking, on_a_site


class Clock:
    """A clock that goes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_minutes_worth_comes_at_once_and_then_as_it_fills_up() -> None:
    clock = Clock()
    limit = Limit(60, clock)
    assert [limit.wait("a") for _ in range(60)] == [0.0] * 60
    assert limit.wait("a") == pytest.approx(1)
    assert limit.wait("b") == 0
    clock.now += 1
    assert [limit.wait("a") > 0 for _ in range(2)] == [False, True]
    clock.now += 3600
    assert sum(limit.wait("a") == 0 for _ in range(100)) == 60


def test_no_limit_is_none() -> None:
    limit = Limit(0, Clock())
    assert not any(limit.wait("a") for _ in range(10_000))


def test_buckets_that_are_full_again_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    limit = Limit(60, clock)
    for number in range(100):
        limit.wait(number)
    clock.now += 2
    limit.wait("a")
    assert len(limit._full_at) == 1
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    for number in range(100):
        limit.wait(number)
    assert len(limit._full_at) == 10


def test_whoever_has_to_wait_is_told_for_how_long() -> None:
    account = Limits(Settings(commit_limit=1), Clock())
    account.change(5)
    account.change(6)
    with pytest.raises(RefusedError, match="that is too often: wait 60 seconds") as error:
        account.change(5)
    assert error.value.more == {"retry_after": 60}


def test_one_client_that_asks_too_often_gets_a_problem_and_others_do_not(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(Settings(), request_limit=3)
        async with asking(tmp_path, settings, client="127.0.0.1") as (_, proxy):

            async def ask(client: str, path: str = "/api/me") -> int:
                answer = await proxy.get(path, headers={"x-forwarded-for": client})
                if answer.status_code == 429:
                    assert answer.headers["retry-after"] == "20"
                    assert answer.headers["content-type"] == "application/problem+json"
                    assert answer.json()["code"] == "too-often"
                return answer.status_code

            assert [await ask("198.51.100.1") for _ in range(4)] == [401, 401, 401, 429]
            assert await ask("198.51.100.2") == 401
            # A household has a network of 64 bits to itself.
            assert [await ask(f"2001:db8::{n}") for n in range(1, 5)] == [401, 401, 401, 429]
            assert await ask("2001:db8:0:1::1") == 401
            # What the host asks is free.
            assert [await ask("198.51.100.1", "/healthz") for _ in range(5)] == [200] * 5

    asyncio.run(story())


def test_only_a_proxy_is_believed_about_who_the_client_is(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(Settings(), request_limit=3)
        async with asking(tmp_path, settings, client="203.0.113.5") as (_, liar):
            statuses = [
                (await liar.get("/api/me", headers={"x-forwarded-for": f"10.0.0.{n}"})).status_code
                for n in range(4)
            ]
            assert statuses == [401, 401, 401, 429]

    asyncio.run(story())


@pytest.mark.parametrize("path", ["/api/guests", "/api//guests/"])
def test_becoming_somebody_has_a_limit_of_its_own(tmp_path: Path, path: str) -> None:
    async def story() -> None:
        async with asking(tmp_path, replace(Settings(), entry_limit=2)) as (_, browser):
            answers = [await browser.post(path, json={"name": "A"}) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [201, 201, 429]
            assert (await browser.get("/api/me")).status_code == 200

    asyncio.run(story())


def test_an_account_may_change_only_so_much_wherever_it_asks_from(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path, replace(Settings(), commit_limit=2)) as here:
            await here.become()
            statuses = [(await here.browser.post("/api/deals")).status_code for _ in range(3)]
            assert statuses == [201, 201, 429]
            assert (await here.browser.get("/api/me")).status_code == 200

    asyncio.run(story())


@on_a_site()
async def test_messages_over_a_live_connection_count_as_requests(site: TheSite) -> None:
    lani, kai = await site.guest("Lani"), await site.guest("Kai")
    link = await lani.plays(kai)
    site.site.limits.requests = Limit(4, Clock())
    async with looking(site, lani, link) as socket:  # which asks for a connection, and to watch
        await socket.send(json.dumps({"type": "ping"}))
        assert json.loads(await socket.recv())["type"] == "pong"
        assert await lani.name() == "Lani"
        assert await lani.refused("GET", "/me") == "too-often"
        await socket.send(json.dumps({"type": "ping"}))  # waits, and is not refused
        site.site.limits.requests = Limit(0)
        await socket.send(json.dumps({"type": "ping"}))
        assert json.loads(await socket.recv())["type"] == "pong"
