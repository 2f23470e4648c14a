"""R8, R9 and R10: rounds, scoring, the last turns, winning."""

import pytest

from kahuna.notation.tokens import letters
from kahuna.rules.scoring import verdict
from kahuna.rules.state import (
    BLACK,
    BY_BRIDGES,
    BY_FINAL_SCORING,
    BY_POINTS,
    DRAWN,
    NEW_ROW,
    NO_BRIDGES_LEFT,
    NOBODY,
    OVER,
    PLAY,
    RUNNING,
    WHITE,
)
from tests.positions import legal_tokens, play, position, refusal, winner


def test_a_round_ends_when_the_last_face_up_card_is_drawn() -> None:  # R8.1
    state = position(row="F.G", pile=False)
    state = play(state, "+F")
    assert state.turn.phase == PLAY
    state = play(state, "+G")
    assert state.turn.phase == NEW_ROW
    assert {token[0] for token in legal_tokens(state)} == {"@"}


@pytest.mark.parametrize(("round_number", "points"), [(1, 1), (2, 2)])
def test_more_tokens_give_1_point_after_round_1_and_2_after_round_2(
    round_number: int, points: int
) -> None:  # R8.2
    ahead = {"row": "F..", "pile": False, "round_number": round_number}
    state = play(position("AB AD BC", "KL", **ahead), "+F")  # type: ignore[arg-type]  # named as the function names them
    assert (state.white.points, state.black.points) == (points, 0)
    state = play(position("KL", "AB AD BC", **ahead), "+F")  # type: ignore[arg-type]  # named as the function names them
    assert (state.white.points, state.black.points) == (0, points)


def test_a_tie_of_tokens_gives_nothing() -> None:  # R8.2
    state = play(position("AB AD", "IL KL", row="F..", pile=False), "+F")
    assert (state.white.points, state.black.points) == (0, 0)


def test_all_discards_are_shuffled_into_row_and_pile_and_the_other_goes_on() -> None:  # R8.3
    state = position("AB", "KL", hand="ABC", other="DE", row="F..", pile=False, mover="Black")
    state = play(state, "+F")
    assert refusal(state, "@AAA") == refusal(state, "@AAB") == "not-discarded"
    state = play(state, "@GHG")
    assert letters(state.table.unseen) == "ABCDEFHIIJJKKLL"
    assert (state.table.pile, state.table.discard) == (15, 0)
    assert (letters(state.black.hand), letters(state.white.hand)) == ("ABCF", "DE")
    assert state.turn.mover == WHITE
    assert refusal(state, "@GHG") == "no-new-row"


def test_when_round_3_runs_out_each_player_has_one_more_turn_without_a_draw() -> None:  # R9.1
    state = position("AB", "KL", hand="A", other="L", row="F..", pile=False, round_number=3)
    state = play(state, "+F")
    assert (state.turn.mover, state.last_turns) == (BLACK, 2)
    assert refusal(state, "+?A") == refusal(state, "+A") == "last-turns"
    state = play(state, "LI -")
    assert (state.turn.mover, state.last_turns) == (WHITE, 1)
    assert refusal(state, "-") is None  # no duty to draw, though the opponent did not
    assert play(state, "AD -").turn.phase == OVER


def test_the_final_scoring_gives_the_difference_of_the_tokens() -> None:  # R9.2
    state = position("AB AD DE DH BC BD", "KL IL", last_turns=1, pile=False, points=(0, 3))
    state = play(state, "-")
    assert (state.white.points, state.black.points) == (2, 3)
    assert (state.ending, winner(state)) == (BY_POINTS, "Black")


@pytest.mark.parametrize(
    ("points", "lead", "bridges", "ending", "won_by"),
    [
        ((3, 2), 1, (5, 9), BY_POINTS, WHITE),
        ((1, 2), 1, (9, 5), BY_POINTS, BLACK),
        ((3, 3), 2, (5, 9), BY_FINAL_SCORING, WHITE),
        ((3, 3), -2, (9, 5), BY_FINAL_SCORING, BLACK),
        ((0, 0), 0, (9, 5), BY_BRIDGES, WHITE),
        ((0, 0), 0, (5, 9), BY_BRIDGES, BLACK),
        ((0, 0), 0, (7, 7), DRAWN, NOBODY),
    ],
)
def test_points_decide_then_the_final_scoring_then_bridges_and_else_nobody_wins(
    points: tuple[int, int], lead: int, bridges: tuple[int, int], ending: int, won_by: int
) -> None:  # R10.1
    assert verdict(*points, lead, *bridges) == (ending, won_by)


def test_a_game_can_end_with_nobody_ahead_in_anything() -> None:  # R10.1
    state = play(position("AB", "KL", last_turns=1, pile=False), "-")
    assert (state.ending, winner(state)) == (DRAWN, None)


@pytest.mark.parametrize("stage", [{"round_number": 2}, {"round_number": 3}, {"last_turns": 1}])
@pytest.mark.parametrize("action", ["HHxAH", "AD"])
def test_from_round_2_on_a_player_without_a_bridge_loses_at_once(
    stage: dict[str, int], action: str
) -> None:  # R10.2
    state = position("AB", "AH", hand="AHH", row="F..", pile=False, **stage)  # type: ignore[arg-type]  # named as the function names them
    state = play(state, action)
    assert (state.ending, winner(state)) == (NO_BRIDGES_LEFT, "White")
    assert refusal(state, "AB") == "game-over"


def test_in_round_1_a_player_without_a_bridge_plays_on() -> None:  # R10.2
    assert play(position("AB", "AH", hand="HH"), "HHxAH").ending == RUNNING


def test_a_player_without_a_bridge_when_round_2_begins_loses_then() -> None:  # R10.2
    state = play(position("", "KL", row="F..", pile=False), "+F")
    assert state.ending == RUNNING
    state = play(state, "@GHI")
    assert (state.ending, winner(state)) == (NO_BRIDGES_LEFT, "Black")


def test_while_neither_player_has_a_bridge_the_game_goes_on() -> None:  # R10.2
    state = play(position("", "", hand="A", row="F..", pile=False), "+F @GHI")
    assert state.ending == RUNNING
    state = play(state, "+?B")
    assert state.ending == RUNNING
    state = play(state, "AB")
    assert (state.ending, winner(state)) == (NO_BRIDGES_LEFT, "White")


def test_a_cut_that_leaves_both_without_a_bridge_does_not_end_the_game() -> None:  # R10.2
    state = play(position("", "KL", hand="KKA", round_number=2), "KKxKL")
    assert state.ending == RUNNING
