"""The site as a host runs it: `kahuna serve` in a process of its own."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 120.0  # seconds until a process must have ended
NO_LIMITS = {f"KAHUNA_{name}_LIMIT": "0" for name in ("REQUEST", "ENTRY", "COMMIT")}


class Serving:
    """A running site: where it is, and what it has said."""

    def __init__(self, process: subprocess.Popen[str], errors: Path) -> None:
        """Wait until it says where it is."""
        self.process, self._errors = process, errors
        assert process.stdout is not None
        self.first_line = process.stdout.readline()
        assert "Kahuna is at http://" in self.first_line, errors.read_text()
        self.url = self.first_line.split()[3]

    @property
    def log(self) -> str:
        """What it has written to standard error."""
        return self._errors.read_text()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop; return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def said(self) -> str:
        """Return what else it printed, once it has stopped."""
        assert self.process.stdout is not None
        return self.process.stdout.read()


def command(*words: str | Path) -> list[str]:
    return [sys.executable, "-m", "kahuna", *map(str, words)]


@contextmanager
def serving(data: Path, *words: str | Path, **environment: str) -> Iterator[Serving]:
    """Run a site on a free port, with its files in that folder."""
    options = () if "--port" in words else ("--port", "0")
    with tempfile.TemporaryDirectory() as place:
        errors = Path(place) / "stderr"
        with errors.open("w") as file:
            process = subprocess.Popen(
                command("serve", "--data", data, *options, *words),
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
                env=os.environ | NO_LIMITS | environment,
            )
        try:
            yield Serving(process, errors)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
