"""The lobby: strangers find each other, by open seeks or by quick pairing, each one game."""

import asyncio
import hashlib
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from kahuna import fairness
from kahuna.notation import Record
from kahuna.server.now import DAY, HOUR, MINUTE
from kahuna.server.play import lobby
from kahuna.server.play.lobby import Lobby
from kahuna.server.play.pairing import Waiting, pairs, window
from kahuna.server.storage.tables import games, people, ratings, seeks
from tests.server.club import Club, Guest, Json, RefusedHere, fresh_database, refused, visit
from tests.server.wire import line, served

LIVE = {"clock": {"pace": "live", "base": 10 * MINUTE, "increment": 10_000}}
BY_POST = {"clock": {"pace": "correspondence", "base": 3 * DAY}}


async def _seeks(guest: Guest, terms: Json = LIVE, **more: object) -> Json:
    seek: Json = await guest.post("/seeks", {"terms": terms} | more)
    return seek


async def _accepts(guest: Guest, seek: Json) -> Json:
    state: Json = await guest.post(f"/seeks/{seek['number']}/accept", {"number": "5"})
    return state


async def _numbers(guest: Guest) -> list[int]:
    return [seek["number"] for seek in (await guest.get("/seeks"))["seeks"]]


# Open seeks


def test_an_open_seek_is_seen_by_all_and_accepted_by_one(database: str) -> None:
    async def story(club: Club) -> None:
        lani, kai, moe = await club.guests("Lani", "Kai", "Moe")
        handicap = {"seat": "White", "bridges": 1}
        seek = await _seeks(lani, {"handicap": handicap}, seat="White")
        (seen,) = (await club.stranger().get("/seeks"))["seeks"]
        assert (seen["name"], seen["rating"], seen["provisional"]) == ("Lani", 1500, True)
        assert (seen["terms"]["handicap"], seen["seat"]) == (handicap, "White")
        assert not seen["yours"]
        assert (await lani.get("/seeks"))["seeks"][0]["yours"]
        with refused("forbidden"):
            await _accepts(lani, seek)
        state = await _accepts(kai, seek)
        assert (state["status"], state["you"]) == ("running", "Black")
        assert (state["white"]["name"], state["black"]["name"]) == ("Lani", "Kai")
        with refused("gone"):
            await _accepts(moe, seek)
        assert await _numbers(moe) == []
        assert [own["game"] for own in await lani.get("/seeks/mine")] == [state["link"]]

    visit(story, database)


def test_the_deal_of_a_seek_is_fixed_before_either_adds_a_number() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        promise = (await lani.post("/deals"))["commitment"]
        arrival = {"number": "17"}
        seek = await _seeks(lani, arrival=arrival, commitment=promise, seat="Black")
        assert seek["commitment"] == promise
        assert (await kai.get("/seeks"))["seeks"][0]["commitment"] == promise
        fairness = (await _accepts(kai, seek))["fairness"]
        assert fairness["commitment"] == promise
        assert (fairness["white_number"], fairness["black_number"]) == ("5", "17")
        with refused("commitment"):
            await _seeks(lani, commitment=promise)

    visit(story)


def test_a_seek_is_withdrawn_by_its_owner_alone() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        seek = await _seeks(lani)
        for number in (seek["number"], seek["number"] + 1):
            with refused("not-found"):
                await kai.delete(f"/seeks/{number}")
        await lani.delete(f"/seeks/{seek['number']}")
        with refused("gone"):
            await _accepts(kai, seek)
        assert await lani.get("/seeks/mine") == []

    visit(story)


def test_what_makes_no_sense_is_not_looked_for(database: str) -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        wrong: list[tuple[str, Json, Json]] = [
            ("quick", {}, {"quick": True}),
            ("quick", LIVE, {"quick": True, "seat": "White"}),
            ("quick", LIVE | {"handicap": {"seat": "White", "bridges": 1}}, {"quick": True}),
            ("rated", {"rated": True}, {}),
            ("clock", {"clock": {"pace": "live"}}, {}),
            ("bad-request", LIVE, {"commitment": "\0"}),
        ]
        for code, terms, more in wrong:
            with refused(code):
                await _seeks(lani, terms, **more)
        for number in ("0", "99999999999999999999", "-1"):
            with refused("bad-request"):
                await lani.post(f"/seeks/{number}/accept", {})
        for _ in range(5):
            await _seeks(lani)
        with refused("too-many"):
            await _seeks(lani)
        with refused("nobody"):
            await _seeks(club.stranger())

    visit(story, database)


def test_who_has_a_live_game_waits_for_no_other_but_by_correspondence() -> None:
    async def story(club: Club) -> None:
        lani, kai, moe = await club.guests("Lani", "Kai", "Moe")
        by_post = await _seeks(lani, BY_POST)
        await _seeks(lani)
        await _seeks(kai, quick=True)
        seek = await _seeks(lani)
        state = await _accepts(kai, seek)
        assert await _numbers(moe) == [by_post["number"]]
        assert (await moe.get("/seeks"))["waiting"] == 0
        assert [own["game"] for own in await lani.get("/seeks/mine")] == [None, state["link"]]

    visit(story)


def test_of_two_who_accept_at_the_same_time_one_plays(new_postgresql: str) -> None:
    async def story() -> None:
        async with Club(new_postgresql) as club, Club(new_postgresql) as other:
            lani, kai = await club.guests("Lani", "Kai")
            moe, pua = await other.guests("Moe", "Pua")
            seek = await _seeks(lani)
            tries = [_accepts(guest, seek) for guest in (kai, moe, pua)]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            refusals = [answer for answer in answers if isinstance(answer, RefusedHere)]
            assert [refusal.code for refusal in refusals] == ["gone"] * 2

    asyncio.run(story())


# Quick pairing


waiting = st.builds(
    Waiting,
    id=st.just(0),
    person=st.integers(1, 6),
    terms=st.sampled_from(["a", "b"]),
    rating=st.floats(1000, 2000),
    since=st.integers(0, 60_000),
)


@given(st.lists(waiting, max_size=12))
def test_pairs_fit_and_nobody_is_in_two(queue: list[Waiting]) -> None:
    at = 60_000
    found = pairs(queue, at)
    busy = [player.person for two in found for player in two]
    assert len(busy) == len(set(busy))

    def fits(one: Waiting, other: Waiting) -> bool:
        reach = window(at - one.since) + window(at - other.since)
        return one.terms == other.terms and abs(one.rating - other.rating) <= reach

    for one, other in found:
        assert one.person != other.person
        assert fits(one, other)
        assert one.since <= other.since
    free = [player for player in queue if player.person not in busy]
    assert not [1 for a, b in product(free, free) if a.person != b.person and fits(a, b)]


def test_the_closest_rating_is_taken() -> None:
    lani, kai, moe = (Waiting(n, n, "", rating, 0) for n, rating in enumerate((1500, 1610, 1550)))
    assert pairs([lani, kai, moe], 0) == [(lani, moe)]


def test_two_who_want_the_same_are_paired_at_once(database: str) -> None:
    async def story(club: Club) -> None:
        lani, kai, moe = await club.guests("Lani", "Kai", "Moe")
        assert (await _seeks(lani, quick=True))["game"] is None
        assert (await _seeks(moe, BY_POST, quick=True))["game"] is None
        assert (await club.stranger().get("/seeks")) == {"type": "lobby", "seeks": [], "waiting": 2}
        link = (await _seeks(kai, quick=True))["game"]
        state = await kai.game(link)
        assert state["status"] == "running"
        assert {state["white"]["name"], state["black"]["name"]} == {"Lani", "Kai"}
        assert [own["game"] for own in await lani.get("/seeks/mine")] == [link]
        assert (await moe.get("/seeks"))["waiting"] == 1

    visit(story, database)


@pytest.mark.parametrize("public", [(True, True), (True, False), (False, True)])
def test_who_may_watch_is_not_worth_waiting_longer(public: tuple[bool, bool]) -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        for who, wish in zip((lani, kai), public, strict=True):
            seek = await _seeks(who, LIVE | {"public": wish}, quick=True)
        game = await kai.game(seek["game"])
        assert game["terms"]["public"] == all(public)

    visit(story)


def test_nobody_is_paired_with_themselves() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        for _ in range(2):
            assert (await _seeks(lani, quick=True))["game"] is None
        assert (await lani.get("/seeks"))["waiting"] == 1

    visit(story)


def test_both_who_are_paired_can_check_the_seed_that_they_were_promised() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        promises = {}
        for guest in (lani, kai):
            promises[guest.name] = promise = (await guest.post("/deals"))["commitment"]
            arrival = {"number": guest.name}
            seek = await _seeks(guest, quick=True, commitment=promise, arrival=arrival)
        link = seek["game"]
        over = await lani.does(link, "resign")
        seed = bytes.fromhex(over["fairness"]["seed"])
        for seat, half in (("white", seed[:32]), ("black", seed[32:])):
            name = over[seat]["name"]
            assert hashlib.sha256(half).hexdigest() == promises[name]
            assert over["fairness"][f"{seat}_number"] == name
        record = Record.parse(await lani.get(f"/games/{link}/record.kgn"))
        for promise in (*promises.values(), over["fairness"]["commitment"]):
            assert fairness.check(record, published=promise)

    visit(story)


def test_the_longer_one_waits_the_further_off_may_the_opponent_be() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        await _rate(club, "Kai", 2100)
        for guest in (lani, kai):
            seek = await _seeks(guest, quick=True)
            assert seek["game"] is None
        await club.site.lobby.look()
        assert (await lani.get("/seeks"))["waiting"] == 2
        await _change(club, created=seeks.c.created - MINUTE)
        await club.site.lobby.look()
        assert (await lani.get("/seeks"))["waiting"] == 0
        own = [(await guest.get("/seeks/mine"))[0]["game"] for guest in (lani, kai)]
        assert own[0] == own[1] is not None

    visit(story)


async def _rate(club: Club, name: str, rating: float) -> None:
    """Give somebody a rating."""
    values = {"pool": "live", "rating": rating, "deviation": 50, "volatility": 0.06}
    async with club.site.database.writing() as connection:
        query = select(people.c.id).where(people.c.name == name)
        number = (await connection.execute(query)).scalar_one()
        await connection.execute(
            ratings.insert().values(values | {"person": number, "games": 50, "updated": 0})
        )


async def _change(club: Club, **values: object) -> None:
    async with club.site.database.writing() as connection:
        await connection.execute(update(seeks).values(values))


def test_many_at_once_on_two_processes_are_each_given_one_game(new_postgresql: str) -> None:
    async def story() -> None:
        async with Club(new_postgresql) as club, Club(new_postgresql) as other:
            names = [f"Guest {n}" for n in range(5)]
            everybody = await club.guests(*names) + await other.guests(*names)
            await asyncio.gather(*(_seeks(guest, quick=True) for guest in everybody))
            links = [(await guest.get("/seeks/mine"))[0]["game"] for guest in everybody]
            assert sorted(links.count(link) for link in links) == [2] * 10
            async with club.site.database.reading() as connection:
                assert len((await connection.execute(games.select())).all()) == 5

    asyncio.run(story())


def test_an_empty_lobby_is_left_alone_until_somebody_comes_anywhere(
    new_postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To look asks the database, and turns that are made meanwhile wait for that."""
    monkeypatch.setattr(lobby, "PAUSE", 0.01)
    looks, look = list[Lobby](), Lobby.look

    async def counted(self: Lobby) -> None:
        looks.append(self)
        await look(self)

    monkeypatch.setattr(Lobby, "look", counted)

    async def story() -> None:
        async with Club(new_postgresql) as club, Club(new_postgresql) as other:
            lobbies = [club.site.lobby, other.site.lobby]
            while {*looks} != {*lobbies}:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.3)
            assert len(looks) <= 4  # where it was already under way
            looks.clear()
            await _seeks(await club.guest("Lani"), quick=True)
            while len(looks) < 10 or {*looks} != {*lobbies}:
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(story(), 60))


# Who is there


def test_a_seek_dies_when_its_owner_is_not_heard_of() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        seek, by_post = await _seeks(lani), await _seeks(lani, BY_POST)
        await _seeks(lani, quick=True)
        await _change(club, alive=seeks.c.alive - 80_000)
        assert len(await _numbers(kai)) == 2
        await lani.get("/seeks/mine")  # which is to be heard of
        await _change(club, alive=seeks.c.alive - 80_000)
        assert len(await _numbers(kai)) == 2
        await _change(club, alive=seeks.c.alive - 80_000)
        assert await _numbers(kai) == [by_post["number"]]
        assert (await _seeks(kai, quick=True))["game"] is None
        with refused("gone"):
            await _accepts(kai, seek)
        await club.site.lobby.look()
        assert [own["number"] for own in await lani.get("/seeks/mine")] == [by_post["number"]]
        await _change(club, alive=seeks.c.alive - 25 * HOUR)
        assert await _numbers(kai) == []

    visit(story)


def test_who_watches_the_lobby_hears_of_seeks_and_of_their_game() -> None:
    async def story(database: str) -> None:
        club = Club(database)
        async with served(club) as address:
            lani, kai = await club.guests("Lani", "Kai")
            async with line(address, lani) as waiting, line(address) as anybody:
                assert (await waiting.ask("lobby", "lobby"))["seeks"] == []
                await anybody.ask("lobby", "lobby")
                seek = await _seeks(lani)
                assert (await waiting.hear("lobby"))["seeks"][0]["yours"]
                assert not (await anybody.hear("lobby"))["seeks"][0]["yours"]
                await _change(club, alive=seeks.c.alive - 80_000)
                await club.site.lobby.look()  # she is there, so it lives
                await _change(club, alive=seeks.c.alive - 80_000)
                state = await _accepts(kai, seek)
                assert (await waiting.hear("paired"))["game"] == state["link"]
                assert (await anybody.hear("lobby", lambda news: not news["seeks"]))["seeks"] == []
                await waiting.send("lobby", on=False)
                await waiting.ask("ping", "pong")
                heard = len(waiting.heard)
                await _seeks(kai, BY_POST)
                await anybody.hear("lobby", lambda news: bool(news["seeks"]))
                await waiting.ask("ping", "pong")
                assert len(waiting.heard) == heard + 1
                assert not [news for news in anybody.heard if news["type"] == "paired"]
            assert not club.site.lobby.watchers

    with fresh_database() as database:
        asyncio.run(story(database))


@pytest.mark.parametrize("lost", [False, True], ids=["at once", "when lost news are back"])
def test_who_is_paired_by_another_process_hears_of_it(new_postgresql: str, *, lost: bool) -> None:
    async def story() -> None:
        club, other = Club(new_postgresql), Club(new_postgresql)
        async with served(club), served(other) as address:
            lani, kai = await club.guests("Lani", "Kai")
            async with line(address, lani) as waiting:
                await waiting.ask("lobby", "lobby")
                await _seeks(lani, quick=True)
                assert (await waiting.hear("lobby"))["waiting"] == 1
                if lost:
                    await other.site.news.stop()
                link = (await _seeks(kai, quick=True))["game"]
                if lost:
                    await other.site.news.start()
                assert (await waiting.hear("paired"))["game"] == link
                assert (await waiting.watch(link))["status"] == "running"

    asyncio.run(story())
