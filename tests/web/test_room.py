"""There is room for everything at the table, and nothing moves under a finger."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from kahuna.board import NAMES
from tests.web.conftest import NewPlayer
from tests.web.players import PHONE, SMALLEST, Player
from tests.web.table import BUILD, Table

MINUTE, DAY = 60_000, 86_400_000  # milliseconds
LAPTOP = {"width": 1366, "height": 768}
LYING = {"width": 740, "height": 360}  # a phone on its side
SMALL_LAPTOP = {"width": 1024, "height": 768}
LANGUAGES = ("en-GB", "de-DE")
CLOCKS = (
    {"pace": "live", "base": 20 * MINUTE, "increment": 20_000},
    {"pace": "live", "base": 150 * MINUTE},
    {"pace": "correspondence", "base": 3 * DAY},  # the clock says 2 days and 23 hours
    {"pace": "correspondence", "base": 14 * DAY},
)
# In how many lines a button's text is written, and whether it keeps within the button.
WRITTEN = """(button) => {
    const text = document.createRange();
    text.selectNodeContents(button);
    const boxes = [...text.getClientRects()].filter((box) => box.width > 0);
    const around = button.getBoundingClientRect();
    const within = boxes.every((box) => box.top >= around.top && box.bottom <= around.bottom
        && box.left >= around.left && box.right <= around.right);
    return [new Set(boxes.map((box) => Math.round(box.top))).size, within];
}"""
# Let a button say something else, as the page would.
SAY = """(button, text) => {
    const said = [...button.childNodes].find((node) => node.nodeValue?.trim());
    said.nodeValue = text;
}"""
CUT_OFF = "(said) => said.scrollHeight > said.clientHeight + 1"


def id_of(value: Any) -> str:
    return f"{value['width']}x{value['height']}" if isinstance(value, dict) else str(value)


def begin(new_player: NewPlayer, size: dict[str, int], language: str, **terms: Any) -> Table:
    """A game of two, at the first turn of who looks."""
    lani: Player = new_player("Leilani", viewport=size, locale=language)
    kai: Player = new_player("Kimo Kahale")
    link = lani.makes(opponent="friend", seat="White", terms={"starts": "White"} | terms)
    kai.joins(link)
    table = Table(lani.page, link).open()
    table.my_turn()
    table.cards()
    return table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SMALLEST, PHONE, LYING, LAPTOP], ids=id_of)
def test_a_clock_covers_nothing(new_player: NewPlayer, size: dict[str, int], language: str) -> None:
    for clock in CLOCKS:
        page = begin(new_player, size, language, clock=clock).page
        expect(page.get_by_role("timer").first).to_be_visible()
        for plaque in page.locator("[data-seat]").all():
            apart([one.first for one in parts(plaque) if one.count()])


def parts(plaque: Locator) -> list[Locator]:
    """What is to be read in a plaque."""
    names = (".name", ".points", "[data-islands]", "[data-cards]", "[role=timer]")
    return [plaque.locator(name) for name in names]


def apart(all_of_it: list[Locator]) -> None:
    """None of these lies over another."""
    for one, two in itertools.combinations(all_of_it, 2):
        a, b = one.bounding_box(), two.bounding_box()
        assert a is not None
        assert b is not None
        beside = a["x"] + a["width"] <= b["x"] + 0.5 or b["x"] + b["width"] <= a["x"] + 0.5
        below = a["y"] + a["height"] <= b["y"] + 0.5 or b["y"] + b["height"] <= a["y"] + 0.5
        assert beside or below, (one, a, two, b)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SMALLEST, PHONE, LYING, SMALL_LAPTOP, LAPTOP], ids=id_of)
def test_the_buttons_of_a_turn_hold_their_words_in_two_lines(
    new_player: NewPlayer, size: dict[str, int], language: str
) -> None:
    page = begin(new_player, size, language).page
    for touched in ("[data-pile]", "[data-row]", "[data-none]", "[data-card]"):
        page.locator(touched).first.click()
        for button in page.locator("[data-main], [data-none], [data-discard]").all():
            for text in with_every_island(button.inner_text()):
                button.evaluate(SAY, text)
                lines, within = button.evaluate(WRITTEN)
                assert (lines <= 2, within) == (True, True), (touched, text)


def with_every_island(text: str) -> list[str]:
    """What a button says, which may be of any card, as it would of each."""
    islands = [name.capitalize() for name in NAMES]
    named = next((name for name in islands if name in text), None)
    return [text] if named is None else [text.replace(named, name) for name in islands]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SMALLEST, PHONE, LYING, LAPTOP], ids=id_of)
def test_the_board_stays_where_it_is_during_a_turn(
    new_player: NewPlayer, size: dict[str, int], language: str
) -> None:
    table = begin(new_player, size, language)
    page, place = table.page, place_of(table.page)
    token = next(t["token"] for t in table.view()["legal"] if BUILD.match(t["token"]))
    deeds: list[Callable[[], None]] = [
        lambda: table.touch(page.locator("[data-pile]")),
        lambda: table.choose_card(token[0]),
        lambda: table.point_at("".join(sorted(token))),
        lambda: table.touch(page.locator('[data-card][aria-pressed="true"]')),
        lambda: table.do(token),
        lambda: table.touch(page.locator("[data-none]")),
        lambda: table.touch(page.locator("[data-undo]")),
    ]
    page.locator("[data-pile]").hover()
    for deed in deeds:
        deed()
        page.wait_for_timeout(100)  # until what was done is drawn
        assert place_of(page) == place
        assert not page.locator(".say").evaluate(CUT_OFF), page.locator(".say").inner_text()


def place_of(page: Page) -> list[float]:
    box = page.locator("[data-board]").bounding_box()
    assert box is not None
    return [round(value, 1) for value in (box["x"], box["y"], box["width"], box["height"])]
