"""Kahuna as OpenSpiel's own tests want it: the same game, with chance in the open."""

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test  # its class would be collected here

from kahuna import Deal, Game
from kahuna.ai.go import Go
from kahuna.ai.player import Limit
from kahuna.arena.match import play, play_turn
from kahuna.arena.pairing import Fixture, Match
from kahuna.board import N_CARDS
from kahuna.envs.chance import Agreed
from kahuna.envs.encoding import index
from kahuna.envs.observation import observation
from kahuna.envs.openspiel_bot import OpenSpielIsmctsPlayer
from kahuna.envs.openspiel_game import KahunaState, parameters
from kahuna.notation.setup import VARIANTS, Variants
from kahuna.notation.tokens import as_choice, parse
from kahuna.rules.cards import size
from kahuna.rules.state import State, row_cards
from kahuna.view import seat_name

HANDICAP = {"none": None, "1": ("Black", 3), "2": ("White", 1), "1 2": ("Black", 2)}
BOT = "py:kahuna.envs.openspiel_bot:OpenSpielIsmctsPlayer"


def load(variants: Variants) -> Any:
    agreed = Agreed("Black", variants, HANDICAP[variants])  # type: ignore[arg-type]  # one of all there are
    return pyspiel.load_game("python_kahuna", parameters(agreed))


def step(state: KahunaState, rng: random.Random) -> None:
    """Go on at random, by chance or by a player."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def states(variants: Variants, seed: int = 1) -> list[KahunaState]:
    """Return all states of a random game."""
    rng, found = random.Random(seed), [load(variants).new_initial_state()]
    while not found[-1].is_terminal():
        found.append(found[-1].clone())
        step(found[-1], rng)
    return found


PLAYTHROUGHS = {variants: states(variants) for variants in VARIANTS}


def everything(state: State) -> int:
    """Return how many cards a position accounts for."""
    table, sides = state.table, (state.white, state.black)
    named = sum(size(side.hand) for side in sides) + size(table.discard) + size(table.unseen)
    return named + size(row_cards(table.row))


@pytest.mark.slow
@pytest.mark.parametrize("variants", VARIANTS)
def test_it_passes_the_simulation_tests_of_openspiel(variants: Variants) -> None:
    game = load(variants)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest("test_pig").sim_game(game)


@pytest.mark.parametrize("variants", VARIANTS)
def test_a_playthrough_is_a_game_of_kahuna(variants: Variants) -> None:
    last = PLAYTHROUGHS[variants][-1]
    game = Game.from_record(str(last.record()))
    assert game.setup.variants == variants
    assert game.setup.handicap == HANDICAP[variants]
    won = {"White": 1.0, "Black": -1.0, "Draw": 0.0}[game.result]
    assert last.returns() == [won, -won]
    assert len(last.history()) == last.move_number()


@pytest.mark.parametrize("variants", VARIANTS)
def test_a_player_sees_what_the_view_shows_and_may_do_what_is_legal(variants: Variants) -> None:
    for state in PLAYTHROUGHS[variants]:
        if not state.is_player_node():
            continue
        game = Game.from_record(str(state.record()))
        assert {state.action_to_string(number) for number in state.legal_actions()} == {
            as_choice(token) for token in game.legal()
        }
        for seat in (0, 1):
            view = game.view(seat_name(seat))
            assert np.array_equal(state.observation_tensor(seat), observation(view.state, seat))
            tokens = " ".join(game.to_record(seat_name(seat)).tokens)
            assert state.information_state_string(seat).endswith(f"] {tokens}".rstrip())


def test_any_game_can_be_replayed_in_it() -> None:
    game = Game(seed=b"aloha", starts="Black", variants="1", handicap=("Black", 3))
    rng = random.Random(1)
    while not game.is_over:
        game.play(rng.choice(game.legal()))
    state, deal = load("1").new_initial_state(), game.setup.deal
    waiting = [*deal.white, *deal.black, *deal.row]
    for token in game.tokens:
        choice = as_choice(token)
        chance = token[1:] if token[0] == "@" else token[len(choice) :].removeprefix(">")
        for letter in waiting:
            state.apply_action("ABCDEFGHIJKL".index(letter))
        if token[0] != "@":
            now = state.moment.state
            state.apply_action(index(parse(choice, now.turn.mover), now))
        waiting = list(chance)
    assert state.is_terminal()
    assert state.record().tokens == game.tokens


def test_chance_has_the_probabilities_of_a_shuffled_pack() -> None:  # R2.1
    state = load("none").new_initial_state()
    assert state.chance_outcomes() == [(card, 2 / 24) for card in range(12)]
    state.apply_action(0)
    assert dict(state.chance_outcomes())[0] == 1 / 23
    assert dict(state.chance_outcomes())[1] == 2 / 23
    state.apply_action(0)
    assert dict(state.chance_outcomes()) == dict.fromkeys(range(1, 12), 2 / 22)


def test_the_probabilities_at_every_node_of_chance_add_up_to_1() -> None:
    for playthrough in PLAYTHROUGHS.values():
        for state in playthrough:
            if state.is_chance_node():
                assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


def test_a_draw_is_a_choice_and_then_chance() -> None:  # R7.1
    state = load("none").new_initial_state()
    for card in range(9):
        state.apply_action(card)
    state.apply_action(index(parse("+G", 1), state.moment.state))
    assert state.is_chance_node()
    assert str(state).endswith("+G>")
    state.apply_action(11)
    assert state.information_state_string(0).endswith("] +G>L")
    state.apply_action(index(parse("+?", 0), state.moment.state))
    assert dict(state.chance_outcomes())[11] == 1 / 14
    state.apply_action(11)
    assert state.information_state_string(0).endswith("] +G>L +?L")
    assert state.information_state_string(1).endswith("] +G>L +?")


def test_states_survive_pickling() -> None:
    for state in PLAYTHROUGHS["1 2"][::40]:
        again = pickle.loads(pickle.dumps(state))
        assert str(again) == str(state)
        assert again.history() == state.history()


@pytest.mark.parametrize("variants", VARIANTS)
def test_a_resampled_state_looks_the_same_to_its_player(variants: Variants) -> None:
    rng = random.Random(1)
    for state in PLAYTHROUGHS[variants][10::7]:
        for seat in (0, 1) if state.is_player_node() else ():
            other = state.resample_from_infostate(seat, rng.random)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert everything(other.moment.state) == N_CARDS


@pytest.mark.parametrize("variants", VARIANTS)
def test_a_resampled_state_goes_on_and_both_players_know_what_they_should(
    variants: Variants,
) -> None:
    rng = random.Random(1)
    for state in PLAYTHROUGHS[variants][10::25]:
        if not state.is_player_node():
            continue
        other = state.resample_from_infostate(state.current_player(), rng.random)
        while not other.is_terminal():
            position = other.moment.position
            assert position is not None
            for seat in (0, 1):
                seen = position.seen(seat)
                own = (position.state.white, position.state.black)[seat]
                assert (seen.white, seen.black)[seat] == own
                assert everything(seen) == N_CARDS
                assert seen.turn == position.state.turn
            step(other, rng)
        assert pickle.loads(pickle.dumps(other)).returns() == other.returns()


def test_a_resampled_state_does_not_hold_the_truth() -> None:
    state = PLAYTHROUGHS["none"][30]
    seat = state.current_player()
    rng = random.Random(1)
    drawn = [state.resample_from_infostate(seat, rng.random) for _ in range(10)]
    assert all(other.history() == [] for other in drawn)
    assert len({other.moment.state for other in drawn}) > 1


def test_chance_and_the_deal_are_not_resampled() -> None:
    with pytest.raises(ValueError, match="where a player moves"):
        load("none").new_initial_state().resample_from_infostate(0, random.random)


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="Handicap"):
        pyspiel.load_game("python_kahuna(handicap=7)")
    with pytest.raises(ValueError, match="Starts"):
        pyspiel.load_game("python_kahuna(starts=Red)")


def test_the_search_of_openspiel_plays_it() -> None:
    luck = np.random.RandomState(1)
    game = load("none")
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 1.4, 5, random_state=luck)
    for state in PLAYTHROUGHS["none"][10::60]:
        if state.is_player_node():
            assert bot.step(state) in state.legal_actions()


# The player


@pytest.mark.slow
def test_the_player_plays_a_match_in_the_arena() -> None:
    go = Go(nodes=4)
    for number, variants in enumerate(VARIANTS, 1):
        outcome = play(Fixture(Match(BOT, "random", go, go, variants, ("A", 1)), number))
        assert outcome.failure is None


@pytest.mark.parametrize("playouts", ["compiled", "openspiel"])
def test_the_same_seed_plays_the_same_turn(playouts: str) -> None:
    view = Game(seed=b"aloha").view("White")
    turns = [
        OpenSpielIsmctsPlayer(seed=3, playouts=playouts).decide(view, Limit(nodes=10))  # type: ignore[arg-type]  # one of all there are
        for _ in range(2)
    ]
    assert turns[0] == turns[1]


def test_hidden_cards_do_not_change_what_the_player_does() -> None:
    games = [Game(deal=Deal("ABE", hand, "GHI")) for hand in ("CDF", "JKL")]
    player = OpenSpielIsmctsPlayer(seed=1)
    turns = [player.decide(game.view("White"), Limit(nodes=100)) for game in games]
    assert turns[0] == turns[1]


def test_told_to_stop_the_player_still_says_a_whole_turn() -> None:
    limit = Limit(movetime=60_000)
    limit.stop.set()
    game = Game(seed=b"aloha")
    turn = OpenSpielIsmctsPlayer().decide(game.view("White"), limit).tokens
    play_turn(game, list(turn))
    assert game.mover == "Black"


def test_the_player_tells_its_chances_and_what_else_it_tried() -> None:
    game = Game(seed=b"aloha")
    decision = OpenSpielIsmctsPlayer(seed=1).decide(game.view("White"), Limit(nodes=200))
    assert decision.nodes >= 190
    assert decision.win_probability is not None
    assert 0 <= decision.win_probability <= 1
    assert decision.alternatives[0].tokens == decision.tokens[:1]
