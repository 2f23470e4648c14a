"""What would have followed: the same cards in the same order, and never from a running game."""

import pytest

from kahuna.errors import KahunaError
from kahuna.notation.tokens import as_choice
from kahuna.study.follow import follow_up
from tests.study.games import SMALL, cut_off, greedy_game


def test_the_turn_that_was_played_brings_the_cards_that_came() -> None:
    game = greedy_game(1)
    for turn in game.view("White").history[2:40:6]:
        words = [as_choice(token) for token in turn.tokens if token[0] != "@"]
        told = follow_up(game, turn.number, words, turns=0)
        assert told[0].tokens == tuple(token for token in turn.tokens if token[0] != "@")


def test_both_players_go_on_with_their_best() -> None:
    game = greedy_game(1)
    told = follow_up(game, 5, ["+?"], turns=2, depth=SMALL)
    assert [(turn.number, turn.seat) for turn in told] == [(5, "White"), (6, "Black"), (7, "White")]
    assert told == follow_up(game, 5, ["+?"], turns=2, depth=SMALL)


def test_a_running_game_keeps_its_secrets() -> None:
    running = cut_off(greedy_game(1), 9)
    for source in (running, running.view("White")):
        with pytest.raises(KahunaError, match="only of a finished, full game"):
            follow_up(source, 3, ["+?"])
    with pytest.raises(KahunaError, match="there is no turn 99"):
        follow_up(greedy_game(1), 99, ["+?"])
