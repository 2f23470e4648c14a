"""What keeps people safe here: headers, origins, sizes, patience; and the API's own document."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from kahuna.server.api.app import LARGEST, create_app
from kahuna.server.api.document import as_json
from kahuna.server.errors import RefusedError
from kahuna.server.guard.patience import Patience, PatientConnection
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from tests.server.asking import HOST, asking

OURS = {
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
PAGES = ("/", "/style.css", "/icon.svg", "/api/schema", "/api/schema/openapi.json")


@pytest.mark.parametrize("path", [*PAGES, "/healthz", "/api/me", "/nothing", "/api/nothing"])
def test_every_answer_tells_the_browser_to_trust_nobody_else(tmp_path: Path, path: str) -> None:
    async def story() -> None:
        async with asking(tmp_path) as (_, browser):
            headers = (await browser.get(path)).headers
            assert headers.items() >= OURS.items()
            assert "camera=()" in headers["permissions-policy"]
            assert len(headers["x-request-id"]) == 12
            assert "server" not in headers
            assert "strict-transport-security" not in headers
            if path.startswith("/api/"):
                assert headers["cache-control"] == "no-store"
            policy = dict(
                part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
            )
            assert policy["default-src"] == "'self'"
            assert policy["frame-ancestors"] == policy["object-src"] == "'none'"
            assert policy["connect-src"].startswith("'self' ws://")
            assert "script-src" not in policy  # so the default holds
            assert not re.search(r"unsafe|\*|https:(?!//)", headers["content-security-policy"])

    asyncio.run(story())


def test_under_https_cookies_and_the_whole_site_stay_there(tmp_path: Path) -> None:
    async def story() -> None:
        for url, secure in (("https://play.test", True), ("", False)):
            async with asking(tmp_path, replace(Settings(), url=url)) as (_, browser):
                answer = await browser.post("/api/guests", json={"name": "Lani"})
                cookie = answer.headers["set-cookie"]
                assert ("Secure" in cookie) == secure
                assert "HttpOnly" in cookie
                assert "SameSite=lax" in cookie
                assert ("strict-transport-security" in answer.headers) == secure

    asyncio.run(story())


@pytest.mark.parametrize(
    ("url", "sent"),
    [("", True), ("https://play.test", True), ("http://192.168.1.5:8717", False)],
)
def test_browsers_are_told_nothing_that_they_would_ignore(
    tmp_path: Path, url: str, sent: bool
) -> None:
    async def story() -> None:
        async with asking(tmp_path, replace(Settings(), url=url)) as (_, browser):
            headers = (await browser.get("/")).headers
            assert ("cross-origin-opener-policy" in headers) == sent

    asyncio.run(story())


@pytest.mark.parametrize("path", ["/", "/api/schema"])
def test_our_pages_need_nothing_that_the_policy_forbids(tmp_path: Path, path: str) -> None:
    async def story() -> None:
        async with asking(tmp_path) as (_, browser):
            answer = await browser.get(path)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/html")
            assert not re.search(r"<script(?![^>]* src=)|<style|\bstyle=|\bon\w+=", answer.text)
            sources = re.findall(r'(?:src|href)="([^"]*)"', answer.text)
            assert all(source.startswith(("/", "#", "data:")) for source in sources)
            for source in {s for s in sources if s.startswith("/")}:
                assert (await browser.get(source)).status_code == 200, source

    asyncio.run(story())


SAME, OTHER = {"origin": HOST}, {"origin": "https://evil.test"}


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),  # a program
        (SAME, True),
        (SAME | {"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"origin": "https://public.test"}, True),  # the site's own, behind a proxy
        (OTHER, False),
        ({"origin": "null"}, False),
        ({"origin": "http://play.test.evil.test"}, False),
        ({"origin": "http://play.test:81"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        (OTHER | {"sec-fetch-site": "cross-site"}, False),
        (OTHER | {"authorization": "Basic eDp5"}, False),
    ],
)
def test_a_page_of_another_site_changes_nothing_in_somebodys_name(
    tmp_path: Path, headers: dict[str, str], allowed: bool
) -> None:
    async def story() -> None:
        settings = replace(Settings(), url="https://public.test")
        async with asking(tmp_path, settings) as (site, browser):
            cookie = (await browser.post("/api/guests", json={"name": "A"})).cookies["kahuna"]
            headers["cookie"] = f"kahuna={cookie}"
            answer = await browser.post("/api/deals", headers=headers)
            assert answer.status_code == (201 if allowed else 403), answer.text
            if not allowed:
                assert answer.json()["code"] == "other-site"
                assert answer.headers["content-type"] == "application/problem+json"
            assert (await browser.get("/api/me", headers=headers)).status_code == 200  # reads only
            assert site.metrics is not None

    asyncio.run(story())


def test_a_program_with_a_token_may_come_from_anywhere_but_its_token_is_checked(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with asking(tmp_path) as (_, browser):
            headers = OTHER | {"authorization": "Bearer abc"}
            answer = await browser.post("/api/deals", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")

    asyncio.run(story())


def test_a_websocket_of_another_sites_page_is_refused_before_it_opens(tmp_path: Path) -> None:
    async def ask(origin: bytes, extensions: dict[str, Any]) -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        app: Any = create_app(Site(Settings(data=str(tmp_path))))
        scope = {
            "type": "websocket",
            "path": "/api/live",
            "raw_path": b"/api/live",
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"play.test"), (b"origin", origin)],
            "client": ("192.0.2.7", 5),
            "subprotocols": [],
            "extensions": extensions,
        }
        await app(scope, receive, send)
        return sent

    plain = asyncio.run(ask(b"https://evil.test", {}))
    assert [(m["type"], m.get("code")) for m in plain] == [("websocket.close", 4403)]
    start, body = asyncio.run(ask(b"https://evil.test", {"websocket.http.response": {}}))
    assert (start["type"], start["status"]) == ("websocket.http.response.start", 403)
    assert json.loads(body["body"])["code"] == "other-site"


def test_a_site_may_be_called_only_by_its_names(tmp_path: Path) -> None:
    async def story() -> None:
        settings = replace(Settings(), hosts="play.test, [::1]")
        async with asking(tmp_path, settings) as (_, browser):
            for host, status in (
                ("play.test", 401),
                ("PLAY.test:8717", 401),
                ("[::1]:8717", 401),
                ("evil.test", 421),
                ("", 421),
            ):
                answer = await browser.get("/api/me", headers={"host": host})
                assert answer.status_code == status, host
            healthy = await browser.get("/healthz", headers={"host": "10.0.0.1"})
            assert healthy.status_code == 200

    asyncio.run(story())


def test_what_is_too_large_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as (_, browser):
            long = await browser.get("/api/me", headers={"x-long": "x" * 20_000})
            assert (long.status_code, long.json()["code"]) == (431, "too-large")
            far = await browser.get("/api/games/" + "x" * 5000)
            assert (far.status_code, far.json()["code"]) == (414, "too-large")
            much = await browser.post("/api/guests", json={"name": "x" * LARGEST})
            assert (much.status_code, much.json()["code"]) == (413, "too-large")

            async def endless() -> AsyncIterator[bytes]:
                for _ in range(1000):
                    yield b" " * 1000

            answer = await browser.post("/api/guests", content=endless())
            assert answer.status_code == 413

    asyncio.run(story())


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async def story() -> None:
        async def app(_scope: object, receive: Any, _send: object) -> None:
            assert (await receive())["more_body"]
            await receive()

        parts = iter([{"type": "http.request", "body": b"{", "more_body": True}])

        async def receive() -> Any:
            for part in parts:
                return part
            return await asyncio.Event().wait()

        slow: Any = Patience(app, seconds=0.01)
        with pytest.raises(RefusedError) as error:
            await slow({"type": "http", "method": "POST", "headers": []}, receive, None)
        assert (error.value.status, error.value.code) == (408, "too-slow")

    asyncio.run(story())


HEAD = b"GET / HTTP/1.1\r\nHost: x"


@pytest.mark.parametrize("sent", [b"", HEAD, HEAD + b"\r\n\r\nGET"])
def test_a_connection_that_does_not_say_what_it_wants_is_closed(
    tmp_path: Path, sent: bytes
) -> None:
    class Hurried(PatientConnection):
        seconds = 0.05

    async def story() -> None:
        app = create_app(Site(Settings(data=str(tmp_path))))
        config = uvicorn.Config(app, http=Hurried, lifespan="off", log_config=None)
        config.load()
        server = uvicorn.Server(config)
        loop = asyncio.get_running_loop()
        listening = await loop.create_server(
            lambda: Hurried(config, server.server_state, {}), "127.0.0.1", 0
        )
        port = listening.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        answer = await asyncio.wait_for(reader.read(), 60)  # until it is closed
        assert answer == b"" or answer.startswith(b"HTTP/1.1 200")
        writer.close()
        await writer.wait_closed()
        listening.close()
        await listening.wait_closed()

    asyncio.run(story())


# ------------------------------------------------------------------------------- the document


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    app = create_app(Site(Settings()))
    read: dict[str, Any] = json.loads(as_json(app.openapi_schema.to_schema()))
    return read


def test_every_route_says_what_it_does_and_how_it_refuses(document: dict[str, Any]) -> None:
    tags = {tag["name"] for tag in document["tags"]}
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert operation["tags"], (method, path)
            assert set(operation["tags"]) <= tags, (method, path)
            refusals = {s: a for s, a in operation["responses"].items() if s >= "400"}
            if path.startswith("/api/"):
                assert {"400", "401", "403", "404", "429"} <= refusals.keys()
                assert all(answer["content"] == problem for answer in refusals.values())


def test_the_document_has_the_messages_of_the_websocket(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    kinds = schemas["Incoming"]["discriminator"]["mapping"]
    assert kinds["turn"] == "#/components/schemas/MakeTurn"
    assert "bye" in schemas["Outgoing"]["discriminator"]["mapping"]
    assert schemas["GameState"]["properties"]["type"] == {"enum": ["game"]}
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert named <= schemas.keys()


def test_the_site_serves_the_document_and_a_page_of_it(
    tmp_path: Path, document: dict[str, Any]
) -> None:
    async def story() -> None:
        async with asking(tmp_path) as (_, browser):
            assert (await browser.get("/api/schema/openapi.json")).json() == document
            page = (await browser.get("/api/schema")).text
            assert "/api/games/{link}/turns" in page
            assert 'id="GameState"' in page

    asyncio.run(story())
