"""The log tells what happened, and nothing of anybody."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from kahuna.server import logs
from tests.server.serving import serving


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """The root of all loggers, put back afterwards."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield root
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_it_is_words_and_elsewhere_json(root: logging.Logger) -> None:
    facts = {"route": "/api/me", "status": 200}
    for stream in (io.StringIO(), Terminal()):
        logs.set_up("info", stream)
        logging.getLogger("kahuna.news").info("answered", extra={"facts": facts})
        logging.getLogger("kahuna.news").debug("not told")
        (line,) = stream.getvalue().splitlines()
        if stream.isatty():
            assert line.endswith("info    answered /api/me 200")
        else:
            told = json.loads(line)
            assert told.pop("at").endswith("+00:00")
            assert told == {
                "level": "info", "logger": "kahuna.news", "message": "answered",
                "route": "/api/me", "status": 200,
            }  # fmt: skip
    assert root.level == logging.WARNING


def test_on_a_terminal_requests_are_told_only_to_who_asks_for_everything(
    root: logging.Logger,
) -> None:
    assert root is not None
    for stream, level, told in (
        (Terminal(), "info", False), (Terminal(), "debug", True), (io.StringIO(), "info", True),
    ):  # fmt: skip
        logs.set_up(level, stream)
        logging.getLogger(logs.TRAFFIC).info("answered")
        assert ("answered" in stream.getvalue()) is told


def test_other_packages_tell_only_what_is_wrong_even_when_we_tell_everything(
    root: logging.Logger,
) -> None:
    assert root is not None
    stream = io.StringIO()
    logs.set_up("debug", stream)
    for name in ("alembic.runtime.migration", "httpx", "uvicorn.error", "sqlalchemy.engine"):
        logging.getLogger(name).info("chatter")
        logging.getLogger(name).debug("chatter")
    assert stream.getvalue() == ""
    logging.getLogger("kahuna.server").debug("ours")
    assert "ours" in stream.getvalue()


def test_of_an_error_its_kind_and_place_are_told_but_not_its_text(root: logging.Logger) -> None:
    assert root is not None
    for stream in (io.StringIO(), Terminal()):
        logs.set_up("info", stream)
        try:
            try:
                int("hand AAB")
            except ValueError as error:
                raise KeyError("seed 0123") from error
        except KeyError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
        told = stream.getvalue()
        assert "KeyError" in told
        assert "ValueError" in told
        assert "test_logs.py line" in told
        assert "AAB" not in told
        assert "0123" not in told


@pytest.mark.slow
def test_the_log_of_a_real_game_tells_routes_and_no_secrets(tmp_path: Path) -> None:
    token = "a-token-of-a-program"
    with serving(tmp_path, KAHUNA_LOG_LEVEL="debug") as site:
        with httpx.Client(base_url=site.url) as browser:
            guest = browser.post("/api/guests", json={"name": "Kealohilani"})
            cookie = guest.cookies["kahuna"]
            promise = browser.post("/api/deals").json()["commitment"]
            new = {"opponent": "one-device", "commitment": promise, "arrival": {"number": "N77N"}}
            game = browser.post("/api/games", json=new).json()
            link = game["link"]
            browser.get(f"/api/games/{link}?seat=White&whisper=Psst")
            browser.get(f"/api/games/{link}/record.kgn")
            browser.get(f"/{link}/nowhere")
            browser.get("/api/me", headers={"authorization": f"Bearer {token}"})
            browser.post("/api/guests", content=b"{'Sesame': ")
            turn = {"turn": 1, "tokens": ["+?"]}
            assert browser.post(f"/api/games/{link}/turns", json=turn).status_code == 200
            illegal = {"turn": 2, "tokens": ["ZZTOP"]}
            assert browser.post(f"/api/games/{link}/turns", json=illegal).status_code == 422
            live = site.url.replace("http", "ws") + "/api/live"
            with connect(live, additional_headers={"cookie": f"kahuna={cookie}"}) as socket:
                socket.send(json.dumps({"type": "watch", "game": link}))
                assert json.loads(socket.recv())["link"] == link
        assert site.stop() == 0
        log = site.log
    lines = [json.loads(line) for line in log.splitlines()]
    asked = [line for line in lines if line["logger"] == "kahuna.requests"]
    assert {"method", "route", "status", "ms", "request"} <= asked[0].keys()
    seen = {(line["method"], line["route"], line["status"]) for line in asked}
    assert ("POST", "/api/games/{link}/turns", 200) in seen
    assert ("POST", "/api/games/{link}/turns", 422) in seen
    assert ("GET", "/{first}/{second}", 404) in seen
    assert ("LIVE", "/api/live", 101) in seen
    secrets = [cookie, token, link, promise, "Kealohilani", "N77N", "whisper", "Psst", "Sesame"]
    assert [secret for secret in [*secrets, "ZZTOP", "alembic", "SELECT"] if secret in log] == []
    assert sys.executable not in log
