"""The network: its value, the quick way to it, its file, its player."""

import io
import json
from pathlib import Path

import numpy as np
import pytest

from kahuna.ai import choose, draws, network, turns, weights
from kahuna.ai.features import INPUTS, SLOTS, STAGES, TO_DRAW, TO_PLAY, WAITING, Slots, fill
from kahuna.ai.named import player_named
from kahuna.ai.network_player import NetworkPlayer
from kahuna.ai.player import Limit
from kahuna.ai.training import tables
from kahuna.ai.warm_up import sample_views
from kahuna.errors import KahunaError
from kahuna.game import Game
from kahuna.notation import Deal, Seat, Setup
from kahuna.playout import random_action, seed_rng
from kahuna.rules.cards import count, size
from kahuna.rules.state import OVER, PLAY, State, mine
from kahuna.rules.step import apply

NETWORK = network.make_weights(7)
DESK = choose.make_desk()


def by_numpy(slots: Slots, stage: int) -> float:
    """Return the value by the textbook."""
    inputs = np.zeros(INPUTS, np.float32)
    inputs[slots[slots > 0]] = 1.0
    first = np.maximum(inputs @ NETWORK.columns + NETWORK.first_bias, 0)
    second = np.maximum(first @ NETWORK.second[stage] + NETWORK.second_bias[stage], 0)
    logit = second @ NETWORK.output[stage] + NETWORK.output_bias[stage]
    return float(1 / (1 + np.exp(-logit)))


def positions(variants: int, seed: int) -> list[State]:
    """Return positions at which a turn begins, as the mover knows them."""
    now, rng = tables.deal(variants, 0, 0, -1, seed_rng(seed))
    found = []
    while now.truth.turn.phase != OVER:
        if now.truth.turn.phase == PLAY and now.truth.turn.done == 0:
            found.append(tables.as_known(now, now.truth.turn.mover))
        action, rng = random_action(now.truth, rng)
        now = tables.advance(now, action)
    return found


def test_the_value_is_what_the_layers_say() -> None:
    for state in positions(3, 1)[::5]:
        for stage in range(STAGES):
            slots = np.zeros(SLOTS, np.int16)
            fill(state, state.turn.mover, stage, slots)
            value = network.evaluate(NETWORK, slots, stage, DESK.scratch)
            assert value == pytest.approx(by_numpy(slots, stage), abs=1e-5)


@pytest.mark.parametrize("variants", range(4))
def test_outcomes_are_judged_as_the_positions_they_lead_to(variants: int) -> None:
    slots = np.zeros(SLOTS, np.int16)
    for state in positions(variants, 2)[::6]:
        n, best = choose.choose_plays(state, NETWORK, DESK)
        values = DESK.values[:n].copy()
        assert values[best] == values.max()
        for k in range(0, n, 7):
            after = state
            for step in range(turns.way(DESK.room, k, DESK.way)):
                after = apply(after, int(DESK.way[step]))
            if after.turn.phase == OVER:
                assert values[k] == 1.0
            elif state.last_turns != 1:
                fill(after, state.turn.mover, TO_DRAW, slots)
                assert values[k] == pytest.approx(by_numpy(slots, TO_DRAW), abs=1e-4)


def test_the_last_turn_is_judged_exactly() -> None:
    last = [s for seed in range(8) for s in positions(0, seed) if s.last_turns == 1]
    assert last
    for state in last:
        n, _ = choose.choose_plays(state, NETWORK, DESK)
        for k in range(0, n, 5):
            value = float(DESK.values[k])
            after = state
            for step in range(turns.way(DESK.room, k, DESK.way)):
                after = apply(after, int(DESK.way[step]))
            if after.turn.phase != OVER:
                after = apply(after, 7 << 28)
            assert value == network.score_of(after, state.turn.mover)


def test_a_draw_is_worth_its_average_over_the_unseen_cards() -> None:
    slots = np.zeros(SLOTS, np.int16)
    for state in positions(2, 3)[::6]:
        n, best = choose.choose_draw(state, NETWORK, DESK)
        assert DESK.draw_values[best] == DESK.draw_values[:n].max()
        for k in range(n):
            choice, expected = int(DESK.draws[k]), 0.0
            if state.table.pile == 0 or choice == 7 << 28:
                continue
            for card in range(12):
                copies = count(state.table.unseen, card)
                if copies:
                    after = apply(state, draws.with_chance(choice, card))
                    fill(after, state.turn.mover, WAITING, slots)
                    expected += copies * by_numpy(slots, WAITING) / size(state.table.unseen)
            assert DESK.draw_values[k] == pytest.approx(expected, abs=1e-4)
            assert mine(state).hidden == 0


@pytest.mark.parametrize("handicap", [None, ("Black", 2)])
def test_the_network_plays_legal_turns_to_the_end(handicap: tuple[Seat, int] | None) -> None:
    player = NetworkPlayer(network=NETWORK, desk=DESK)
    game = Game(seed=b"aloha", variants="1 2", handicap=handicap)
    decisions = []
    while not game.is_over:
        assert game.mover is not None
        decision = player.decide(game.view(game.mover), Limit())
        for token in decision.tokens:
            game.play(token)
        decisions.append(decision)
    assert len(decisions) > 10
    for decision in decisions[1:]:
        assert decision.alternatives[0].tokens == decision.tokens
        assert decision.win_probability is not None
        assert 0 <= decision.win_probability <= 1


def test_a_network_comes_back_from_its_file(tmp_path: Path) -> None:
    weights.write(tmp_path / "some.npz", NETWORK)
    again = weights.read(tmp_path / "some.npz")
    for before, after in zip(NETWORK, again, strict=True):
        assert after.dtype == np.float32
        assert np.allclose(before, after, atol=2e-3)
    assert [path.name for path in tmp_path.iterdir()] == ["some.npz"]


def npy_bytes() -> bytes:
    np.save(file := io.BytesIO(), np.zeros(3))
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [json.dumps({"no": "network"}).encode(), b"", b"PK\x03\x04 but no more", npy_bytes()],
)
def test_a_file_that_holds_no_network_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "no.npz").write_bytes(content)
    with pytest.raises(KahunaError, match="not a file of weights"):
        weights.read(tmp_path / "no.npz")


def test_a_file_cut_off_is_refused(tmp_path: Path) -> None:
    weights.write(tmp_path / "some.npz", NETWORK)
    (tmp_path / "cut.npz").write_bytes((tmp_path / "some.npz").read_bytes()[:-100])
    with pytest.raises(KahunaError, match="not a file of weights"):
        weights.read(tmp_path / "cut.npz")


def test_a_network_of_another_shape_is_refused(tmp_path: Path) -> None:
    weights.write_arrays(tmp_path / "odd.npz", {n: np.zeros(3) for n in network.Weights._fields})
    with pytest.raises(KahunaError, match="should be"):
        weights.read(tmp_path / "odd.npz")


def test_the_network_of_a_file_is_a_player_by_its_name(tmp_path: Path) -> None:
    weights.write(path := tmp_path / "some.npz", NETWORK)
    by_file, packaged = (player_named(name, seed=1) for name in (f"network:{path}", "network"))
    assert by_file.name == f"network:{path}"
    views = list(sample_views(Setup(Deal("ABC", "DEF", "GHI"), "White", "none")))
    ours, theirs = ([p.decide(v, Limit()) for v in views] for p in (by_file, packaged))
    assert ours != theirs


def test_the_packaged_network_is_small_and_sane() -> None:
    folder = Path(weights.__file__).parent / "data"
    assert (folder / weights.PACKAGED).stat().st_size <= 2_000_000
    assert (folder / "weights.md").exists()
    assert weights.load() is weights.load()
    slots = np.zeros(SLOTS, np.int16)
    first = positions(0, 1)[0]
    fill(first, first.turn.mover, TO_PLAY, slots)
    assert 0.3 < network.evaluate(weights.load(), slots, TO_PLAY, DESK.scratch) < 0.7
