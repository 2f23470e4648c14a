"""Views: what perfect memory knows, and what each choice would bring about."""

import json
import random
from pathlib import Path
from typing import get_args

import pytest

from kahuna import Deal, Game, Record
from kahuna.choices import Choice
from kahuna.notation import Variants
from kahuna.notation.setup import Viewer
from kahuna.notation.tokens import parse
from kahuna.track import Track
from kahuna.view import Seen, View, look

GOLDEN = Path(__file__).parent / "golden"
DEAL = Deal("ABE", "HHE", "FGI")


def game_after(moves: str, variants: Variants = "none") -> Game:
    game = Game(deal=DEAL, variants=variants)
    game.play(moves)
    return game


def test_a_view_shows_ones_own_hand_and_only_the_number_of_the_others_cards() -> None:
    view = game_after("").view("White")
    assert (view.white.hand, view.white.hidden) == ("ABE", 0)
    assert (view.black.hand, view.black.hidden, view.black.cards) == ("", 3, 3)
    assert view.unseen == "ABCCDDEFGHHIJJKKLL"


def test_a_card_seen_taken_is_remembered_until_it_is_played() -> None:
    view = game_after("- +F>C").view("White")
    assert (view.black.hand, view.black.hidden) == ("F", 3)
    view = game_after("- +F>C - FB").view("White")
    assert (view.black.hand, view.black.hidden) == ("", 3)


def test_a_hidden_discard_makes_memory_uncertain_but_not_of_a_second_copy() -> None:
    assert game_after("- +F>C - /F").view("White").black.hand == ""
    view = game_after("- +F>F - +F>C - /H").view("White")
    assert (view.black.hand, view.black.hidden) == ("F", 3)
    view = game_after("- +F>F - +F>C - /HH").view("White")
    assert (view.black.hand, view.black.hidden) == ("", 3)


def test_once_nothing_else_is_unseen_the_hidden_hand_is_known() -> None:
    game = game_after("")
    while game.state.table.pile:
        drawn = next((token for token in game.legal() if token.startswith("+?")), None)
        game.play(drawn or next(token for token in game.legal() if len(token) == 2))
    view = game.view("White")
    assert (view.black.hidden, view.unseen) == (0, "")
    assert view.black.hand == game.view("Black").black.hand


def test_a_spectator_sees_no_hand_and_may_do_nothing() -> None:
    view = game_after("AB +?C").view("Spectator")
    assert (view.white.hand, view.black.hand, view.legal) == ("", "", [])
    assert view.history[0].tokens == ("AB", "+?")


def test_legal_choices_are_the_movers_alone_and_do_not_tell_what_chance_brings() -> None:
    game = game_after("")
    tokens = [choice.token for choice in game.view("White").legal]
    assert {token for token in tokens if token[0] in "+-"} == {"+F", "+G", "+I", "+?", "-"}
    assert game.view("Black").legal == []


def test_each_build_and_cut_says_what_it_would_gain_remove_and_lose() -> None:
    game = Game(deal=Deal("AAB", "HHL", "EIC"))
    game.play("AD +E>F HA HI LH +I>B")
    assert game.view("Black").black.islands == ["H"]
    view = game.view("White")
    assert Choice("AB", gains=("A",), removes=("AH",), loses=("H",)) in view.legal
    assert Choice("BC") in view.legal


@pytest.mark.parametrize("variants", get_args(Variants))
def test_what_a_choice_is_said_to_change_is_what_it_changes(variants: Variants) -> None:
    rng = random.Random(11)
    game = Game(seed=b"aloha", variants=variants, handicap=("Black", 3))
    while not game.is_over:
        for choice in _on_a_line(game):
            after = game.copy()
            after.play(choice.token)
            said = [list(choice.gains), list(choice.removes), list(choice.loses)]
            assert said == _changes(game, after)
        game.play(rng.choice(game.legal()))


def _on_a_line(game: Game) -> list[Choice]:
    assert game.mover is not None
    legal = game.view(game.mover).legal
    return [choice for choice in legal if choice.token[0] in "ABCDEFGHIJKL=^"]


def _changes(before: Game, after: Game) -> list[list[str]]:
    """Return the islands gained, the bridges removed and the islands lost, as the boards show."""
    own, other = ("white", "black") if before.mover == "White" else ("black", "white")
    old, new = before.view("Spectator"), after.view("Spectator")
    gone = set(getattr(old, other).islands) - set(getattr(new, other).islands)
    fallen = set(getattr(old, other).bridges) - set(getattr(new, other).bridges)
    won = set(getattr(new, own).islands) - set(getattr(old, own).islands)
    return [sorted(won), sorted(fallen), sorted(gone)]


def test_a_view_after_an_action_is_the_view_of_the_game_after_it() -> None:
    game = game_after("")
    ahead = game.view("White").after("AB")
    game.play("AB")
    assert ahead == game.view("White")


def test_the_history_is_told_by_turns_with_the_handicap_as_turn_0() -> None:
    game = Game(deal=DEAL, handicap=("Black", 1))
    game.play("^AB AD +F>C -")
    told = [(turn.number, turn.seat, turn.tokens) for turn in game.view("White").history]
    assert told == [(0, "Black", ("^AB",)), (1, "White", ("AD", "+F>C")), (2, "Black", ("-",))]


def test_the_last_turn_is_told_step_by_step_with_what_it_did() -> None:
    game, chance, said, number = Game(seed=b"last"), random.Random(7), list[Choice](), 0
    while not game.is_over:
        choice = chance.choice(game.view(game.view("White").mover or "White").legal)
        said = [*said, choice] if game.view("White").turn == number else [choice]
        number = game.view("White").turn
        game.play(choice.token)
        told = [step for step in game.view("Spectator").last if step.token[0] != "@"]  # a new row
        assert [step.token[0] for step in told] == [step.token[0] for step in said]
        assert [effects(step) for step in told] == [effects(step) for step in said]


def effects(step: Choice) -> list[list[str]]:
    return [list(step.gains), list(step.removes), list(step.loses)]


def test_scorings_tell_tokens_and_points_of_each_round() -> None:
    game = Game(seed=b"scoring")
    while not game.is_over and game.state.round < 3:
        builds = [token for token in game.legal() if len(token) == 2 and token[0].isalpha()]
        rest = [token for token in game.legal() if token[0] in "+-"]
        game.play(builds[0] if builds else (rest or game.legal())[0])
    scorings = game.view("Spectator").scorings
    assert [scoring.round for scoring in scorings] == list(range(1, len(scorings) + 1))
    for scoring in scorings:
        ahead = scoring.white - scoring.black
        assert scoring.winner == ("White" if ahead > 0 else "Black" if ahead else None)
        assert scoring.points == (scoring.round if ahead else 0)


def test_must_draw_says_that_the_opponent_did_not() -> None:
    assert not game_after("").view("White").must_draw
    assert game_after("-").view("Black").must_draw


def test_a_view_is_json_without_anything_else_in_it() -> None:
    view = game_after("AB +F>C").view("Black")
    content = json.loads(view.json())
    assert set(content) == set(View.__struct_fields__)
    assert content["row"] == "CGI"
    assert content["legal"][0] == {"token": "EF", "gains": [], "removes": [], "loses": []}


def test_there_is_no_view_of_the_whole_truth() -> None:
    with pytest.raises(ValueError, match="not masked"):
        look(Track(game_after("").setup))


@pytest.mark.parametrize("variants", get_args(Variants))
def test_open_cards_are_seen_by_all_with_variant_2_only(variants: Variants) -> None:
    view = game_after("- +F>C", variants).view("Spectator")
    assert view.black.open == ("F" if "2" in variants else "")


@pytest.mark.parametrize("viewer", get_args(Viewer))
def test_a_game_followed_without_its_past_shows_the_same_views(viewer: Viewer) -> None:
    for file in sorted(GOLDEN.glob("*.kgn"))[::4]:
        game = Game.from_record(file.read_text())
        again = Game.from_record(Record(game.setup.tags(), []))
        seen = Seen(game.setup, viewer)
        for number, token in enumerate(game.tokens):
            before = again.state
            again.play(token)
            seen.follow(parse(token, before.turn.mover), before)
            if number % 7 == 0 or again.is_over:
                assert seen.view().json() == again.view(viewer).json()


def test_a_copy_of_what_was_seen_goes_on_by_itself() -> None:
    game = game_after("AB +?C")
    seen = Seen(game.setup, "Black")
    ahead = seen.copy()
    ahead.follow(parse("AB", 0), game.setup.state())
    assert seen.view().history == []
    assert ahead.view().history[0].tokens == ("AB",)
