"""A match on a Dask cluster: two worker processes of its own, here."""

import pytest

from kahuna.ai.go import Go
from kahuna.arena.pairing import Match, fixtures
from kahuna.arena.run import run
from tests.arena.rogues import rogue


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # what Dask and its loop leave behind is not ours
def test_a_cluster_of_two_processes_plays_the_same_games(dask_cluster: str) -> None:
    games = fixtures(Match("greedy", "random", Go(nodes=1), Go(nodes=1)), 6)
    bad = fixtures(Match(rogue("crashes"), "random", Go(nodes=1), Go(nodes=1)), 2)
    there = {outcome.number: outcome.record for outcome in run(games, cluster=dask_cluster)}
    assert [outcome.points for outcome in run(bad, cluster=dask_cluster)] == [0.0, 0.0]
    assert there == {outcome.number: outcome.record for outcome in run(games)}
