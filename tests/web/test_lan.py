"""In the local network: one opens the site at their own machine, the other by its address.

That one has no HTTPS, so browsers keep some of what they can to themselves there.
"""

import pytest
from playwright.sync_api import Page, expect

from kahuna.server.loadtest.process import free_port
from tests.server.site_process import SiteProcess
from tests.web.conftest import ELSEWHERE, NewPlayer, NewSite
from tests.web.players import Player
from tests.web.table import Table
from tests.web.test_everyone import STICKS_OUT, axe
from tests.web.test_fair import NOTED, look_at_the_deal
from tests.web.test_games import begin


@pytest.fixture
def lan(new_site: NewSite) -> SiteProcess:
    """A site as `kahuna serve --lan` opens it."""
    port = str(free_port())
    return new_site(port=port, url=f"http://{ELSEWHERE}:{port}")


def address_of(site: SiteProcess) -> str:
    """Where others find it."""
    return f"http://{ELSEWHERE}:{site.server.port}"


def pasted(page: Page) -> str:
    """Return what lies in the clipboard, which nobody may read here: paste it."""
    page.evaluate("document.body.append(document.createElement('textarea'))")
    field = page.locator("body > textarea")
    field.focus()
    page.keyboard.press("Control+v")
    text = field.input_value()
    field.evaluate("field => field.remove()")
    return text


def sits_down(kai: Player, link: str) -> None:
    """Take the seat that is left, at the page."""
    kai.visit(f"/{link}").locator("form input").fill("Kai")
    kai.page.locator("[data-join]").click()
    expect(kai.page.locator("[data-board]")).to_be_visible()


def test_the_host_gives_a_link_away_that_others_can_open(
    new_player: NewPlayer, lan: SiteProcess
) -> None:
    lani = new_player("Lani", url=lan.url, permissions=["clipboard-read", "clipboard-write"])
    table = begin(lani, "friend")
    link = f"{address_of(lan)}/{table.link}"
    expect(lani.page.locator("[data-url]")).to_have_text(link.removeprefix("http://"))
    lani.page.locator("[data-copy]").click()
    expect(lani.page.locator("[data-copy]")).to_have_text("Copied")
    assert lani.page.evaluate("navigator.clipboard.readText()") == link

    kai = new_player(url=address_of(lan))
    sits_down(kai, table.link)
    for player in (lani, kai):
        player.page.locator("[data-menu]").click()
        expect(player.page.locator("dialog .link")).to_have_text(link.removeprefix("http://"))


def test_the_deal_is_checked_without_https(new_player: NewPlayer, lan: SiteProcess) -> None:
    lani, kai = new_player("Lani", url=lan.url), new_player(url=address_of(lan))
    table = Table(lani.page, lani.makes(opponent="friend"))
    sits_down(kai, table.link)
    assert not kai.page.evaluate("isSecureContext")
    table.resigns()
    look_at_the_deal(kai.page)
    expect(kai.page.get_by_text(NOTED)).to_be_visible()


def test_links_are_copied_without_https(new_player: NewPlayer, lan: SiteProcess) -> None:
    lani, kai = new_player("Lani", url=lan.url), new_player(url=address_of(lan))
    table, page = Table(lani.page, lani.makes(opponent="friend")), kai.page
    sits_down(kai, table.link)
    assert page.evaluate("[isSecureContext, typeof navigator.clipboard]") == [False, "undefined"]
    page.locator("[data-menu]").click()
    button = page.locator("dialog .link")
    button.click()  # in a dialog, beside which nothing can be selected
    expect(button).to_have_text("Copied")
    expect(button).to_be_focused()
    page.keyboard.press("Escape")
    assert pasted(page) == f"{address_of(lan)}/{table.link}"

    table.resigns()
    page.locator("[data-rematch]").click()
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    assert pasted(page) == page.url != f"{address_of(lan)}/{table.link}"


def test_a_link_that_cannot_be_copied_is_there_to_be_copied_by_hand(
    new_player: NewPlayer, lan: SiteProcess
) -> None:
    lani, kai = new_player("Lani", url=lan.url), new_player(url=address_of(lan))
    kai.context.add_init_script("document.execCommand = () => false")
    table, page = Table(lani.page, lani.makes(opponent="friend")), kai.page
    sits_down(kai, table.link)
    link, shown = f"{address_of(lan)}/{table.link}", page.locator("[data-url]")

    def stands_there(url: str) -> None:
        expect(shown).to_have_text(url)
        expect(page.get_by_role("alert")).to_contain_text("to copy by hand")
        assert axe(page) == []
        assert page.evaluate(STICKS_OUT) == []

    page.locator("[data-menu]").click()
    page.locator("dialog .link").click()
    stands_there(link)
    page.keyboard.press("Escape")
    table.resigns()
    page.get_by_role("button", name="Share").click()
    stands_there(link)
    page.locator("[data-rematch]").click()
    page.wait_for_url(lambda url: url != link)
    expect(shown).to_have_text(page.url.removeprefix("http://"))
    page.locator("[data-copy]").click()
    stands_there(page.url)
    page.goto(f"/{table.link}/replay")
    page.locator('[data-tab="share"]').click()
    page.locator("[data-copy]").click()
    stands_there(page.url.partition("#")[0] + "#0")
