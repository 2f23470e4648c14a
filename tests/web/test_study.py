"""Learning and study at the page: lessons, replay, analysis, exploring, puzzles and the coach."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kahuna.game import Game
from tests.web.conftest import NewPlayer
from tests.web.players import DESKTOP, PHONE, Player
from tests.web.puzzles import WITH_A_PILE, WITH_AN_EMPTY_PILE, WITH_NOTHING_TO_DRAW
from tests.web.table import Table, lively
from tests.web.test_everyone import axe

LOOKS = (("light", "en-GB"), ("dark", "de-DE"))  # each theme and each language once
THINKING = 240_000  # milliseconds; machine code may have to be made first
PHONE_IN_GERMAN: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "locale": "de-DE"}
PLACES: tuple[dict[str, Any], ...] = ({"viewport": DESKTOP}, PHONE_IN_GERMAN)
everywhere = pytest.mark.parametrize("place", PLACES, ids=("desktop", "German phone"))


DROP = """(text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], "game.kgn"));
    window.dispatchEvent(new DragEvent("drop", {dataTransfer: files, cancelable: true}));
}"""


def played(lani: Player, kai: Player, turns: int = 4) -> str:
    """Return the link of a game of some turns, which was given up then."""
    link = lani.makes(opponent="friend", seat="White", terms={"starts": "White", "public": True})
    kai.joins(link)
    for number in range(1, turns + 1):
        player = lani if number % 2 else kai
        view = player.context.request.get(f"/api/games/{link}").json()["view"]
        builds = [choice["token"] for choice in view["legal"] if choice["token"].isalpha()]
        tokens = [*builds[:1], "+?"]
        made = player.context.request.post(
            f"/api/games/{link}/turns", data={"turn": number, "tokens": tokens}
        )
        assert made.ok, made.text()
    lani.context.request.post(f"/api/games/{link}/resign")
    return link


def record(seed: bytes = b"study") -> str:
    """Return a record with a comment."""
    game = Game(seed=seed, tags={"White": "Lani", "Black": "Kai"})
    for tokens in ("+?", "+?", "+?"):
        game.play(tokens)
    game.play("resign")
    return re.sub(r"\n1\. (\S+)", r"\n1. \1 {patience}", game.record())


def does(page: Page, token: str) -> None:
    """Do something on the board, by the list that stands for it."""
    page.locator(f'[data-token="{token}"]').dispatch_event("click")


@everywhere
def test_a_lesson_answers_wrong_tries_and_is_done_in_the_end(
    new_player: NewPlayer, place: dict[str, Any]
) -> None:
    page = new_player("Lani", **place).visit("/learn")
    expect(page.locator("[data-lesson]")).to_have_count(10)
    page.locator('[data-lesson="2"]').click()
    page.locator('[data-card="A"]').click()
    does(page, "AD")
    expect(page.locator('[data-verdict="done"]')).to_be_visible()
    page.locator("[data-next]").click()
    page.locator('[data-answer="white"]').click()
    wrong = page.locator('[data-verdict="wrong"]')
    expect(wrong).to_contain_text("genau die Hälfte" if "locale" in place else "exactly half")
    page.locator('[data-answer="nobody"]').click()
    page.locator("[data-next]").click()
    does(page, "GJ")
    expect(wrong).to_contain_text("Gola")
    does(page, "GC")
    expect(page.locator('[data-verdict="done"]')).to_be_visible()
    page.goto("/learn")
    expect(page.locator("progress")).to_have_attribute("value", "1")


def test_with_five_cards_one_is_told_that_one_cannot_draw(new_player: NewPlayer) -> None:
    page = new_player().visit("/learn/9")
    page.locator("[data-row]").first.click()
    expect(page.locator('[data-verdict="wrong"]')).to_contain_text("five cards")
    page.locator("[data-none]").click()
    expect(page.locator('[data-verdict="done"]')).to_be_visible()


@everywhere
def test_a_game_is_replayed_step_by_step(
    new_player: NewPlayer, place: dict[str, Any], tmp_path: Path
) -> None:
    lani, kai = new_player("Lani", **place), new_player("Kai")
    link = played(lani, kai)
    page = lani.visit(f"/{link}/replay")
    scrubber, told = page.locator("[data-scrubber]"), page.locator("[data-told]")
    expect(scrubber).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(scrubber).to_have_value("1")
    expect(told).to_contain_text("Lani")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    last = scrubber.get_attribute("max") or ""
    expect(scrubber).to_have_value(last)
    assert page.url.endswith(f"#{last}")
    page.keyboard.press("Home")
    page.locator("[data-play]").click()
    expect(scrubber).not_to_have_value("0")
    held = page.locator("[data-held]")
    expect(held.first).to_be_visible()
    page.locator("[data-hands]").click()
    expect(held).to_have_count(0)
    page.locator("[data-flip]").click()
    expect(page.locator("img.under")).to_have_attribute("src", re.compile("Black-"))
    page.goto(f"/{link}/replay#2")
    page.reload()
    expect(scrubber).to_have_value("2")
    page.locator('[data-tab="share"]').click()
    endings = {"kgn": ".kgn", "svg": ".svg", "png": ".png", "animation": ".svg"}
    for what, ending in endings.items():
        with page.expect_download() as download:
            page.locator(f"[data-{what}]").click()
        file = tmp_path / f"{what}{ending}"
        download.value.save_as(file)
        start = file.read_bytes()[:5]
        assert start in (b"[KGN ", b"<svg ", b"\x89PNG\r")


def test_a_record_dropped_on_the_page_is_replayed_with_its_comments(
    new_player: NewPlayer, tmp_path: Path
) -> None:
    reader = new_player()
    page = reader.visit("/replay")
    bad, good = tmp_path / "bad.kgn", tmp_path / "good.kgn"
    bad.write_text(record().replace("+?", "+!", 1))
    good.write_text(record())
    page.evaluate(DROP, record())
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lani")
    expect(page.locator(".remark").first).to_contain_text("patience")
    page.goto("/replay")
    with reader.outage():  # the browser notes what the server refuses
        page.locator("[data-file]").set_input_files(bad)
        expect(page.get_by_role("alert")).to_contain_text("token 1")
    page.locator("[data-file]").set_input_files(good)
    expect(page.locator("[data-scrubber]")).to_be_visible()


@everywhere
def test_a_game_is_analysed_and_the_better_turn_is_played_on_the_board(
    new_player: NewPlayer, place: dict[str, Any]
) -> None:
    lani, kai = new_player("Lani", **place), new_player("Kai")
    page = lani.visit(f"/{played(lani, kai)}/replay")
    page.locator('[data-tab="analysis"]').click()
    page.locator("[data-analyse]").click()
    expect(page.get_by_role("table")).to_be_visible(timeout=THINKING)
    expect(page.locator("svg.graph")).to_have_attribute("aria-label", re.compile("Lani"))
    page.locator("[data-scrubber]").focus()
    for _ in range(6):
        if page.locator("[data-better]").count():
            break
        page.keyboard.press("ArrowDown")
    page.locator("[data-better]").click()
    expect(page.locator("[data-line-option]").first).to_be_visible(timeout=THINKING)
    page.locator("[data-line-option]").first.click()  # what would have followed
    expect(page.locator(".explore ol li")).to_have_count(2)
    page.locator("[data-explore-back]").click()
    expect(page.locator(".explore ol li")).to_have_count(1)
    page.locator("[data-explore-leave]").click()
    expect(page.locator("[data-scrubber]")).to_be_visible()


@everywhere
def test_there_is_a_puzzle_of_the_day(new_player: NewPlayer, place: dict[str, Any]) -> None:
    page = new_player("Lani", **place).visit("/puzzles")
    page.locator("[data-today]").click()
    expect(page.locator("[data-board]")).to_be_visible()


@everywhere
@pytest.mark.parametrize(
    ("puzzle", "end"), [(WITH_A_PILE, "[data-pile]"), (WITH_NOTHING_TO_DRAW, "[data-none]")]
)
def test_a_puzzle_is_tried_and_explained(
    new_player: NewPlayer, place: dict[str, Any], puzzle: str, end: str
) -> None:
    page = new_player("Lani", **place).visit(puzzle)
    page.locator(end).click()
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_be_visible(timeout=THINKING)
    give_up = page.locator("[data-give-up]")
    if give_up.count():
        give_up.click()
    expect(page.locator("[data-solution]")).to_be_visible()
    page.locator("[data-next-puzzle]").click()
    expect(page.locator("[data-solution]")).to_have_count(0)
    page.goto("/puzzles")
    expect(page.locator(".rating")).to_have_text(re.compile(r"\d{3,4}"))


def come_to_a_mistake(table: Table) -> str:
    """Play until it is a serious mistake to discard the whole hand, which is then returned."""
    chosen = lively(1)
    while table.my_turn():
        discard = "/" + "".join(sorted(table.view()["white"]["hand"]))
        judged = table.page.request.post(
            f"/api/games/{table.link}/judge", data={"tokens": [discard, "+?"]}, timeout=THINKING
        )
        opinion = judged.json()["opinion"] if judged.ok else None
        if opinion and opinion["serious"]:
            return discard
        table.turn_unseen(chosen)
    raise AssertionError("the game ended before there was anything to lose")


@everywhere
def test_the_coach_gives_hints_and_warns_before_a_mistake(
    new_player: NewPlayer, place: dict[str, Any]
) -> None:
    lani = new_player("Lani", **place)
    terms = {"starts": "White"}
    link = lani.makes(opponent="computer", level=1, seat="White", terms=terms)
    page = lani.visit(f"/{link}")
    page.locator("[data-lamp]").click()
    for step in ("1", "2", "3"):
        page.locator("[data-hint-more]").click()
        expect(page.locator(f'[data-hint="{step}"]')).to_be_visible(timeout=THINKING)
    page.locator("[data-lamp]").click()
    table = Table(page, link)
    mistake = come_to_a_mistake(table)
    turn = table.view()["turn"]
    table.do(mistake)
    table.end("+?")
    expect(page.locator("[data-warning]")).to_be_visible(timeout=THINKING)
    page.locator("[data-again]").click()
    expect(page.locator("[data-warning]")).to_have_count(0)
    assert table.view()["turn"] == turn  # nothing was sent, and the draft is kept
    table.end("+?")
    page.locator("[data-anyway]").click()
    table.wait_for_move(turn)
    expect(page.locator("[data-mark]")).to_be_visible(timeout=THINKING)


@pytest.mark.parametrize(("theme", "language"), LOOKS)
def test_axe_finds_nothing_where_people_learn(
    new_player: NewPlayer, theme: str, language: str
) -> None:
    lani, kai = new_player("Lani", color_scheme=theme, locale=language), new_player("Kai")
    link, found = played(lani, kai), {}
    puzzles = (WITH_A_PILE, WITH_AN_EMPTY_PILE, WITH_NOTHING_TO_DRAW)
    for path in ("/learn", "/learn/2", "/learn/9", "/puzzles", *puzzles, "/replay"):
        page = lani.visit(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_timeout(300)
        found[path] = axe(page)
    page = lani.visit(f"/{link}/replay")
    for tab in ("moves", "analysis", "explore", "share"):
        page.locator(f'[data-tab="{tab}"]').click()
        if tab == "analysis":
            page.locator("[data-analyse]").click()
            expect(page.get_by_role("table")).to_be_visible(timeout=THINKING)
        found[tab] = axe(page)
    assert {place: said for place, said in found.items() if said} == {}
