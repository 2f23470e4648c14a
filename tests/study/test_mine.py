"""Mining: what is found is kept, and a mine that was left goes on."""

from pathlib import Path

import pytest

from kahuna.errors import KahunaError
from kahuna.study.puzzles import checks, library
from kahuna.study.puzzles.check import Checked
from kahuna.study.puzzles.facts import Theme
from kahuna.study.puzzles.mine import Mine
from kahuna.study.puzzles.select import select

FEW: tuple[Theme, ...] = ("last-turn", "starving")
FAST = (("level:5", "random"),)  # players who need no time


def test_a_mine_that_was_left_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole, parted = tmp_path / "whole", tmp_path / "parted"
    list(Mine(whole, "test", 5, FEW, FAST).dig(games=4))
    list(Mine(parted, "test", 5, FEW, FAST).dig(games=2))
    with parted.open("ab") as file:
        file.write(b'{"id":"half a li')  # it was killed while writing
    again = Mine(parted, "test", 5, FEW, FAST)
    assert again.games == 2
    list(again.dig(games=4))
    assert parted.read_bytes() == whole.read_bytes()


def test_a_mine_keeps_to_its_seed_and_its_format(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    list(Mine(path, "test", 5, FEW, FAST).dig(games=1))
    with pytest.raises(KahunaError, match="was mined with the seed 'test'"):
        Mine(path, "other", 5)
    path.write_text("nonsense\n")
    with pytest.raises(KahunaError, match="is not a mine of puzzles"):
        Mine(path, "test", 5)


def test_a_mine_with_enough_of_all_themes_is_done(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_bytes(library.encode(library.load()) + b'{"seed":"test","game":7}\n')
    mine = Mine(path, "test", 5, FEW)
    assert mine.found == mine.wanted == 10
    assert list(mine.dig()) == []


def test_checks_are_kept_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "checks"
    puzzle = library.load()[0]
    checks.append(path, Checked(puzzle.id, holds=True, puzzle=puzzle))
    checks.append(path, Checked("other", holds=False, failure="not-best"))
    with path.open("ab") as file:
        file.write(b'{"id":"ha')
    assert list(checks.read(path)) == [puzzle.id, "other"]
    assert list(checks.holding([path])) == [puzzle]
    path.write_text("nonsense\n")
    with pytest.raises(KahunaError, match="is not what a check has found"):
        checks.read(path)


def test_a_selection_has_all_themes_and_few_of_a_game() -> None:
    chosen = select(library.load(), 40, from_a_game=1)
    assert len(chosen) == 40
    assert len({puzzle.origin for puzzle in chosen}) == 40
    assert {puzzle.themes[0] for puzzle in chosen} == {p.themes[0] for p in library.load()}
