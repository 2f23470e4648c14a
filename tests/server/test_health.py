"""Whether the site is well, and its figures."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from kahuna.server.api import health
from kahuna.server.settings import Settings
from kahuna.server.storage import appender
from tests.server.asking import Asking, asking

WELL = {"ok": True, "database": True, "writing": True, "stopping": False}


async def health_of(here: Asking) -> tuple[int, dict[str, bool]]:
    answer = await here.browser.get("/healthz")
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, answer.json()


def test_a_site_that_runs_is_well(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            assert await health_of(here) == (200, WELL)

    asyncio.run(story())


def test_a_database_that_fails_or_hangs_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def fails() -> AsyncIterator[None]:
        if tmp_path.exists():
            raise OperationalError("SELECT", {}, Exception("gone"))
        yield

    @asynccontextmanager
    async def hangs() -> AsyncIterator[None]:
        await asyncio.Event().wait()
        yield

    async def story() -> None:
        async with asking(tmp_path) as here:
            with monkeypatch.context() as patch:
                patch.setattr(here.site.database, "reading", fails)
                assert await health_of(here) == (503, WELL | {"ok": False, "database": False})
                patch.setattr(health, "PATIENCE", 0.01)
                patch.setattr(here.site.database, "reading", hangs)
                assert await health_of(here) == (503, WELL | {"ok": False, "database": False})
            assert await health_of(here) == (200, WELL)

    asyncio.run(story())


def test_turns_that_are_not_written_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            here.site.appender._began = 0.0  # a batch that takes for ever
            monkeypatch.setattr(appender, "TOO_LONG", 0.0)
            assert await health_of(here) == (503, WELL | {"ok": False, "writing": False})
            here.site.appender._began = None
            await here.site.appender.stop()
            assert await health_of(here) == (503, WELL | {"ok": False, "writing": False})

    asyncio.run(story())


def test_a_site_that_stops_says_so_first(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as here:
            await here.become()
            new = {"opponent": "one-device"}
            game = (await here.browser.post("/api/games", json=new)).json()
            await here.site.drain()
            status, told = await health_of(here)
            assert (status, told["stopping"]) == (503, True)
            turn = {"turn": 1, "tokens": ["-"]}
            answer = await here.browser.post(f"/api/games/{game['link']}/turns", json=turn)
            assert (answer.status_code, answer.json()["code"]) == (503, "stopping")
            assert answer.headers["retry-after"] == "1"

    asyncio.run(story())


def test_the_figures_count_requests_by_route_and_turns(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path, client="127.0.0.1") as here:
            await here.become()
            new = {"opponent": "one-device"}
            game = (await here.browser.post("/api/games", json=new)).json()
            turn = {"turn": 1, "tokens": ["+?"]}
            done = await here.browser.post(f"/api/games/{game['link']}/turns", json=turn)
            assert done.status_code == 200, done.text
            await here.browser.get("/wp-login.php")
            answer = await here.browser.get("/metrics")
            assert answer.headers["content-type"].count("charset=utf-8") == 1
            assert answer.status_code == 200
            figures = answer.text.splitlines()
            route = 'method="POST",route="/api/games/{link}/turns"'
            assert f'kahuna_requests_total{{{route},status="200"}} 1.0' in figures
            assert (
                'kahuna_requests_total{method="GET",route="/{first}",status="404"} 1.0' in figures
            )
            assert f"kahuna_request_seconds_count{{{route}}} 1.0" in figures
            assert 'kahuna_events_total{kind="turn"} 1.0' in figures
            assert "kahuna_commit_events_sum 1.0" in figures
            assert 'kahuna_games{status="running"} 1.0' in figures
            assert 'kahuna_people{kind="guest"} 1.0' in figures
            assert "kahuna_rooms 1.0" in figures
            assert "kahuna_live 0.0" in figures
            assert not any(secret in answer.text for secret in (game["link"], "Lani", "wp-login"))

    asyncio.run(story())


@pytest.mark.parametrize(
    ("readers", "client", "status"),
    [
        (Settings().metrics, "127.0.0.1", 200),
        (Settings().metrics, "192.0.2.7", 404),
        ("192.0.2.0/24", "192.0.2.7", 200),
        ("", "127.0.0.1", 404),
    ],
)
def test_only_those_who_may_read_the_figures(
    tmp_path: Path, readers: str, client: str, status: int
) -> None:
    async def story() -> None:
        async with asking(tmp_path, replace(Settings(), metrics=readers), client) as here:
            assert (await here.browser.get("/metrics")).status_code == status

    asyncio.run(story())


def test_a_proxys_client_is_not_the_proxy(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path, client="127.0.0.1") as here:
            asked = await here.browser.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"})
            assert asked.status_code == 404

    asyncio.run(story())
