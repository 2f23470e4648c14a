"""The library: a game that feels like a thing one can hold."""

import subprocess
import sys

import pytest

from kahuna import Deal, Game, IllegalTokenError, KahunaError, RecordError
from kahuna.rules.state import State


def test_a_turn_is_played_whole_or_not_at_all() -> None:
    game = Game(seed=b"aloha")
    with pytest.raises(IllegalTokenError, match="FH: there is no line FH") as caught:
        game.play("DE FH +?")
    assert caught.value.code == "unknown-token"
    assert game.tokens == []


def test_the_dealer_says_what_chance_brings() -> None:
    game = Game(seed=b"aloha")
    assert game.play("+G") == ["+G>K"]
    game.undo()
    assert game.play("+?") == ["+?K"]


@pytest.mark.parametrize("token", ["+G>K", "+G>A", "+?K", "+?A", "@ABC"])
def test_a_guess_at_the_dealers_cards_is_refused_without_a_hint(token: str) -> None:
    game = Game(seed=b"aloha")
    with pytest.raises(IllegalTokenError) as caught:
        game.play(token)
    assert caught.value.code == "dealers-part"
    assert "K" not in caught.value.reason


def test_a_view_stays_as_it_is_when_the_game_goes_on() -> None:
    game = Game(seed=b"aloha")
    view = game.view("White")
    text, state = view.json(), view.state
    game.play("DE +?")
    game.view("White")
    assert (view.json(), view.state) == (text, state)


def test_a_game_that_was_read_and_goes_on_says_how_it_ended() -> None:
    game = Game(deal=Deal("ABE", "HHE", "FGI"))
    bare = "\n".join(line for line in game.record().splitlines() if "Result" not in line)
    read = Game.from_record(bare)
    assert "Result" not in read.record()
    read.play("resign")
    assert '[Result "Black"]' in read.record()
    assert '[Termination "resignation"]' in read.record()


def test_the_dealer_lays_the_new_row_at_once_and_undo_takes_both_back() -> None:
    game = Game(seed=b"aloha")
    while game.state.round == 1:
        before = game.copy()
        row = game.view("Spectator").row.strip(".")
        played = game.play("+?" if game.state.table.pile else f"+{row[0]}") if _room(game) else []
        if not played:
            game.play(next(token for token in game.legal() if token[0] == "/"))
    assert [token[0] for token in played] == ["+", "@"]
    assert game.undo() == played[0]
    assert game == before


def _room(game: Game) -> bool:
    return any(token[0] == "+" for token in game.legal())


def test_a_game_without_a_dealer_has_to_be_told_what_chance_brings() -> None:
    game = Game(deal=Deal("ABE", "HHE", "FGI"))
    with pytest.raises(IllegalTokenError, match="the card that takes its place is missing"):
        game.play("+F")
    assert "+F>C" in game.legal()
    assert "+F" not in game.legal()


def test_games_are_equal_when_the_same_happened_from_the_same_deal() -> None:
    one, two = Game(seed=b"x", tags={"White": "Ana"}), Game(seed=b"x")
    assert one == two
    two.play(two.legal()[0])
    assert one != two
    assert one != "a game"


def test_a_copy_goes_on_by_itself() -> None:
    game = Game(seed=b"aloha")
    other = game.copy()
    other.play("DE")
    assert game.tokens == []
    assert other.tokens == ["DE"]
    assert other.view("White") != game.view("White")


def test_iterating_gives_every_position_from_the_deal_on() -> None:
    game = Game(seed=b"aloha")
    game.play("DE FG +?")
    positions = list(game)
    assert len(positions) == 4
    assert all(isinstance(position, State) for position in positions)
    assert positions[-1] == game.state
    assert [position.white.bridges.bit_count() for position in positions] == [0, 1, 2, 2]


def test_repr_is_one_line_about_the_game_and_str_is_the_board() -> None:
    game = Game(seed=b"aloha")
    game.play("DE +?")
    assert repr(game) == "<Game round 1, turn 2, Black to move, 0-0: White DE; Black nothing>"
    game.play("resign")
    assert "over, White (resignation)" in repr(game)
    assert all(name in str(game) for name in ("ALOA", "ELAI", "LALE"))


def test_a_notebook_shows_the_board_with_the_last_turn_marked() -> None:
    game = Game(seed=b"aloha")
    game.play("DE +?")
    svg = game._repr_svg_()
    assert svg.startswith("<svg")
    assert 'class="built"' in svg or "built" in svg
    assert game.picture(side="Black") != game.picture()


def test_a_masked_game_shows_nothing_but_its_viewers_side() -> None:
    game = Game(seed=b"aloha")
    game.play("+?")
    seen = Game.from_record(game.record("White"))
    assert seen.viewer == "White"
    assert seen.view("White") == game.view("White")
    assert seen.view("Spectator") == game.view("Spectator")
    with pytest.raises(KahunaError, match="shows only what White may know, not Black"):
        seen.view("Black")
    with pytest.raises(KahunaError, match="the cards of Black are hidden"):
        seen.legal()


def test_nothing_can_be_taken_back_before_anything_was_played() -> None:
    with pytest.raises(KahunaError, match="nothing to take back"):
        Game().undo()


def test_resigning_ends_the_game_for_either_player() -> None:
    game = Game(seed=b"aloha")
    game.play("Black:resign")
    assert (game.result, game.termination, game.mover) == ("White", "resignation", None)
    with pytest.raises(IllegalTokenError, match="the game is over"):
        game.play("DE")


def test_a_finished_game_shows_its_seed_and_a_running_one_only_the_hash() -> None:
    game = Game(seed=b"aloha")
    assert game.dealer is not None
    assert f'[SeedHash "{game.dealer.commitment}"]' in game.record()
    assert "[Seed " not in game.record()
    game.play("resign")
    assert f'[Seed "{b"aloha".hex()}"]' in game.record()


def test_a_record_can_be_checked_against_a_seed_and_then_goes_on() -> None:
    game = Game(seed=b"aloha")
    game.play("DE +?")
    again = Game.from_record(game.record(), seed=b"aloha")
    assert again == game
    assert again.play("+?") == game.play("+?")
    with pytest.raises(RecordError, match=r"the tag Deal is .* but the seed gives"):
        Game.from_record(game.record(), seed=b"other")


def test_importing_kahuna_or_playing_does_not_import_numba() -> None:
    code = (
        "import sys, kahuna; game = kahuna.Game(); game.play(game.legal()[0]);"
        "game.view('White').json(); game.record(); str(game.picture());"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
