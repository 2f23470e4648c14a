"""Glicko-2: the paper's worked example, what must hold for any rating, and rated games."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from kahuna.glicko import LARGEST, Rating, aged, expected_score, update
from kahuna.server.now import DAY, now
from kahuna.server.people import ratings as rating_table
from kahuna.server.people.ratings import PERIOD, rate, rating_of
from kahuna.server.storage.tables import events, games, ratings
from tests.server.visitors import TheSite, on_a_site, on_both_databases

LIVE = {"pace": "live", "base": 600_000, "increment": 0}
SLOW = {"pace": "correspondence", "base": DAY}
SCORES = (1.0, 0.5, 0.0)

some_rating = st.builds(Rating, st.floats(400, 2800), st.floats(30, LARGEST), st.floats(0.03, 0.1))


def test_the_worked_example_of_the_paper() -> None:
    player = Rating(1500, 200, 0.06)
    new = update(player, [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)])
    assert new.rating == pytest.approx(1464.06, abs=0.02)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_player_who_does_not_play_becomes_less_sure() -> None:
    """Step 6 of the paper: the deviation grows by the volatility, the rest stays."""
    player = Rating(1500, 200, 0.06)
    assert update(player, []) == aged(player, 1)
    assert aged(player, 1).deviation == pytest.approx(math.hypot(200, 0.06 * 173.7178))
    assert aged(player, 1)._replace(deviation=200) == player


@given(some_rating, st.floats(0, 1000), st.floats(0, 1000))
def test_rest_adds_up_and_never_makes_surer(player: Rating, first: float, second: float) -> None:
    rested = aged(aged(player, first), second)
    assert rested.deviation == pytest.approx(aged(player, first + second).deviation)
    assert player.deviation <= rested.deviation + 1e-9 <= LARGEST + 1e-6


@given(some_rating, st.sampled_from(SCORES))
def test_equals_win_what_the_other_loses(player: Rating, score: float) -> None:
    mine, theirs = update(player, [(player, score)]), update(player, [(player, 1 - score)])
    assert mine.rating - player.rating == pytest.approx(player.rating - theirs.rating, abs=1e-6)
    assert mine.deviation == pytest.approx(theirs.deviation)


@given(some_rating, some_rating)
def test_a_better_result_gives_a_better_rating(player: Rating, opponent: Rating) -> None:
    won, drawn, lost = (update(player, [(opponent, score)]).rating for score in SCORES)
    assert won > drawn > lost
    assert won > player.rating > lost


@given(some_rating, some_rating, st.sampled_from(SCORES))
def test_whatever_happens_a_rating_stays_a_rating(
    player: Rating, opponent: Rating, score: float
) -> None:
    new = update(player, [(opponent, score)])
    assert all(math.isfinite(part) for part in new)
    assert 0 < new.deviation <= LARGEST
    assert 0 < new.volatility < 1


@given(some_rating, some_rating)
def test_what_two_players_may_expect_is_one_point_together(first: Rating, second: Rating) -> None:
    total = expected_score(first, second) + expected_score(second, first)
    assert total == pytest.approx(1)


def test_results_as_expected_change_less_than_surprises() -> None:
    strong, weak = Rating(1900, 80), Rating(1500, 80)
    expected = update(strong, [(weak, 1)]).rating - strong.rating
    surprise = strong.rating - update(strong, [(weak, 0)]).rating
    assert 0 < expected < surprise / 5


def test_after_a_year_without_games_a_sure_rating_is_provisional() -> None:
    player, at = Rating(1700, 60), 1_000 * DAY
    assert not rating_table.faded(player, at, at + 200 * DAY).is_provisional
    assert rating_table.faded(player, at, at + 400 * DAY).is_provisional
    before = rating_table.faded(player, at, at - DAY)  # a clock that went back
    assert before.deviation == pytest.approx(60)


@on_both_databases()
async def test_the_end_of_a_rated_game_changes_both_ratings_of_its_pool(site: TheSite) -> None:
    lani, kai = await site.account("Lani"), await site.account("Kai")
    for clock, pool in ((LIVE, "live"), (SLOW, "correspondence")):
        link = await lani.plays(kai, clock=clock, rated=True)
        await lani.turn(link, 1)
        await kai.post(f"/games/{link}/resign")
        winner = (await kai.get("/people/Lani"))[pool]
        loser = (await lani.get("/people/Kai"))[pool]
        won, lost = update(Rating(), [(Rating(), 1)]), update(Rating(), [(Rating(), 0)])
        assert winner == {
            "rating": round(won.rating),
            "deviation": round(won.deviation),
            "provisional": True,
            "games": 1,
        }
        assert (loser["rating"], loser["games"]) == (round(lost.rating), 1)


@on_a_site()
async def test_unrated_games_change_no_rating(site: TheSite) -> None:
    lani, kai = await site.account("Lani"), await site.account("Kai")
    link = await lani.plays(kai, clock=LIVE)
    await lani.turn(link, 1)
    await kai.post(f"/games/{link}/resign")
    assert await site.rows(select(ratings)) == []


@on_both_databases()
async def test_a_game_ends_with_its_ratings_or_not_at_all(site: TheSite) -> None:
    """They are written in one transaction: when ratings cannot be, the last event is not."""
    lani, kai = await site.account("Lani"), await site.account("Kai")
    link = await lani.plays(kai, clock=LIVE, rated=True)
    await lani.turn(link, 1)

    async def fails(*_: object) -> None:
        raise OSError("the disk is full")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kahuna.server.play.finish.rate", fails)
        answer = await kai.ask("POST", f"/games/{link}/resign")
        assert answer.status_code == 503
    assert await site.rows(select(games.c.status, games.c.seq)) == [("running", 1)]
    assert await site.rows(select(events.c.kind)) == [("turn",)]
    assert (await lani.get(f"/games/{link}"))["status"] == "running"

    await kai.post(f"/games/{link}/resign")
    assert await site.rows(select(games.c.status, games.c.seq)) == [("over", 2)]
    assert len(await site.rows(select(ratings))) == 2


@on_a_site()
async def test_a_rating_is_counted_from_what_time_has_made_of_it(site: TheSite) -> None:
    lani, kai = await (await site.guest("Lani")).number(), await (await site.guest("Kai")).number()
    at = now()
    async with site.site.database.writing() as connection:
        for person in (lani, kai):
            values = {"person": person, "pool": "live", "rating": 1600, "deviation": 60}
            values |= {"volatility": 0.06, "games": 40, "updated": at - 20 * PERIOD}
            await connection.execute(ratings.insert().values(values))
        old = aged(Rating(1600, 60), 20)
        assert await rating_of(connection, lani, "live", at) == old
        await rate(connection, "live", (lani, kai), 1.0, at)
        assert await rating_of(connection, lani, "live", at) == update(old, [(old, 1.0)])
