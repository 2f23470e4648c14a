"""Whatever is sent to the site, it does not break, and tells nothing that it should not.

Longer: `python bench/fuzz.py --examples 200`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kahuna.server.loadtest.process import ServerProcess
from tests.server.fuzzing import TOO_BIG, Fuzz

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def fuzz(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzz]:
    """A site in a process of its own, to be sent anything."""
    folder: Path = tmp_path_factory.mktemp("fuzz")
    server = ServerProcess(folder)
    server.start()
    fuzz = Fuzz(server, folder / "site.sqlite")
    try:
        yield fuzz
    finally:
        fuzz.close()
        server.stop()


def test_no_request_is_answered_by_a_fault_or_against_the_document(fuzz: Fuzz) -> None:
    fuzz.run(examples=3)
    fuzz.check_health()
    assert {200, 201, 204, 400, 401, 403, 404, 409, 422} <= fuzz.answers.keys()


def test_no_message_breaks_a_connection_or_the_site(fuzz: Fuzz) -> None:
    fuzz.send_nonsense(examples=150)
    fuzz.check_health()
    assert {"problem", "game", "pong", TOO_BIG} <= fuzz.answers.keys()
