"""R3, R4, R6 and R7: what a turn may bring."""

import pytest

from kahuna.board import LINES
from kahuna.notation.tokens import letters
from tests.positions import bridges, legal_tokens, play, position, refusal


def test_after_the_cards_comes_the_draw_and_then_the_other_players_turn() -> None:  # R3.1
    state = play(position(hand="AB", row="CDE"), "AB BC +C>F")
    assert state.turn.mover == 1
    assert state.turn.number == 10
    assert refusal(state, "AD") == "no-card"


def test_a_turn_plays_any_number_of_cards_or_none() -> None:  # R3.2
    assert bridges(play(position(hand="ABC", row="DDE"), "AB BC CF").white) == "AB BC CF"
    assert play(position(hand="ABC", row="DDE"), "+?F").turn.mover == 1
    assert play(position(hand="ABC", row="DDE"), "-").turn.mover == 1


def test_played_cards_go_to_the_discard_pile() -> None:  # R3.3
    state = play(position(black="EH", hand="AHH"), "AB HHxEH")
    assert letters(state.table.discard) == "AHH"


def test_a_turn_discards_once_any_cards_and_never_also_plays() -> None:  # R3.4
    state = position(hand="AAC", row="DDE")
    assert {token for token in legal_tokens(state) if token[0] == "/"} == {
        "/A", "/AA", "/AAC", "/AC", "/C",
    }  # fmt: skip
    assert refusal(play(state, "/A"), "/C") == "discarded"
    assert refusal(play(state, "/A"), "AB") == "discarded"
    assert refusal(play(state, "/AC"), "AAxAB") == "discarded"
    assert refusal(play(state, "AB"), "/C") == "played"
    assert refusal(state, "/E") == "no-card"
    assert letters(play(state, "/AC").table.discard) == "AC"


def test_nobody_discards_in_the_last_turns() -> None:  # R3.4 R9.1
    state = position(hand="AC", last_turns=2, pile=False)
    assert refusal(state, "/A") == "last-turns"
    assert refusal(play(state, "-"), "/A") == "last-turns"


def test_a_card_builds_on_any_free_line_at_its_island() -> None:  # R4.1
    state = position(white="AB", black="AD", hand="AE")
    builds = {token for token in legal_tokens(state) if len(token) == 2 and token[0] in "AE"}
    assert builds == {"AH", "EB", "ED", "EF", "EH", "EI", "EJ"}
    assert refusal(state, "AB") == refusal(state, "AD") == "line-taken"
    assert refusal(state, "BC") == "no-card"


def test_control_by_either_player_does_not_forbid_building() -> None:  # R4.2
    state = position(white="CF CG CK", black="AB AD", hand="AC", variants="none")
    assert refusal(state, "AH") is None
    assert refusal(state, "CB") is None


def test_without_a_bridge_left_one_cannot_build() -> None:  # R4.3
    most = " ".join(LINES[:25])
    state = position(white=most, black="KL", hand="JKLL")
    assert refusal(state, "JK") == "no-bridges"
    assert refusal(play(state, "LLxKL"), "KL") == "no-bridges"
    fewer = position(white=" ".join(LINES[:24]), hand="JKL")
    assert refusal(play(fewer, "JK"), "KL") == "no-bridges"
    assert refusal(fewer, "KL") is None


@pytest.mark.parametrize(("hand", "token"), [("HE", "EHxEH"), ("HH", "HHxEH"), ("EE", "EExEH")])
def test_two_cards_of_the_bridges_islands_cut_it(hand: str, token: str) -> None:  # R6.1
    state = play(position(black="EH EI", hand=hand), token)
    assert bridges(state.black) == "EI"
    assert state.white.hand == 0
    assert letters(state.table.discard) == "".join(sorted(hand))


def test_only_the_opponents_bridge_can_be_cut_and_only_with_two_fitting_cards() -> None:  # R6.1
    state = position(white="EI", black="EH", hand="EHI")
    assert refusal(state, "HHxEH") == refusal(state, "EExEH") == "no-card"
    assert refusal(state, "EIxEI") == "own-bridge"
    assert refusal(position(hand="EH"), "EHxEH") == "no-bridge"


def test_a_line_freed_by_a_cut_can_be_built_on_at_once() -> None:  # R6.2
    assert bridges(play(position(black="EH", hand="EHH"), "HHxEH EH").white) == "EH"


def test_one_card_is_drawn_from_the_row_or_the_pile_however_many_were_played() -> None:  # R7.1
    state = position(hand="AB", other="IJJ", row="CCE", pile=True)
    drawn = play(state, "AB BC +C>F")
    assert letters(drawn.white.hand) == "C"
    assert drawn.table.row == 0x425  # F took the leftmost place
    assert letters(play(state, "AB BC +?F").white.hand) == "F"
    assert play(state, "+?F").table.pile == state.table.pile - 1
    assert refusal(state, "+D>F") == "not-in-row"


def test_while_the_pile_lasts_the_row_is_refilled_and_then_no_more() -> None:  # R7.1
    assert refusal(position(row="CDE"), "+C") == "no-refill"
    state = position(row="CD.", pile=False)
    assert refusal(state, "+C>F") == refusal(state, "+?F") == "pile-empty"
    assert refusal(state, "+C") is None


def test_no_more_than_the_two_cards_of_an_island_come_from_the_pile() -> None:  # R1.2 R7.1
    state = position(hand="FF", row="CCE")
    assert refusal(state, "+E>F") == refusal(state, "+?F") == "not-in-pile"


def test_with_five_cards_one_cannot_draw() -> None:  # R7.2
    state = position(hand="ABCDE", row="FGH")
    assert refusal(state, "+F>I") == refusal(state, "+?I") == "hand-full"
    assert refusal(play(state, "AB"), "+F>I") is None
    assert refusal(play(state, "/A"), "+F>I") is None


def test_one_may_abstain_unless_the_opponent_just_did() -> None:  # R7.3
    state = play(position(hand="A", other="B", row="FGH"), "-")
    assert refusal(state, "-") == "must-draw"
    assert refusal(play(state, "BC"), "-") == "must-draw"
    assert refusal(play(state, "+F>C"), "-") is None


def test_not_being_able_to_draw_counts_as_abstaining() -> None:  # R7.3
    state = play(position(hand="ABCDE", other="K", row="FGH"), "-")
    assert refusal(state, "-") == "must-draw"


def test_with_five_cards_after_an_abstention_one_must_play_or_discard_and_draw() -> None:  # R7.4
    state = position(hand="ABCDE", row="FGH", abstained=True)
    assert refusal(state, "-") == "must-play"
    assert not {token for token in legal_tokens(state) if token[0] in "+-"}
    assert refusal(play(state, "/A"), "-") == "must-draw"
    assert play(state, "/A +F>I").turn.mover == 1
    assert play(state, "AB +F>I").turn.mover == 1


def test_nobody_is_forced_to_draw_at_the_first_turn_of_a_round() -> None:  # R7.5
    state = play(position(hand="A", row="F..", pile=False, abstained=True), "+F @BCD")
    assert state.round == 2
    assert refusal(state, "-") is None
