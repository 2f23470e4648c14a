"""`kahuna serve`, as a host runs it: real processes, real signals."""

import asyncio
import json
import os
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kahuna.cli.serve import lan_address, lan_url, own_address
from kahuna.errors import KahunaError
from kahuna.server import run
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from tests.server.serving import PATIENCE, Serving, command, serving


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_this_machine_and_stops_well(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path) as site:
        assert site.url.startswith("http://127.0.0.1:")
        page = httpx.get(site.url)
        assert page.status_code == 200
        assert "Kahuna" in page.text
        assert httpx.get(f"{site.url}/healthz").json()["ok"]
        assert site.stop(number) == 0
        assert site.said() == ""
        assert [json.loads(line)["message"] for line in site.log.splitlines()] == [
            "started", "answered", "stopped",
        ]  # fmt: skip
    assert (tmp_path / "site.sqlite").exists()


def modes(folder: Path) -> dict[str, str]:
    """Return who may do what with a folder and the files in it, as in `chmod`."""
    return {path.name: f"{stat.S_IMODE(path.stat().st_mode):o}" for path in folder.iterdir()} | {
        ".": f"{stat.S_IMODE(folder.stat().st_mode):o}"
    }


@pytest.mark.slow
def test_what_it_keeps_is_for_its_owner_alone(tmp_path: Path) -> None:
    new, shared = tmp_path / "of" / "new", tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    (shared / "notes").touch()
    (shared / "notes").chmod(0o644)
    before = os.umask(0o022)
    try:
        with serving(new) as site:
            Player(site, "Lani")
            files = {"site.sqlite": "600", "site.sqlite-wal": "600", "site.sqlite-shm": "600"}
            assert modes(new) == {".": "700"} | files
            site.process.kill()  # which leaves all three
            site.process.wait()
        for file in new.iterdir():  # as an older version made them
            shutil.copy(file, shared)
            (shared / file.name).chmod(0o644)
        with serving(shared) as site:
            Player(site, "Kai")
            assert modes(shared) == {".": "755", "notes": "644"} | files
    finally:
        os.umask(before)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else has."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@pytest.mark.slow
def test_what_keeps_it_from_starting_is_said_in_a_line(tmp_path: Path, taken: int) -> None:
    (tmp_path / "file").write_text("")
    here = ("--data", tmp_path / "data", "--port", "0")
    nobody = f"postgresql://me:sesame@127.0.0.1:{free_port()}/games"
    cases: list[tuple[tuple[str | Path, ...], str]] = [
        ((*here, "--lan", "--host", "127.0.0.1"), "--lan is for other devices, which cannot reach"),
        ((*here, "--lan", "--host", "localhost"), "--lan is for other devices, which cannot reach"),
        ((*here, "--thinkers", "100000"), "thinkers: it cannot be more than 256"),
        (("--port", str(taken)), f"127.0.0.1 port {taken} is in use; if it is not by Kahuna"),
        (("--data", tmp_path / "file" / "data"), "cannot be used: Not a directory"),
        ((*here, "--database", "mysql://host/name"), "a database is postgresql://user:password"),
        ((*here, "--database", nobody), "the database games at 127.0.0.1 does not answer: "),
    ]
    for words, line in cases:
        done = subprocess.run(
            command("serve", *words), capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == 1, (words, done.stderr)
        assert done.stdout == ""
        assert done.stderr.startswith("kahuna: "), done.stderr
        assert len(done.stderr.splitlines()) == 1, done.stderr
        assert line in done.stderr
        assert "sesame" not in done.stderr


def test_a_database_that_is_none_is_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "site.sqlite").write_text("this is no database, but it is where one should be")
    cases = [
        (Settings(data=str(tmp_path)), "does not answer: file is not a database"),
        (Settings(database="postgresql://host:x/name"), "a database is postgresql://user"),
    ]
    for settings, line in cases:
        with pytest.raises(KahunaError, match=line):
            asyncio.run(Site(settings).start())


def test_an_address_that_is_not_ours_is_refused_in_a_line() -> None:
    with pytest.raises(KahunaError, match=r"cannot listen at 192\.0\.2\.1 port 8717: "):
        run.listen(Settings(host="192.0.2.1"))


def free_port() -> int:
    """Return a port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", f"http://{lan_address()}:8717"),
        ("::", f"http://{lan_address()}:8717"),
        ("192.0.2.7", "http://192.0.2.7:8717"),
        ("2001:db8::7", "http://[2001:db8::7]:8717"),
    ],
)
def test_lan_says_the_address_at_which_it_listens(host: str, url: str) -> None:
    assert lan_url(Settings(host=host)) == url


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", "http://127.0.0.1:8717"),
        ("::", "http://[::1]:8717"),
        ("192.0.2.7", "http://192.0.2.7:8717"),
    ],
)
def test_the_browser_is_sent_to_an_address_of_this_machine(host: str, url: str) -> None:
    assert own_address(Settings(host=host, url="https://kahuna.example")) == url


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--lan",)])
def test_who_listens_everywhere_gives_links_that_lead_there(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    with serving(tmp_path, "--host", "0.0.0.0", *words) as site:
        page = httpx.get(site.url).text
    port = site.url.rpartition(":")[2]
    assert f'property="og:url" content="http://{lan_address()}:{port}/' in page
    assert "0.0.0.0" not in page


@pytest.mark.slow
def test_lan_says_where_it_is_and_draws_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan") as site:
        assert site.stop() == 0
        said = site.said().splitlines()
    port = site.url.rpartition(":")[2]
    assert site.url == f"http://127.0.0.1:{port}"
    assert said[0].startswith("In the local network: http://")
    assert said[0].endswith(f":{port}")
    drawn = [line for line in said if "█" in line or "▀" in line or "▄" in line]
    assert len(drawn) > 10


@pytest.mark.slow
def test_the_browser_opens_when_asked_and_the_file_of_settings_is_read(tmp_path: Path) -> None:
    file, opened, browser = tmp_path / "kahuna.toml", tmp_path / "opened", tmp_path / "browser"
    file.write_text(f'data = "{tmp_path / "from-file"}"\nlog_level = "warning"\n')
    browser.write_text(f'#!/bin/sh\necho "$1" >"{opened}.new"\nmv "{opened}.new" "{opened}"\n')
    browser.chmod(0o755)
    words = ("--open", "--config", file)
    with serving(tmp_path / "said", *words, BROWSER=f"{browser} %s") as site:
        assert httpx.get(site.url).status_code == 200
        assert site.stop() == 0
        assert site.log == ""
    assert opened.read_text().strip() == site.url
    assert (tmp_path / "said" / "site.sqlite").exists()
    assert not (tmp_path / "from-file").exists()


class Player:
    """One person at both seats of a game, over a WebSocket of their own."""

    def __init__(self, site: Serving, name: str) -> None:
        with httpx.Client(base_url=site.url) as browser:
            guest = browser.post("/api/guests", json={"name": name})
            cookie = {"cookie": f"kahuna={guest.cookies['kahuna']}"}
            new = {"opponent": "one-device"}
            self.link: str = browser.post("/api/games", json=new).json()["link"]
        live = site.url.replace("http", "ws") + "/api/live"
        self.connect = partial(connect, live, additional_headers=cookie)
        self.acknowledged = 0
        self.goodbye: list[dict[str, Any]] = []
        self.first_turn = threading.Event()

    def play(self) -> None:
        """Make turns until the connection ends; count those that were acknowledged."""
        with self.connect() as socket, suppress(ConnectionClosed):
            self._look(socket, "White")
            while True:
                message = json.loads(socket.recv())
                if message["type"] == "game":
                    with suppress(ConnectionClosed):  # what came before that is still to be read
                        self._turn(message, socket)
                elif message["type"] == "done":
                    self.acknowledged = message["id"]
                    self.first_turn.set()
                else:
                    self.goodbye.append(message)
        self.closed_by = socket.close_code

    def _look(self, socket: ClientConnection, seat: str) -> None:
        self.seat = seat
        watch = {"type": "watch", "game": self.link, "seat": seat}
        socket.send(json.dumps(watch))

    def _turn(self, game: dict[str, Any], socket: ClientConnection) -> None:
        if game["status"] != "running":
            return
        view = game["view"]
        if view["mover"] != self.seat:
            self._look(socket, view["mover"])
            return
        legal = [choice["token"] for choice in view["legal"]]
        tokens = [token for token in legal if token[0] == "+"][-1:]
        if not tokens:  # the hand is full: a card has to go first
            discard = next(token for token in legal if token[0] == "/")
            tokens = [discard, f"+{view['row'].strip('.')[:1] or '?'}"]
        message = {"type": "turn", "game": self.link, "turn": view["turn"], "tokens": tokens}
        socket.send(json.dumps(message | {"id": game["seq"] + 1}))


@pytest.mark.slow
def test_a_stop_under_load_loses_no_turn_and_sends_everybody_elsewhere(tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        players = [Player(site, f"Player {number}") for number in range(6)]
        threads = [threading.Thread(target=player.play, daemon=True) for player in players]
        for thread in threads:
            thread.start()
        for player in players:
            assert player.first_turn.wait(PATIENCE)
        assert site.stop() == 0
        for thread in threads:
            thread.join(PATIENCE)
        log = site.log
    for player in players:
        assert player.closed_by == 1012
        *refused, last = player.goodbye
        assert last == {"type": "bye"}
        assert all(trouble["code"] == "stopping" for trouble in refused), refused
    with sqlite3.connect(tmp_path / "site.sqlite") as database:
        rows = database.execute("SELECT link, games.seq, max(events.seq) FROM games JOIN events "
                                "ON events.game = games.id GROUP BY link").fetchall()  # fmt: skip
    database.close()
    written = {link: seq for link, seq, _ in rows}
    assert all(seq == last for _, seq, last in rows)
    assert all(written[player.link] == player.acknowledged for player in players)
    assert "error" not in {json.loads(line)["level"] for line in log.splitlines()}


def test_the_web_process_loads_no_numba() -> None:
    code = "import sys, kahuna.server.run, kahuna.cli.serve; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], env=os.environ, check=False).returncode == 0
