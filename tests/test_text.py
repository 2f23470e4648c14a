"""The board drawn with characters: what it shows, and that nothing hides it."""

import subprocess
import sys

import pytest

from kahuna import Game, text
from kahuna.board import ALL_LINES, DEGREE, LINES, N_LINES, NAMES
from tests.positions import lines

WHITE = "AB AD BC BD BE FG CK"
BLACK = "EF EH EI EJ HI HL JK IK"
SIZES = [(text.COLUMNS, text.ROWS), (text.MIN_COLUMNS, text.MIN_ROWS), (120, 50)]


def plain(rows: list[list[text.Segment]]) -> str:
    return "\n".join("".join(segment.text for segment in row) for row in rows)


def roles(rows: list[list[text.Segment]]) -> set[str]:
    return {segment.role for row in rows for segment in row}


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize(("white", "black"), [(0, 0), (ALL_LINES, 0), (0, ALL_LINES)])
def test_no_line_is_drawn_over_a_name_or_its_counts(
    white: int, black: int, columns: int, rows: int
) -> None:
    drawn = plain(text.cells(white, black, columns=columns, rows=rows))
    counts = [f"{DEGREE[n] * bool(white)}:{DEGREE[n] * bool(black)}/{DEGREE[n]}" for n in range(12)]
    assert all(drawn.count(name) == 1 for name in NAMES)
    assert sum(drawn.count(count) for count in set(counts)) == 12


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("number", range(N_LINES), ids=LINES)
def test_every_single_bridge_can_be_seen(number: int, columns: int, rows: int) -> None:
    white = text.cells(1 << number, 0, columns=columns, rows=rows)
    black = text.cells(0, 1 << number, columns=columns, rows=rows)
    assert plain(white).count("o") >= 2
    assert plain(black).count("#") == plain(white).count("o")


def test_the_board_fits_its_size_and_a_terminal_of_80_columns() -> None:
    drawn = text.board(lines(WHITE), lines(BLACK)).splitlines()
    assert len(drawn) == text.ROWS <= 30
    assert max(map(len, drawn)) <= text.COLUMNS <= 78
    assert {len("".join(s.text for s in row)) for row in text.cells(0, 0)} == {text.COLUMNS}


def test_the_signs_beside_a_name_say_who_controls_the_island() -> None:
    drawn = text.board(lines(WHITE), lines(BLACK))
    assert "oBARIo" in drawn
    assert "#ELAI#" in drawn
    assert " GOLA " in drawn


def test_counts_are_whites_lines_then_blacks_out_of_all() -> None:
    assert "1:4/6" in text.board(lines(WHITE), lines(BLACK))  # ELAI: BE against EF EH EI EJ


def test_roles_tell_bridges_islands_and_what_has_just_changed_apart() -> None:
    rows = text.cells(
        lines(WHITE), lines(BLACK), built=lines("BD EH"), removed=lines("DE DH") | lines("AB")
    )
    assert roles(rows) == {
        *("sea", "free", "white-bridge", "black-bridge", "just-removed"),
        *("just-built-white", "just-built-black"),
        *("island", "white-island", "black-island"),
    }


def test_a_line_that_is_built_on_again_does_not_look_removed() -> None:
    assert "just-removed" not in roles(text.cells(lines("AB"), 0, removed=lines("AB")))


def test_a_board_that_is_wished_too_small_is_drawn_at_its_smallest() -> None:
    assert len(text.cells(0, 0, columns=1, rows=1)) == text.MIN_ROWS


def test_a_game_prints_as_its_board() -> None:
    game = Game(seed=b"aloha")
    (built,) = game.play(game.legal()[0])
    assert str(game) == text.board(lines("".join(sorted(built))), 0)


def test_importing_kahuna_does_not_load_rich_or_typer() -> None:
    code = "import kahuna, sys; print({'rich', 'typer', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
