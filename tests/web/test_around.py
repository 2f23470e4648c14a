"""The pages around the table say what is so, and all of it."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPlayer, NewSite
from tests.web.players import SMALLEST
from tests.web.table import Table
from tests.web.test_beginning import CUT
from tests.web.test_everyone import axe
from tests.web.test_turns import first_build


@pytest.mark.parametrize(
    ("language", "left"), [("en-GB", "Somebody who left"), ("de-DE", "Jemand von früher")]
)
def test_who_has_left_is_called_so_in_both_languages(
    new_player: NewPlayer, language: str, left: str
) -> None:
    lani, kai = new_player("Lani", locale=language), new_player("Kai")
    link = lani.makes(opponent="friend", seat="White", terms={"starts": "White", "public": True})
    kai.joins(link)
    table = Table(lani.page, link).open()
    table.do(first_build(table))
    table.end("+?")
    assert kai.context.request.post("/api/me/deletion", data={}).ok
    expect(table.over).to_contain_text(left)
    expect(lani.page).to_have_title(f"Lani – {left} · Kahuna")
    number = lani.context.request.get("/api/visit").json()["me"]["number"]
    for path in ("/games", f"/people/{number}", f"/{link}", f"/{link}/replay"):
        page = lani.visit(path)
        expect(page.get_by_text(left).first).to_be_visible()
        expect(page.get_by_text("gone", exact=True)).to_have_count(0)


@pytest.mark.parametrize("mails", [False, True])
def test_an_address_is_asked_for_where_mails_are_sent(
    new_player: NewPlayer, new_site: NewSite, mails: bool
) -> None:
    site = new_site(smtp="smtp://127.0.0.1:1") if mails else new_site()
    page = new_player("Lani", url=site.url).visit("/settings")
    expect(page.get_by_role("heading", name="When it is your turn")).to_be_visible()
    expect(page.get_by_text("By mail")).to_have_count(int(mails))
    expect(page.get_by_label("E-mail address")).to_have_count(int(mails))
    assert axe(page) == []


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_options_of_every_way_to_play_are_said_in_full(
    new_player: NewPlayer, language: str
) -> None:
    page = new_player("Lani", viewport=SMALLEST, locale=language).visit()
    for card in page.locator("[data-way]").all():
        said = card.locator("button.more > span")
        assert said.evaluate_all(CUT) == []
        card.locator("button.more").click()
        dialog = page.get_by_role("dialog")
        for chosen in dialog.get_by_role("switch").all():
            if chosen.is_enabled():
                chosen.click()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert said.evaluate_all(CUT) == []


def test_whoever_wants_to_leave_is_asked_once_more(new_player: NewPlayer) -> None:
    page = new_player("Lani").visit("/settings")
    dialog = page.get_by_role("dialog", name="Really go?")
    page.get_by_role("button", name="Delete me here").click()
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_have_count(0)
    assert page.request.get("/api/visit").json()["me"]["name"] == "Lani"
    page.get_by_role("button", name="Delete me here").click()
    dialog.get_by_role("button", name="Delete for good").click()
    page.wait_for_url("**/")
    assert page.request.get("/api/visit").json()["me"] is None
