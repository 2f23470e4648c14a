"""How a game comes about: promised deals, free seats, who starts, rematches."""

import asyncio
import hashlib
from typing import Any

from sqlalchemy import func, select

from kahuna.server.now import DAY, MINUTE
from kahuna.server.storage.tables import games
from tests.server.club import Club, Guest, RefusedHere, refused, until, visit


def test_a_promised_deal_is_the_one_that_is_dealt_and_serves_once() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        promise = (await lani.post("/deals"))["commitment"]
        data = {"commitment": promise, "seat": "White", "arrival": {"number": "17"}}
        link = (await lani.post("/games", data))["link"]
        await kai.does(link, "join", {"number": "4"})
        fairness = (await kai.game(link))["fairness"]
        assert (fairness["commitment"], fairness["seed"]) == (promise, None)
        assert (fairness["white_number"], fairness["black_number"]) == ("17", "4")
        over = await kai.does(link, "resign")
        assert hashlib.sha256(bytes.fromhex(over["fairness"]["seed"])).hexdigest() == promise
        with refused("commitment"):
            await lani.post("/games", data)
        with refused("bad-request"):
            await lani.post("/games", {"commitment": "\0"})

    visit(story)


def test_a_promised_deal_is_not_dealt_to_two_tables_at_the_same_time(database: str) -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        data = {"commitment": (await lani.post("/deals"))["commitment"]}
        tries = [lani.post("/games", data) for _ in range(4)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(answer, RefusedHere) for answer in answers) == 3

    visit(story, database)


def test_two_who_join_at_the_same_time_do_not_both_sit_down(new_postgresql: str) -> None:
    async def story() -> None:
        async with Club(new_postgresql) as club, Club(new_postgresql) as other:
            lani, kai = await club.guests("Lani", "Kai")
            moe, pua = await other.guests("Moe", "Pua")
            link = await lani.offers()
            for guest in (kai, moe):
                await guest.game(link)
            tries = [guest.does(link, "join", {}) for guest in (kai, moe, pua)]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            refusals = [answer for answer in answers if isinstance(answer, RefusedHere)]
            assert [refusal.code for refusal in refusals] == ["not-open"] * 2
            room = await club.site.rooms.get(link)
            await until(room, lambda room: room.status == "running")
            await club.check_log(link)
            assert (await other.site.rooms.get(link)).status == "running"

    asyncio.run(story())


def test_nobody_sits_down_twice() -> None:
    async def story(club: Club) -> None:
        lani, kai, moe = await club.guests("Lani", "Kai", "Moe")
        link = await lani.offers()
        with refused("forbidden"):
            await lani.does(link, "join", {})
        await kai.does(link, "join", {})
        with refused("forbidden"):
            await kai.does(link, "join", {})
        with refused("not-open"):
            await moe.does(link, "join", {})

    visit(story)


def test_who_needs_a_holiday_more_may_start() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        for rested, tired, starter in ((3, 400, "Black"), (400, 3, "White")):
            data = {"seat": "White", "terms": {"starts": "holiday"}, "arrival": {"holiday": rested}}
            link = (await lani.post("/games", data))["link"]
            state = await kai.does(link, "join", {"holiday": tired})
            assert state["view"]["starts"] == starter

    visit(story)


def test_terms_that_make_no_sense_are_refused() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        live = {"pace": "live", "base": 10 * MINUTE}
        wrong: list[tuple[str, dict[str, Any]]] = [
            ("clock", {"clock": {"pace": "live"}}),
            ("clock", {"clock": live | {"increment": 4 * MINUTE}}),
            ("clock", {"clock": {"pace": "correspondence", "base": 1}}),
            ("bad-request", {"clock": {"pace": "correspondence", "base": 31 * DAY}}),
            ("bad-request", {"clock": live | {"increment": 1 << 70}}),
            ("bad-request", {"handicap": {"seat": "White", "bridges": 4}}),
            ("bad-request", {"variants": "3"}),
            ("rated", {"rated": True}),
            ("rated", {"rated": True, "clock": live, "handicap": {"seat": "White", "bridges": 1}}),
        ]
        for code, terms in wrong:
            with refused(code):
                await lani.offers(**terms)
        for opponent in ("computer", "one-device"):
            with refused("rated"):
                await lani.offers(opponent, rated=True, clock=live)

    visit(story)


# Rematches


async def _over(club: Club, **terms: Any) -> tuple[Guest, Guest, str]:
    lani, kai = await club.guests("Lani", "Kai")
    link = await lani.invites(kai, **terms)
    with refused("not-over"):
        await lani.does(link, "rematch", {})
    await lani.does(link, "resign")
    return lani, kai, link


def test_a_rematch_is_offered_by_one_and_taken_by_the_other_with_colours_swapped() -> None:
    async def story(club: Club) -> None:
        for loser_asks in (True, False):
            handicap = {"seat": "White", "bridges": 2}
            lani, kai, link = await _over(club, handicap=handicap, variants="2")
            first, second = (lani, kai) if loser_asks else (kai, lani)
            promise = (await first.post("/deals"))["commitment"]
            offer = {"arrival": {"number": "1"}, "commitment": promise}
            offered = await first.does(link, "rematch", offer)
            assert offered["status"] == "open"
            assert (await first.does(link, "rematch", {}))["link"] == offered["link"]
            assert (await second.game(link))["rematch"] == offered["link"]
            begun = await second.does(link, "rematch", {})
            assert (begun["link"], begun["status"]) == (offered["link"], "running")
            assert (begun["white"]["name"], begun["black"]["name"]) == ("Kai", "Lani")
            assert begun["terms"]["handicap"] == {"seat": "Black", "bridges": 2}  # still Lani's
            assert begun["terms"]["variants"] == "2"
            assert begun["fairness"]["commitment"] == promise

    visit(story)


def test_who_asks_in_the_same_moment_brings_no_number_to_a_deal_they_do_not_know() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _over(club)
        promises = [(await each.post("/deals"))["commitment"] for each in (lani, kai)]
        offers = [
            await each.does(link, "rematch", {"arrival": {"number": n}, "commitment": promise})
            for each, n, promise in zip((lani, kai), "12", promises, strict=True)
        ]
        assert {offer["fairness"]["commitment"] for offer in offers} == {promises[0]}
        assert [offer["you"] for offer in offers] == ["Black", "Spectator"]
        begun = await kai.does(link, "rematch", {"arrival": {"number": "3"}})
        assert (begun["link"], begun["status"]) == (offers[0]["link"], "running")
        assert begun["fairness"]["white_number"] == "3"

    visit(story)


def test_the_seat_of_a_rematch_is_kept_for_the_opponent() -> None:
    async def story(club: Club) -> None:
        lani, _, link = await _over(club, public=True)
        moe = await club.guest("Moe")
        with refused("forbidden"):
            await moe.does(link, "rematch", {})
        offered = await lani.does(link, "rematch", {})
        assert (await moe.game(link))["rematch"] is None
        with refused("not-found"):
            await moe.does(str(offered["number"]), "join", {})

    visit(story)


def test_a_rematch_called_off_can_be_offered_again() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _over(club)
        offered = (await lani.does(link, "rematch", {}))["link"]
        await lani.does(offered, "abort")
        again = await kai.does(link, "rematch", {})
        assert again["link"] != offered
        assert (await lani.does(link, "rematch", {}))["status"] == "running"

    visit(story)


def test_both_may_ask_for_a_rematch_at_the_same_time(new_postgresql: str) -> None:
    async def story() -> None:
        async with Club(new_postgresql) as club, Club(new_postgresql) as other:
            lani, kai, link = await _over(club)
            there = other.again(kai)
            both = [guest.does(link, "rematch", {}) for guest in (lani, there)]
            first, second = await asyncio.gather(*both)
            assert first["link"] == second["link"]
            room = await club.site.rooms.get(first["link"])
            await until(room, lambda room: room.status == "running")
            async with club.site.database.reading() as connection:
                count = (await connection.execute(select(func.count()).select_from(games))).scalar()
            assert count == 2

    asyncio.run(story())


def test_a_rematch_on_one_device_or_against_the_computer_begins_at_once() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        for opponent in ("one-device", "computer"):
            link = await lani.offers(opponent, seat="White")
            await lani.does(link, "resign")
            state = await lani.does(link, "rematch", {})
            assert (state["status"], state["black"]["name"]) == ("running", "Lani")
            assert state["one_device"] == (opponent == "one-device")

    visit(story)
