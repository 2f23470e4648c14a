"""The players of a match at their seats: those of this package, and external engines.

An engine that a game has started is kept for the next game of this process, unless it failed.
"""

import contextlib
import shlex
import shutil
import time
from collections.abc import Iterator
from multiprocessing.util import Finalize
from typing import Protocol

from kahuna.ai.go import Go
from kahuna.ai.named import player_named
from kahuna.ai.warm_up import warm_up
from kahuna.arena.engines import EngineProcess
from kahuna.arena.failure import FailureError
from kahuna.errors import KahunaError, shorten
from kahuna.notation import Record
from kahuna.view import View

COMMAND = "cmd:"

_idle: dict[str, list[EngineProcess]] = {}
_warm: set[str] = set()


class Seated(Protocol):
    """Somebody at the table: given what they may know, they say their turn."""

    name: str

    def turn(self, view: View, record: Record, go: Go) -> tuple[list[str], float]:
        """Return the turn's tokens and the seconds it took, or raise a `FailureError`."""
        ...


class SeatedPlayer:
    """A player of this package."""

    def __init__(self, spec: str, seed: int) -> None:
        """Make the player; the first of its kind in a process is warmed up, off the clock."""
        try:
            self._player = player_named(spec, seed)
            if spec not in _warm:
                warm_up(self._player)
                _warm.add(spec)
        except Exception as error:
            raise FailureError(f"{type(error).__name__}: {error}") from error
        self.name = self._player.name

    def turn(self, view: View, record: Record, go: Go) -> tuple[list[str], float]:  # noqa: ARG002 - as all players
        """Let the player decide; whatever goes wrong in it is its own loss."""
        start = time.perf_counter()
        try:
            decision = self._player.decide(view, go.limit())
        except Exception as error:
            raise FailureError(f"{type(error).__name__}: {error}") from error
        return list(decision.tokens), time.perf_counter() - start


class SeatedEngine:
    """An external engine."""

    def __init__(self, engine: EngineProcess, seed: int, patience: float) -> None:
        """Begin a game."""
        self._engine, self._patience = engine, patience
        engine.new_game(seed)
        self.name = engine.name

    def turn(self, view: View, record: Record, go: Go) -> tuple[list[str], float]:  # noqa: ARG002 - as all players
        """Ask the engine."""
        return self._engine.turn(record.one_line(), go, self._patience)


@contextlib.contextmanager
def seated(spec: str, seed: int, patience: float) -> Iterator[Seated]:
    """Lend a player for a game."""
    if not spec.startswith(COMMAND):
        yield SeatedPlayer(spec, seed)
        return
    command = spec.removeprefix(COMMAND)
    idle = _idle.setdefault(command, [])
    engine = idle.pop() if idle else EngineProcess(command)
    try:
        yield SeatedEngine(engine, seed, patience)
    except BaseException:  # it failed, or the match was stopped in the midst of its turn
        engine.close()
        raise
    idle.append(engine)


def dismiss_engines() -> None:
    """End the engines that wait for another game."""
    for engines in _idle.values():
        while engines:
            engines.pop().close()


def check(spec: str) -> None:
    """Refuse a player that cannot be, before a match begins."""
    if not spec.startswith(COMMAND):
        player_named(spec, seed=0)
        return
    try:
        words = shlex.split(spec.removeprefix(COMMAND))
    except ValueError as error:
        raise KahunaError(f"{shorten(spec, 60)!r} cannot be read as a command: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise KahunaError(f"there is no program {shorten(words[0] if words else '', 60)!r}")


# Run when a process ends, those of joblib included, which skip `atexit`.
Finalize(None, dismiss_engines, exitpriority=10)
