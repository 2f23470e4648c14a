"""A server in a process of its own, to be measured, stopped and killed."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from kahuna.errors import KahunaError

COMMAND = (sys.executable, "-m", "kahuna", "serve")
HOST = "127.0.0.1"
PATIENCE = 180.0  # seconds until it must serve, or have stopped; long, for busy machines
NO_LIMITS = {  # a load test is one client that asks for everything
    f"{name}_limit": "0" for name in ("request", "entry", "commit")
}


class ServerProcess:
    """One server process, on a port of its own, which it keeps when it is started again."""

    def __init__(self, folder: Path, database: str = "", **settings: str) -> None:
        """Take where it keeps its files, and its database; nothing runs before `start`."""
        self.folder, self.port = folder, int(settings.get("port", 0)) or free_port()
        self.log = folder / f"server-{self.port}.log"
        self._settings = {
            "data": str(folder),
            "database": database,
            "host": HOST,
            "port": str(self.port),
            "thinkers": "0",
            "log_level": "warning",
            **NO_LIMITS,
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://{HOST}:{self.port}"

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and return when it serves."""
        own = {f"KAHUNA_{name.upper()}": value for name, value in self._settings.items()}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - the command is our own
                COMMAND, env=os.environ | own, stdout=log, stderr=log, start_new_session=True
            )
        until = time.monotonic() + PATIENCE
        while not _listens(self.port):
            if self._process.poll() is not None or time.monotonic() > until:
                last = self.log.read_text(errors="replace")[-2000:]
                raise KahunaError(f"the server did not start:\n{last}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop it as a host would, and wait until it has stopped."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Let it be gone at once, whatever it was doing."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(how)
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
