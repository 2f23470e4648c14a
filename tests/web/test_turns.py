"""What one does in a turn: look ahead, build, cut, discard, undo; and what is kept."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPlayer
from tests.web.players import Player
from tests.web.table import BUILD, Table, idle


@pytest.fixture
def tables(new_player: NewPlayer) -> tuple[Table, Table]:
    """A game of two, at the first turn of who starts."""
    first, second = seated(new_player("Lani"), new_player("Kai"))
    return first.open(), second.open()


def seated(lani: Player, kai: Player) -> tuple[Table, Table]:
    link = lani.makes(opponent="friend", seat="White", terms={"starts": "White"})
    kai.joins(link)
    return Table(lani.page, link), Table(kai.page, link)


def first_build(table: Table) -> str:
    legal = [str(choice["token"]) for choice in table.view()["legal"]]
    return next(token for token in legal if BUILD.match(token))


def line_of(token: str) -> str:
    return "".join(sorted(token))


def test_what_is_built_can_be_undone_and_done_again(tables: tuple[Table, Table]) -> None:
    table, other = tables
    token = first_build(table)
    line = line_of(token)
    hand = sorted(table.cards())
    table.do(token)
    assert len(table.cards()) == 2
    table.touch(table.page.locator("[data-undo]"))
    expect(table.bridge(line)).to_have_count(0)
    assert sorted(table.cards()) == hand
    table.touch(table.page.locator("[data-redo]"))
    expect(table.bridge(line)).to_have_count(1)
    expect(other.bridge(line)).to_have_count(0)  # nobody else learns of it
    table.end("+?")
    expect(other.bridge(line)).to_have_count(1)


def test_a_turn_being_built_survives_a_reload(tables: tuple[Table, Table]) -> None:
    table, _ = tables
    token = first_build(table)
    table.do(token)
    table.page.reload()
    expect(table.bridge(line_of(token))).to_have_count(1)
    assert len(table.cards()) == 2


def test_looking_at_a_line_shows_what_it_would_bring(tables: tuple[Table, Table]) -> None:
    table, _ = tables
    token = first_build(table)
    table.touch(table.card(token[0]))
    table.point_at(line_of(token))
    ghost = table.page.locator(f'.ghost[data-bridge="{line_of(token)}"]')
    expect(ghost).to_have_count(1)
    table.page.mouse.move(0, 0)
    expect(ghost).to_have_count(0)
    assert table.view()["white"]["bridges"] == []


def test_a_line_can_be_touched_before_its_card(tables: tuple[Table, Table]) -> None:
    table, _ = tables
    token = first_build(table)
    table.touch_line(line_of(token))
    option = table.page.locator(f'[data-option="{token}"]')
    built = table.bridge(line_of(token))
    table.until(lambda: option.count() > 0 or built.count() > 0)
    if option.count():
        table.touch(option)
    expect(built).to_have_count(1)


def test_a_card_can_be_dragged_to_a_line(tables: tuple[Table, Table]) -> None:
    table, _ = tables
    token = first_build(table)
    line = line_of(token)
    x, y = table.place_of_line(line)
    table.card(token[0]).hover()
    table.page.mouse.down()
    table.page.mouse.move(x, y, steps=8)
    table.page.mouse.up()
    option = table.page.locator(f'[data-option="{token}"]')
    table.until(lambda: option.count() > 0 or table.bridge(line).count() > 0)
    if option.count():
        table.touch(option)
    expect(table.bridge(line)).to_have_count(1)


def test_cards_are_discarded_without_showing_them(tables: tuple[Table, Table]) -> None:
    table, other = tables
    cards = "".join(sorted(table.cards()[:2]))
    table.do(f"/{cards}")
    table.end("+?")
    other.my_turn()
    assert other.view()["history"][-1]["tokens"][0] == "/??"
    assert other.view()["discard"] == 2


def test_two_cards_cut_a_bridge(new_player: NewPlayer) -> None:
    mover, other, cut = before_a_cut(new_player("Lani"), new_player("Kai"))
    mover.open().my_turn()
    other.open()
    line = cut.partition("x")[2]
    expect(mover.bridge(line)).to_have_count(1)
    hand = len(mover.cards())
    mover.do(cut)
    assert len(mover.cards()) == hand - 2
    mover.end(next(t for t in ("+?", "-") if mover.offers(t, [cut])))
    for table in (mover, other):
        expect(table.bridge(line)).to_have_count(0)


def before_a_cut(lani: Player, kai: Player) -> tuple[Table, Table, str]:
    """White gathers cards while Black builds, until two of them fit one of Black's bridges.

    It may be that none do before the game is over; then they play once more.
    """
    while True:
        mover, other = seated(lani, kai)
        builds = True  # with no bridge at all, the game would end early (R10.2)
        while mover.state()["status"] == "running":
            cuts = [c["token"] for c in mover.view()["legal"] if "x" in c["token"]]
            if cuts:
                return mover, other, cuts[0]
            mover.turn_unseen(idle(builds=builds))
            builds = False
            if other.state()["status"] == "running":
                other.turn_unseen(idle(builds=True))


def test_two_tabs_of_one_player_agree(tables: tuple[Table, Table]) -> None:
    table, other = tables
    second = Table(table.page.context.new_page(), table.link).open()
    token = first_build(table)
    table.do(token)
    table.end("+?")
    expect(second.bridge(line_of(token))).to_have_count(1)
    expect(second.page.locator("[data-undo]")).to_have_count(0)
    other.my_turn()


def test_onlookers_see_the_game_go_on_and_nobodys_hand(new_player: NewPlayer) -> None:
    lani, kai, onlooker = new_player("Lani"), new_player("Kai"), new_player()
    terms = {"starts": "White", "public": True}
    link = lani.makes(opponent="friend", seat="White", terms=terms)
    kai.joins(link)
    playing, watching = Table(lani.page, link).open(), Table(onlooker.page, link).open()
    token = first_build(playing)
    playing.do(token)
    playing.end("+?")
    expect(watching.bridge(line_of(token))).to_have_count(1)
    expect(watching.page.locator("[data-card], [data-undo]")).to_have_count(0)
    assert watching.view()["white"]["hand"] == ""


def test_the_opponents_turn_is_replayed_and_can_be_skipped(new_player: NewPlayer) -> None:
    lani, kai = new_player("Lani", reduced_motion="no-preference"), new_player("Kai")
    link = lani.makes(opponent="friend", seat="Black", terms={"starts": "White"})
    kai.joins(link)
    watching, playing = Table(lani.page, link).open(), Table(kai.page, link).open()
    token = first_build(playing)
    playing.do(token)
    playing.end("+?")
    skip = watching.page.get_by_role("button", name="Skip")
    skip.click()
    expect(watching.bridge(line_of(token))).to_have_count(1)
    watching.page.get_by_role("button", name="again").first.click()
    expect(skip).to_be_visible()
    expect(skip).to_have_count(0)  # it ends by itself


def test_giving_up_takes_two_touches_and_ends_the_game(tables: tuple[Table, Table]) -> None:
    table, other = tables
    table.end("+?")
    other.my_turn()
    table.page.locator("[data-menu]").click()
    menu = table.page.get_by_role("dialog")
    menu.get_by_role("button", name="Give up").click()
    expect(other.over).to_have_count(0)
    menu.get_by_role("button", name=re.compile("give up|sure", re.IGNORECASE)).first.click()
    expect(other.over).to_have_attribute("data-over", "Black")
    expect(table.over).to_have_attribute("data-over", "Black")
