"""A load test, whole: servers if none are given, crowds in processes of their own, figures."""

import asyncio
import gc
import multiprocessing
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

from kahuna.errors import KahunaError
from kahuna.server.loadtest.crowd import CrowdOfPairs, Load, Tally
from kahuna.server.loadtest.figures import Figures, Order, figures
from kahuna.server.loadtest.http import place
from kahuna.server.loadtest.machine import Usage, Watch, usage
from kahuna.server.loadtest.process import ServerProcess

Tell = Callable[[str], None]
GO, LEAVE = "go", "leave"
FEW = 0.1  # of the games


class Said(NamedTuple):
    """What a crowd's process says on its way: seated, warm, ready, over, done or failed."""

    what: str
    seated: int = 0
    tally: Tally | None = None
    reason: str = ""


def run(order: Order, tell: Tell) -> Figures:
    """Run a load test; `tell` hears how far it is."""
    for url in order.urls:
        place(url)  # before any process is started
    with ExitStack() as stack:
        servers: list[ServerProcess] = []
        if not order.urls:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kahuna-load-")))
            for _ in range(order.servers):
                server = ServerProcess(folder, order.database)
                stack.callback(server.stop)
                server.start()
                servers.append(server)
        urls = order.urls or [server.url for server in servers]
        return _measure(order, urls, [server.pid for server in servers], tell)


def _measure(order: Order, urls: Sequence[str], pids: Sequence[int], tell: Tell) -> Figures:
    """Let the crowds play at these servers."""
    crowds = [_CrowdProcess(load) for load in _loads(order, urls)]
    try:
        few, seated = _seat(crowds, order, pids, tell)
        with Watch() as watch:
            measured = _play(crowds, order, pids, tell)
        for crowd in crowds:
            crowd.pipe.send(LEAVE)
    finally:
        for crowd in crowds:
            crowd.end()
    cpu, memory = None, None
    if measured.before and measured.after:
        cpu = measured.after.cpu - measured.before.cpu
    if few and measured.full and seated < order.games:
        memory = (measured.full.memory - few.memory) / (order.games - seated)
    return figures(order, measured.tally, watch, cpu, memory)


class _Measured(NamedTuple):
    """What was seen and used while all were playing."""

    tally: Tally
    before: Usage | None  # when counting began
    after: Usage | None  # and when it ended
    full: Usage | None  # when the first game was over, so that all were still running


def _seat(
    crowds: "list[_CrowdProcess]", order: Order, pids: Sequence[int], tell: Tell
) -> tuple[Usage | None, int]:
    """Wait until all have sat down; return what the servers used when only a few had.

    From then on memory is counted: what a server loads for its first games is no game's.
    """
    seated, ready = dict.fromkeys(crowds, 0), 0
    few, then, warm = None, 0, 0
    while ready < len(crowds):
        for crowd, said in _hear(crowds, None):
            seated[crowd] = max(seated[crowd], said.seated)
            ready += said.what == "ready"
            warm += said.what == "warm"
            if warm == len(crowds):
                few, then, warm = usage(pids), sum(seated.values()), 0
                for each in crowds:
                    each.pipe.send(GO)
        tell(f"{sum(seated.values())} of {order.games} games have begun")
    return few, then


def _play(
    crowds: "list[_CrowdProcess]", order: Order, pids: Sequence[int], tell: Tell
) -> _Measured:
    """Let all play, and look at the servers at the right moments."""
    for crowd in crowds:
        crowd.pipe.send(GO)
    count_from = time.monotonic() + order.warm_up
    count_to = count_from + order.seconds
    whole, done = Tally(), 0
    before = after = full = None
    while done < len(crowds):
        at = time.monotonic()
        if before is None and at >= count_from:
            before = usage(pids)
        if after is None and at >= count_to:
            after = usage(pids)
        tell(f"playing, {max(0, round(count_to - at))} seconds to go")
        next_look = min(1.0, *(t - at for t in (count_from, count_to) if t > at), 1.0)
        for _, said in _hear(crowds, next_look):
            if full is None and said.what in ("over", "done"):
                full = usage(pids)
            if said.tally is not None:
                whole.add(said.tally)
                done += 1
    return _Measured(whole, before, after or usage(pids), full)


def _loads(order: Order, urls: Sequence[str]) -> list[Load]:
    """Share the games and the rate among the processes."""
    processes = min(order.clients, order.games)
    return [
        Load(
            urls=list(urls),
            games=order.games // processes + (n < order.games % processes),
            rate=order.rate / processes,
            warm_up=order.warm_up,
            seconds=order.seconds,
            seed=n,
        )
        for n in range(processes)
    ]


class _CrowdProcess:
    """A crowd in a process of its own, and the pipe to it."""

    def __init__(self, load: Load) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_crowd, args=(load, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def end(self) -> None:
        """Wait until it has gone; send it away if it does not go."""
        self._process.join(10)
        self._process.terminate()
        self.pipe.close()


def _hear(
    crowds: "list[_CrowdProcess]", timeout: float | None
) -> "list[tuple[_CrowdProcess, Said]]":
    """Return what the crowds say next."""
    heard = []
    pipes = {crowd.pipe: crowd for crowd in crowds}
    for pipe in wait(list(pipes), timeout):
        assert isinstance(pipe, Connection)
        try:
            said: Said = pipe.recv()
        except EOFError:
            raise KahunaError("a process of the load test has gone") from None
        if said.what == "failed":
            raise KahunaError(said.reason)
        heard.append((pipes[pipe], said))
    return heard


def _crowd(load: Load, pipe: Connection) -> None:
    """Be a crowd: the main function of its process.

    It lives for a minute and collects no garbage: players who pause would be measured, too.
    """
    gc.disable()
    try:
        import uvloop
    except ImportError:  # where there is none
        runner = asyncio.run
    else:
        runner = uvloop.run
    with suppress(KeyboardInterrupt, BrokenPipeError):
        runner(_be_a_crowd(load, pipe))


async def _be_a_crowd(load: Load, pipe: Connection) -> None:
    crowd = CrowdOfPairs(load, lambda: pipe.send(Said("over")))
    try:
        for games, what in ((max(1, int(load.games * FEW)), "warm"), (load.games, "ready")):
            await crowd.arrive(games, lambda seated: pipe.send(Said("seated", seated)))
            if what == "warm":
                await crowd.warm_up()
            pipe.send(Said(what, games))
            await asyncio.to_thread(pipe.recv)
        await crowd.play()
        pipe.send(Said("done", tally=crowd.tally))
        await asyncio.to_thread(pipe.recv)
        await crowd.leave()
    except* (KahunaError, OSError) as errors:
        pipe.send(Said("failed", reason=str(errors.exceptions[0])))
