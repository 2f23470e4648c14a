"""R1 and R2: the material, the deal, who starts, the handicap."""

import pytest

from kahuna import Deal, Game, KahunaError, RecordError, board
from kahuna.notation import Setup
from kahuna.rules.cards import ALL_CARDS, count, size
from tests.positions import bridges, islands, legal_tokens, play


def test_twelve_islands_have_the_initials_a_to_l_and_27_lines_join_two_each() -> None:  # R1.1
    assert board.LETTERS == "ABCDEFGHIJKL"
    assert len(set(board.LINES)) == 27
    assert all(line[0] < line[1] and set(line) <= set(board.LETTERS) for line in board.LINES)
    assert board.DEGREE == (3, 5, 4, 4, 6, 5, 4, 5, 5, 5, 5, 3)
    assert sum(board.DEGREE) == 54


def test_there_are_two_cards_of_each_island_and_25_bridges_and_10_tokens_a_player() -> None:  # R1.2
    assert size(ALL_CARDS) == 24
    assert all(count(ALL_CARDS, island) == 2 for island in range(12))
    assert (board.N_BRIDGES, board.N_TOKENS) == (25, 10)


def test_three_cards_go_to_each_hand_and_the_row_and_15_to_the_pile() -> None:  # R2.1
    for viewer, hidden in (("White", "black"), ("Black", "white")):
        view = Game(seed=b"any").view(viewer)  # type: ignore[arg-type]  # one of all there are
        assert len(view.row) == 3
        assert view.pile == 15
        assert view.white.cards == view.black.cards == 3
        assert getattr(view, hidden).hidden == 3


@pytest.mark.parametrize("starter", ["White", "Black"])
def test_either_player_may_start_and_turns_alternate(starter: str) -> None:  # R2.2
    game = Game(starts=starter)  # type: ignore[arg-type]  # one of all there are
    movers = []
    for _ in range(4):
        movers.append(game.mover)
        game.play("+?" if game.state.table.pile else "-")
    other = "Black" if starter == "White" else "White"
    assert movers == [starter, other, starter, other]


def test_the_handicap_is_placed_in_full_before_the_first_turn_and_controls_at_once() -> (
    None
):  # R2.3
    setup = Setup(Deal("ABE", "HHE", "FGI"), "White", "none", ("Black", 2))
    state = setup.state()
    assert legal_tokens(state) == {f"^{line}" for line in board.LINES}
    state = play(state, "^AB")
    assert len(legal_tokens(state)) == 26
    state = play(state, "^AD")
    assert (bridges(state.black), islands(state.black)) == ("AB AD", "A")
    assert state.turn.mover == 0
    assert "AH" in legal_tokens(state)


def test_the_protection_of_variant_1_does_not_bind_handicap_bridges() -> None:  # R2.3 R11.1
    state = Setup(Deal("ABE", "HHE", "FGI"), "White", "1", ("White", 3)).state()
    state = play(state, "^AB ^AD ^AH")
    assert islands(state.white) == "A"
    assert state.turn.number == 1


@pytest.mark.parametrize("number", [0, 4])
def test_a_handicap_is_one_two_or_three_bridges(number: int) -> None:  # R2.3
    with pytest.raises((KahunaError, RecordError), match="Handicap"):
        Game(handicap=("Black", number))
