"""What two people do beside their turns: a rematch, calling off, taking back, muting; ratings."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPlayer
from tests.web.players import SMALLEST, Player
from tests.web.table import Table, idle
from tests.web.test_everyone import STICKS_OUT, axe

AFTER = "(heading) => getComputedStyle(heading, '::after').content"
LIVE = {"pace": "live", "base": 600_000}
PHONE_IN_GERMAN = {"viewport": SMALLEST, "locale": "de-DE"}


def begin(lani: Player, kai: Player, **terms: Any) -> tuple[Table, Table]:
    """A game of two; Lani starts."""
    link = lani.makes(opponent="friend", seat="White", terms={"starts": "White"} | terms)
    kai.joins(link)
    return Table(lani.page, link).open(), Table(kai.page, link).open()


def is_sound(page: Page) -> None:
    """Nothing is in the way of anybody, and nothing sticks out."""
    assert axe(page) == []
    assert page.evaluate(STICKS_OUT) == []


@pytest.mark.parametrize("options", [{}, {"viewport": SMALLEST}], ids=["desktop", "phone"])
def test_what_was_said_before_one_came_is_noticed_until_it_was_read(
    new_player: NewPlayer, options: dict[str, Any]
) -> None:
    lani, kai = new_player("Lani", **options), new_player("Kai")
    link = lani.makes(opponent="friend", seat="White", terms={"starts": "White"})
    kai.joins(link)
    for words in ({"phrase": "hello"}, {"text": "Shall we play <b>fast</b>?"}):
        assert kai.context.request.post(f"/api/games/{link}/chat", data=words).ok
    table = Table(lani.page, link).open()
    menu = lani.page.locator("[data-menu]")
    expect(menu).to_have_accessible_name(re.compile("Unread words: 2"))
    is_sound(lani.page)
    lani.page.get_by_role("button", name="Shall we play <b>fast</b>?").click()
    talk = lani.page.get_by_role("dialog")
    expect(talk.get_by_role("listitem")).to_contain_text(["Aloha!", "Shall we play <b>fast</b>?"])
    lani.page.keyboard.press("Escape")
    expect(talk).to_have_count(0)
    expect(menu).to_have_text("")
    with lani.page.expect_response(re.compile("/chat$")):
        table.open()
    lani.page.wait_for_load_state("networkidle")
    assert lani.page.locator(".bubble").count() == 0
    assert menu.locator("em").count() == 0


@pytest.mark.parametrize("options", [{}, PHONE_IN_GERMAN], ids=["desktop", "phone"])
def test_a_rematch_is_waited_for_and_cannot_be_overlooked(
    new_player: NewPlayer, options: dict[str, Any]
) -> None:
    lani, kai = new_player("Lani", **options), new_player("Kai", **options)
    table, other = begin(lani, kai)
    other.resigns()
    expect(other.over).to_be_visible()
    expect(other.page.locator("[data-asks]")).to_have_count(0)
    table.page.locator("[data-rematch]").click()
    table.page.wait_for_url(lambda url: table.link not in url)
    waits = table.page.get_by_role("status")
    for _ in range(2):
        expect(waits).to_contain_text("Kai")  # has been asked already, and needs no link
        expect(table.page.locator(".qr")).to_have_count(0)
        is_sound(table.page)
        table.page.reload()
    in_dialog = other.over.locator("[data-asks]")
    expect(in_dialog).to_contain_text("Lani")
    is_sound(other.page)
    other.page.keyboard.press("Escape")
    expect(other.over).to_have_count(0)
    at_board = other.page.locator("[data-asks]")
    expect(at_board).to_contain_text("Lani")
    is_sound(other.page)
    at_board.get_by_role("button").click()
    for page in (table.page, other.page):
        expect(page.locator("[data-board]")).to_be_visible()
    assert table.page.url == other.page.url
    expect(other.open().over).to_be_visible()  # the last game: nobody asks there any more
    other.page.wait_for_load_state("networkidle")
    expect(other.page.locator("[data-asks]")).to_have_count(0)


@pytest.mark.parametrize("options", [{}, PHONE_IN_GERMAN], ids=["desktop", "phone"])
def test_calling_off_takes_two_touches_and_both_are_told(
    new_player: NewPlayer, options: dict[str, Any]
) -> None:
    table, other = begin(new_player("Lani", **options), new_player("Kai", **options))
    table.page.locator("[data-menu]").click()
    menu = table.page.get_by_role("dialog")
    menu.get_by_role("button", name=re.compile("^(Call the game off|Spiel absagen)$")).click()
    sure = menu.get_by_role("button", name=re.compile("^(Really call it off|Wirklich absagen)"))
    expect(sure).to_be_visible()
    is_sound(table.page)
    assert table.state()["status"] == "running"
    sure.click()
    for one in (table, other):
        expect(one.over).to_contain_text(re.compile("was called off|wurde abgesagt"))
        is_sound(one.page)
        one.page.keyboard.press("Escape")
        expect(one.page.locator(".say")).to_have_text(re.compile(r"(called off|abgesagt)\.\s*$"))
        assert (
            one.page.locator(".say b").evaluate(AFTER) == "none"
        )  # no dot that joins it to nothing


def test_who_may_not_take_a_turn_back_is_told_so(new_player: NewPlayer) -> None:
    table, other = begin(new_player("Lani"), new_player("Kai", **PHONE_IN_GERMAN))
    table.end("+?")
    other.my_turn()
    table.page.locator("[data-menu]").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    other.page.get_by_role("button", name="Ablehnen").click()
    expect(table.page.get_by_role("status")).to_have_text("Kai would rather let the turn stand.")
    is_sound(table.page)


def test_after_a_rated_game_one_learns_the_new_rating(new_player: NewPlayer) -> None:
    lani, kai = new_player("Lani"), new_player("Kai")
    table, other = begin(lani, kai, rated=True, clock=LIVE)
    table.turn_unseen(idle(builds=True))
    table.resigns()
    first = rating_of(lani)
    expect(table.over.locator("[data-rated]")).to_have_text(f"Rated. Your rating: {first}")
    table, other = begin(lani, kai, rated=True, clock=LIVE)
    table.page.wait_for_load_state("networkidle")  # by then it knows the rating of before
    table.turn_unseen(idle(builds=True))
    other.resigns()
    second = rating_of(lani)
    assert second > first
    said = table.over.locator("[data-rated]")
    told = f"Rated. Your rating: {second} (+{second - first})"
    expect(said).to_have_text(told)
    table.page.reload()
    expect(said).to_have_text(told)
    is_sound(table.page)
    friendly, _ = begin(lani, kai)
    friendly.resigns()
    expect(friendly.over).to_be_visible()
    expect(friendly.over.locator("[data-rated]")).to_have_count(0)


def rating_of(player: Player) -> int:
    """Return a player's rating for live games."""
    number = player.context.request.get("/api/visit").json()["me"]["number"]
    profile = player.context.request.get(f"/api/people/{number}").json()
    return int(profile["live"]["rating"])


def test_who_mutes_somebody_is_told_that_they_hear_nothing(new_player: NewPlayer) -> None:
    table, _ = begin(new_player("Lani"), new_player("Kai"))
    table.page.locator("[data-menu]").click()
    table.page.get_by_role("button", name="Talk").click()
    talk = table.page.get_by_role("dialog")
    expect(talk).to_contain_text("Nothing has been said yet.")
    talk.get_by_role("checkbox").check()
    expect(talk).to_contain_text("You hear nothing from Kai.")
    expect(talk).not_to_contain_text("Nothing has been said yet.")
    is_sound(table.page)
    talk.get_by_role("checkbox").uncheck()
    expect(talk).not_to_contain_text("You hear nothing")
