"""Complete games through the page: against the computer, against each other, at one device."""

from playwright.sync_api import expect

from tests.web.conftest import NewPlayer
from tests.web.players import Player
from tests.web.table import Table, idle, lively, play_out


def begin(player: Player, way: str) -> Table:
    """Begin a game from the first page: one touch."""
    page = player.visit()
    page.locator(f'[data-way="{way}"] button.main').click()
    return Table(page)


def test_a_game_against_the_computer(new_player: NewPlayer) -> None:
    table = begin(new_player("Lani"), "computer")
    play_out(lively(1), table)
    state = table.state()
    assert state["status"] == "over"
    assert table.over.get_attribute("data-over") == state["result"]
    table.page.locator("[data-rematch]").click()
    table.page.wait_for_url(lambda url: table.link not in url)
    expect(table.page.locator("[data-board]")).to_be_visible()


def test_two_people_play_by_a_link_with_both_variants_and_a_handicap(
    new_player: NewPlayer,
) -> None:
    lani, kai = new_player("Lani"), new_player()
    link = lani.makes(
        opponent="friend",
        seat="White",
        terms={"variants": "1 2", "handicap": {"seat": "Black", "bridges": 2}},
    )
    lani.visit(f"/{link}")
    expect(lani.page.locator("[data-copy]")).to_be_visible()
    page = kai.visit(f"/{link}")
    page.locator("form input").fill("Kai")
    page.locator("[data-join]").click()
    tables = [Table(player.page, link) for player in (lani, kai)]
    for table in tables:
        expect(table.page.locator("[data-board]")).to_be_visible()
    play_out(lively(2), *tables)
    state = tables[0].state()
    assert state["status"] == "over"
    assert state["white"]["name"] == "Lani"
    assert state["black"]["name"] == "Kai"
    assert len(state["view"]["history"][0]["tokens"]) == 2  # the handicap
    results = {table.over.get_attribute("data-over") for table in tables}
    assert results == {state["result"]}


def test_at_one_device_hands_are_hidden_and_no_bridge_is_an_early_end(
    new_player: NewPlayer,
) -> None:
    """White never builds, so that with round 2 the game is over (R10.2)."""
    lani = new_player("Lani")
    table = Table(lani.page, lani.makes(opponent="one-device", terms={"starts": "White"})).open()
    page = table.page
    curtain = page.locator("[data-curtain]")
    hand_on = page.locator("[data-main]:enabled")  # it is not while the turn is on its way
    turns = 0
    while table.over.count() == 0:
        table.until(lambda: curtain.count() > 0 or table.over.count() > 0)
        if table.over.count():
            break
        expect(page.locator("[data-card]")).to_have_count(0)  # nobody's hand
        seat = curtain.get_attribute("data-curtain")
        curtain.get_by_role("button").click()
        expect(curtain).to_have_count(0)
        if turns == 3:
            page.reload()  # nothing is lost, and nothing is shown
            expect(curtain).to_have_attribute("data-curtain", seat or "")
            curtain.get_by_role("button").click()
        table.turn(idle(builds=seat == "Black" and turns == 1))
        turns += 1
        table.until(lambda: hand_on.count() > 0 or table.over.count() > 0)
        if table.over.count() == 0:
            table.touch(hand_on)
    state = table.state()
    assert (state["result"], state["termination"]) == ("Black", "no-bridges")
    expect(table.over).to_be_visible()
