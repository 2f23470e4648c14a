"""`kahuna worker` thinks for a site on PostgreSQL, and leaves its games to others when it ends."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.site_process import PATIENCE, Json, SiteProcess, Visitor, engines_of

WORKER = (sys.executable, "-m", "kahuna", "worker")
DATA = {"opponent": "computer", "level": 2, "seat": "Black", "terms": {"starts": "White"}}


def begin(guest: Visitor) -> str:
    """Begin a game in which the computer moves first; return its link."""
    return str(guest.post("/games", DATA)["link"])


def answered(guest: Visitor, link: str, seq: int) -> Json:
    """Return the game when the computer has made its turn."""
    return guest.sees(link, lambda state: state["seq"] == seq)


@pytest.mark.slow
def test_workers_think_for_a_server_that_does_not(tmp_path: Path, new_postgresql: str) -> None:
    site = SiteProcess(tmp_path, new_postgresql, thinkers=0).start()
    (tmp_path / "kahuna.toml").write_text(f'database = "{new_postgresql}"\nthinkers = 0\n')
    command = [*WORKER, "--config", str(tmp_path / "kahuna.toml"), "--thinkers", "1"]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    second: subprocess.Popen[str] | None = None
    try:
        guest = site.guest("Lani")
        links = [begin(guest), begin(guest)]
        for link in links:
            assert answered(guest, link, 1)["view"]["mover"] == "Black"
        guest.post(f"/games/{links[0]}/turns", {"turn": 2, "tokens": ["+?"]})
        answered(guest, links[0], 3)

        first.kill()  # with a claim, perhaps
        first.wait()
        guest.post(f"/games/{links[0]}/turns", {"turn": 4, "tokens": ["-"]})
        guest.post(f"/games/{links[1]}/turns", {"turn": 2, "tokens": ["+?"]})
        second = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        answered(guest, links[0], 5)
        answered(guest, links[1], 3)

        second.send_signal(signal.SIGTERM)
        said, log = second.communicate(timeout=PATIENCE)
        assert second.returncode == 0
        assert said == "kahuna worker: thinking in one process\n"
        logged = [json.loads(line)["message"] for line in log.splitlines()]
        assert (logged[0], logged[-1]) == ("started", "stopped")
        assert engines_of(site.server.pid) == []
    finally:
        for process in filter(None, (first, second)):
            process.kill()
            process.communicate()
        site.close()


def test_a_worker_for_sqlite_is_refused_with_the_reason() -> None:
    done = subprocess.run([*WORKER], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("kahuna: a worker needs --database postgresql://")
