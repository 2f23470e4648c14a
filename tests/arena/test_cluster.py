"""A match on a Dask cluster: two worker processes of its own, here."""

import warnings
from pathlib import Path

import pytest

from kahuna.ai.go import Go
from kahuna.arena.pairing import Match, fixtures
from kahuna.arena.run import run
from tests.arena.rogues import rogue


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # what Dask and its loop leave behind is not ours
def test_a_cluster_of_two_processes_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    games = fixtures(Match("greedy", "random", Go(nodes=1), Go(nodes=1)), 6)
    bad = fixtures(Match(rogue("crashes"), "random", Go(nodes=1), Go(nodes=1)), 2)
    with (
        warnings.catch_warnings(),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
    ):
        warnings.simplefilter("ignore")
        address = f"dask:{cluster.scheduler_address}"
        there = {outcome.number: outcome.record for outcome in run(games, cluster=address)}
        assert [outcome.points for outcome in run(bad, cluster=address)] == [0.0, 0.0]
    assert there == {outcome.number: outcome.record for outcome in run(games)}


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_is_not_there_is_an_error_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from kahuna.ai import workers
    from kahuna.errors import KahunaError

    monkeypatch.setattr(workers, "CONNECT_SECONDS", 1)
    games = fixtures(Match("greedy", "random", Go(nodes=1), Go(nodes=1)), 2)
    with pytest.raises(KahunaError, match="no Dask scheduler answers"):
        list(run(games, cluster="dask:tcp://127.0.0.1:9"))
