"""Hidden cards stay hidden: two games that differ in them look the same, to the byte.

A whole game is played on a real site, over real sockets, with drafts, mistakes, talk and turns
taken back: by a guest and by a bot, with a spectator and a stranger beside them. Then it is
played again in another world (see `worlds`), in which cards that one of them cannot know are
others. What that one is sent must be the same, byte for byte, and so must everything that the
public, the log and the figures tell; see `ears.plain` for what is not compared.
"""

import asyncio
import io
import logging
import random
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import msgspec
import pytest

from kahuna.notation.setup import VIEWERS, Seat, Variants, Viewer
from kahuna.server import logs
from kahuna.server.api import shapes
from kahuna.server.bots import streams
from kahuna.server.people.passwords import Passwords
from kahuna.server.play import lobby, opening, reading
from kahuna.server.play.room import Room
from kahuna.server.play.table import Plan, Table
from kahuna.server.run import Server, configuration
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from tests.server.club import fresh_database
from tests.server.ears import Ears, plain
from tests.server.visitors import CHEAP, PASSWORD
from tests.server.worlds import Story, TakeBack, Turn, World, story

PUBLIC = ("spectator", "stranger", "log", "figures")
REFUSED = (401, 403, 409, 422)
SETTINGS = Settings(
    url="http://club.test", thinkers=0, request_limit=0, entry_limit=0, commit_limit=0
)
CASES: list[tuple[Variants, tuple[Seat, int] | None]] = [
    ("none", None),
    ("1", ("Black", 2)),
    ("2", None),
    ("1 2", ("White", 1)),
]
EARLY = (3, 14)  # steps, after which nearly everything is hidden
DRAFTS = ("+?", "+?A", "ZZ", "AAxAB", "/A")  # to be guessed
TURNS = ("+?A", "ZZ", "@ABC", "resign")  # that nobody may make

Heard = dict[str, list[bytes]]  # by who


@pytest.mark.slow
@pytest.mark.parametrize(("variants", "handicap"), CASES)
def test_nobody_can_tell_a_game_from_one_with_other_hidden_cards(
    variants: Variants, handicap: tuple[Seat, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = story(variants, handicap, seed=2)
    first = _play(told, told.first, len(told.steps), monkeypatch)
    late = VIEWERS[CASES.index((variants, handicap)) % 3]
    for viewer in VIEWERS:
        for most in EARLY if viewer != late else (len(told.steps),):
            _compare(told, viewer, _last_with_secrets(told, viewer, most), first, monkeypatch)


@dataclass
class Leak:
    """A change to the site by which somebody is told a hidden card."""

    who: str
    name: str
    make: Callable[[pytest.MonkeyPatch], None]

    def __str__(self) -> str:
        return self.name


def _shows_all_hands(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "view", lambda self, _viewer: self._seen_by("White").view())


def _logs_hands(patch: pytest.MonkeyPatch) -> None:
    plan = Table.plan

    def telling(self: Table, choices: list[str]) -> Plan:
        logging.getLogger("kahuna.server").info("hands %s", [self.state.white, self.state.black])
        return plan(self, choices)

    patch.setattr(Table, "plan", telling)


def _refuses_by_what_is_there(patch: pytest.MonkeyPatch) -> None:
    draft = Table.draft

    def telling(self: Table, choices: list[str]) -> object:
        if choices and choices[0].startswith("+?"):
            choices = [f"+?{self.plan(['+?']).tokens[0][2]}"]
        return draft(self, choices)

    patch.setattr(Table, "draft", telling)


def _counts_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    state = shapes.game_state

    def telling(room: Room, viewer: Viewer) -> shapes.GameState:
        shown = state(room, viewer)
        if room.table is None:
            return shown
        return msgspec.structs.replace(shown, score=str(hash(room.table.state) % 1000))

    for module in ("games", "live", "lobby", "bots"):
        patch.setattr(f"kahuna.server.api.{module}.game_state", telling)


LEAKS = [
    Leak("spectator", "a spectator sees what White sees", _shows_all_hands),
    Leak("log", "the log tells hands", _logs_hands),
    Leak("white", "an error names the card on the pile", _refuses_by_what_is_there),
    Leak("spectator", "a number hangs on hidden cards", _counts_what_is_hidden),
]


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS, ids=str)
def test_a_leak_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak.make(monkeypatch)
    told = story("none", None, seed=2)
    viewer: Viewer = "White" if leak.who == "white" else "Spectator"
    steps = next(n for n in range(6, 40) if _white_is_to_move(told, n, viewer))
    first = _play(told, told.first, steps, monkeypatch)
    with pytest.raises(AssertionError, match=f"^{leak.who} can tell"):
        _compare(told, viewer, steps, first, monkeypatch)


def _white_is_to_move(told: Story, steps: int, viewer: Viewer) -> bool:
    """Tell whether White is to move then, and the viewer does not know all hands."""
    step = told.steps[steps]
    is_white = isinstance(step, Turn) and step.seat == "White"
    return is_white and told.other_world(viewer, steps, random.Random(1)) is not None


def _compare(
    told: Story, viewer: Viewer, steps: int, first: list[Heard], patch: pytest.MonkeyPatch
) -> None:
    """Check that a viewer, and the public, cannot tell the first world from another."""
    world = told.other_world(viewer, steps, random.Random(1))
    assert world is not None
    second = _play(told, world, steps, patch)
    for step in range(steps + 1):
        for who in (viewer.lower(), *PUBLIC):
            ours, others = first[step][who], second[step][who]
            assert ours == others, f"{who} can tell in step {step}: {_where(ours, others)}"
    assert second[-1]["record"] != first[-1]["record"]  # afterwards, everybody can


def _where(ours: list[bytes], others: list[bytes]) -> str:
    """Return the first difference."""
    for one, other in zip(ours, others, strict=False):
        if one != other:
            at = next(
                (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
                min(len(one), len(other)),
            )
            return f"{one[max(0, at - 80) : at + 40]!r} and {other[max(0, at - 80) : at + 40]!r}"
    return f"{len(ours)} and {len(others)} messages"


def _last_with_secrets(told: Story, viewer: Viewer, most: int) -> int:
    """Return after how many steps, so many at most, the viewer last does not know all hands."""
    steps = range(most, 0, -1)
    return next(n for n in steps if told.other_world(viewer, n, random.Random(1)) is not None)


# ----------------------------------------------------------------------------------- playing it


def _play(told: Story, world: World, steps: int, patch: pytest.MonkeyPatch) -> list[Heard]:
    """Play so many steps in a world; return what each heard in each, the beginning first."""
    dealer = told.dealer(world)
    for module in (opening, reading):
        patch.setattr(module, "Dealer", dealer)
    patch.setattr(streams, "HEARTBEAT", 3600.0)  # what comes by the clock cannot be compared
    patch.setattr(lobby, "BREATH", 0.0)

    async def inside(database: str) -> list[Heard]:
        site = Site(replace(SETTINGS, database=database))
        site.accounts.passwords = Passwords(CHEAP)
        log = io.StringIO()
        with _logging(log), socket.create_server(("127.0.0.1", 0)) as listener:
            url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            return await _served(site, listener, lambda: _Game(url, told, world, log).play(steps))

    with fresh_database() as database:
        return asyncio.run(inside(database))


class _Server(Server):
    """A server that leaves the test's own signals alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _served(
    site: Site, listener: socket.socket, story: Callable[[], Awaitable[list[Heard]]]
) -> list[Heard]:
    """Serve a site, as `kahuna serve` does, while a story happens."""
    await site.start()
    ready = asyncio.Event()
    server = _Server(configuration(site), site, ready.set)
    serving = asyncio.create_task(server.serve([listener]))
    try:
        await ready.wait()
        return await story()
    finally:
        server.should_exit = True
        await serving
        await site.stop()


@contextmanager
def _logging(stream: io.StringIO) -> Iterator[None]:
    """Let the log go to a stream, all of it."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    logs.set_up("debug", stream)
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        logging.captureWarnings(capture=False)


class _Game:
    """The people around one game."""

    def __init__(self, url: str, told: Story, world: World, log: io.StringIO) -> None:
        self.url, self.told, self.world, self.log = url, told, world, log
        self.white, self.moe, self.stranger = Ears(url), Ears(url), Ears(url)
        self.black: Ears  # a bot
        self.link, self.turn = "", 0
        self.host = Ears(url)

    async def play(self, steps: int) -> list[Heard]:
        """Play so many steps."""
        try:
            await self._arrive()
            heard = [await self._heard()]
            for number, step in enumerate(self.told.steps[:steps]):
                if isinstance(step, Turn):
                    await self._turn(step, number)
                else:
                    await self._take_back(step)
                await self._settle()
                if number + 1 < len(self.told.steps):  # it goes on
                    await self._guess(number)
                heard.append(await self._heard())
            if steps < len(self.told.steps):
                await self.white.post(self._path("/resign"))
            heard[-1]["record"] = [(await self.stranger.get(self._path("/record.kgn"))).encode()]
            return heard
        finally:
            for who in (*self._everybody(), self.host):
                await who.hang_up()

    async def _arrive(self) -> None:
        """Find each other in the lobby, and sit down to a public game."""
        owner = Ears(self.url)
        await owner.post("/api/accounts", {"name": "Owner", "password": PASSWORD})
        made = await owner.post("/api/bots", {"name": "Bot"})
        await owner.hang_up()
        self.black = Ears(self.url, Authorization=f"Bearer {made['token']}")
        await self.white.post("/api/guests", {"name": "Lani"})
        await self.moe.post("/api/guests", {"name": "Moe"})
        handicap = self.told.handicap
        terms = {
            "starts": "White",
            "variants": self.told.variants,
            "handicap": handicap and {"seat": handicap[0], "bridges": handicap[1]},
            "clock": {"pace": "correspondence", "base": 86_400_000},
            "public": True,
        }
        seek = await self.white.post("/api/seeks", {"terms": terms, "seat": "White"})
        await self.stranger.get("/api/seeks")
        await self.moe.post("/api/seeks", {"terms": terms, "seat": "Black"})
        await self.black.listen("/api/bot/events")
        game = await self.black.post(f"/api/seeks/{seek['number']}/accept")
        self.link = game["link"]
        for who in self._everybody():
            await who.connect()
            who.send(type="watch", game=self.link)
            await who.settle()
        self.stranger.send(type="lobby")
        await self._settle()

    async def _turn(self, turn: Turn, number: int) -> None:
        """Draft a turn step by step, make mistakes, and make it, by HTTP or live."""
        mover, other = self._of(turn.seat), self._of("Black" if turn.seat == "White" else "White")
        tokens = turn.tokens(self.world)
        for end in range(len(tokens)):
            await self._draft(mover, tokens[:end], live=number % 2 == 0)
        if number % 2:
            await mover.post(self._path("/turns"), {"turn": turn.number, "tokens": tokens})
        else:
            mover.send(type="turn", game=self.link, turn=turn.number, tokens=tokens, id=number)
            await mover.settle()
        if number % 3 == 0:  # the answer was lost, perhaps
            mover.send(type="turn", game=self.link, turn=turn.number, tokens=tokens, id=number)
        if number % 4 == 0:
            other.send(type="chat", game=self.link, words={"phrase": "nice-turn"})
        self.turn = turn.number + 1

    async def _guess(self, number: int) -> None:
        """Let everybody try what they may not, to learn what they must not."""
        turn = TURNS[number % len(TURNS)]
        for who in self._everybody():
            for draft in DRAFTS:
                who.send(type="draft", game=self.link, tokens=[draft], id=number)
            who.send(type="turn", game=self.link, turn=self.turn, tokens=[turn], id=number)
            who.send(type="watch", game=self.link, seat="White" if number % 2 else "Black")
            await who.settle()
            if number % 5 == 0:
                guess = {"turn": self.turn, "tokens": ["+?B"]}
                assert (await who.ask("POST", self._path("/turns"), guess))[0] in REFUSED
                assert (await who.ask("POST", self._path("/draft"), guess))[0] in REFUSED
        if number % 11 == 2:
            await self._look_around()

    async def _draft(self, mover: Ears, tokens: list[str], *, live: bool) -> None:
        if live:
            mover.send(type="draft", game=self.link, tokens=tokens)
            await mover.settle()
        else:
            await mover.post(self._path("/draft"), {"tokens": tokens})

    async def _take_back(self, step: TakeBack) -> None:
        """Ask, be refused, ask again, and be granted it."""
        mine, theirs = self._of(step.seat), self._of("Black" if step.seat == "White" else "White")
        for agreed in (False, True):
            await mine.post(self._path("/takeback"))
            await self._settle()
            await theirs.post(self._path("/takeback/answer"), {"agreed": agreed})
            await self._settle()
        self.turn -= 1

    async def _look_around(self) -> None:
        """Look wherever a game may be told of."""
        for who in self._everybody():
            for path in ("", "?seat=White", "?seat=Black", "/record.kgn", "/chat"):
                await who.get(self._path(path))
            for path in ("me/games", "me/games.kgn", "bot/games", "seeks/mine"):
                await who.get(f"/api/{path}")
        for path in ("games", "games?order=best", "seeks", "people/Bot", "people/1"):
            await self.stranger.get(f"/api/{path}")
        await self.host.get("/metrics")

    async def _settle(self) -> None:
        for who in self._everybody():
            await who.settle()

    async def _heard(self) -> Heard:
        """Return what each has heard since the last time."""
        for _ in range(50):  # what was written to the bot's stream arrives meanwhile
            await asyncio.sleep(0)
        log = self.log.getvalue().encode()
        self.log.seek(0)
        self.log.truncate()
        everything = {
            "white": self.white.take(),
            "black": self.black.take(),
            "spectator": self.moe.take(),
            "stranger": self.stranger.take(),
            "figures": self.host.take(),
            "log": log.splitlines(),
        }
        return {
            who: [plain(data, self.link) for data in heard] for who, heard in everything.items()
        }

    def _path(self, rest: str) -> str:
        return f"/api/games/{self.link}{rest}"

    def _of(self, seat: Seat) -> Ears:
        return self.white if seat == "White" else self.black

    def _everybody(self) -> list[Ears]:
        return [self.white, self.black, self.moe, self.stranger]
