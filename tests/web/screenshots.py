"""Pictures of the page for its readers: `make screenshots` puts them into docs/screenshots."""

import itertools
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from tests.paths import ROOT
from tests.server.site_process import SiteProcess
from tests.web import chromium
from tests.web.conftest import QUIET
from tests.web.players import Player
from tests.web.table import Json, Table

FOLDER = ROOT / "docs" / "screenshots"
DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
}
THEMES = {"day": "light", "night": "dark"}
NAMES = ("Leilani", "Kimo")


class Photographer:
    """Two people who play a game, and whoever looks at it."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.players = [Player(browser, url) for _ in NAMES]
        for player, name in zip(self.players, NAMES, strict=True):
            player.become(name)
        lani, kimo = self.players
        self.link = lani.makes(opponent="friend", seat="White", terms={"starts": "White"})
        kimo.joins(self.link)
        self.tables = [Table(player.page, self.link) for player in self.players]

    def play(self, until: Any) -> None:
        """Let both play well enough, until then."""
        while not until(view := self.tables[0].view()):
            mover = self.tables[0 if view["mover"] == "White" else 1]
            mover.turn_unseen_by(best)

    def shoot(self, name: str, device: str, theme: str, path: str) -> None:
        """Take a picture as the first player sees it."""
        looker = Player(self.browser, self.url, color_scheme=THEMES[theme], **DEVICES[device])
        looker.context.add_cookies(self.players[0].context.cookies())  # type: ignore[arg-type]
        page = looker.visit(path)
        expect(page.locator("h1").first).to_be_attached()
        page.wait_for_timeout(600)
        page.screenshot(path=FOLDER / f"{name}-{device}-{theme}.png")
        print(f"{name}-{device}-{theme}.png", flush=True)
        looker.context.close()


def best(view: Json) -> str:
    """Choose what gains most, then a card that is named."""

    def worth(choice: Json) -> tuple[int, int]:
        gain = 3 * len(choice["gains"]) + 2 * len(choice["loses"]) + len(choice["removes"])
        return gain, int(choice["token"][0].isalpha() and "x" not in choice["token"])

    acts = [choice for choice in view["legal"] if choice["token"][0] not in "+-/"]
    draws = [choice["token"] for choice in view["legal"] if choice["token"][0] == "+"]
    if acts and (worth(max(acts, key=worth))[0] or not draws or view["turn"] < 14):
        return str(max(acts, key=worth)["token"])
    return str(draws[0] if draws else view["legal"][0]["token"])


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = chromium.find()
    if path is None:
        sys.exit(f"kahuna: {chromium.HELP}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        site = SiteProcess(Path(folder)).start()
        try:
            there = Photographer(browser, site.url)
            there.play(lambda view: view["turn"] >= 16 and view["mover"] == "White")
            for device, theme in itertools.product(DEVICES, THEMES):
                there.shoot("home", device, theme, "/")
                there.shoot("table", device, theme, f"/{there.link}")
            scoring(there)
            there.play(lambda view: view["phase"] == "over")
            for device in DEVICES:
                there.shoot("end", device, "day", f"/{there.link}")
            there.shoot("rules", "desktop", "day", "/rules")
        finally:
            site.close()
            browser.close()


def scoring(there: Photographer) -> None:
    """Take a picture at the very moment when a round is scored."""
    there.play(lambda view: view["pile"] == 0 and len(view["row"].replace(".", "")) == 1)
    looker = Player(there.browser, there.url, reduced_motion="no-preference", **DEVICES["desktop"])
    looker.context.add_cookies(there.players[0].context.cookies())  # type: ignore[arg-type]
    Table(looker.page, there.link).open()
    there.play(lambda view: view["round"] == 2)
    expect(looker.page.locator("[data-scoring]")).to_be_visible()
    looker.page.wait_for_timeout(900)
    looker.page.screenshot(path=FOLDER / "scoring-desktop-day.png")
    looker.context.close()


if __name__ == "__main__":
    main()
