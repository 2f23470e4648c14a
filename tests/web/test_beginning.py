"""How one gets to a table: what is asked and agreed, and what is said when it fails."""

import re

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.server.site_process import SiteProcess
from tests.web.conftest import NewPlayer
from tests.web.players import DESKTOP, SMALLEST
from tests.web.table import Table
from tests.web.test_everyone import axe

SCREENS = pytest.mark.parametrize("screen", [SMALLEST, DESKTOP], ids=["phone", "desktop"])
DAYS = "How many days ago was your last holiday?"
# The texts of elements that have no room for all of it.
CUT = """all => all.filter(one => one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 1).map(one => one.textContent.trim())"""
# Whether the banner of the lost connection lies over what a card says.
COVERED = """() => {
    const [banner, said] = ["[data-connection] p", "[data-way] [role=alert]:not(:empty)"]
        .map(one => document.querySelector(one).getBoundingClientRect());
    return banner.top < said.bottom && said.top < banner.bottom;
}"""
# How much room an element leaves at its right for the last thing in it.
ROOM = (
    "one => one.getBoundingClientRect().right - one.lastElementChild.getBoundingClientRect().right"
)


def way(page: Page, name: str) -> Locator:
    """A card of the first page."""
    return page.locator(f'[data-way="{name}"]')


def options(page: Page, name: str) -> Locator:
    """Open the options of a way to play."""
    way(page, name).locator("button.more").click()
    return page.get_by_role("dialog")


# ---- What went wrong is said where one looks


@SCREENS
@pytest.mark.parametrize("chosen", [False, True], ids=["at once", "from the options"])
def test_a_name_that_will_not_do_is_told_at_its_field(
    new_player: NewPlayer, screen: dict[str, int], chosen: bool
) -> None:
    ann = new_player(viewport=screen)
    page = ann.visit()
    field = page.get_by_label("Your name")
    field.fill("Ann😀")
    begin = options(page, "device") if chosen else way(page, "device")
    with ann.outage():  # the browser itself notes every refusal
        begin.get_by_role("button", name="Start together").click()
        expect(field).to_be_focused()
    said = re.compile("A name has 1 to 30 letters")
    expect(field).to_be_in_viewport()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(said)
    told = page.get_by_role("alert").filter(has_text=said)
    expect(told).to_be_in_viewport()
    assert axe(page) == []
    field.fill("Ann")
    expect(told).to_have_count(0)
    way(page, "device").locator("button.main").click()
    expect(page.locator("[data-board]")).to_be_visible()


@SCREENS
def test_without_a_server_the_button_says_so_and_promises_nothing(
    new_player: NewPlayer, own_site: SiteProcess, screen: dict[str, int]
) -> None:
    lani = new_player("Lani", url=own_site.url, viewport=screen)
    page = lani.visit()
    told = page.get_by_role("alert").filter(has_text="The server cannot be reached.")
    with lani.outage():
        own_site.end()
        way(page, "computer").locator("button.main").click()
        expect(page.locator("[data-connection] p")).to_be_visible()
        expect(told).to_be_in_viewport(ratio=1)
        assert not page.evaluate(COVERED)
        expect(told).not_to_contain_text("by itself")
        dialog = options(page, "friend")
        dialog.get_by_role("button", name="Invite a friend").click()
        expect(dialog.get_by_role("alert")).to_contain_text("cannot be reached")
        expect(dialog.get_by_role("alert")).to_be_in_viewport()
        own_site.start()
        expect(page.locator("[data-connection]")).to_have_attribute("data-connection", "there")
        way(page, "friend").locator("button.main").click()
        expect(page.locator("[data-copy]")).to_be_visible()
        page.wait_for_function("[...document.images].every(one => one.complete)")


def test_an_offer_that_fails_says_so_in_its_dialog(
    new_player: NewPlayer, own_site: SiteProcess
) -> None:
    lani = new_player("Lani", url=own_site.url, viewport=SMALLEST)
    page = lani.visit("/lobby")
    with lani.outage():
        own_site.end()
        page.get_by_role("button", name="Put up a game").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Put it up").click()
        expect(dialog.get_by_role("alert")).to_contain_text("cannot be reached")
        expect(dialog.get_by_role("alert")).to_be_in_viewport()
        own_site.start()
        expect(page.locator("[data-connection]")).to_have_attribute("data-connection", "there")


# ---- Who needs a holiday more


@SCREENS
def test_who_needs_a_holiday_is_asked_of_both_friends(
    new_player: NewPlayer, screen: dict[str, int]
) -> None:
    lani, kai = new_player("Lani", viewport=screen), new_player(viewport=screen)
    page = lani.visit()
    dialog = options(page, "friend")
    dialog.get_by_text("Who needs a holiday more").click()
    field = dialog.get_by_label(DAYS)
    expect(field).to_have_value("")
    dialog.get_by_role("button", name="Invite a friend").click()  # too early
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert axe(page) == []
    field.fill("3")
    dialog.get_by_role("button", name="Invite a friend").click()
    expect(page.locator(".waiting")).to_contain_text("who needs a holiday more starts")
    link = Table(page).link
    page = kai.visit(f"/{link}")
    expect(page.locator(".waiting")).to_contain_text("who needs a holiday more starts")
    page.get_by_label("Your name").fill("Kai")
    page.locator("[data-join]").click()
    expect(page.get_by_label(DAYS)).to_be_focused()
    expect(page.get_by_label(DAYS)).to_have_attribute("aria-invalid", "true")
    assert axe(page) == []
    page.get_by_label(DAYS).fill("40")
    page.locator("[data-join]").click()
    expect(page.locator("[data-board]")).to_be_visible()
    state = Table(page, link).state()
    assert state["view"]["starts"] == state["you"]


def test_a_chosen_holiday_is_asked_for_anew_before_each_game(new_player: NewPlayer) -> None:
    lani = new_player("Lani")
    page = lani.visit()
    dialog = options(page, "friend")
    dialog.get_by_text("Who needs a holiday more").click()
    dialog.get_by_label(DAYS).fill("3")
    page.reload()
    way(page, "friend").locator("button.main").click()
    expect(dialog.get_by_label(DAYS)).to_be_focused()
    expect(dialog.get_by_label(DAYS)).to_have_value("")


def test_who_needs_a_holiday_is_asked_when_an_offer_is_accepted(new_player: NewPlayer) -> None:
    lani, kai = new_player("Needy"), new_player("Kai")
    page = lani.visit("/lobby")
    page.get_by_role("button", name="Put up a game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Who needs a holiday more").click()
    dialog.get_by_role("button", name="Put it up").click()  # too early
    expect(dialog.get_by_label(DAYS)).to_be_focused()
    dialog.get_by_label(DAYS).fill("12")
    dialog.get_by_role("button", name="Put it up").click()
    expect(page.get_by_text("Your offer")).to_be_visible()
    page = kai.visit("/lobby")
    page.get_by_role("button", name="Play against Needy").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("starts")
    assert axe(page) == []
    dialog.get_by_role("button", name="Play").click()
    expect(dialog.get_by_label(DAYS)).to_be_focused()
    dialog.get_by_label(DAYS).fill("2")
    dialog.get_by_role("button", name="Play").click()
    expect(page.locator("[data-board]")).to_be_visible()
    state = Table(page).state()
    assert state["view"]["starts"] != state["you"]


# ---- Somebody was found


def test_who_completes_a_pair_is_not_called_to_where_they_are(new_player: NewPlayer) -> None:
    """The answer to them comes after the news of the pair, which has brought them there."""
    lani, kai = new_player("Lani"), new_player("Kai")
    lani.visit("/lobby").get_by_role("button", name="5 min + 5 s").click()
    expect(lani.page.get_by_text("Looking for your opponent")).to_be_visible()
    late = list[tuple[Route, APIResponse]]()

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            late.append((route, route.fetch()))
        else:
            route.continue_()

    page = kai.visit("/lobby")
    page.route("**/api/seeks", hold)
    page.get_by_role("button", name="5 min + 5 s").click()
    expect(page.locator("[data-board]")).to_be_visible()
    [(route, answer)] = late
    with page.expect_response("**/api/seeks/mine"):  # what is asked once the answer is read
        route.fulfill(response=answer)
    for player in (lani, kai):
        expect(player.page.locator("[data-board]")).to_be_visible()
        expect(player.page.get_by_text("Your opponent is here")).to_have_count(0)


def test_who_looks_elsewhere_is_called_and_not_again_when_there(new_player: NewPlayer) -> None:
    lani, kai = (new_player(name, viewport=SMALLEST, locale="de-DE") for name in ("Lani", "Kai"))
    page = lani.visit("/lobby")
    page.get_by_role("button", name="20 min + 20 s").click()
    expect(page.get_by_text("Dein Gegenüber wird gesucht")).to_be_visible()
    page.get_by_role("link", name="Regeln").first.click()
    kai.visit("/lobby").get_by_role("button", name="20 min + 20 s").click()
    call = page.get_by_role("alert").filter(has_text="Dein Gegenüber ist da")
    expect(call).to_be_in_viewport(ratio=1)
    assert call.evaluate(ROOM) >= 10
    assert call.locator("*").evaluate_all(CUT) == []
    link = Table(kai.page).link
    page.evaluate("link => { history.pushState(null, '', `/${link}`) }", link)
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")  # there by another way
    expect(page.locator("[data-board]")).to_be_visible()
    expect(call).to_have_count(0)


# ---- What is agreed is said in full


@pytest.mark.parametrize(
    ("language", "host", "guest", "watcher"),
    [
        (
            "en-GB", "handicap for your opponent: 2 bridges",
            "handicap for you: 2 bridges", "handicap for Kai: 2 bridges",
        ),
        (
            "de-DE", "Vorgabe für dein Gegenüber: 2 Brücken",
            "Vorgabe für dich: 2 Brücken", "Vorgabe für Kai: 2 Brücken",
        ),
    ],
)  # fmt: skip
def test_the_terms_say_who_gets_the_handicap(
    new_player: NewPlayer, language: str, host: str, guest: str, watcher: str
) -> None:
    lani, kai, ann = (new_player(name, locale=language) for name in ("Lani", "Kai", "Ann"))
    terms = {"handicap": {"seat": "Black", "bridges": 2}, "public": True}
    link = lani.makes(opponent="friend", seat="White", terms=terms)
    expect(lani.visit(f"/{link}").locator(".waiting")).to_contain_text(host)
    expect(kai.visit(f"/{link}").locator(".waiting")).to_contain_text(guest)
    kai.page.locator("[data-join]").click()
    expect(kai.page.locator("[data-board]")).to_be_visible()
    for player, said in ((lani, watcher), (kai, guest), (ann, watcher)):
        page = Table(player.page, link).open().page
        page.locator("[data-menu]").click()
        expect(page.get_by_role("dialog")).to_contain_text(said)
    expect(kai.visit("/games").get_by_role("listitem").filter(has_text=guest).first).to_be_visible()
    expect(
        lani.visit("/games").get_by_role("listitem").filter(has_text=watcher).first
    ).to_be_visible()
