"""A match in words, as JSON and as a picture."""

import json
from xml.etree import ElementTree

from kahuna.ai.go import Go
from kahuna.arena.match import Clock, Outcome
from kahuna.arena.pairing import Match
from kahuna.arena.plot import plot, running
from kahuna.arena.report import as_json, in_words
from kahuna.arena.tally import Tally

MATCH = Match("greedy", "cmd:x", Go(movetime=20), Go(nodes=5))


def tally_of(*points: float) -> Tally:
    clocks = {"A": Clock().add(0.021, 20).add(0.030, 20), "B": Clock().add(0.5, None)}
    return Tally(
        [
            Outcome(n, p, "White" if n % 2 else "Black", "points", "", None, dict(clocks))  # type: ignore[arg-type]  # by player, A and B
            for n, p in enumerate(points, 1)
        ]
    )


def test_the_report_says_score_interval_elo_and_clocks() -> None:
    text = in_words(MATCH, tally_of(1, 1, 1, 0.5, 1, 0), 0, 30)
    assert "score       4.5 : 1.5 in 6 games (A won 4, drew 1, lost 1)" in text
    assert "A as White  3 won, 0 drawn, 0 lost" in text
    assert "pairs       0 0 1 1 1 " in text
    assert "win rate    75.0% (95 % interval " in text
    assert "Elo         +191 (" in text
    assert "SPRT        not decided between 0 and 30 Elo (LLR " in text
    assert "25.5 ms a turn on average, at most 10.0 ms over; 6 of 12 turns" in text
    assert "time of B   500.0 ms a turn on average\n" in text + "\n"


def test_games_whose_pair_is_not_whole_count_in_the_score_only() -> None:
    tally = tally_of(1, 1, 0)
    assert tally.points == 2
    assert tally.pairs() == [0, 0, 0, 0, 1]
    assert "no deal has been played with both seats" in in_words(MATCH, tally_of(1), 0, 30)


def test_failures_are_listed() -> None:
    tally = tally_of(1)
    tally.add(Outcome(2, 0.0, "Black", "time", "", ("A", "did not answer in time")))
    text = in_words(MATCH, tally, 0, 30)
    assert "failures    1, each a lost game\n  game 2: A did not answer in time" in text


def test_the_json_is_plain_even_where_elo_is_infinite() -> None:
    figures = json.loads(json.dumps(as_json(MATCH, tally_of(1, 1), 0, 30), allow_nan=False))
    assert figures["score"]["value"] == 1.0
    assert figures["elo"] == {"value": None, "low": -233.8, "high": None}
    assert figures["sprt"]["verdict"] == "open"
    assert figures["time"]["A"]["slow_turns"] == 2


def test_the_picture_is_svg_and_names_the_players_safely() -> None:
    picture = ElementTree.fromstring(plot("greedy & <co>", tally_of(1, 1, 1, 0.5, 1, 0)))
    assert picture.tag.endswith("svg")
    texts = [element.text for element in picture.iter() if element.tag.endswith("text")]
    assert "greedy & <co>" in texts
    assert "6 games" in texts
    ElementTree.fromstring(plot("nothing yet", Tally()))


def test_a_long_match_is_drawn_by_some_of_its_games() -> None:
    course = running(tally_of(*[1.0, 0.0] * 1000).in_order())
    assert len(course) <= 400
    assert course[-1][0] == 2000
