"""Counts of what can follow: any change of the rules would change them."""

import pytest

from kahuna.notation import Deal, Setup
from kahuna.perft import perft
from tests.oracle import Oracle
from tests.oracle import perft as oracle_perft

DEAL = Deal("ABE", "HHE", "FGI")


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 62), (2, 3185), (3, 185001)])
def test_perft_of_the_standard_game(depth: int, count: int) -> None:
    assert perft(Setup(DEAL).state(), depth) == count


@pytest.mark.parametrize("variants", ["none", "1", "2", "1 2"])
@pytest.mark.parametrize("handicap", [None, ("Black", 2)])
def test_perft_agrees_with_the_oracle(variants: str, handicap: tuple[str, int] | None) -> None:
    setup = Setup(DEAL, "Black", variants, handicap)  # type: ignore[arg-type]  # one of all there are
    oracle = Oracle(str(DEAL), "Black", variants, handicap and f"{handicap[0]} {handicap[1]}")
    for depth in (1, 2):
        assert perft(setup.state(), depth) == oracle_perft(oracle, depth)
