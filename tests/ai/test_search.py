"""The searching player: legal, in time, the same for the same seed, exact in the last turns."""

import threading
import time

import numpy as np
import pytest

from kahuna import Game
from kahuna.ai.belief import Belief
from kahuna.ai.network import make_weights
from kahuna.ai.player import Limit
from kahuna.ai.search import SearchPlayer, Settings
from kahuna.ai.search.other import seen_from_other_side, shown_cards
from kahuna.ai.search.race import Race
from kahuna.notation.setup import VARIANTS, Seat
from kahuna.rules import actions, moves
from kahuna.rules.cards import size
from kahuna.rules.state import OVER, State, mine, theirs
from kahuna.rules.step import apply
from tests.ai.positions import at_turn, games_at_turn, mover, random_game

WEIGHTS = make_weights(1)
SEATS: tuple[Seat, Seat] = ("White", "Black")


def player(seed: int = 1, threads: int = 1) -> SearchPlayer:
    return SearchPlayer(seed, Settings(threads=threads), WEIGHTS)


@pytest.mark.parametrize("variants", VARIANTS)
def test_it_plays_whole_games(variants: str) -> None:
    game = Game(seed=b"whole", variants=variants, handicap=("Black", 2))  # type: ignore[arg-type]  # one of all there are
    while not game.is_over:
        decision = player().decide(game.view(mover(game)), Limit(nodes=10))
        game.play(" ".join(decision.tokens))
    assert game.result in ("White", "Black", "Draw")


def test_alternatives_come_best_first_and_begin_with_the_turn_chosen() -> None:
    for game in games_at_turn(range(2, 12)):
        decision = player().decide(game.view(mover(game)), Limit(nodes=40))
        chances = [alternative.win_probability for alternative in decision.alternatives]
        assert decision.alternatives[0].tokens == decision.tokens
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        for alternative in decision.alternatives:
            game.copy().play(" ".join(alternative.tokens))


def test_the_same_seed_and_nodes_give_the_same_decision_on_any_number_of_threads() -> None:
    for game in games_at_turn(range(3, 9)):
        view = game.view(mover(game))
        decisions = [player(threads=n).decide(view, Limit(nodes=60)) for n in (1, 1, 2)]
        assert decisions[0] == decisions[1] == decisions[2]


def test_what_the_opponent_knows_is_what_the_opponents_view_says() -> None:
    for n in range(60):
        game = random_game(n, VARIANTS[n % 4], at_turn(n + 2))
        if game is None:
            continue
        for seat, other in (SEATS, SEATS[::-1]):
            number, track = SEATS.index(seat), game.view(seat).track
            named, buried = shown_cards(track.states[0], np.array(track.actions), number)
            assert seen_from_other_side(game.state, number, named, buried) == game.view(other).state


def test_more_time_is_more_thought() -> None:
    """How punctual an answer is, bench/engine_latency.py measures."""
    view = next(games_at_turn(range(9, 10))).view("White")
    searching = player()
    searching.decide(view, Limit(movetime=20))  # machine code is made first
    nodes = [searching.decide(view, Limit(movetime=time)).nodes for time in (20, 1000)]
    assert nodes[1] > 2 * nodes[0]


def test_stop_ends_the_thinking_long_before_its_time() -> None:
    view, stop = next(games_at_turn(range(9, 10))).view("White"), threading.Event()
    searching = player()
    searching.decide(view, Limit(movetime=20))
    threading.Timer(0.1, stop.set).start()
    start = time.perf_counter()
    assert searching.decide(view, Limit(movetime=60_000, stop=stop)).tokens
    assert time.perf_counter() - start < 30


def plain_outcomes(state: State) -> list[State]:
    """Return every position in which the mover's last turn can leave the game."""
    ends = [apply(state, actions.abstain())]
    for action in moves.plays(state):
        after = apply(state, action)
        ends += [after] if after.turn.phase == OVER else plain_outcomes(after)
    return ends


def plain_score(state: State, seat: int) -> float:
    """Return what the seat gets, the opponent answering as well as possible."""
    if state.turn.phase == OVER:
        return 0.5 if state.winner < 0 else float(state.winner == seat)
    return min(plain_score(end, seat) for end in plain_outcomes(state))


def plain_value(game: Game) -> float:
    """Return the best average over the hands that the opponent may hold."""
    view = game.view(mover(game))
    belief, seat = Belief(view), game.state.turn.mover
    buried = [belief.sample(seed) for seed in range(200)]
    worlds = {}
    for hand, chance in belief.hands.items():
        side = theirs(buried[0])._replace(hand=hand)
        part = {"black": side} if seat == 0 else {"white": side}
        worlds[buried[0]._replace(**part)] = chance  # type: ignore[arg-type]  # a part, by its name
    best: dict[tuple[int, int], float] = {}
    for world, chance in worlds.items():
        scores: dict[tuple[int, int], float] = {}
        for end in plain_outcomes(world):
            own = end.white if seat == 0 else end.black
            other = end.black if seat == 0 else end.white
            key = (own.bridges << 27 | other.bridges, own.hand)
            if key not in scores:
                scores[key] = plain_score(end, seat)
        for key, score in scores.items():
            best[key] = best.get(key, 0.0) + chance * score
    return max(best.values())


@pytest.mark.slow
def test_the_last_turns_are_played_exactly() -> None:
    found = 0
    for seed in range(200):
        game = random_game(seed, VARIANTS[seed % 4], lambda game: game.state.last_turns == 2)
        if game is None or size(mine(game.state).hand) > 2 or size(theirs(game.state).hand) > 2:
            continue
        decision = player().decide(game.view(mover(game)), Limit(nodes=10**6))
        assert decision.win_probability == pytest.approx(plain_value(game))
        game.play(" ".join(decision.tokens))
        found += 1
        if found == 12:
            return
    raise AssertionError("too few positions")


def test_a_race_leaves_the_worse_half_behind_and_keeps_the_order() -> None:
    race = Race(np.array([0.5, 0.4, 0.3, 0.2], np.float32), trust=0.0)
    race.values[0] = [0.1, 0.9, 0.8, 0.2]
    race.worlds = 1
    race.halve()
    assert list(race.alive) == [1, 2]
    race.values[1] = [np.nan, 0.7, 0.9, np.nan]
    race.worlds = 2
    assert [candidate for candidate, _ in race.result()] == [2, 1, 3, 0]
