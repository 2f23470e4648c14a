"""Positions, examined: every turn in one search, exact in the last turns, the same twice."""

from collections.abc import Iterator

import pytest

from kahuna import Game
from kahuna.ai.search.outlook import outlook_of
from kahuna.errors import IllegalTokenError, KahunaError
from kahuna.notation.setup import VARIANTS
from kahuna.study.depth import Depth
from kahuna.study.effect import effect_of, parse_turn
from kahuna.study.endgame import judge_all_last_but_one
from kahuna.study.examine import SETTINGS, Examiner
from kahuna.study.explore import best_turns, try_turn
from kahuna.view import View
from tests.ai.positions import at_turn, games_at_turn, mover, random_game
from tests.study.games import SMALL, last_results

EXAMINER = Examiner(SMALL)


def views(turns: range) -> Iterator[View]:
    for game in games_at_turn(turns):
        yield game.view(mover(game))


def last_views(number: int, last_turns: int) -> Iterator[View]:
    """Yield positions at the beginning of a last turn."""
    for n in range(number):
        game = random_game(n, VARIANTS[n % 4], lambda g: g.state.last_turns == last_turns)
        if game is not None:
            yield game.view(mover(game))


def test_the_same_position_is_judged_the_same_twice() -> None:
    for view in views(range(3, 12)):
        assert EXAMINER.examine(view) == Examiner(SMALL).examine(view)


def test_turns_come_best_first_and_can_all_be_played() -> None:
    for game in games_at_turn(range(2, 14)):
        turns = EXAMINER.examine(game.view(mover(game))).turns
        values = [judged.value for judged in turns]
        assert values == sorted(values, reverse=True)
        assert all(0 <= value <= 1 for value in values)
        assert len({judged.effect for judged in turns}) == len(turns)
        for judged in turns:
            game.copy().play(" ".join(judged.turn.tokens(game.state.turn.mover)))


def test_any_turn_that_is_asked_for_is_judged_and_never_better_than_the_best() -> None:
    for view in views(range(4, 16)):
        if view.must_draw:
            continue
        nothing = parse_turn(view.state, ["-"])
        found = EXAMINER.examine(view, [nothing])
        judged = found.find(effect_of(view.state, nothing))
        assert judged is not None
        assert judged.value <= found.value


def test_the_order_of_plays_does_not_make_another_turn() -> None:
    game = Game(seed=b"aloha")
    state = game.view("White").state
    turns = [parse_turn(state, words) for words in (["DE", "FG", "+?"], ["FG", "DE", "+?"])]
    assert turns[0] != turns[1]
    assert effect_of(state, turns[0]) == effect_of(state, turns[1])


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("AB +?", "no-card"),
        ("DE", "unfinished"),
        ("+? DE", "turn-over"),
        ("+A", "no-such-draw"),
        ("resign", "no-turn"),
        ("XY +?", "unknown-token"),
    ],
)
def test_what_is_no_turn_is_refused_with_the_reason(words: str, code: str) -> None:
    state = Game(seed=b"aloha").view("White").state
    with pytest.raises(IllegalTokenError) as refused:
        parse_turn(state, words.split())
    assert refused.value.code == code


def test_the_very_last_turn_is_the_best_by_the_rules() -> None:
    positions = list(last_views(24, last_turns=1))
    assert len(positions) > 10
    for view in positions:
        found = EXAMINER.examine(view)
        assert found.exact
        assert found.value == max(last_results(view.state))


def test_in_the_last_but_one_turn_the_best_of_all_turns_is_named() -> None:
    n = 0
    for view in last_views(24, last_turns=2):
        outlook = outlook_of(view, 0, SETTINGS, 1)
        everything = judge_all_last_but_one(outlook, EXAMINER.weights, EXAMINER.desk)
        if everything is None:
            continue
        n += 1
        found = EXAMINER.examine(view)
        assert found.exact
        assert found.value == pytest.approx(max(everything[1]))
        assert found.find(found.best.effect) == found.best
    assert n > 10


def test_whoever_waits_has_an_estimate_too() -> None:
    for game in games_at_turn(range(3, 9)):
        view = game.view("Black" if game.mover == "White" else "White")
        assert 0 <= EXAMINER.estimate(view) <= 1
        assert EXAMINER.estimate(view) == Examiner(SMALL).estimate(view)


def test_a_position_is_explored_by_what_its_mover_knows() -> None:
    game = next(games_at_turn(range(8, 9)))
    found = best_turns(game, SMALL, lines=4)
    assert found == best_turns(game.view(mover(game)), SMALL, lines=4)
    assert len(found.options) == 4
    assert found.win == found.options[0].value
    tried = try_turn(game, found.options[0].tokens, SMALL)
    assert tried.best.value >= tried.played.value
    assert tried.loss >= 0


def test_only_the_movers_own_view_can_be_explored() -> None:
    game = Game(seed=b"aloha")
    with pytest.raises(KahunaError, match="White is to move, but the view is Black's"):
        best_turns(game.view("Black"), SMALL)
    game.play("resign")
    with pytest.raises(KahunaError, match="the game is over"):
        best_turns(game, SMALL)
    handicap = Game(seed=b"aloha", handicap=("Black", 1))
    with pytest.raises(KahunaError, match="viewer is to play"):
        best_turns(handicap, SMALL)


def test_deeper_is_more_work_and_more_room() -> None:
    assert Depth(nodes=10, most=4).times(10).nodes == 100
    assert Depth(nodes=10, most=4).times(10).most == 8


def test_a_random_position_in_every_variant_can_be_examined() -> None:
    for n, variants in enumerate(VARIANTS):
        game = random_game(n, variants, at_turn(20))
        assert game is not None
        assert EXAMINER.examine(game.view(mover(game))).turns
