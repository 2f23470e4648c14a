"""Bots in the settings: made, given tokens, deleted; and how one is written."""

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.paths import ROOT
from tests.server.visitors import PASSWORD
from tests.web.conftest import NewPlayer
from tests.web.players import DESKTOP, PHONE, Player
from tests.web.test_everyone import STICKS_OUT, axe

DOCS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
NUMBERS = itertools.count(1)
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


@pytest.fixture
def new_owner(new_player: NewPlayer) -> NewPlayer:
    """Makes people with an account; its name is free, as all tests share a site."""

    def new(**options: Any) -> Player:
        owner = new_player(**options)
        data = {"name": f"Owner {next(NUMBERS)} of bots", "password": PASSWORD}
        assert owner.context.request.post("/api/accounts", data=data).ok
        return owner

    return new


def new_bot(page: Page) -> Locator:
    """Make a bot by the form; return its place on the page."""
    name = f"Palm {next(NUMBERS)}"
    page.get_by_label("Name of a new bot").fill(name)
    page.get_by_role("button", name="Make a bot").click()
    bot = page.get_by_role("article", name=name, exact=True)
    expect(bot).to_be_visible()
    return bot


def said_token(bot: Locator) -> str:
    """Return the token that is shown this once."""
    return bot.get_by_role("status").locator("code").inner_text()


@SIZES
def test_a_bot_is_deleted_at_the_second_touch(new_owner: NewPlayer, size: dict[str, int]) -> None:
    lani = new_owner(viewport=size)
    page = lani.visit("/settings")
    bot, other = new_bot(page), new_bot(page)
    name = bot.get_by_role("heading").inner_text()
    dialog = page.get_by_role("dialog", name=f"Delete {name}?")
    bot.get_by_role("button", name="Delete").click()
    expect(dialog).to_contain_text("cannot be undone")
    assert axe(page) == []
    dialog.get_by_role("button", name="Keep it").click()
    expect(dialog).to_have_count(0)
    expect(bot).to_be_visible()

    bot.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text(f"{name} is deleted.")).to_be_visible()
    expect(bot).to_have_count(0)
    expect(other).to_be_visible()
    left = [one["name"] for one in lani.context.request.get("/api/bots").json()]
    assert left == [other.get_by_role("heading").inner_text()]


@SIZES
def test_a_token_has_a_name_and_says_when_it_was_used(
    new_owner: NewPlayer, size: dict[str, int]
) -> None:
    lani = new_owner(viewport=size)
    page = lani.visit("/settings")
    bot = new_bot(page)
    rows = bot.get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("Token 1")
    first = said_token(bot)
    bot.get_by_role("button", name="Another token").click()
    expect(page.get_by_label("What to call it").last).to_be_focused()
    page.keyboard.type("At home")
    page.keyboard.press("Enter")
    expect(rows.last).to_contain_text("At home")
    token = said_token(bot)
    assert token != first
    expect(rows.last).to_contain_text("never used")

    shown = {"Authorization": f"Bearer {token}"}
    assert lani.context.request.get("/api/bot/games", headers=shown).ok
    page.reload()
    expect(rows.last).to_contain_text(re.compile(r"made .*\d{4}\s+last used .*\d{4}"))
    expect(rows.first).to_contain_text("never used")
    expect(page.get_by_text(token)).to_have_count(0)  # it was shown once
    rows.first.get_by_role("button", name=re.compile(r"Revoke.*Token 1")).click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("At home")


@SIZES
@pytest.mark.parametrize(("theme", "language"), [("light", "en-GB"), ("dark", "de-DE")])
def test_the_page_says_how_a_bot_is_written_as_the_docs_do(
    new_owner: NewPlayer, size: dict[str, int], theme: str, language: str
) -> None:
    lani = new_owner(viewport=size, color_scheme=theme, locale=language)
    name = f"Palm {next(NUMBERS)}"
    assert lani.context.request.post("/api/bots", data={"name": name}).ok
    page = lani.visit("/settings")
    how = page.locator("[data-how]")
    expect(how.locator("code").first).to_be_hidden()
    how.locator("summary").click()
    lines = "\n".join(how.locator("code").all_inner_texts()).splitlines()
    assert f"kahuna bot --engine CMD --site {lani.url} --join LINK" in lines
    for line in lines:
        expected = line.partition(" CMD")[0]
        assert expected in DOCS, expected
    expect(how.get_by_role("link")).to_have_attribute("href", "/api/schema")
    assert axe(page) == []
    assert page.evaluate(STICKS_OUT) == []
