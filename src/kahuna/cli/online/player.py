"""Plays the games of a bot with an engine: the most urgent turn first, one at a time."""

import queue
import random
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from kahuna.ai.go import Go
from kahuna.arena.engines import EngineProcess
from kahuna.arena.failure import FailureError
from kahuna.cli.online.site import LOST, BotSite, Json, RefusedError
from kahuna.errors import KahunaError
from kahuna.server.thinking.pace import share

HELLO = 30.0  # seconds until a program has said that it is an engine
PATIENCE = 30.0  # seconds beyond its time until an engine is given up
TRIES = 3
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # seconds until a lost connection is tried again
ON_THE_WAY = 300  # milliseconds of a clock that may be lost between here and the site
LEAST = 10
NOT_WELCOME = (401, 403)
MISTAKES = (400, 413, 422)


class Heard(NamedTuple):
    """An event, and when it came."""

    event: Json
    at: float

    @property
    def link(self) -> str:
        """The link of its game."""
        return str(self.event["game"]["link"])

    @property
    def left(self) -> float | None:
        """Milliseconds left on the clock, if one runs."""
        clocks = self.event["game"]["clocks"]
        if clocks["deadline"] is None:
            return None
        gone = 1000 * (time.monotonic() - self.at)
        return float(clocks["deadline"] - clocks["now"] - gone - ON_THE_WAY)


class OnlinePlayer:
    """An engine at a site."""

    def __init__(
        self, site: BotSite, command: str, movetime: int, say: Callable[[str], None]
    ) -> None:
        """Take the site, the engine's command, the milliseconds for a turn, and where to tell."""
        self.site, self.command, self.movetime, self.say = site, command, movetime, say
        self._engine: EngineProcess | None = None
        self._events: queue.SimpleQueue[Heard | Exception] = queue.SimpleQueue()
        self._turns: dict[str, Heard] = {}  # to be made, by game
        self._stopped = threading.Event()
        self._over = 0  # games that have ended

    def play(self, links: Sequence[str] = (), games: int | None = None) -> None:
        """Play until stopped, or until so many games are over; sit down in these before."""
        try:
            self._start_engine()  # before any clock runs
            self._join(links)
            threading.Thread(target=self._listen, daemon=True).start()
            while games is None or self._over < games:
                self._hear()
                if self._turns:
                    link = min(self._turns, key=lambda link: _urgency(self._turns[link]))
                    self._make(self._turns.pop(link))
        finally:
            self._stopped.set()
            self._close_engine()

    # What the site says

    def _join(self, links: Sequence[str]) -> None:
        """Sit down in these games."""
        for link in links:
            try:
                self.site.join(link)
            except RefusedError as error:
                if error.status in NOT_WELCOME:  # anywhere
                    raise
                raise KahunaError(f"{link}: {error}") from None
            except LOST as error:
                reason = getattr(error, "reason", error)
                raise KahunaError(f"{link}: the site does not answer: {reason}") from None

    def _listen(self) -> None:
        """Read events, and connect again whenever the connection is lost."""
        pause = FIRST_PAUSE
        while not self._stopped.is_set():
            try:
                for event in self.site.events():
                    self._events.put(Heard(event, time.monotonic()))
                    pause = FIRST_PAUSE
            except RefusedError as error:
                if error.status in NOT_WELCOME:
                    self._events.put(error)
                    return
                self.say(f"refused: {error}; trying again in {pause:.0f} s")
            except LOST:
                self.say(f"the site does not answer; trying again in {pause:.0f} s")
            self._stopped.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _hear(self) -> None:
        """Take in what has happened; if there is nothing to do, wait for it."""
        while not (self._turns and self._events.empty()):
            heard = self._events.get()
            if isinstance(heard, Exception):
                raise heard
            match heard.event["type"]:
                case "begun":
                    self.say(f"{heard.link}: playing {heard.event['game']['you']}")
                case "turn":
                    self._turns[heard.link] = heard
                case "takeback":
                    self._turns.pop(heard.link, None)
                    self._try(partial(self.site.agree, heard.link))
                case "over":
                    self._turns.pop(heard.link, None)
                    self._over += 1
                    self.say(f"{heard.link}: {_ending(heard.event['game'])}")
                    return

    # What the engine says

    def _make(self, heard: Heard) -> None:
        """Let the engine think, and make its turn."""
        for _ in range(TRIES):
            engine = self._engine or self._start_engine()
            try:
                tokens, _ = engine.turn(heard.event["record"], self._go(heard), PATIENCE)
            except FailureError as error:
                self.say(f"{heard.link}: the engine {error}; starting it anew")
                self._close_engine()
                continue
            if tokens == ["resign"]:
                self._try(partial(self.site.resign, heard.link))
                return
            number = int(heard.event["turn"])
            if self._try(partial(self.site.turn, heard.link, number, tokens)):
                return
        self.say(f"{heard.link}: resigning, as the engine plays no legal turn here")
        self._try(partial(self.site.resign, heard.link))

    def _go(self, heard: Heard) -> Go:
        """Return how long the engine may think."""
        left, increment = heard.left, heard.event["game"]["terms"]["clock"]["increment"]
        if left is None:
            return Go(movetime=self.movetime)
        return Go(movetime=max(LEAST, min(self.movetime, share(int(left), increment))))

    def _try(self, request: Callable[[], None]) -> bool:
        """Send a request until the site has it; tell whether it was sensible.

        What comes too late does not matter; it may also have been heard before, and the answer
        got lost: then it is answered the same.
        """
        pause = FIRST_PAUSE
        while True:
            try:
                request()
            except RefusedError as error:
                if error.status in MISTAKES:
                    self.say(f"refused: {error}")
                    return False
                if error.status in NOT_WELCOME:
                    raise
            except LOST:
                self._stopped.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            return True

    def _start_engine(self) -> EngineProcess:
        """Start the engine, and wait until it is ready."""
        self.say("waiting for the engine")
        try:
            self._engine = EngineProcess(self.command, HELLO)
        except FailureError as error:
            if error.out_of_time:
                raise KahunaError(
                    f"the engine has not said kepok for {HELLO:.0f} seconds: "
                    "a program that speaks KEP does (docs/engines.md)"
                ) from None
            raise KahunaError(f"the engine {error}") from None
        try:
            self._engine.new_game(random.getrandbits(31))
        except FailureError as error:
            self._close_engine()
            raise KahunaError(f"the engine {error}") from None
        self.say(f"{self._engine.name} is ready")
        return self._engine

    def _close_engine(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


def _urgency(heard: Heard) -> float:
    left = heard.left
    return float("inf") if left is None else left


def _ending(game: Json) -> str:
    if game["status"] == "aborted":
        return "called off"
    return f"over, {game['result']} ({game['score']}, {game['termination']})"
