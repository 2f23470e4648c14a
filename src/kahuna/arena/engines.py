"""External engines: programs that speak KEP 1 at their standard input and output.

Nothing that such a program does may hold up the arena: every wait has an end, reading and
writing alike, and whoever fails is killed together with all that it started.
"""

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from typing import IO

from kahuna.ai.go import Go
from kahuna.arena.failure import FailureError
from kahuna.errors import shorten

START_SECONDS = 600.0  # some compile themselves when they first run
QUIT_SECONDS = 0.5
MAX_LINE = 100_000


class EngineProcess:
    """One running engine."""

    def __init__(self, command: str, patience: float = START_SECONDS) -> None:
        """Start the program and shake hands; `patience` is how many seconds that may take."""
        self.command, self.name = command, command
        self.options: set[str] = set()
        self._buffer = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user named this program
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is for the arena; and all can be killed at once
            )
        except (OSError, ValueError, IndexError) as error:
            self._errors.close()
            raise FailureError(f"cannot be started: {error}") from None
        assert self._process.stdin
        assert self._process.stdout
        self._stdin: IO[bytes] = self._process.stdin
        self._stdout: IO[bytes] = self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        os.set_blocking(self._stdout.fileno(), False)
        self._shake_hands(patience)

    def new_game(self, seed: int) -> None:
        """Begin a game; an engine with an option Seed is told one, so that it can be repeated."""
        deadline = time.perf_counter() + START_SECONDS
        if "seed" in self.options:
            self._send(f"setoption Seed {seed}", deadline)
        self._send("newgame", deadline)
        self._send("isready", deadline)
        self._wait_for("readyok", deadline)

    def turn(self, kgn: str, go: Go, patience: float) -> tuple[list[str], float]:
        """Return the turn that the engine plays and the seconds it took to think.

        Reading the record is not on its clock: that starts when it says that it is ready.
        """
        deadline = time.perf_counter() + patience
        self._send(f"position {kgn}", deadline)
        self._send("isready", deadline)
        self._wait_for("readyok", deadline)
        start = time.perf_counter()
        deadline = start + (go.movetime or 0) / 1000 + patience
        self._send(f"go {go}", deadline)
        tokens = self._wait_for("turn", deadline).split()
        return tokens, time.perf_counter() - start

    def close(self) -> None:
        """End the engine, and with it whatever it started."""
        with contextlib.suppress(FailureError):
            self._send("quit", time.perf_counter() + QUIT_SECONDS)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for file in (self._stdin, self._stdout, self._errors):
            with contextlib.suppress(OSError):
                file.close()

    # Inside

    def _shake_hands(self, patience: float) -> None:
        try:
            deadline = time.perf_counter() + patience
            self._send("kep 1", deadline)
            while (line := self._line(deadline)) != "kepok":
                match line.split():
                    case ["id", "name", *words]:
                        self.name = shorten(" ".join(words), 60) or self.command
                    case ["option", "name", name, *_] | ["option", name, *_]:
                        self.options.add(name.lower())
        except FailureError:
            self.close()
            raise

    def _send(self, line: str, deadline: float) -> None:
        """Write a line, however slowly the engine reads."""
        data = f"{line}\n".encode()
        while data:
            self._await(self._stdin, selectors.EVENT_WRITE, deadline, "does not read its input")
            try:
                data = data[os.write(self._stdin.fileno(), data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._crash() from None

    def _wait_for(self, word: str, deadline: float) -> str:
        """Return what follows the word on the next line that begins with it."""
        while True:
            first, _, rest = self._line(deadline).partition(" ")
            if first == word:
                return rest
            if first == "error":
                raise FailureError(f"answered: error {rest}")

    def _line(self, deadline: float) -> str:
        """Return the next line that the engine writes."""
        while b"\n" not in self._buffer:
            self._await(self._stdout, selectors.EVENT_READ, deadline, "did not answer in time")
            with contextlib.suppress(BlockingIOError):
                data = os.read(self._stdout.fileno(), 65536)
                if not data:
                    raise self._crash()
                self._buffer += data
            if len(self._buffer) > MAX_LINE and b"\n" not in self._buffer:
                raise FailureError("wrote a line without end")
        line, _, self._buffer = self._buffer.partition(b"\n")
        if time.perf_counter() > deadline:  # one that never stops talking is late all the same
            raise FailureError("did not answer in time", out_of_time=True)
        return line.decode("utf-8", errors="replace").strip()

    def _await(self, pipe: IO[bytes], event: int, deadline: float, complaint: str) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, deadline - time.perf_counter())):
                raise FailureError(complaint, out_of_time=True)

    def _crash(self) -> FailureError:
        """Return the failure of a process that closed its pipes, with its last words."""
        try:
            how = f"ended with code {self._process.wait(QUIT_SECONDS)}"
        except subprocess.TimeoutExpired:
            how = "closed its pipes"
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - 2000))
        words = self._errors.read().decode("utf-8", errors="replace").strip().splitlines()
        return FailureError(f"{how}: {words[-1]}" if words else how)
