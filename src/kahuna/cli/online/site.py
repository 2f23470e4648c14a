"""A site as a bot reaches it: requests with its token, and the stream of events."""

import http.client
import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlsplit

from kahuna.errors import KahunaError, shorten

TIMEOUT = 60.0  # seconds: longer than between two lines of the stream
TOKEN = re.compile(r"[A-Za-z0-9_-]+")
LOST = (OSError, http.client.HTTPException, ValueError)  # what a broken connection looks like

Json = dict[str, Any]


class RefusedError(KahunaError):
    """The site refuses a request."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        """Take the status, the code for programs, and the words for people."""
        self.status, self.code = status, code
        super().__init__(detail)


class BotSite:
    """A site, entered with a bot's token."""

    def __init__(self, address: str, token: str) -> None:
        """Take the site's address and the token."""
        self.address = address.rstrip("/")
        if not _is_address(self.address):
            raise KahunaError(f"a site is https://…, not {shorten(address, 60)!r}")
        token = token.strip()  # what is read from a file often ends with a line break
        if not TOKEN.fullmatch(token):
            raise KahunaError("this cannot be a token: one has only letters, digits, - and _")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def join(self, link: str) -> None:
        """Take the free seat of a game; who sits there already stays."""
        path = f"/api/games/{quote(link, safe='')}"
        with self._open(path, None) as answer:
            seat = json.load(answer)["you"]
        if seat == "Spectator":
            self._ask(f"{path}/join", {})

    def turn(self, link: str, number: int, tokens: list[str]) -> None:
        """Make a turn."""
        self._ask(f"/api/games/{link}/turns", {"turn": number, "tokens": tokens})

    def resign(self, link: str) -> None:
        """Give up."""
        self._ask(f"/api/games/{link}/resign", {})

    def agree(self, link: str) -> None:
        """Let the opponent take their last turn back."""
        self._ask(f"/api/games/{link}/takeback/answer", {"agreed": True})

    def events(self) -> Iterator[Json]:
        """Yield what happens, until the connection is lost."""
        with self._open("/api/bot/events", None) as answer:
            for line in answer:
                yield json.loads(line)

    def _ask(self, path: str, data: Json) -> None:
        with self._open(path, data) as answer:
            answer.read()

    def _open(self, path: str, data: Json | None) -> Any:
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(  # noqa: S310 - the scheme was looked at
            self.address + path, body, self._headers
        )
        try:
            return urllib.request.urlopen(request, timeout=TIMEOUT)  # noqa: S310 - as above
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # by a port that is no number
        return False


def _refusal(error: urllib.error.HTTPError) -> Exception:
    """Return why a request is refused; a gateway's excuses are like a lost connection."""
    with error:
        try:
            problem = json.loads(error.read())
            return RefusedError(error.code, problem["code"], problem["detail"])
        except (ValueError, KeyError, TypeError, OSError):
            return ConnectionError(f"the site answers {error.code}")
