"""Work given out: workers that are kept, clusters that are not there, self-play far away."""

from pathlib import Path

import numpy as np
import pytest

from kahuna.ai import network, workers
from kahuna.ai.training.run import Goal, Training, begin_anew
from kahuna.ai.training.selfplay import Manner
from kahuna.ai.training.settings import Settings
from kahuna.ai.training.workers import Job, open_crew, play_some
from kahuna.ai.weights import load
from kahuna.errors import KahunaError

SETTINGS = Settings(seed=3, round_games=3, memory=4000, enough=100, batch=32)


def test_processes_are_used_again() -> None:
    with workers.open_workers(jobs=2) as two:
        assert two.number == 2
        for numbers in ([-1, -2, -3], [-4]):
            assert sorted(two.spread(abs, numbers)) == sorted(map(abs, numbers))


@pytest.mark.parametrize("cluster", ["dask", "dask:", "spark:127.0.0.1:1"])
def test_a_cluster_is_named_by_kind_and_address(cluster: str) -> None:
    with pytest.raises(KahunaError, match="dask:ADDRESS or ray:ADDRESS"):
        list(workers.spread(abs, [1], cluster=cluster))


@pytest.mark.filterwarnings("ignore")  # what Dask and its loop leave behind is not ours
def test_a_cluster_that_is_not_there_is_an_error_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 1)
    with pytest.raises(KahunaError, match="no Dask scheduler answers"):
        list(workers.spread(abs, [1], cluster="dask:tcp://127.0.0.1:9"))


def test_without_ray_its_clusters_are_an_error_in_a_line() -> None:
    try:
        import ray  # noqa: F401 - is it here?
    except ImportError:
        with pytest.raises(KahunaError, match="install ray"):
            list(workers.spread(abs, [1], cluster="ray:127.0.0.1:6379"))
    else:
        pytest.skip("Ray is here")


def test_weights_that_may_not_be_changed_will_do() -> None:
    for part in (fixed := network.make_weights(1)):
        part.setflags(write=False)
    manner = Manner(0.1, 0.4, 0.8)
    ours, theirs = (play_some(Job(w, manner, 1, 1)) for w in (network.make_weights(1), fixed))
    assert (ours.slots == theirs.slots).all()


def learn_by(cluster: str | None, folder: Path, against: network.Weights | None) -> Training:
    """Learn from 36 games, stopped and gone on with in the middle."""
    goal = Goal(games=36)
    run = Training(folder, SETTINGS, goal, against)
    begin_anew(folder)
    with open_crew(2, cluster) as crew:
        while run.part < 0.5:
            run.round(crew)
        run.save()
        run = Training(folder, SETTINGS, goal, against)
        run.resume()
        while run.part < 1.0:
            run.round(crew)
    return run


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # what Dask and its loop leave behind is not ours
def test_a_cluster_teaches_what_threads_do(dask_cluster: str, tmp_path: Path) -> None:
    for name, against in (("alone", None), ("against", load())):
        there = learn_by(dask_cluster, tmp_path / name / "there", against)
        here = learn_by(None, tmp_path / name / "here", against)
        assert there.progress.games == here.progress.games == 36
        begun = Training(tmp_path, SETTINGS, Goal(games=36), against)
        assert there.learner.steps[0] > 0
        assert (there.learner.weights.columns != begun.learner.weights.columns).any()
        for far, near in zip(there.learner.weights, here.learner.weights, strict=True):
            assert np.array_equal(far, near)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # what Dask and its loop leave behind is not ours
def test_all_of_a_cluster_plays_unless_told(dask_cluster: str) -> None:
    with open_crew(None, dask_cluster) as crew:
        assert crew.size == 2
