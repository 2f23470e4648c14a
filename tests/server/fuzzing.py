"""Requests that nobody in their right mind would send, made from the API's own document.

Some come from nobody, some from a guest with games, some from a bot. Whatever comes back must
be no fault of ours, must be what the document says, and must tell no secret of the site.
"""

import json
import random
import sqlite3
import urllib.request
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kahuna.server.api.app import LARGEST
from kahuna.server.loadtest.process import ServerProcess

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
FAREWELLS = ("session", "deletion", "password")
A_FEW = 6  # operations
ENDLESS = "/api/bot/events"  # for a bot; others are refused
PASSWORD = "aloha aloha"
TOO_BIG, NOT_TEXT, BROKEN = 1009, 1007, 1006  # why a WebSocket is closed
OURS = ("Traceback", "sqlalchemy", "site-packages", "kahuna/server", "SELECT ")  # words of insides
NOBODY, GUEST, BOT = "nobody", "guest", "bot"
Message = str | bytes | int  # a number is so many letters
Operation = APIOperation[Any, Any, Any, Any]
Person = dict[str, str]  # the headers that say who it is


class Fuzz:
    """A site, some people, and what they got."""

    def __init__(self, server: ServerProcess, database: Path) -> None:
        self.server, self.database = server, database
        self.schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
        self.session = requests.Session()
        self.answers: Counter[int | str] = Counter()  # by status, or kind of message
        self.people: dict[str, Person] = {}
        self.links: list[str] = []
        self.secrets: list[str] = []  # nobody whom we send may come to know them
        self.faults: dict[str, str] = {}  # by operation
        self._accounts = 0

    def run(self, examples: int, number: int = 0) -> None:
        """Send so many requests of each kind to each operation."""
        for index, result in enumerate(self.schema.get_all_operations()):
            operation = result.ok()  # type: ignore[union-attr]  # or it says why not
            if index % A_FEW == 0 or any(word in operation.path for word in FAREWELLS):
                self._arrive()
            for mode in GenerationMode:
                self._ask(operation, mode, examples, number)
        assert not self.faults, "\n".join(self.faults.values())

    def close(self) -> None:
        """Let go of the connection."""
        self.session.close()

    def _arrive(self) -> None:
        """Become a guest with games, and a bot; those before may be gone, their games over."""
        guest = self._signed_in("/api/guests", {"name": "Lani"})
        friend = self._signed_in("/api/guests", {"name": "Kai"})
        owner = self._signed_in("/api/accounts", self._account())
        token = self._post("/api/bots", {"name": self._account()["name"]}, owner).json()["token"]
        bot = {"Authorization": f"Bearer {token}"}
        self.people = {NOBODY: {}, GUEST: guest, BOT: bot}
        others = self._game(friend, owner, {"public": True})
        self.links = [
            others,
            self._game(guest, friend, {"starts": "White"}),
            self._game(friend, guest, {"starts": "White", "handicap": HANDICAP}),
            self._game(friend, bot, {"starts": "White", "variants": "1 2", "public": True}),
            self._game(friend, None, {}),
        ]
        self.secrets = [_seed(self.database, others), friend["Cookie"].partition("=")[2]]

    def _account(self) -> dict[str, str]:
        self._accounts += 1
        return {"name": f"Owner {self._accounts}", "password": PASSWORD}

    def _signed_in(self, path: str, data: object) -> Person:
        answer = self._post(path, data, {})
        return {"Cookie": answer.headers["set-cookie"].partition(";")[0]}

    def _game(self, white: Person, black: Person | None, terms: object) -> str:
        new = self._post("/api/games", {"seat": "White", "terms": terms}, white).json()
        if black is not None:
            self._post(f"/api/games/{new['link']}/join", {}, black)
        return str(new["link"])

    def _post(self, path: str, data: Any, person: Person) -> requests.Response:
        self.session.cookies.clear()
        answer = self.session.post(f"{self.server.url}{path}", json=data, headers=person)
        assert answer.ok, answer.text
        return answer

    def _ask(self, operation: Operation, mode: GenerationMode, examples: int, n: int) -> None:
        """Send requests to an operation: as they should be, or as they should not."""
        chance = random.Random(f"{operation.label} {n}")

        @seed(n)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(operation.as_strategy(generation_mode=mode))
        def ask(case: Case[Any]) -> None:
            try:
                self._one(case, chance)
            except (AssertionError, BaseExceptionGroup) as fault:  # told in the end, all at once
                self.faults[operation.label] = f"{operation.label}: {_in_words(fault)}"

        try:
            ask()
        except Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE  # there is nothing to get wrong

    def _one(self, case: Case[Any], chance: random.Random) -> None:
        """Send a request, often to a game that there is, and look at the answer."""
        if "link" in case.path_parameters and chance.random() < 0.8:
            case.path_parameters["link"] = chance.choice(self.links)
        who = chance.choice([NOBODY, GUEST, GUEST, BOT])
        if case.path == ENDLESS and who == BOT:
            return
        self.session.cookies.clear()
        case.cookies.clear()
        answer = case.call(
            base_url=self.server.url, session=self.session, headers=self.people[who], timeout=60
        )
        self.answers[answer.status_code] += 1
        case.validate_response(answer, checks=CHECKS)
        told = answer.text
        if answer.status_code >= 400:
            assert {"status", "code", "detail"} <= json.loads(told).keys(), told
        leaks = [word for word in (*self.secrets, *OURS) if word in told]
        assert not leaks, f"{leaks} are told"

    def send_nonsense(self, examples: int, number: int = 0) -> None:
        """Send anything over WebSockets: each is answered, or its connection closed for a reason.

        Afterwards the same connection, or a new one, is as good as ever.
        """
        self._arrive()

        @seed(number)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(
            st.sampled_from([NOBODY, GUEST, BOT]),
            st.lists(messages(self.links), min_size=1, max_size=8),
        )
        def send(who: str, batch: list[Message]) -> None:
            self._send(self.people[who], batch)

        send()

    def _send(self, person: Person, batch: Sequence[Message]) -> None:
        """Send messages, and a last one whose answer shows that the connection lives."""
        url = f"{self.server.url.replace('http', 'ws')}/api/live"
        with connect(url, additional_headers=person, open_timeout=60, max_size=None) as socket:
            try:
                for message in batch:
                    socket.send("x" * message if isinstance(message, int) else message)
                socket.send(json.dumps(LAST))
                while self._heard(socket.recv(timeout=60)).get("id") != LAST["id"]:
                    pass
            except ConnectionClosed:
                # Whoever still sends when the other end closes may not read why.
                too_big = any(isinstance(size, int) and size > LARGEST for size in batch)
                assert socket.close_code in (TOO_BIG, BROKEN if too_big else NOT_TEXT)
                self.answers[TOO_BIG if too_big else NOT_TEXT] += 1

    def _heard(self, told: str | bytes) -> dict[str, Any]:
        """Look at what was sent to us."""
        assert isinstance(told, str)
        leaks = [word for word in (*self.secrets, *OURS) if word in told]
        assert not leaks, f"{leaks} are told"
        message: dict[str, Any] = json.loads(told)
        self.answers[message["type"]] += 1
        return message

    def check_health(self) -> None:
        """Check that the site is well, and has noted no fault of its own."""
        with urllib.request.urlopen(f"{self.server.url}/healthz", timeout=60) as answer:
            assert json.loads(answer.read())["ok"]
        log = self.server.log.read_text()
        assert "error" not in log.lower(), log[-3000:]


LAST = {"type": "draft", "game": "nowhere", "tokens": [], "id": 987654321}
HANDICAP = {"seat": "Black", "bridges": 2}


def _in_words(fault: BaseException) -> str:
    parts = fault.exceptions if isinstance(fault, BaseExceptionGroup) else [fault]
    return "\n".join(str(part) for part in parts)


def _seed(database: Path, link: str) -> str:
    """Return the seed of a game, as the site would show it afterwards."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        row = connection.execute("SELECT seed FROM games WHERE link = ?", [link]).fetchone()
        return bytes(row[0]).hex()


# --------------------------------------------------------------------------------- the WebSocket

_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside),
    max_leaves=8,
)
KINDS = ("watch", "unwatch", "turn", "draft", "chat", "lobby", "ping", "game", "done", "")


def messages(links: Sequence[str]) -> st.SearchStrategy[Message]:
    """Return whatever could be sent over a WebSocket: right, nearly right, and nonsense."""
    link = st.sampled_from([*links, "nowhere", "1", "0", "\x00"])
    tokens = st.lists(st.sampled_from(["+?", "-", "AB", "/A", "AAxAB", "^AB", "+?A", "=AB"]))
    known: dict[str, st.SearchStrategy[Any]] = {
        "type": st.sampled_from(KINDS),
        "game": link | _values,
        "turn": st.integers(-1, 5) | _values,
        "tokens": tokens | _values,
        "id": st.integers() | _values,
        "seat": st.sampled_from(["White", "Black"]) | _values,
        "words": st.just({"phrase": "hello"}) | st.fixed_dictionaries({"text": st.text()}),
        "on": st.booleans() | _values,
    }
    must = {"type": known["type"], "game": link}
    more = {name: values for name, values in known.items() if name not in must}
    right = st.fixed_dictionaries(must, optional=more)
    wrong = st.fixed_dictionaries({}, optional=known)
    deep = st.integers(1, 3000).map(lambda depth: "[" * depth + "]" * depth)
    deeper = st.integers(1, 900).map(lambda d: '{"type":"ping","x":' * d + "1" + "}" * d)
    play = {"type": st.sampled_from(["draft", "turn"]), "game": link, "tokens": tokens}
    fine = st.fixed_dictionaries(play | {"turn": st.integers(0, 2)})
    return st.one_of(
        fine.map(json.dumps),
        right.map(json.dumps),
        wrong.map(json.dumps),
        _values.map(json.dumps),
        st.text(),
        st.binary(),
        deep,
        deeper,
        st.sampled_from([4096, 4097, 65_536, 65_537, 200_000]),
    )
