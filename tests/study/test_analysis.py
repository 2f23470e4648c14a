"""Analysis of games: no hindsight, the same twice, and luck and skill add up."""

import msgspec
import pytest

from kahuna import Game
from kahuna.errors import KahunaError
from kahuna.notation.setup import VARIANTS
from kahuna.study.analysis import analyse, conclude, study_turns
from kahuna.study.judgement import JUDGEMENTS
from kahuna.study.shapes import Analysis
from tests.study.games import SMALL, cut_off, greedy_game


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(greedy_game(1), SMALL)


def test_the_same_game_gives_the_same_analysis(analysis: Analysis) -> None:
    again = analyse(Game.from_record(greedy_game(1).record()), SMALL)
    assert msgspec.json.encode(again) == msgspec.json.encode(analysis)


def test_every_turn_is_there_and_every_scoring(analysis: Analysis) -> None:
    game = greedy_game(1)
    assert [turn.number for turn in analysis.turns] == list(range(1, len(analysis.turns) + 1))
    assert [token for turn in analysis.turns for token in turn.tokens] == game.tokens
    scorings = [turn.scoring for turn in analysis.turns if turn.scoring]
    assert scorings == game.view("White").scorings


@pytest.mark.parametrize("seed", range(4))
def test_luck_and_skill_add_up_to_the_result(seed: int) -> None:
    game = greedy_game(seed, VARIANTS[seed])
    analysis = analyse(game, SMALL)
    result = {"White": 1.0, "Black": 0.0, "Draw": 0.5}[game.result]
    assert analysis.end == result
    assert analysis.start + analysis.skill + analysis.luck == pytest.approx(result, abs=1e-9)
    wins = [turn.win for turn in analysis.turns] + [analysis.end]
    for turn, after in zip(analysis.turns, wins[1:], strict=True):
        assert turn.win + turn.skill + turn.luck == pytest.approx(after, abs=1e-9)


def test_skill_is_never_in_the_favour_of_who_decided(analysis: Analysis) -> None:
    for turn in analysis.turns:
        assert turn.loss is not None
        assert turn.loss >= 0
        assert turn.skill == pytest.approx(-turn.loss if turn.seat == "White" else turn.loss)
        assert turn.judgement in JUDGEMENTS
        assert turn.mover_win == turn.options[0].value


def test_players_are_summed_up(analysis: Analysis) -> None:
    for player in analysis.players:
        own = [turn for turn in analysis.turns if turn.seat == player.seat]
        assert sum(player.judgements.values()) == len(own)
        assert player.accuracy is not None
        assert 0 < player.accuracy <= 100
    white, black = analysis.players
    assert white.luck == -black.luck == analysis.luck


def test_an_analysis_that_was_stopped_goes_on_where_it_was(analysis: Analysis) -> None:
    game = greedy_game(1)
    for done in (1, 30, len(analysis.turns) - 1):
        rest = study_turns(game, SMALL, done=analysis.turns[:done])
        assert next(rest) == analysis.turns[done]
    assert list(study_turns(game, SMALL, done=analysis.turns)) == []


def test_the_future_does_not_change_what_is_said_of_the_past(analysis: Analysis) -> None:
    """No hindsight: a game that ends earlier is judged the same up to there."""
    part = cut_off(greedy_game(1), 12)
    assert not part.is_over
    turns = list(study_turns(part, SMALL))
    assert len(turns) == 11
    assert tuple(turns[:10]) == analysis.turns[:10]


def test_a_players_view_is_analysed_by_what_that_player_knows() -> None:
    game = cut_off(greedy_game(2), 16)
    for viewer in ("White", "Black"):
        analysis = analyse(game.view(viewer), SMALL)
        assert analysis.viewer == viewer
        assert [player.seat for player in analysis.players] == [viewer]
        for turn in analysis.turns:
            assert (turn.loss is not None) == (turn.seat == viewer)
        masked = Game.from_record(game.record(viewer))
        assert analyse(masked, SMALL) == analysis


def test_whoever_resigns_throws_away_what_they_had() -> None:
    for who, at_turn in (("White", 5), ("Black", 6)):
        game = cut_off(greedy_game(3), at_turn)
        assert game.mover == who
        game.play("resign")
        analysis = analyse(game, SMALL)
        last = analysis.turns[-1]
        assert last.tokens == ("resign",)
        assert last.loss is None
        assert (last.skill < -0.1) if who == "White" else (last.skill > 0.1)
        assert analysis.end == (0.0 if who == "White" else 1.0)


def test_a_game_with_a_handicap_begins_with_its_first_turn() -> None:
    game = Game(seed=b"handicap", handicap=("Black", 2))
    game.play("^AB ^CF +? +?")
    analysis = analyse(game, SMALL)
    assert [turn.number for turn in analysis.turns] == [1, 2]


def test_what_cannot_be_analysed_is_refused() -> None:
    game = Game(seed=b"aloha")
    with pytest.raises(KahunaError, match="no turn has been played"):
        analyse(game, SMALL)
    game.play("+?")
    with pytest.raises(KahunaError, match="a spectator knows too little"):
        analyse(game.view("Spectator"), SMALL)


def test_it_goes_through_json_and_back(analysis: Analysis) -> None:
    assert msgspec.json.decode(msgspec.json.encode(analysis), type=Analysis) == analysis


def test_key_moments_are_turns_of_the_game(analysis: Analysis) -> None:
    numbers = [moment.turn for moment in analysis.moments]
    assert numbers == sorted(numbers)
    assert [moment.kind for moment in analysis.moments].count("scoring") == 3
    assert conclude(greedy_game(1), analysis.turns, SMALL) == analysis
