"""Work spread over processes or a cluster: games of the arena, self-play of the training.

On this machine the workers are processes, and joblib does the work. A cluster is named by
`--cluster`: `dask:ADDRESS` is the scheduler of a Dask cluster, `ray:ADDRESS` a Ray cluster.
Its workers need this package too.
"""

import logging
import signal
import socket
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from kahuna.errors import KahunaError, shorten

Item = TypeVar("Item")
Result = TypeVar("Result")

CONNECT_SECONDS = 20


class Spread(Protocol):
    """How work is given out: results come in any order; close it to give up the rest."""

    def __call__(
        self, function: Callable[[Item], Result], items: Sequence[Item], /
    ) -> Generator[Result, None, None]:
        """Yield the function's results; function and items have to be picklable."""
        ...


class Workers(NamedTuple):
    """Workers that are ready, for any amount of work, one after another."""

    number: int
    spread: Spread


def spread(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    jobs: int = 1,
    cluster: str | None = None,
) -> Generator[Result, None, None]:
    """Yield the function's results as they come, from workers that are there for this alone.

    >>> sorted(spread(abs, [-3, 1, -2]))
    [1, 2, 3]
    """
    with open_workers(jobs=jobs, cluster=cluster) as workers:
        yield from workers.spread(function, items)


def open_workers(*, jobs: int = 1, cluster: str | None = None) -> AbstractContextManager[Workers]:
    """Open workers once for many times of work, and close them in the end.

    >>> with open_workers() as workers:
    ...     [list(workers.spread(abs, [n])) for n in (-1, -2)]
    [[1], [2]]
    """
    if cluster is None:
        return nullcontext(Workers(1, _here)) if jobs == 1 else _processes(jobs)
    kind, _, address = cluster.partition(":")
    if kind not in CLUSTERS or not address:
        raise KahunaError(f"a cluster is dask:ADDRESS or ray:ADDRESS, not {shorten(cluster, 60)!r}")
    return CLUSTERS[kind](address)


def _here(
    function: Callable[[Item], Result], items: Sequence[Item]
) -> Generator[Result, None, None]:
    yield from map(function, items)


@contextmanager
def _processes(jobs: int) -> Iterator[Workers]:
    """Open processes on this machine."""
    from joblib.externals.loky import get_reusable_executor

    finished = False
    try:
        yield Workers(jobs, partial(_by_joblib, jobs))
        finished = True
    finally:
        # Their results are not wanted any more, if this was given up.
        get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=not finished)


@contextmanager
def _dask(address: str) -> Iterator[Workers]:
    """Connect to a Dask cluster."""
    try:
        from distributed import Client
    except ImportError:
        raise KahunaError("for a Dask cluster, install kahuna[cluster]") from None
    import joblib

    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise KahunaError(f"no Dask scheduler answers at {shorten(address, 60)}: {error}") from None
    with client, joblib.parallel_config(backend="dask", client=client):
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise KahunaError(
                f"the Dask cluster at {shorten(address, 60)} has no workers"
            ) from None
        yield Workers(sum(client.ncores().values()), partial(_by_joblib, -1))


def _by_joblib(
    jobs: int, function: Callable[[Item], Result], items: Iterable[Item]
) -> Generator[Result, None, None]:
    """Yield results from the workers of joblib, whichever those are."""
    from joblib import Parallel, delayed

    task = delayed(partial(_undisturbed, function))
    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    results = parallel(task(item) for item in items)
    try:
        for result in results:  # noqa: UP028 - `yield from` would close `results` too early
            yield result
    finally:
        with warnings.catch_warnings():  # that the rest is given up is meant
            warnings.simplefilter("ignore", UserWarning)
            results.close()


def _undisturbed(function: Callable[[Item], Result], item: Item) -> Result:
    """Do a piece of work without minding Ctrl-C: whoever gave it out decides when to stop."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return function(item)


@contextmanager
def _ray(address: str) -> Iterator[Workers]:
    """Connect to a Ray cluster. joblib's way to it cannot give results as they come."""
    try:
        import ray
    except ImportError:
        raise KahunaError("for a Ray cluster, install ray; or use a Dask cluster") from None
    try:
        _knock(address.removeprefix("ray://"))
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError) as error:
        raise KahunaError(f"no Ray cluster answers at {shorten(address, 60)}: {error}") from None
    try:
        yield Workers(int(ray.cluster_resources().get("CPU", 1)), _by_ray)
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Connect and leave again: Ray itself would wait for minutes if nobody answers."""
    host, _, port = address.rpartition(":")
    if port.isdigit():  # not so if it is "auto": the cluster of this machine
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()


def _by_ray(
    function: Callable[[Item], Result], items: Sequence[Item]
) -> Generator[Result, None, None]:
    """Yield results from the workers of Ray."""
    import ray

    task = ray.remote(function)
    waiting = [task.remote(item) for item in items]
    try:
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        for one in waiting:
            ray.cancel(one)


CLUSTERS = {"dask": _dask, "ray": _ray}
