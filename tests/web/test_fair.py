"""Fair dealing at the page: it notes the promise, adds its number, and checks both afterwards."""

from playwright.sync_api import Page, expect

from kahuna import fairness
from kahuna.notation import Record
from tests.web.conftest import NewPlayer
from tests.web.table import Table, lively
from tests.web.test_games import begin

NOTED = "The fingerprint is the one that your browser noted before the first card"


def look_at_the_deal(page: Page) -> None:
    """Open what is said of fair dealing after a game."""
    page.get_by_role("button", name="Fair dealing").click()
    expect(page.get_by_text("The secret has the fingerprint that was published.")).to_be_visible()
    expect(page.get_by_text("Secret and numbers make the seed")).to_be_visible()
    expect(page.get_by_text("cards dealt are those of the seed.")).to_be_visible()
    expect(page.locator(".fair li:not(.right)")).to_have_count(0)


def see_the_promise(page: Page, published: str) -> None:
    """Look into the menu of a running game."""
    page.locator("[data-menu]").click()
    promise = page.locator("[data-promise]")
    expect(promise.get_by_text(published)).to_be_hidden()
    promise.get_by_text("Fair dealing").click()
    expect(promise.get_by_text(published)).to_be_visible()
    page.keyboard.press("Escape")


def check_record(table: Table, published: str) -> None:
    """Check that both have added a number to the deal that was promised."""
    record = Record.parse(table.page.request.get(f"/api/games/{table.link}/record.kgn").text())
    assert all(len(record.tags[f"{seat}Number"]) == 32 for seat in ("White", "Black"))
    assert fairness.check(record, published=published)


def test_whoever_plays_can_check_what_their_own_browser_noted(new_player: NewPlayer) -> None:
    lani, kai = new_player("Lani"), new_player()
    table = begin(lani, "friend")
    expect(table.page.locator("[data-copy]")).to_be_visible()
    link, published = table.link, table.state()["fairness"]["commitment"]
    kai.visit(f"/{link}").locator("form input").fill("Kai")
    kai.page.locator("[data-join]").click()
    tables = [Table(player.page, link) for player in (lani, kai)]
    for each in tables:
        expect(each.page.locator("[data-board]")).to_be_visible()
    mover = table.view()["mover"]
    next(each for each in tables if each.state()["you"] == mover).turn(lively(1))
    see_the_promise(kai.page, published)
    tables[0].resigns()
    for each in tables:
        look_at_the_deal(each.page)
        expect(each.page.get_by_text(NOTED)).to_be_visible()
    check_record(tables[0], published)

    moe = new_player("Moe").visit(f"/{link}")
    look_at_the_deal(moe)
    expect(moe.get_by_text(NOTED)).to_have_count(0)
    expect(moe.get_by_text("This browser noted nothing before the game")).to_be_visible()


def test_a_rematch_is_promised_too(new_player: NewPlayer) -> None:
    lani, kai = new_player("Lani"), new_player("Kai")
    link = lani.makes(opponent="friend")
    kai.joins(link)
    tables = [Table(player.page, link).open() for player in (lani, kai)]
    tables[0].resigns()
    for each in tables:
        each.page.locator("[data-rematch]").click()
        each.page.wait_for_url(lambda url: link not in url)
        expect(each.page.locator("[data-rematch]")).to_have_count(0)
    next_tables = [Table(player.page) for player in (lani, kai)]
    for each in next_tables:
        expect(each.page.locator("[data-board]")).to_be_visible()
    published = next_tables[0].state()["fairness"]["commitment"]
    next_tables[0].resigns()
    for each in next_tables:
        look_at_the_deal(each.page)
        expect(each.page.get_by_text(NOTED)).to_be_visible()
    check_record(next_tables[0], published)
