"""A site in a process of its own, and visitors who come by plain HTTP."""

import contextlib
import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from kahuna.server.loadtest.process import ServerProcess

PATIENCE = 120.0  # seconds: the machine may have other things to do
Json = dict[str, Any]


class RefusedHere(Exception):  # noqa: N818 - tests read better so
    """The site refused a request."""

    def __init__(self, error: urllib.error.HTTPError) -> None:
        self.status, self.problem = error.code, json.loads(error.read())
        super().__init__(f"{self.status} {self.problem}")


class SiteProcess:
    """A server at a port of its own, which outlives it."""

    def __init__(self, folder: Path, database: str = "", thinkers: int = 1, **more: str) -> None:
        self.server = ServerProcess(folder, database, thinkers=str(thinkers), **more)
        self.url = self.server.url

    def start(self) -> "SiteProcess":
        self.server.start()
        return self

    def end(self) -> None:
        self.server.stop()

    def close(self) -> None:
        self.server.kill()

    def thinking(self) -> list[int]:
        """Return the processes that think for it, as soon as there are any."""
        while not (found := engines_of(self.server.pid)):
            time.sleep(0.05)
        return found

    def guest(self, name: str) -> "Visitor":
        guest = Visitor(self.url)
        guest.post("/guests", {"name": name})
        return guest


class Visitor:
    """Somebody with a cookie, or a program with a token."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url
        self.headers = {"Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str) -> Any:
        return self._ask(urllib.request.Request(f"{self.url}/api{path}", headers=self.headers))

    def post(self, path: str, data: object = None) -> Any:
        body = json.dumps(data or {}).encode()
        return self._ask(urllib.request.Request(f"{self.url}/api{path}", body, self.headers))

    def delete(self, path: str) -> Any:
        address = f"{self.url}/api{path}"
        return self._ask(urllib.request.Request(address, headers=self.headers, method="DELETE"))

    def sees(self, link: str, what: Callable[[Json], bool]) -> Json:
        """Return the game as soon as it is like that, as the WebSocket tells."""
        address = f"{self.url.replace('http', 'ws')}/api/live"
        with connect(address, additional_headers=self.headers, open_timeout=PATIENCE) as socket:
            socket.send(json.dumps({"type": "watch", "game": link}))
            while not what(state := json.loads(socket.recv(timeout=PATIENCE))):
                pass
        return dict(state)

    def _ask(self, request: urllib.request.Request) -> Any:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                if cookie := answer.headers.get("set-cookie"):
                    self.headers["Cookie"] = cookie.partition(";")[0]
                content, kind = answer.read(), answer.headers.get_content_type()
        except urllib.error.HTTPError as error:
            with error:
                raise RefusedHere(error) from None
        return json.loads(content) if kind == "application/json" else content.decode()


def engines_of(pid: int) -> list[int]:
    """Return the thinking processes that a process has started."""
    found = subprocess.run(
        ["pgrep", "-P", str(pid), "-f", "kahuna engine"],
        capture_output=True,
        text=True,
        check=False,
    )
    return [int(number) for number in found.stdout.split()]


def await_end(pids: list[int]) -> None:
    """Return when these processes, which are not ours, have ended."""
    until = time.monotonic() + PATIENCE
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            while time.monotonic() < until:
                os.kill(pid, 0)
                time.sleep(0.05)
            raise AssertionError(f"{pid} still runs")
