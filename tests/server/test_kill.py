"""A server that is killed loses nothing that it has acknowledged. A hundred: bench/kill_soak.py."""

import asyncio
from pathlib import Path

import pytest

from kahuna.server.loadtest.process import ServerProcess
from tests.server.killing import Siege

pytestmark = pytest.mark.slow


def test_what_was_acknowledged_is_there_after_a_kill_and_every_game_goes_on(
    database: str, tmp_path: Path
) -> None:
    server = ServerProcess(tmp_path, database)

    async def besiege() -> Siege:
        siege = Siege(server, database, games=4, seed=3)
        await siege.run(kills=3)
        return siege

    try:
        siege = asyncio.run(besiege())
    finally:
        server.kill()
    assert all(game.is_over for game in siege.games)
    assert siege.acknowledged >= 100
