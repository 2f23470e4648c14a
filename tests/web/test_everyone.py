"""For everyone: by keyboard, by finger, in German; and what axe and small screens say."""

import itertools
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.paths import ROOT
from tests.web.conftest import NewPlayer
from tests.web.keyboard import KeyboardTable, walk
from tests.web.players import DESKTOP, PHONE, SMALLEST
from tests.web.puzzles import WITH_A_FULL_HAND, WITH_A_PILE, WITH_NOTHING_TO_DRAW
from tests.web.table import Table, lively, play_out

AXE = Path(ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js")
PUZZLES = (WITH_A_PILE, WITH_A_FULL_HAND, WITH_NOTHING_TO_DRAW)
PLACES = ("/", "/lobby", "/games", "/leaders", "/rules", "/settings", "/enter", "/nowhere")
LOOKS = list(itertools.product(("light", "dark"), ("en-GB", "de-DE")))
# What has to be in sight at the table without scrolling.
IN_SIGHT = (
    "[data-board]", "[data-card]", "[data-row]", "[data-pile]", "[data-main]", "[data-menu]",
    '[data-seat="White"]', '[data-seat="Black"]', '[data-islands="White"]', '[data-cards="Black"]',
)  # fmt: skip


# What sticks out to the right, unless it is in something that scrolls that way.
STICKS_OUT = """() => {
    const scrolls = (one) => one !== document.body
        && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    return [...document.querySelectorAll("a, button, input, label, p, h1, h2, li")]
        .filter((one) => !one.closest(".unseen") && !scrolls(one))
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.outerHTML.slice(0, 120));
}"""
WIDTHS = (360, 600, 768, 820, 1024, 1180)


def axe(page: Page) -> list[str]:
    """Return what axe has to say about a page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found["violations"]
    ]


@pytest.mark.parametrize(("theme", "language"), LOOKS)
def test_axe_finds_nothing_on_any_page(new_player: NewPlayer, theme: str, language: str) -> None:
    lani = new_player("Lani", color_scheme=theme, locale=language)
    found = {}
    with lani.outage():  # the browser itself notes every 404
        for path in (*PLACES, "/people/Lani"):
            page = lani.visit(path)
            expect(page.get_by_role("heading", level=1).first).to_be_visible()
            found[path] = axe(page)
    assert {path: said for path, said in found.items() if said} == {}


@pytest.mark.parametrize(("theme", "language"), LOOKS)
def test_axe_finds_nothing_at_the_table(new_player: NewPlayer, theme: str, language: str) -> None:
    lani = new_player("Lani", color_scheme=theme, locale=language)
    found = {}
    page = lani.visit(f"/{lani.makes(opponent='friend')}")
    expect(page.locator("[data-copy]")).to_be_visible()
    found["waiting"] = axe(page)
    table = Table(page, lani.makes(opponent="one-device")).open()
    found["curtain"] = axe(page)
    page.locator("[data-curtain]").get_by_role("button").click()
    expect(page.locator("[data-undo]")).to_be_visible()
    found["playing"] = axe(page)
    for name, key in (("menu", "m"), ("moves", "l"), ("help", "?")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        found[name] = axe(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    table.turn(lively(3))
    table.resigns()
    expect(table.over).to_be_visible()
    found["over"] = axe(page)
    assert {place: said for place, said in found.items() if said} == {}


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_nothing_sticks_out_at_any_width(new_player: NewPlayer, language: str) -> None:
    lani = new_player("Lani", locale=language)
    found = {}
    more = ("/learn", "/learn/2", "/puzzles", *PUZZLES, "/replay")
    for path in (*PLACES[:-1], *more):
        page = lani.visit(path)
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            found[path, width] = page.evaluate(STICKS_OUT)
    assert {place: what for place, what in found.items() if what} == {}


def test_arrow_keys_lead_to_every_island(new_player: NewPlayer) -> None:
    lani = new_player("Lani")
    link = lani.makes(opponent="computer", level=1, seat="White", terms={"starts": "White"})
    page = Table(lani.page, link).open().page
    page.keyboard.press("b")
    for letter in "ABCDEFGHIJKL":
        assert walk(page, until=page.locator(f'[data-island="{letter}"].walked')), letter


def test_a_closed_dialog_gives_the_focus_back_and_takes_no_other_with_it(
    new_player: NewPlayer,
) -> None:
    lani = new_player("Lani")
    page = Table(lani.page, lani.makes(opponent="computer", level=1)).open().page
    page.keyboard.press("b")
    expect(page.locator("[data-board]")).to_be_focused()
    for key in "mlm?l":  # as quickly as a browser takes them
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-board]")).to_be_focused()
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("[data-menu]")).to_be_focused()


def test_a_whole_game_by_keyboard_only(new_player: NewPlayer) -> None:
    page = new_player("Lani").visit()
    for _ in range(60):  # as far as the button that begins
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-way=computer] button.main')"):
            break
    page.keyboard.press("Enter")
    table = KeyboardTable(page)
    play_out(lively(7), table)
    assert table.state()["status"] == "over"
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_in_german_everything_is(new_player: NewPlayer) -> None:
    lani = new_player("Lani", locale="de-AT")
    page = lani.visit()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator('[data-way="computer"] button.main').click()
    table = Table(page)
    table.my_turn()
    expect(page.get_by_text("Du bist am Zug").first).to_be_visible()
    table.turn(lively(4))
    page.keyboard.press("l")
    expect(page.get_by_role("dialog")).to_contain_text("Lani")
    page.keyboard.press("Escape")
    page.locator("[data-menu]").click()
    page.get_by_role("button", name="English").click()  # and back at any time
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_whole_game_at_a_phone_by_finger(new_player: NewPlayer) -> None:
    lani = new_player("Lani", viewport=PHONE, has_touch=True, is_mobile=True)
    page = lani.visit()
    page.locator('[data-way="computer"] button.main').tap()
    table = Table(page)
    table.touches = True
    play_out(lively(6), table)
    assert table.state()["status"] == "over"


@pytest.mark.parametrize(
    "size",
    [SMALLEST, PHONE, {"width": 740, "height": 360}, {"width": 820, "height": 1180}, DESKTOP,
     {"width": 1920, "height": 1080}],
    ids=lambda size: f"{size['width']}x{size['height']}",
)  # fmt: skip
def test_all_of_the_table_is_in_sight(new_player: NewPlayer, size: dict[str, int]) -> None:
    lani = new_player("Lani", viewport=size)
    link = lani.makes(opponent="computer", level=1, seat="White", terms={"starts": "White"})
    page = Table(lani.page, link).open().page
    expect(page.locator("[data-main]")).to_be_visible()
    for what in IN_SIGHT:
        box = page.locator(what).first.bounding_box()
        assert box is not None, what
        assert box["x"] >= -1 and box["y"] >= -1, what  # noqa: PT018 - one thing, in two directions
        assert box["x"] + box["width"] <= size["width"] + 1, what
        assert box["y"] + box["height"] <= size["height"] + 1, what
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
