"""R5: control of islands, and the bridges that it removes."""

import pytest

from kahuna.board import LINES
from kahuna.rules.control import controls
from kahuna.rules.scoring import tokens
from tests.positions import bridges, islands, lines, play, position


@pytest.mark.parametrize(
    ("island", "too_few", "enough"),
    [
        ("A", "AB", "AB AD"),
        ("C", "BC CF", "BC CF CG"),
        ("B", "AB BC", "AB BC BD"),
        ("E", "BE DE EF", "BE DE EF EH"),
    ],
)
def test_control_is_more_than_half_of_the_lines_and_half_is_not_enough(
    island: str, too_few: str, enough: str
) -> None:  # R5.1
    number = "ABCDEFGHIJKL".index(island)
    assert not controls(lines(too_few), number)
    assert controls(lines(enough), number)


def test_gaining_control_removes_the_opponents_bridges_there() -> None:  # R5.2
    state = play(position("AB", "AH HI", hand="A"), "AD")
    assert (bridges(state.white), bridges(state.black)) == ("AB AD", "HI")


def test_one_bridge_can_gain_both_its_islands() -> None:  # R5.2
    state = play(position("AB DE DH", "AH BD", hand="A"), "AD")
    assert islands(state.white) == "AD"
    assert bridges(state.black) == ""


def test_a_lost_bridge_may_cost_control_next_door_but_a_lost_token_removes_no_bridge() -> (
    None
):  # R5.3
    before = position("AB CF CG", "AH HI HL BC", hand="A")
    assert islands(before.black) == "H"
    state = play(before, "AD")
    assert (bridges(state.black), islands(state.black)) == ("BC HI HL", "")


def test_a_bridge_built_at_a_controlled_island_stays() -> None:  # R5.4
    state = play(position("", "AB AD", hand="A"), "AH")
    assert (bridges(state.white), islands(state.black)) == ("AH", "A")


def test_a_further_bridge_at_ones_own_island_removes_nothing() -> None:  # R5.4
    state = play(position("BC BD BE", "AB HI", hand="B"), "BF")
    assert bridges(state.black) == "AB HI"


def test_control_that_was_lost_and_is_regained_removes_again() -> None:  # R5.1 R5.2
    state = position("AB AD", "AH", hand="A", other="AA")
    state = play(state, "-")
    state = play(state, "AAxAB +?C")
    state = play(state, "AB")
    assert (islands(state.white), bridges(state.black)) == ("A", "")


def test_an_eleventh_island_is_controlled_but_has_no_token() -> None:  # R5.5
    everything = " ".join(LINES[:25])
    state = position(everything)
    assert len(islands(state.white)) > 10
    assert tokens(state.white.bridges) == 10
