"""Pictures of the page for its readers: `make screenshots` puts them into docs/screenshots."""

import io
import itertools
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.paths import ROOT
from tests.server.site_process import SiteProcess
from tests.web import chromium
from tests.web.conftest import QUIET
from tests.web.players import Player
from tests.web.table import BUILD, Json, Table

FOLDER = ROOT / "docs" / "screenshots"
DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
}
THEMES = {"day": "light", "night": "dark"}
NAMES = ("Leilani", "Kimo")
ANALYSIS = 600_000  # milliseconds


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
        page = self.looker(device, theme).visit(path)
        expect(page.locator("h1").first).to_be_attached()
        page.wait_for_timeout(600)
        keep(page, f"{name}-{device}-{theme}")

    def looker(self, device: str, theme: str, motion: str = "reduce") -> Player:
        """Return the first player at another device."""
        options = DEVICES[device] | {"color_scheme": THEMES[theme], "reduced_motion": motion}
        looker = Player(self.browser, self.url, **options)
        looker.context.add_cookies(self.players[0].context.cookies())  # type: ignore[arg-type]  # as they came
        return looker

    def shoot_scoring(self) -> None:
        """Take a picture at the very moment when round 1 is scored."""
        self.play(lambda view: view["pile"] == 0 and len(view["row"].replace(".", "")) == 1)
        page = self.looker("desktop", "day", "no-preference").page
        Table(page, self.link).open()
        self.play(lambda view: view["round"] == 2)
        expect(page.locator("[data-scoring]")).to_be_visible()
        page.wait_for_timeout(1200)
        keep(page, "scoring-desktop-day")

    def shoot_analysis(self) -> None:
        """Take a picture of the game's analysis, at the turn that cost most."""
        page = self.looker("desktop", "day").visit(f"/{self.link}/replay")
        page.locator('[data-tab="analysis"]').click()
        page.locator("[data-analyse]").click()
        expect(page.get_by_role("table")).to_be_visible(timeout=ANALYSIS)
        page.locator("[data-moment]").first.click()
        page.wait_for_timeout(600)
        keep(page, "analysis-desktop-day")


def keep(page: Page, name: str) -> None:
    """Write what a page shows, in few enough colours to be light."""
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        few = picture.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT)
        few.save(FOLDER / f"{name}.png", optimize=True)
    page.context.close()
    print(f"{name}.png", flush=True)


def best(view: Json) -> str:
    """Choose what gains most; with few cards in hand, or nothing to gain, draw."""

    def worth(choice: Json) -> int:
        return 3 * len(choice["gains"]) + 2 * len(choice["loses"]) + len(choice["removes"])

    legal = view["legal"]
    builds = [choice for choice in legal if BUILD.match(choice["token"])]
    draws = [choice["token"] for choice in legal if choice["token"][0] == "+"]
    mine = view[str(view["mover"]).lower()]
    top = max(builds, key=worth, default=None)
    if top and (worth(top) >= 3 or mine["cards"] > 4 or not draws or view["turn"] < 10):
        return str(top["token"])
    return str(draws[0] if draws else legal[0]["token"])


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
            there.shoot_scoring()
            there.play(is_worth_a_picture)
            there.shoot("home", "desktop", "day", "/")
            there.shoot("home", "phone", "night", "/")
            for device, theme in itertools.product(DEVICES, THEMES):
                there.shoot("table", device, theme, f"/{there.link}")
            there.play(lambda view: view["phase"] == "over")
            for device in ("desktop", "phone"):
                there.shoot("end", device, "day", f"/{there.link}")
            there.shoot("rules", "desktop", "day", "/rules")
            there.shoot("lesson", "desktop", "night", "/learn/2")
            there.shoot("puzzle", "phone", "day", "/puzzles/today")
            there.shoot_analysis()
        finally:
            site.close()
            browser.close()


def is_worth_a_picture(view: Json) -> bool:
    """Tell whether there is enough to see: the second round, with cards in hand."""
    late = view["round"] > 2 or view["pile"] < 4
    return bool(
        view["mover"] == "White" and view["round"] > 1 and (view["white"]["cards"] > 2 or late)
    )


if __name__ == "__main__":
    main()
