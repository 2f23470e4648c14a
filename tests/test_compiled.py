"""The rules as machine code agree with the rules as they stand."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from kahuna.compiled import jit, random_game, random_games
from kahuna.compiled.cache import cache_folder, sources_digest
from kahuna.playout import lively_action, lively_playout, playout, random_start, seed_rng
from kahuna.rules import actions, legal
from kahuna.rules.state import BLACK, NOBODY, OVER, State, Terms
from kahuna.rules.step import apply

GAMES = 1000


@pytest.mark.parametrize("variants", range(4))
def test_compiled_and_interpreted_games_are_the_same(variants: int) -> None:
    for seed in range(GAMES):
        starter, weaker, handicap = seed & 1, seed >> 1 & 1, seed % 5 % 4
        start, rng = random_start(
            Terms(variants, starter, 0), handicap, weaker if handicap else NOBODY, seed_rng(seed)
        )
        interpreted, _ = playout(start, rng)
        assert interpreted == random_game(variants, starter, handicap, weaker, seed)


@jit
def lively_end(state: State, rng: int) -> State:
    """Play a lively game to its end, as machine code."""
    return lively_playout(state, rng)[0]


@pytest.mark.parametrize("variants", range(4))
def test_lively_games_are_legal_and_compiled_the_same(variants: int) -> None:
    discards = turns = 0
    for seed in range(50):
        start, rng = random_start(Terms(variants, 0, 0), seed % 4, seed & 1, seed_rng(seed))
        compiled, state = lively_end(start, rng), start
        while state.turn.phase != OVER:
            action, rng = lively_action(state, rng)
            assert legal.is_legal(state, action)
            discards += actions.kind(action) == actions.DISCARD
            state = apply(state, action)
        turns += state.turn.number
        assert compiled == state
    assert discards < turns / 100


def test_results_of_many_games_add_up() -> None:
    assert sum(random_games(0, 500, 1)) == 500
    assert random_games(3, 500, 1) == random_games(3, 500, 1)
    assert random_games(0, 500, 1)[BLACK] > 100


def test_machine_code_is_kept_apart_for_every_version_of_the_sources(tmp_path: Path) -> None:
    source = tmp_path / "plain.py"
    module = ModuleType("plain")
    module.__file__ = str(source)
    source.write_text("a = 1")
    before = sources_digest([module])
    source.write_text("a = 2")
    assert sources_digest([module]) != before


def test_without_a_folder_to_write_to_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("KAHUNA_CACHE_DIR", str(blocked))
    assert cache_folder("x") is None
    monkeypatch.setenv("KAHUNA_CACHE_DIR", str(tmp_path))
    assert cache_folder("x") == tmp_path / "compiled-x"
    assert importlib.util.find_spec("numba") is not None
