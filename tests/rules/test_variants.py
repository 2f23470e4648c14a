"""R11: protected islands and open cards."""

import pytest

from kahuna import Game
from kahuna.notation.tokens import letters
from tests.positions import bridges, islands, play, position, refusal


def test_protected_islands_forbid_building_at_an_island_of_the_opponent() -> None:  # R11.1
    state = position("CF CG CK", "AB AD", hand="ABCD", variants="1")
    assert refusal(state, "AH") == "protected"
    assert refusal(state, "BC") is None  # an island of one's own is no hindrance
    assert refusal(position("", "AB AD", hand="H", variants="1"), "HA") == "protected"
    assert refusal(position("", "AB AD", hand="H", variants="none"), "HA") is None


@pytest.mark.parametrize("variants", ["1", "1 2"])
def test_after_a_cut_the_freed_line_may_be_built_on_without_a_card(variants: str) -> None:  # R11.1
    state = play(position("", "EH", hand="HH", variants=variants), "HHxEH =EH")
    assert (bridges(state.white), state.white.hand) == ("EH", 0)


def test_the_free_bridge_gains_islands_like_any_other() -> None:  # R11.1 R5.2
    state = play(position("AB", "AD HI", hand="AD", variants="1"), "ADxAD =AD")
    assert islands(state.white) == "A"


def test_the_free_bridge_is_the_very_next_action_or_none() -> None:  # R11.1
    state = play(position("", "EH", hand="HHB", variants="1"), "HHxEH BC")
    assert refusal(state, "=EH") == "not-just-cut"
    state = play(position("", "EH", hand="HH", variants="1", row="FGI"), "HHxEH +F>A")
    assert refusal(state, "=EH") == "not-just-cut"


def test_the_free_bridge_heeds_the_protection_as_it_is_after_the_cut() -> None:  # R11.1
    still_theirs = play(position("", "AB AD AH", hand="AA", variants="1"), "AAxAH")
    assert refusal(still_theirs, "=AH") == "protected"
    no_longer = play(position("", "AB AD", hand="AA", variants="1"), "AAxAD")
    assert refusal(no_longer, "=AD") is None


def test_without_variant_1_there_is_no_free_bridge() -> None:  # R11.1
    state = play(position("", "EH", hand="HH"), "HHxEH")
    assert refusal(state, "=EH") == "no-variant"
    assert refusal(play(position("", "EH", hand="HHE"), "HHxEH"), "EH") is None


@pytest.mark.parametrize(
    ("variants", "opened"), [("2", "C"), ("1 2", "C"), ("none", ""), ("1", "")]
)
def test_with_variant_2_a_card_from_the_row_lies_open(variants: str, opened: str) -> None:  # R11.2
    state = play(position(hand="A", row="CDE", variants=variants), "+C>F")
    assert (letters(state.white.hand), letters(state.white.open)) == ("AC", opened)
    assert letters(play(position(hand="A", row="CDE", variants=variants), "+?F").white.open) == ""


def test_an_open_card_is_a_hand_card_and_counts_as_one() -> None:  # R11.2 R7.2
    state = position(hand="ABCDE", opened="AB", row="FGH", variants="2")
    assert refusal(state, "+F>I") == "hand-full"
    assert refusal(state, "AB") is None


@pytest.mark.parametrize("token", ["AB", "/A"])
def test_of_two_cards_of_an_island_the_open_one_goes_first(token: str) -> None:  # R11.2
    state = play(position(hand="AA", opened="A", row="FGH", variants="2"), token)
    assert (letters(state.white.hand), letters(state.white.open)) == ("A", "")


def test_a_discarded_open_card_is_seen_and_a_hidden_one_is_not() -> None:  # R11.2 R3.4
    game = Game(seed=b"row", variants="2")
    card = game.view("White").row[0]
    game.play(f"+{card}")
    game.play("+?")
    hidden = next(letter for letter in game.view("White").white.hand if letter != card)
    game.play(f"/{''.join(sorted((card, hidden)))}")
    assert game.record("Black").split()[-1] == f"/{card}?"
    assert game.record("Spectator").split()[-1] == f"/{card}?"
