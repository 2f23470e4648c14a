"""KEP 1, the engine's side: lines in, lines out, one thread that reads and one that thinks.

The reading thread never waits for the thinking one, so that `stop` and `isready` are
answered while the player thinks. Whatever comes in, the answer is a line, and the loop goes on.

A turn is always in time. For every position a quick player has one ready at once: it is said
if the player fails, or does not come up with its own when it is due, as can happen where other
programs keep the processor busy.

Machine code is loaded, or made the first time, by a third thread from the start on. `kepok` waits
a while for it, `readyok` until it is done; a turn that is asked for earlier is still in time.
"""

import contextlib
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import BinaryIO, Final, NamedTuple, Protocol

from kahuna.ai.alarm import Alarm
from kahuna.ai.go import Go, number
from kahuna.ai.named import LEVELS
from kahuna.ai.player import Decision, Limit, Player
from kahuna.ai.position import read_position
from kahuna.ai.simple_players import GreedyPlayer
from kahuna.ai.warm_up import prepare, warm_up
from kahuna.errors import KahunaError, shorten
from kahuna.notation.record import MAX_BYTES
from kahuna.view import View

NAME: Final = "Kahuna"
AUTHOR: Final = "the Kahuna maintainers"
MAX_LINE: Final = MAX_BYTES + 100  # a record, and the word before it
MAX_SEED: Final = 2**63 - 1
MAX_THREADS: Final = 64
# So much of a turn's time is kept for waking up and writing the answer.
RESERVE_MS: Final = 2
# When the quick player's turn is said instead: 1.2 times the movetime is what we promise.
DUE: Final = 1.05
STOP_SECONDS: Final = 0.03
WARM_SECONDS: Final = 10.0  # enough to load machine code, not to make it: somebody may be waiting
ALREADY_THERE: Final = 0.0005  # a line that took no longer to read had been sent before
GOODBYE_SECONDS: Final = 1.0  # how long `quit` waits for a turn to be said
SWITCH_SECONDS: Final = 0.001  # so that a player in Python does not hold up the reader


class MakePlayer(Protocol):
    """Turns a player's name into a player, as `player_named` does."""

    def __call__(self, spec: str, seed: int, threads: int) -> Player:
        """Return a new player."""
        ...


log = logging.getLogger(__name__)


class Order(NamedTuple):
    """A turn to think about, and the quick player's answer."""

    view: View
    limit: Limit
    ready: Decision


class Engine:
    """One engine at its two pipes.

    Nothing but lines of the protocol goes to `output`.
    """

    def __init__(
        self, make: MakePlayer, spec: str, seed: int, threads: int, output: BinaryIO
    ) -> None:
        """Make the player; `run` warms it up."""
        self._make, self._spec, self._seed, self._threads = make, spec, seed, threads
        self._has_level = spec.startswith("level:")
        self._player = make(spec, seed, threads)
        self._quick = make("network" if self._has_level else "greedy", seed, 1)
        self._output = output
        self._warm = threading.Event()  # set when all that is slow is done
        self._warm.set()
        self._warmed: set[tuple[type[Player], int]] = set()  # kinds of players, and their threads
        self._view: View | None = None
        self._ready: Decision | None = None  # the quick player's turn for that view
        self._lock = threading.Lock()  # of `_order` and of the output
        self._order: Order | None = None  # the turn that is being thought about
        self._answered = threading.Event()
        self._orders: SimpleQueue[Order] = SimpleQueue()
        self._alarm = Alarm[Order](lambda order: self._answer(order, order.ready))
        self._since = self._begun = time.perf_counter()  # when the line came, and its handling

    def run(self, source: BinaryIO) -> None:
        """Answer lines until `quit` or their end."""
        commands = {
            "kep": self._kep,
            "setoption": self._set_option,
            "newgame": self._new_game,
            "isready": self._is_ready,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
        }
        self._warm_up()
        threading.Thread(target=self._think, daemon=True).start()
        for line in self._timed(_lines(source)):
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                break
            try:
                if len(line) > MAX_LINE:
                    raise KahunaError(f"this line is too long: {shorten(line)}")
                if word:
                    commands.get(word, _unknown(word))(rest.strip())
            except KahunaError as error:
                self._say(f"error {error}")
            except BrokenPipeError:  # nobody listens any more
                break
        self._leave()

    # What can be asked

    def _kep(self, version: str) -> None:
        if version != "1":
            raise KahunaError(f"this engine speaks kep 1, not kep {shorten(version)}")
        self._warm.wait(WARM_SECONDS)
        options = [_option("Seed", self._seed, 0, MAX_SEED)]
        if self._has_level:
            level = int(self._spec.removeprefix("level:"))
            options.append(_option("Level", level, LEVELS[0], LEVELS[-1]))
            options.append(_option("Threads", self._threads, 1, MAX_THREADS))
        name = f"id name {NAME} {self._player.name}"
        self._say(name, f"id author {AUTHOR}", *options, "kepok")

    def _set_option(self, text: str) -> None:
        self._be_idle("setoption")
        name, _, value = text.partition(" ")
        if name.lower() == "seed":
            self._seed = number(value, "setoption Seed", MAX_SEED, least=0)
        elif name.lower() == "level" and self._has_level:
            self._spec = f"level:{number(value, 'setoption Level', LEVELS[-1])}"
        elif name.lower() == "threads" and self._has_level:
            self._threads = number(value, "setoption Threads", MAX_THREADS)
        else:
            raise KahunaError(f"there is no option {shorten(name)!r}")
        self._player = self._make(self._spec, self._seed, self._threads)
        if name.lower() != "seed":
            self._warm_up()

    def _new_game(self, rest: str) -> None:
        _nothing_after("newgame", rest)
        self._be_idle("newgame")
        self._view = None

    def _is_ready(self, rest: str) -> None:
        _nothing_after("isready", rest)
        if self._order is None:
            self._warm.wait()
        self._say("readyok")

    def _position(self, kgn: str) -> None:
        self._be_idle("position")
        self._view = None  # a turn for an older position would be worse than none
        view = read_position(kgn)
        quick = self._quick if self._warm.is_set() else GreedyPlayer(self._seed)
        self._ready = quick.decide(view, Limit(nodes=1))
        self._view = view

    def _go(self, text: str) -> None:
        go = Go.parse(text)
        self._be_idle("go")
        if self._view is None or self._ready is None:
            raise KahunaError("there is no position to think about: send one first")
        gone = time.perf_counter() - self._since
        order = Order(self._view, go.limit(RESERVE_MS + round(1000 * gone)), self._ready)
        self._answered.clear()
        self._order = order
        if go.movetime is not None:
            self._alarm.set(go.movetime / 1000 * DUE - gone, order)
        self._orders.put(order)

    def _stop(self, rest: str) -> None:
        _nothing_after("stop", rest)
        order = self._order
        if order is not None:  # else the turn has just been said
            order.limit.stop.set()
            self._alarm.set(STOP_SECONDS, order)

    # Inside

    def _think(self) -> None:
        """Say turn after turn: the player's, or the quick player's where the player fails."""
        while True:
            order = self._orders.get()
            decision = order.ready
            self._warm.wait()
            try:
                decision = self._player.decide(order.view, order.limit)
            except Exception:
                log.exception("the player failed; this turn is the quick player's")
            self._answer(order, decision)

    def _answer(self, order: Order, decision: Decision) -> None:
        """Say a turn, unless one has been said."""
        with self._lock:
            if self._order is not order:
                return
            order.limit.stop.set()
            self._order = None  # before the line is out: the next order may follow on its heels
            with contextlib.suppress(BrokenPipeError):
                self._write(*_told(decision))
            self._answered.set()

    def _say(self, *lines: str) -> None:
        with self._lock:
            self._write(*lines)

    def _write(self, *lines: str) -> None:
        self._output.write("".join(f"{line}\n" for line in lines).encode())
        self._output.flush()

    def _timed(self, lines: Iterator[str]) -> Iterator[str]:
        """Yield the lines, and note since when each has been there to be read.

        One that was sent together with the line before has been waiting since then.
        """
        asked = time.perf_counter()
        for line in lines:
            now = time.perf_counter()
            self._since = now if now - asked > ALREADY_THERE else self._begun
            self._begun = now
            yield line
            asked = time.perf_counter()

    def _be_idle(self, order: str) -> None:
        if self._order is not None:
            raise KahunaError(f"still thinking: {order} has to wait for the turn, or send stop")

    def _warm_up(self) -> None:
        """Begin to get everything slow done that a turn's clock should not pay for.

        Players of one kind run the same code, so that going from level to level is quick.
        """
        kind = (type(self._player), self._threads)
        if kind in self._warmed:
            return
        players = (self._player,) if self._warmed else (self._quick, self._player)
        self._warmed.add(kind)
        before, self._warm = self._warm, threading.Event()
        arguments = (self._spec, players, before, self._warm)
        threading.Thread(target=_warm_all, args=arguments, daemon=True).start()

    def _leave(self) -> None:
        """Let a turn that is being thought about be said at once."""
        if self._order is not None:
            self._stop("")
            self._answered.wait(GOODBYE_SECONDS)


def serve(make: MakePlayer, spec: str, seed: int, threads: int = 1) -> None:
    """Be an engine at standard input and output."""
    sys.setswitchinterval(SWITCH_SECONDS)
    engine = Engine(make, spec, seed, threads, sys.stdout.buffer)
    sys.stdout = sys.stderr  # whatever else prints must not be taken for the protocol
    engine.run(sys.stdin.buffer)


def _lines(source: BinaryIO) -> Iterator[str]:
    """Yield the lines; of one that is too long, so much that it can be told."""
    while data := source.readline(MAX_LINE + 1):
        line = data.decode("utf-8", errors="replace")
        while data and not data.endswith(b"\n") and len(data) > MAX_LINE:
            data = source.readline(MAX_LINE + 1)
        yield line


def _warm_all(
    spec: str, players: Iterable[Player], before: threading.Event, done: threading.Event
) -> None:
    """Warm players up, once those before them are; whatever happens, it is done then."""
    before.wait()
    try:
        prepare(spec)
        for player in players:
            warm_up(player)
    except Exception:
        log.exception("the warm-up failed")
    done.set()


def _option(name: str, default: int, least: int, most: int) -> str:
    return f"option name {name} type spin default {default} min {least} max {most}"


def _told(decision: Decision) -> Iterator[str]:
    """Yield what is said about a decision."""
    turn = " ".join(decision.tokens)
    if decision.win_probability is not None:
        yield f"info wp {decision.win_probability:.3f} nodes {decision.nodes} pv {turn}"
    yield f"turn {turn}"


def _nothing_after(word: str, rest: str) -> None:
    if rest:
        raise KahunaError(f"nothing follows {word}, but here {shorten(rest)} does")


def _unknown(word: str) -> Callable[[str], None]:
    def refuse(_: str) -> None:
        raise KahunaError(f"unknown command {shorten(word)!r}")

    return refuse
