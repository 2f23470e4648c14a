"""How games end before their last turn, and how a turn is taken back."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from kahuna.server.now import HOUR, MINUTE
from kahuna.server.storage.tables import events, games, ratings
from tests.server.club import Club, Guest, fresh_database, random_game, refused, until, visit

LIVE = {"pace": "live", "base": 10 * MINUTE, "increment": 10_000}
BY_POST = {"pace": "correspondence", "base": 3 * 24 * HOUR}


async def _begun(club: Club, **terms: Any) -> tuple[Guest, Guest, str]:
    lani, kai = await club.guests("Lani", "Kai")
    return lani, kai, await lani.invites(kai, starts="White", **terms)


# Giving up


def test_who_resigns_has_lost_whoever_is_to_move() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club)
        state = await kai.does(link, "resign")  # out of turn
        assert (state["status"], state["result"]) == ("over", "White")
        assert state["termination"] == "resignation"
        await club.check_log(link)
        with refused("not-running"):
            await lani.does(link, "resign")
        record = await lani.get(f"/games/{link}/record.kgn")
        assert record.split()[-1] == "Black:resign"

        second = await lani.invites(kai, starts="White")
        await lani.turn(second, "+?")
        assert (await kai.does(second, "resign"))["result"] == "White"
        await club.check_log(second)

        third = await lani.invites(kai)
        with refused("forbidden"):
            await (await club.guest("Moe")).does(third, "resign")

    visit(story)


def test_on_one_device_whoever_is_to_move_resigns() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        link = await lani.offers("one-device", starts="White")
        await lani.turn(link, "-")
        assert (await lani.does(link, "resign"))["result"] == "White"

    visit(story)


def test_a_rated_game_changes_both_ratings_when_it_ends_and_not_when_it_is_aborted() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club, rated=True, clock=LIVE)
        aborted = await lani.invites(kai, rated=True, clock=LIVE)
        await kai.does(aborted, "abort")
        assert await _ratings(club) == []
        await lani.does(link, "resign")
        loser, winner = await _ratings(club)
        assert loser < 1500 < winner

    visit(story)


async def _ratings(club: Club) -> list[float]:
    async with club.site.database.reading() as connection:
        query = select(ratings.c.rating).where(ratings.c.pool == "live").order_by(ratings.c.rating)
        return list((await connection.execute(query)).scalars())


# Calling it off


def test_a_game_is_called_off_only_before_its_first_turn() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club)
        with refused("forbidden"):
            await (await club.guest("Moe")).does(link, "abort")
        state = await kai.does(link, "abort")
        assert (state["status"], state["result"]) == ("aborted", "*")
        assert (await kai.does(link, "abort"))["status"] == "aborted"
        await club.check_log(link)
        with refused("not-running"):
            await lani.turn(link, "+?", 1)
        assert "[Result" in await lani.get(f"/games/{link}/record.kgn")

        never_joined = await lani.offers()
        assert (await lani.does(never_joined, "abort"))["status"] == "aborted"
        with refused("not-open"):
            await kai.does(never_joined, "join", {})
        with refused("not-begun"):
            await kai.get(f"/games/{never_joined}/record.kgn")

        begun = await lani.invites(kai, starts="White")
        await lani.turn(begun, "-")
        with refused("too-late"):
            await lani.does(begun, "abort")

    visit(story)


def test_a_first_turn_and_an_abort_at_the_same_time_cannot_both_be(new_postgresql: str) -> None:
    async def story() -> None:
        async with Club(new_postgresql) as club, Club(new_postgresql) as other:
            lani, kai, _ = await _begun(club)
            there = other.again(kai)
            for _ in range(5):
                link = await lani.invites(kai, starts="White")
                await there.game(link)
                both = (lani.turn(link, "-", 1), there.does(link, "abort"))
                first, second = await asyncio.gather(*both, return_exceptions=True)
                assert isinstance(first, Exception) != isinstance(second, Exception)
                assert len(await _log(club, link)) == 1

    asyncio.run(story())


async def _log(club: Club, link: str) -> list[str]:
    async with club.site.database.reading() as connection:
        query = select(events.c.kind).join(games).where(games.c.link == link)
        return list((await connection.execute(query.order_by(events.c.seq))).scalars())


# Time


@pytest.mark.parametrize("clock", [LIVE, BY_POST])
def test_time_runs_out_also_while_the_site_is_down(clock: dict[str, object]) -> None:
    async def before(club: Club) -> tuple[Guest, Guest, str]:
        lani, kai, link = await _begun(club, clock=clock)
        await lani.turn(link, "+?")
        with refused("time-left"):
            await lani.does(link, "claim")
        with refused("own-time"):
            await kai.does(link, "claim")
        return lani, kai, link

    async def story(database: str) -> None:
        async with Club(database) as club:
            lani, kai, link = await before(club)
            shown = (await lani.game(link))["clocks"]
        async with Club(database) as restarted:
            lani, kai = restarted.again(lani), restarted.again(kai)
            assert (await lani.game(link))["clocks"] | {"now": 0} == shown | {"now": 0}
            with refused("time-left"):
                await lani.does(link, "claim")
            await restarted.pass_time(link, 4 * 24 * HOUR)
        async with Club(database) as restarted:
            lani, kai = restarted.again(lani), restarted.again(kai)
            with refused("own-time"):
                await kai.does(link, "claim")
            with refused("forbidden"):
                await (await restarted.guest("Moe")).does(link, "claim")
            state = await lani.does(link, "claim")
            assert (state["result"], state["termination"]) == ("White", "time")
            await restarted.check_log(link)

    with fresh_database() as database:
        asyncio.run(story(database))


def test_a_game_without_a_clock_cannot_be_claimed() -> None:
    async def story(club: Club) -> None:
        lani, _, link = await _begun(club)
        await lani.turn(link, "-")
        with refused("time-left"):
            await lani.does(link, "claim")

    visit(story)


# Taking back


def test_a_turn_is_taken_back_when_the_opponent_agrees() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club, clock=LIVE)
        with refused("nothing-to-take-back"):
            await lani.does(link, "takeback")
        before = await lani.game(link)
        await lani.turn(link, "+?")
        assert (await lani.does(link, "takeback"))["offer"] == "White"
        with refused("forbidden"):
            await lani.does(link, "takeback/answer", {"agreed": True})
        await club.check_log(link)
        state = await kai.does(link, "takeback/answer", {"agreed": True})
        assert state["offer"] is None
        assert (await lani.game(link))["view"] == before["view"]
        await club.check_log(link)
        # The turn is made anew, whichever it is, and the game goes on to its end.
        await lani.turn(link, "-", 1)
        assert (await random_game(link, lani, kai, 3))["status"] == "over"
        await club.check_log(link)
        with refused("not-running"):
            await lani.does(link, "takeback")

    visit(story)


def test_the_opponents_answer_is_taken_back_with_the_turn() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club)
        await random_game(link, lani, kai, 5, most=30)
        turn = (await lani.game(link))["view"]["turn"]
        await lani.does(link, "takeback")
        state = await kai.does(link, "takeback/answer", {"agreed": True})
        assert state["view"]["turn"] == turn - 2
        assert state["view"]["mover"] == "White"
        await club.check_log(link)
        await random_game(link, lani, kai, 6, most=4)
        await club.check_log(link)

    visit(story)


def test_what_was_asked_is_refused_withdrawn_or_lapses_by_the_next_turn() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club)
        await lani.turn(link, "-")
        with refused("no-offer"):
            await kai.does(link, "takeback/answer", {"agreed": True})
        for who in (kai, lani):  # one refuses, one withdraws
            await lani.does(link, "takeback")
            assert (await who.does(link, "takeback/answer", {"agreed": False}))["offer"] is None
        await lani.does(link, "takeback")
        assert (await kai.turn(link, "+?"))["offer"] is None
        await kai.does(link, "takeback")
        with refused("asked-already"):
            await lani.does(link, "takeback")
        assert (await lani.game(link))["offer"] == "Black"
        with refused("forbidden"):
            await (await club.guest("Moe")).does(link, "takeback")
        await club.check_log(link)

    visit(story)


def test_the_handicap_can_be_taken_back_too() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club, handicap={"seat": "Black", "bridges": 1})
        await kai.turn(link, "^AB")
        await lani.turn(link, "-")
        await kai.does(link, "takeback")
        state = await lani.does(link, "takeback/answer", {"agreed": True})
        assert (state["view"]["phase"], state["view"]["mover"]) == ("handicap", "Black")
        await club.check_log(link)
        await kai.turn(link, "^KL")
        assert (await kai.game(link))["view"]["black"]["bridges"] == ["KL"]
        await club.check_log(link)

    visit(story)


def test_on_one_device_the_last_turn_is_taken_back_whoever_made_it() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        link = await lani.offers("one-device", starts="White")
        with refused("nothing-to-take-back"):
            await lani.does(link, "takeback")
        for tokens in ("+?", "+?", "-"):
            await lani.turn(link, tokens)
        for turn, mover in ((3, "White"), (2, "Black"), (1, "White")):
            view = (await lani.does(link, "takeback"))["view"]
            assert (view["turn"], view["mover"]) == (turn, mover)
            await club.check_log(link)

    visit(story)


def test_the_computer_always_agrees() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        link = await lani.offers("computer", seat="White", starts="White")
        await lani.turn(link, "+?")
        assert await _thinks(club, link)
        state = await lani.does(link, "takeback")
        assert (state["view"]["turn"], state["offer"]) == (1, None)
        assert not await _thinks(club, link)
        await club.check_log(link)

    visit(story)


async def _thinks(club: Club, link: str) -> bool:
    async with club.site.database.reading() as connection:
        query = select(games.c.thinking).where(games.c.link == link)
        return bool((await connection.execute(query)).scalar())


def test_in_a_rated_game_nothing_is_taken_back() -> None:
    async def story(club: Club) -> None:
        lani, _, link = await _begun(club, rated=True, clock=LIVE)
        await lani.turn(link, "-")
        with refused("rated"):
            await lani.does(link, "takeback")

    visit(story)


def test_both_processes_know_what_is_asked_and_taken_back(new_postgresql: str) -> None:
    async def story() -> None:
        async with Club(new_postgresql) as club, Club(new_postgresql) as other:
            lani, kai, link = await _begun(club)
            kai = other.again(kai)
            await kai.game(link)
            room = await other.site.rooms.get(link)
            await lani.turn(link, "+?")
            await lani.does(link, "takeback")
            await until(room, lambda room: room.offer == "White")
            await kai.does(link, "takeback/answer", {"agreed": True})
            here = await club.site.rooms.get(link)
            await until(here, lambda room: room.seq == 2)
            await club.check_log(link)
            await other.check_log(link)

    asyncio.run(story())
