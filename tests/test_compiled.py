"""The rules as machine code agree with the rules as they stand."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from kahuna.compiled import random_game, random_games
from kahuna.compiled.cache import cache_folder, sources_digest
from kahuna.playout import playout, random_start, seed_rng
from kahuna.rules.state import BLACK, NOBODY, Terms

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
