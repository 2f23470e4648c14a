"""The worked example of the rules, step by step."""

from tests.positions import bridges, islands, play, position

WHITE = "AD BC BE DE DH EH"
BLACK = "AB AH EF EI EJ HI HL"


def test_the_worked_example_of_the_rules() -> None:  # R5.1 R5.2 R5.3 R6.1 R6.2
    state = position(WHITE, BLACK, hand="AB", other="EHH", row="CDF")
    assert (islands(state.white), islands(state.black)) == ("D", "AH")

    state = play(state, "BD")
    assert islands(state.white) == "BD"
    assert bridges(state.black) == "AH EF EI EJ HI HL"
    assert islands(state.black) == "H"

    state = play(state, "AB")
    assert islands(state.white) == "ABD"
    assert bridges(state.black) == "EF EI EJ HI HL"
    assert islands(state.black) == ""

    state = play(state, "+C>G HHxEH")
    assert bridges(state.white) == "AB AD BC BD BE DE DH"

    state = play(state, "EH")
    assert bridges(state.white) == "AB AD BC BD"
    assert bridges(state.black) == "EF EH EI EJ HI HL"
    assert (islands(state.white), islands(state.black)) == ("AB", "EH")
