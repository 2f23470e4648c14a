"""Many pairs in one process, at a steady rate of turns or as fast as the site lets them."""

import asyncio
import random
from array import array
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from kahuna.errors import KahunaError
from kahuna.server.loadtest.pair import Pair

TICK = 0.001  # seconds between looks at the clock
PATIENCE = 60.0  # seconds, for turns to arrive
AT_ONCE = 16  # pairs that sit down at the same time
WARM_UP = 3.0  # seconds, until the servers' caches are as full as they become


@dataclass(frozen=True, slots=True)
class Load:
    """What a crowd is to do."""

    urls: list[str]  # the two players of a game are at neighbouring servers
    games: int
    rate: float  # turns a second; 0 for as many as possible
    warm_up: float  # seconds that do not count
    seconds: float
    seed: int = 0


@dataclass(slots=True)
class Tally:
    """What a crowd has seen. Times are in seconds."""

    sent: "array[float]" = field(default_factory=lambda: array("d"))  # when, by the system
    screen: "array[float]" = field(default_factory=lambda: array("d"))  # to the opponent's
    acknowledged: "array[float]" = field(default_factory=lambda: array("d"))
    late: int = 0  # turns that were due, but nobody was ready to make
    games_over: int = 0
    troubles: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Take in what another crowd has seen."""
        self.sent.extend(other.sent)
        self.screen.extend(other.screen)
        self.acknowledged.extend(other.acknowledged)
        self.late += other.late
        self.games_over += other.games_over
        self.troubles += other.troubles


class CrowdOfPairs:
    """Pairs that play, and what they see."""

    def __init__(self, load: Load, first_over: Callable[[], None] = lambda: None) -> None:
        """Take what to do, and who hears that a first game is over; nobody is there yet."""
        self.load, self.tally, self._first_over = load, Tally(), first_over
        self.pairs: list[Pair] = []
        self._rng = random.Random(load.seed)
        self._waiting: deque[Pair] = deque()  # whose next turn can be made
        self._flat_out = False
        self._counts = False
        self._first_games = False  # all are at the one with which they began to play
        self._new_games: set[asyncio.Task[None]] = set()

    async def arrive(self, games: int, seated: Callable[[int], None]) -> None:
        """Let pairs sit down until there are so many games; `seated` hears how many there are."""
        urls = self.load.urls
        numbers = iter(range(len(self.pairs), games))

        async def usher() -> None:
            for n in numbers:
                pair = Pair((urls[n % len(urls)], urls[(n + 1) % len(urls)]), self, self._rng)
                await pair.begin(n)
                self.pairs.append(pair)
                seated(len(self.pairs))

        async with asyncio.TaskGroup() as ushers:
            for _ in range(AT_ONCE):
                ushers.create_task(usher())

    async def warm_up(self) -> None:
        """Play for a moment, so that the servers have loaded what they need for any game.

        Then begin anew: else these games would end, and be followed by others, while it counts.
        """
        await self._play_flat_out(WARM_UP)
        async with asyncio.timeout(PATIENCE):
            while len(self._waiting) < len(self.pairs):  # turns are on their way
                await asyncio.sleep(TICK)
        self._waiting.clear()
        for pair in self.pairs:
            await pair.begin_anew()

    async def play(self) -> None:
        """Play for the time agreed."""
        load, loop = self.load, asyncio.get_running_loop()
        self._first_games = True
        loop.call_later(load.warm_up, self._begin_to_count)
        seconds = load.warm_up + load.seconds
        await (self._play_steadily(seconds) if load.rate else self._play_flat_out(seconds))
        self._counts = False

    async def leave(self) -> None:
        """Hang up, all of them."""
        while self._new_games:  # and those of games that end meanwhile
            await asyncio.gather(*self._new_games, return_exceptions=True)
        for pair in self.pairs:
            pair.leave()

    def ready(self, pair: Pair) -> None:
        """Let a pair move now, or when its turn is due."""
        if self._flat_out:
            pair.move()
        else:
            self._waiting.append(pair)

    def seen(self, sent: float, seconds: float) -> None:
        """Note that a turn is on the opponent's screen."""
        if self._counts:
            self.tally.sent.append(sent)
            self.tally.screen.append(seconds)

    def acknowledged(self, seconds: float) -> None:
        """Note that a turn is durable, and its player knows."""
        if self._counts:
            self.tally.acknowledged.append(seconds)

    def over(self, pair: Pair) -> None:
        """Let a pair play once more."""
        if self._first_games:
            self._first_games = False
            self._first_over()
        self.tally.games_over += self._counts
        task = asyncio.create_task(self._once_more(pair))
        self._new_games.add(task)
        task.add_done_callback(self._new_games.discard)

    def trouble(self, what: str) -> None:
        """Note that something went wrong."""
        self.tally.troubles[what] += 1

    def _begin_to_count(self) -> None:
        self._counts = True

    async def _play_flat_out(self, seconds: float) -> None:
        """Answer every turn at once."""
        self._flat_out = True
        while self._waiting:
            self._waiting.popleft().move()
        await asyncio.sleep(seconds)
        self._flat_out = False

    async def _play_steadily(self, seconds: float) -> None:
        """Make turns at the rate agreed, whatever the site does: a slow one is not spared."""
        loop, made = asyncio.get_running_loop(), 0
        began = loop.time()
        while (time := loop.time()) < began + seconds:
            due = int((time - began) * self.load.rate)
            for _ in range(due - made):
                if self._waiting:
                    self._waiting.popleft().move()
                elif self._counts:
                    self.tally.late += 1
            made = due
            await asyncio.sleep(TICK)

    async def _once_more(self, pair: Pair) -> None:
        try:
            await pair.again()
        except (KahunaError, OSError, asyncio.IncompleteReadError) as error:
            self.trouble(f"again: {error}")
