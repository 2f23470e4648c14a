"""The PostgreSQL of the tests, started by hand, leaves nothing behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.paths import ROOT

PATIENCE = 120.0  # seconds


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_and_removes_its_files(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "tests.server.postgres"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        folder = Path(parse_qs(urlsplit(address).query)["host"][0])
        server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        process.send_signal(number)
        assert process.wait(PATIENCE) == 0
    assert not folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)
