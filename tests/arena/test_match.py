"""Games of a match, with players that behave and players that do not."""

import pytest

from kahuna.ai.go import Go
from kahuna.arena.failure import FailureError
from kahuna.arena.match import Outcome, play, play_turn
from kahuna.arena.pairing import Fixture, Match
from kahuna.arena.players import check, dismiss_engines
from kahuna.errors import KahunaError
from kahuna.game import Game
from tests.arena.rogues import rogue

GO = Go(movetime=20)


def game_of(a: str, b: str, number: int = 1, patience: float = 10.0, go: Go = GO) -> Outcome:
    try:
        return play(Fixture(Match(a, b, go, go, patience=patience), number))
    finally:
        dismiss_engines()


def test_a_game_is_played_to_its_end_and_its_record_can_be_verified() -> None:
    outcome = game_of("greedy", "random")
    game = Game.from_record(outcome.record)
    assert game.is_over
    assert game.tags["White"] == "greedy"
    assert game.tags["Black"] == "random"
    Game.from_record(outcome.record, seed=bytes.fromhex(game.tags["Seed"]))
    assert outcome.clocks["A"].turns + outcome.clocks["B"].turns == game.state.turn.number


@pytest.mark.parametrize("number", [1, 2])
def test_points_are_those_of_a_at_either_seat(number: int) -> None:
    outcome = game_of("greedy", "random", number)
    assert outcome.seat == ("White", "Black")[number - 1]
    assert outcome.points == float(Game.from_record(outcome.record).result == outcome.seat)


def test_the_same_game_is_played_again_by_the_same_seeds() -> None:
    assert game_of("greedy", "random").record == game_of("greedy", "random").record


def test_a_record_shown_to_a_player_does_not_tell_the_seed() -> None:
    game = Game.from_record(game_of("greedy", "random").record)
    shown = game.record("White")
    for secret in ("seed", "Seed", "Match"):
        assert secret not in shown


ROGUES = {
    "crashes": ("resignation", "ended with code 1: out of cards (really)"),
    "crashes-later": ("resignation", "ended with code 1: out of cards (really)"),
    "hangs": ("time", "did not answer in time"),
    "floods": ("time", "did not answer in time"),
    "endless": ("resignation", "wrote a line without end"),
    "deaf": ("time", "did not answer in time"),
    "confused": ("resignation", "answered: error which game is this?"),
    "cheats": ("resignation", "answered +?A: +?A is not for a player to say"),
    "greets": ("resignation", "answered hello: hello: unknown token"),
    "empty": ("resignation", "answered nothing: the turn has no end"),
}


@pytest.mark.parametrize("name", ROGUES)
def test_an_engine_that_fails_loses_the_game_and_the_record_says_why(name: str) -> None:
    termination, reason = ROGUES[name]
    outcome = game_of(rogue(name), "random", patience=1.0)
    assert outcome.points == 0.0
    assert outcome.termination == termination
    assert outcome.failure == ("A", reason)
    game = Game.from_record(outcome.record)
    assert game.result == "Black"
    assert game.comments[-1].text == f"White {reason}"
    assert game.tags["Failure"] == f"A: {reason}"


def test_an_engine_may_give_up() -> None:
    outcome = game_of(rogue("gives-up"), "random")
    assert (outcome.points, outcome.termination, outcome.failure) == (0.0, "resignation", None)


@pytest.mark.parametrize("number", [1, 2])
def test_a_program_that_is_no_engine_loses_before_the_first_turn(number: int) -> None:
    outcome = game_of("random", "cmd:false", number)
    assert outcome.points == 1.0
    assert outcome.failure == ("B", "ended with code 1")
    assert Game.from_record(outcome.record).tokens[0].endswith("resign")


def test_a_player_of_this_package_that_fails_loses_too() -> None:
    outcome = game_of("random", "py:tests.ai.odd_players:Fumbler")
    assert outcome.points == 1.0
    assert outcome.failure == ("B", "ZeroDivisionError: dropped all cards")


def test_an_engine_that_failed_is_started_anew_for_the_next_game() -> None:
    match = Match(rogue("crashes-later"), "random", GO, GO)
    try:
        for number in (1, 2, 3):
            assert play(Fixture(match, number)).clocks["A"].turns == 2
    finally:
        dismiss_engines()


BAD_TURNS = {
    "goes on after its draw": "+? +?",
    "has no end": "",
    "says what chance brings": "+?A",
    "runs out of time": "timeout",
    "gives up for the other": "Black:resign",
    "is for another game": "^AB",
}


@pytest.mark.parametrize("turn", BAD_TURNS.values(), ids=BAD_TURNS.keys())
def test_a_bad_turn_leaves_the_game_as_it_was(turn: str) -> None:
    game = Game(seed=b"aloha")
    with pytest.raises(FailureError):
        play_turn(game, turn.split())
    assert game == Game(seed=b"aloha")


@pytest.mark.parametrize("spec", ["", "level:9", "level:x", "clever", "py:nowhere:Player", "cmd:"])
def test_a_player_that_cannot_be_is_refused_before_the_match(spec: str) -> None:
    with pytest.raises(KahunaError):
        check(spec)


def test_a_program_that_is_not_there_is_refused_before_the_match() -> None:
    with pytest.raises(KahunaError, match="there is no program 'no-such-engine'"):
        check("cmd:no-such-engine --fast")
