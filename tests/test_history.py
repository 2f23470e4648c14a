"""A history of turns is small, never changes, and is told the same in every way."""

import json
import pickle

import msgspec
import pytest

from kahuna import Game
from kahuna.history import History, TurnView
from tests.golden_records import FOLDER

TURNS = [TurnView(0, "Black", ("AB",)), TurnView(1, "White", ("CF", "/??", "+?"))]


def told(turns: list[TurnView]) -> History:
    history = History()
    for turn in turns:
        for token in turn.tokens:
            history = history.then(turn.number, turn.seat, token)
    return history


def test_a_new_history_has_no_turns() -> None:
    history = History()
    assert (len(history), list(history), history.json()) == (0, [], b"[]")
    with pytest.raises(IndexError):
        history[-1]


def test_turns_are_found_as_in_a_list() -> None:
    history = told(TURNS)
    assert history == TURNS
    assert (history[0], history[1], history[-1]) == (TURNS[0], TURNS[1], TURNS[1])
    assert history[:1] == TURNS[:1]
    assert list(reversed(history)) == TURNS[::-1]
    assert TURNS[0] in history
    with pytest.raises(IndexError):
        history[2]


def test_a_history_stays_as_it_is_when_the_game_goes_on() -> None:
    before = told(TURNS)
    before.then(2, "Black", "-")
    before.then(1, "White", "+A")
    assert before == told(TURNS)
    assert hash(before) == hash(told(TURNS))
    assert before != told(TURNS[:1])


def test_it_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(told(TURNS))) == told(TURNS)


def test_its_json_is_that_of_its_turns() -> None:
    for file in sorted(FOLDER.glob("*.kgn"))[::8]:
        history = Game.from_record(file.read_text()).view("White").history
        assert isinstance(history, History)
        turns = [msgspec.to_builtins(turn) for turn in history]
        assert history.json().decode() == json.dumps(turns, separators=(",", ":"))
