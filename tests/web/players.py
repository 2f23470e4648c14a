"""Players at the page: each a browser of their own, which must never complain."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
)

PATIENCE = 30_000  # milliseconds; the machine may have other things to do
expect.set_options(timeout=PATIENCE)
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SMALLEST = {"width": 360, "height": 640}
# What a browser says by itself when the server is away on purpose.
OUTAGE = re.compile(
    r"ERR_|WebSocket|Failed to (fetch|load)|Load failed|status of 50[234]|fetching the script"
)
# Resolves when the service worker looks after the page.
CONTROLLED = """async () => {
  while (!navigator.serviceWorker.controller) await new Promise(done => setTimeout(done, 50));
}"""
NO_GUIDE = "if (location.protocol.startsWith('http')) localStorage.setItem('guide', 'off')"


class Player:
    """Somebody with a browser; what it complains of is kept."""

    def __init__(self, browser: Browser, url: str, *, guided: bool = False, **options: Any) -> None:
        self.url = url
        settings: dict[str, Any] = {
            "viewport": DESKTOP,
            "locale": "en-GB",
            "reduced_motion": "reduce",  # what moves is waited for only where motion is the subject
            "color_scheme": "light",
            "base_url": url,
        }
        self.context: BrowserContext = browser.new_context(**(settings | options))
        self.context.set_default_timeout(PATIENCE)
        if not guided:  # who has played before
            self.context.add_init_script(NO_GUIDE)
        self.complaints: list[str] = []
        self._outage = False
        self.context.on("request", self._asked)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self._complain(str(error.error)))
        self.page: Page = self.context.new_page()

    def visit(self, path: str = "/") -> Page:
        """Go to a place of the page, and return when it is there."""
        self.page.goto(path)
        self.page.wait_for_load_state("networkidle")
        return self.page

    def another_tab(self) -> Page:
        return self.context.new_page()

    def become(self, name: str) -> None:
        """Be a guest of that name, without the page."""
        answer = self.context.request.post("/api/guests", data={"name": name})
        assert answer.ok, answer.text()

    def makes(self, **game: Any) -> str:
        """Make a game without the page; return its link."""
        answer = self.context.request.post("/api/games", data=game)
        assert answer.ok, answer.text()
        link: str = answer.json()["link"]
        return link

    def joins(self, link: str) -> None:
        """Sit down without the page."""
        answer = self.context.request.post(f"/api/games/{link}/join", data={})
        assert answer.ok, answer.text()

    @contextmanager
    def outage(self) -> Iterator[None]:
        """Let the browser say that the server is away, for it is; at the end it is back."""
        self._outage = True
        yield
        self._outage = False

    def close(self) -> None:
        """Leave; there must have been nothing to complain of."""
        self.context.close()
        assert not self.complaints, "\n".join(self.complaints)

    def _said(self, message: ConsoleMessage) -> None:
        blocked = "blocked by Playwright" in message.text  # as the test wanted
        if message.type in ("error", "warning") and not blocked:
            self._complain(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _complain(self, text: str) -> None:
        if not (self._outage and OUTAGE.search(text)):
            self.complaints.append(text)

    def _asked(self, request: Request) -> None:
        place = urlsplit(request.url)
        if place.scheme in ("http", "https", "ws", "wss") and place.netloc != self._host:
            self.complaints.append(f"asked another site: {request.url}")

    @property
    def _host(self) -> str:
        return urlsplit(self.url).netloc
