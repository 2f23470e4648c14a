"""What tests of the server share: a real PostgreSQL, and databases of both kinds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres as server
from tests.server.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of this process."""
    with server.postgres() as started:
        yield started


@pytest.fixture
def new_postgresql(postgres: Postgres) -> str:
    """The address of a fresh database of PostgreSQL."""
    return postgres.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database: the test runs once with each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'site.sqlite'}"
    url: str = request.getfixturevalue("new_postgresql")
    return url
