"""The rules page shows small boards: what happens there is what the rules say."""

import json
from pathlib import Path
from typing import Any

import pytest

from kahuna.board import LINES, island_letters, line_names
from kahuna.rules.control import controlled, falling, lines_at_controlled

LESSONS = Path(__file__).parent.parent / "web" / "src" / "rules"
Json = dict[str, Any]


def read(name: str) -> Json:
    """Return what the page is given."""
    content: Json = json.loads((LESSONS / f"{name}.json").read_text(encoding="utf-8"))
    return content


def lines(names: list[str]) -> int:
    """Return a set of lines."""
    return sum(1 << LINES.index(name) for name in names)


def effects(mine: int, theirs: int, token: str) -> tuple[Json, int, int]:
    """Return what an action brings, and both sides' bridges after it."""
    cards, _, cut = token.partition("x")
    line = LINES.index(cut or "".join(sorted(token)))
    assert not mine >> line & 1, f"{token}: there is a bridge already"
    if cut:  # R6.1
        assert theirs >> line & 1, f"{token}: there is nothing to cut"
        assert len(cards) == 2
        assert set(cards) <= set(cut)
        after, removed = mine, 1 << line
    else:  # R4.1, R5.2
        assert not theirs >> line & 1, f"{token}: the line is not free"
        after, removed = mine | 1 << line, falling(mine, theirs, line)
    left = theirs & ~removed
    found = {
        "token": token,
        "gains": island_letters(controlled(after) & ~controlled(mine)),
        "removes": line_names(removed),
        "loses": island_letters(controlled(theirs) & ~controlled(left)),
    }
    return found, after, left


def begins_as_it_says(position: Json) -> tuple[int, int]:
    """Return both sides' bridges, whose islands the lesson must know."""
    white, black = lines(position["white"]), lines(position["black"])
    assert not white & black
    assert position["islands"] == {
        "white": island_letters(controlled(white)),
        "black": island_letters(controlled(black)),
    }
    return white, black


@pytest.mark.parametrize("name", sorted(read("demos")))
def test_a_lesson_tells_the_truth(name: str) -> None:
    lesson = read("demos")[name]
    mine, theirs = begins_as_it_says(lesson)
    hand = list(lesson["hand"])
    for choices in lesson["steps"]:
        told = [effects(mine, theirs, choice["token"]) for choice in choices]
        assert [found for found, _, _ in told] == choices
        _, mine, theirs = told[0]
        cards, _, cut = choices[0]["token"].partition("x")
        for card in cards if cut else cards[0]:
            hand.remove(card)
    assert not hand


def test_the_lesson_of_protected_islands_offers_all_lines_that_are_open() -> None:
    lesson = read("demos")["protected"]
    closed = lines_at_controlled(lines(lesson["black"])) | lines(lesson["white"])
    free = {name for n, name in enumerate(LINES) if "D" in name and not closed >> n & 1}
    offered = {"".join(sorted(choice["token"])) for choice in lesson["steps"][0]}
    assert offered == free  # R11.1


def test_the_story_is_the_worked_example() -> None:
    story = read("hero")
    white, black = begins_as_it_says(story)
    for step in story["steps"]:
        seat, told = step["seat"], {key: step[key] for key in step if key != "seat"}
        mine, theirs = (white, black) if seat == "White" else (black, white)
        found, mine, theirs = effects(mine, theirs, step["token"])
        assert found == told
        white, black = (mine, theirs) if seat == "White" else (theirs, mine)
    assert line_names(white) == ["AB", "AD", "BC", "BD"]
    assert line_names(black) == ["EF", "EH", "EI", "EJ", "HI", "HL"]


def test_the_lesson_of_scoring_counts_right() -> None:
    position = read("scoring")
    begins_as_it_says(position)
    islands = position["islands"]
    more = len(islands["white"]) - len(islands["black"])
    assert position["points"] == [1, 2, more]  # R8.2, R9.2
