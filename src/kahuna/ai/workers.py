"""Work spread over processes or a cluster: games of the arena, self-play of the training.

joblib does the work. On this machine its workers are processes; `--cluster dask:ADDRESS`
names the scheduler of a Dask cluster, whose workers need this package too.
"""

import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from kahuna.errors import KahunaError, shorten

Item = TypeVar("Item")
Result = TypeVar("Result")

CONNECT_SECONDS = 20


def spread(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    jobs: int = 1,
    cluster: str | None = None,
) -> Generator[Result, None, None]:
    """Yield the function's results as they come, in any order; close it to give up the rest.

    Function and items travel to other processes, so both have to be picklable.

    >>> sorted(spread(abs, [-3, 1, -2]))
    [1, 2, 3]
    """
    if cluster is not None:
        yield from _on_cluster(function, items, cluster)
    elif jobs == 1:
        yield from map(function, items)
    else:
        yield from _in_processes(function, items, jobs)


def _in_processes(
    function: Callable[[Item], Result], items: Sequence[Item], jobs: int
) -> Iterator[Result]:
    """Yield results from processes on this machine, which end with the work."""
    from joblib.externals.loky import get_reusable_executor

    finished = False
    try:
        yield from _parallel(function, items, jobs)
        finished = True
    finally:
        # Their results are not wanted any more, if this was given up.
        get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=not finished)


def _on_cluster(
    function: Callable[[Item], Result], items: Sequence[Item], cluster: str
) -> Iterator[Result]:
    """Yield results from a cluster."""
    kind, _, address = cluster.partition(":")
    if kind != "dask" or not address:
        raise KahunaError(f"a cluster is dask:ADDRESS, not {shorten(cluster, 60)!r}")
    try:
        from distributed import Client
    except ImportError:
        raise KahunaError("for a cluster, install kahuna[cluster]") from None
    import joblib

    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise KahunaError(f"no Dask scheduler answers at {shorten(address, 60)}: {error}") from None
    with client, joblib.parallel_config(backend="dask", client=client):
        yield from _parallel(function, items, jobs=-1)


def _parallel(
    function: Callable[[Item], Result], items: Iterable[Item], jobs: int
) -> Iterator[Result]:
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
