"""Reports: one file, nothing from elsewhere, nothing that a name could break."""

import re
from html.parser import HTMLParser

import pytest

from kahuna.study.analysis import analyse
from kahuna.study.report.page import page
from kahuna.study.report.text import in_text
from kahuna.study.shapes import Analysis
from kahuna.study.walk import track_of
from tests.study.games import SMALL, cut_off, greedy_game

NAMES = {"White": "<b>Ann</b>", "Black": "Bob & Co"}


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(greedy_game(1), SMALL)


@pytest.fixture(scope="module")
def html(analysis: Analysis) -> str:
    return page(analysis, track_of(greedy_game(1)), NAMES)


class Balanced(HTMLParser):
    """Follows what is open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in ("meta", "br", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole(html: str) -> None:
    parser = Balanced()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    turns = [name for name in parser.ids if name.startswith("turn-")]
    assert len(set(turns)) == len(turns)
    assert set(re.findall(r'href="#(turn-\d+)"', html)) <= set(turns)


def test_the_page_asks_for_nothing_from_elsewhere(html: str) -> None:
    for address in re.findall(r"https?://[^\"' )]+", html):
        assert address.startswith("http://www.w3.org/")  # names of formats, never fetched
    assert "<script" not in html
    assert "@import" not in html
    assert not re.search(r"url\((?!#)", html)


def test_names_are_text(html: str) -> None:
    assert "&lt;b&gt;Ann&lt;/b&gt;" in html
    assert "<b>Ann" not in html


def test_the_three_scorings_are_marked(html: str) -> None:
    assert html.count('class="scoring"') == 3


def test_the_text_has_a_line_for_every_turn(analysis: Analysis) -> None:
    lines = in_text(analysis, NAMES).splitlines()
    assert lines[0].startswith("<b>Ann</b> (White) – Bob & Co (Black): ")
    numbered = [line for line in lines if re.match(r" *\d+ (White|Black) ", line)]
    assert len(numbered) == len(analysis.turns)
    assert sum(line.startswith("---- round") for line in lines) == 3


def test_a_players_own_game_says_so() -> None:
    view = cut_off(greedy_game(2), 12).view("White")
    analysis = analyse(view, SMALL)
    assert "As White saw it" in in_text(analysis, {})
    assert "As White saw it" in page(analysis, track_of(view), {})
