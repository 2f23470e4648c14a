"""What all tests need."""

import signal
import warnings
from collections.abc import Iterator

import pytest

from tests.paths import PYTHONPATH


def pytest_configure() -> None:
    """Let the programs that tests start hear Ctrl-C.

    A shell that runs the tests in the background has them ignore it, and children inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def dask_cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Start a Dask cluster of two processes, and name it as `--cluster` wants it."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.setenv("PYTHONPATH", PYTHONPATH)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Dask and its loop leave behind is not ours
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster:
            yield f"dask:{cluster.scheduler_address}"
