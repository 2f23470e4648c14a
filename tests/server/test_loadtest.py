"""A load test plays real games, and tells the server's slowness from the machine's."""

import json
import socket
import subprocess
import sys
import threading
from array import array

import pytest

from kahuna.server.loadtest.crowd import Tally
from kahuna.server.loadtest.figures import Order, figures
from kahuna.server.loadtest.machine import AFTER, BEFORE, Watch, usage

LOADTEST = (sys.executable, "-m", "kahuna", "loadtest")


@pytest.mark.parametrize(
    ("sent", "undisturbed"),
    [
        (9.0, True),
        (10.0 - AFTER * 2, True),
        (10.0 - AFTER / 2, False),  # it may have been on its way
        (10.5, False),
        (11.0 + BEFORE / 2, False),  # or wait behind others that did
        (11.0 + BEFORE * 2, True),
    ],
)
def test_a_turn_is_disturbed_if_the_machine_stood_still_about_when_it_was_sent(
    sent: float, undisturbed: bool
) -> None:
    watch = Watch()
    watch.note(10.4, 10.6)  # another core, meanwhile
    watch.note(10.0, 11.0)
    watch.note(5.0, 6.0)
    assert watch.undisturbed([20.0, sent, 5.5]) == [True, undisturbed, False]


def test_the_undisturbed_turns_have_figures_of_their_own() -> None:
    watch = Watch()
    watch.tells = True
    watch.note(2.0, 2.1)
    tally = Tally(sent=array("d", [1.0, 2.0, 3.0]), screen=array("d", [0.001, 0.080, 0.003]))
    found = figures(Order(seconds=1), tally, watch, cpu=None, memory=None)
    assert (found.turns, found.undisturbed) == (3, 2)
    assert found.to_opponents_screen is not None
    assert found.to_opponents_screen.longest == 80
    assert found.undisturbed_to_screen is not None
    assert found.undisturbed_to_screen.longest == 3


def test_nothing_is_said_of_processes_that_are_not_ours() -> None:
    assert usage([]) is None


@pytest.mark.parametrize(
    "url", ["foo", "http://", "http://host:port", "https://host", "http://host/kahuna", "http://[x"]
)
def test_an_address_that_is_none_is_refused_in_a_line(url: str) -> None:
    done = subprocess.run(
        [*LOADTEST, "--games", "1", "--url", url], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == f"kahuna: a site to test is http://host:port, not {url!r}\n"


@pytest.mark.slow
@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK\r\n\r\n", b"SSH-2.0\r\n\r\n"])
def test_what_answers_but_is_no_site_is_told_in_a_line(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_answer, args=(listening, answer), daemon=True).start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        done = subprocess.run(
            [*LOADTEST, "--games", "1", "--url", url], capture_output=True, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == f"kahuna: what answers at {url} is no site of Kahuna\n"


def _answer(listening: socket.socket, answer: bytes) -> None:
    """Say the same to whoever comes first, when they have asked."""
    connection, _ = listening.accept()
    with connection:
        connection.recv(1000)
        connection.sendall(answer)


@pytest.mark.slow
def test_a_load_test_starts_a_site_plays_and_counts() -> None:
    words = ["--games", "4", "--rate", "40", "--seconds", "2", "--warm-up", "0.5", "--json"]
    done = subprocess.run(
        [*LOADTEST, *words], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["games"], found["sockets"], found["troubles"]) == (4, 8, {})
    assert 0 < found["turns"] <= 90
    assert found["to_opponents_screen"]["median"] <= found["to_opponents_screen"]["p99"]
    assert found["cpu_seconds"] > 0
