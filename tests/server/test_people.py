"""Me and others: settings, lists of games, pages of players, the board, the export."""

import asyncio

from sqlalchemy import select

from kahuna import Game, fairness
from kahuna.ai.characters import CHARACTERS
from kahuna.notation.several import split
from kahuna.server.now import DAY, now
from kahuna.server.people.ratings import PERIOD
from kahuna.server.play import shelf
from kahuna.server.storage.tables import games, people, ratings
from tests.server.visitors import Json, TheSite, Visitor, on_a_site, on_both_databases

LIVE = {"pace": "live", "base": 600_000, "increment": 0}
SLOW = {"pace": "correspondence", "base": DAY}


async def lost(loser: Visitor, winner: Visitor, **terms: object) -> str:
    """Let somebody lose a game to somebody."""
    link = await loser.plays(winner, **terms)
    await loser.turn(link, 1)
    await loser.post(f"/games/{link}/resign")
    return link


# Me


@on_a_site()
async def test_a_guest_is_a_name_and_needs_no_more(site: TheSite) -> None:
    lani = await site.guest("  Lani  K. ", language="de")
    assert await lani.get("/me") == {
        "number": await lani.number(),
        "name": "Lani K.",
        "kind": "guest",
        "language": "de",
        "notify": ["push", "mail"],
        "email": None,
        "has_password": False,
        "passkeys": 0,
    }
    assert await site.visitor().refused("GET", "/me") == "nobody"


@on_both_databases()
async def test_a_visit_tells_who_one_is_and_who_waits(site: TheSite) -> None:
    nobody: Json = {"me": None, "turns": [], "mails": False, "address": "http://127.0.0.1:8717"}
    assert await site.visitor().get("/visit") == nobody
    lani, kai = await site.guest("Lani"), await site.guest("Kai")
    assert await lani.get("/visit") == nobody | {"me": await lani.get("/me")}
    link = await lani.plays(kai, starts="White", clock=SLOW)
    due = await lani.plays(kai, starts="White", clock=SLOW | {"base": DAY // 2})
    assert (await lani.get("/visit"))["turns"] == [due, link]  # what is due first
    assert (await kai.get("/visit"))["turns"] == []
    await lani.turn(link, 1)
    assert (await kai.get("/visit"))["turns"] == [link]


@on_a_site(host="0.0.0.0", url="http://192.168.1.5:8717/")
async def test_a_visit_tells_the_address_to_give_away_wherever_one_is(site: TheSite) -> None:
    for opened in ("http://127.0.0.1:8717", "http://192.168.1.5:8717"):
        found = await site.visitor(opened).get("/visit")
        assert found["address"] == "http://192.168.1.5:8717"


@on_a_site()
async def test_the_computer_and_the_own_device_wait_without_hurry(site: TheSite) -> None:
    lani = await site.guest("Lani")
    for opponent in ("computer", "one-device"):
        game = {"opponent": opponent, "seat": "White", "terms": {"starts": "White"}}
        await lani.post("/games", game)
    assert (await lani.get("/visit"))["turns"] == []


@on_both_databases()
async def test_everybody_sets_their_language_and_how_they_are_told(site: TheSite) -> None:
    lani = await site.guest("Lani")
    me = (await lani.ask("PATCH", "/me", {"language": "de", "notify": ["mail"]})).json()
    assert (me["language"], me["notify"]) == ("de", ["mail"])
    me = (await lani.ask("PATCH", "/me", {"notify": []})).json()
    assert (me["language"], me["notify"]) == ("de", [])
    me = (await lani.ask("PATCH", "/me", {"notify": ["mail", "push", "mail"]})).json()
    assert me["notify"] == ["push", "mail"]
    assert await lani.refused("PATCH", "/me", {"language": "fr"}) == "bad-request"
    assert await lani.refused("PATCH", "/me", {"notify": ["pigeon"]}) == "bad-request"


@on_a_site()
async def test_a_guest_may_change_their_name_and_an_account_may_not(site: TheSite) -> None:
    guest, lani = await site.guest("Kai"), await site.account("Lani")
    link = await lani.plays(guest)
    assert (await guest.ask("PATCH", "/me", {"name": " Kai  Two "})).json()["name"] == "Kai Two"
    assert (await lani.get(f"/games/{link}"))["black"]["name"] == "Kai Two"
    assert await guest.refused("PATCH", "/me", {"name": "<b>"}) == "name"
    assert await lani.refused("PATCH", "/me", {"name": "Leilani"}) == "name-fixed"
    assert (await lani.ask("PATCH", "/me", {"name": "Lani", "language": "de"})).is_success


@on_a_site()
async def test_a_site_that_sends_no_mails_takes_no_address(site: TheSite) -> None:
    lani = await site.guest("Lani")
    assert await lani.refused("PATCH", "/me", {"email": "lani@example.org"}) == "no-mail"


# My games


@on_both_databases()
async def test_my_games_are_listed_by_what_i_have_to_do(site: TheSite) -> None:
    lani, kai = await site.guest("Lani"), await site.guest("Kai")
    first_lost, then_lost = await lost(lani, kai), await lost(lani, kai)
    offered = (await lani.post("/games"))["link"]
    waiting = await lani.plays(kai)
    await lani.turn(waiting, 1)
    no_hurry = await lani.plays(kai)
    two_days = await lani.plays(kai, clock={"pace": "correspondence", "base": 2 * DAY})
    one_day = await lani.plays(kai, clock=SLOW)
    called_off = await lani.plays(kai)
    await lani.post(f"/games/{called_off}/abort")
    mine = await lani.get("/me/games")
    assert [game["link"] for game in mine["games"]] == [
        *(one_day, two_days, no_hurry, waiting, offered, then_lost, first_lost),
    ]
    assert [game["your_turn"] for game in mine["games"]] == [True] * 3 + [False] * 4
    assert not mine["more"]
    one = mine["games"][0]
    assert (one["you"], one["mover"], one["black"]["name"]) == ("White", "White", "Kai")
    assert one["terms"]["clock"] == {"pace": "correspondence", "base": DAY, "increment": 0}
    assert (await kai.get("/me/games"))["games"][0]["link"] == waiting


@on_a_site()
async def test_long_lists_come_in_pages(site: TheSite) -> None:
    lani = await site.guest("Lani")
    for _ in range(3):
        await lani.post("/games")
    page = shelf.PAGE
    shelf.PAGE = 2
    try:
        pages = [await lani.get(f"/me/games?page={n}") for n in (1, 2, 3)]
    finally:
        shelf.PAGE = page
    assert [(len(one["games"]), one["more"]) for one in pages] == [
        (2, True),
        (1, False),
        (0, False),
    ]
    assert len({game["link"] for one in pages for game in one["games"]}) == 3
    assert await lani.refused("GET", "/me/games?page=0") == "bad-request"


@on_a_site()
async def test_a_list_tells_nothing_that_is_hidden(site: TheSite) -> None:
    lani, kai = await site.guest("Lani"), await site.guest("Kai")
    link = await lani.plays(kai, public=True)
    await lani.turn(link, 1)
    [(seed,)] = await site.rows(select(games.c.seed))
    for text in (await kai.get("/me/games"), await kai.get(f"/people/{await lani.number()}")):
        assert seed.hex() not in str(text)
        assert "+?" not in str(text)
        assert "number': ''" not in str(text)


# Others


def results(won: int, lost: int, drawn: int = 0) -> Json:
    return {"won": won, "lost": lost, "drawn": drawn}


@on_both_databases()
async def test_a_players_page_has_results_by_opponent(site: TheSite) -> None:
    lani, kai, mele = (
        await site.account("Lani"),
        await site.account("Kai"),
        await site.guest("Mele"),
    )
    for _ in range(2):
        await lost(lani, kai, public=True)
    await lost(kai, lani, public=True)
    await lost(mele, lani, clock=LIVE, rated=True)
    private = await lost(mele, lani)
    page = await site.visitor().get("/people/lani")
    assert (page["person"]["name"], page["person"]["kind"]) == ("Lani", "account")
    assert page["results"] == results(won=2, lost=2)
    assert [(one["opponent"]["name"], one["results"]) for one in page["opponents"]] == [
        ("Kai", results(won=1, lost=2)),
        ("Mele", results(won=1, lost=0)),
    ]
    assert page["live"]["games"] == 1
    assert page["correspondence"] is None
    assert len(page["recent"]) == 3
    assert private not in str(page)
    # A private game counts for those who played it.
    assert (await lani.get("/people/Lani"))["results"] == results(won=3, lost=2)
    assert (await mele.get("/people/Lani"))["results"] == results(won=3, lost=2)
    assert (await kai.get("/people/Lani"))["results"] == results(won=2, lost=2)


@on_both_databases()
async def test_somebody_is_found_by_number_and_by_a_name_that_is_theirs_alone(
    site: TheSite,
) -> None:
    guest, nobody = await site.guest("Mele"), site.visitor()
    number = await guest.number()
    assert (await nobody.get(f"/people/{number}"))["person"]["name"] == "Mele"
    assert (await nobody.get("/people/Kahuna"))["person"]["level"] == 8
    for who in ("Mele", "Nobody", "999999", "9" * 40, "0", "%20", "%00", "a%00b", "\u0663"):
        assert await nobody.refused("GET", f"/people/{who}") == "not-found"


@on_a_site()
async def test_games_on_one_device_are_nobodys_results(site: TheSite) -> None:
    lani = await site.account("Lani")
    link = (await lani.post("/games", {"opponent": "one-device"}))["link"]
    await lani.turn(link, 1)
    await lani.post(f"/games/{link}/resign")
    page = await lani.get("/people/Lani")
    assert (page["results"], page["opponents"]) == (results(0, 0), [])


@on_both_databases()
async def test_the_board_has_those_first_whose_rating_one_can_go_by(site: TheSite) -> None:
    at, numbers = now(), {}
    for name in ("Sure", "Strong", "Stronger", "Rested", "Banned"):
        numbers[name] = await (await site.account(name)).number()
    numbers["Guest"] = await (await site.guest("Guest")).number()
    rated = {
        "Sure": (1600, 60, at),
        "Strong": (1700, 60, at),
        "Stronger": (1800, 200, at),
        "Rested": (1900, 60, at - 100 * PERIOD),
        "Banned": (2000, 60, at),
        "Guest": (2100, 60, at),
    }
    async with site.site.database.writing() as connection:
        for name, (rating, deviation, updated) in rated.items():
            values = {"person": numbers[name], "pool": "live", "volatility": 0.06, "games": 9}
            values |= {"rating": rating, "deviation": deviation, "updated": updated}
            await connection.execute(ratings.insert().values(values))
        banned = people.c.id == numbers["Banned"]
        await connection.execute(people.update().where(banned).values(banned=True))
    board = await site.visitor().get("/leaders/live")
    assert [
        (one["place"], one["person"]["name"], one["rated"]["provisional"])
        for one in board["leaders"]
    ] == [(1, "Strong", False), (2, "Sure", False), (3, "Rested", True), (4, "Stronger", True)]
    assert await site.visitor().get("/leaders/correspondence") == {"leaders": [], "more": False}
    assert await site.visitor().refused("GET", "/leaders/blitz") == "bad-request"


@on_a_site()
async def test_the_computers_characters_are_introduced_in_both_languages(site: TheSite) -> None:
    computers = await site.visitor().get("/computers")
    assert [one["level"] for one in computers] == list(range(1, 9))
    assert computers[7] == {
        "level": 8,
        "name": "Kahuna",
        "line": {"en": CHARACTERS[7].english, "de": CHARACTERS[7].german},
    }


# The export


def records(text: str) -> list[Game]:
    """Read an export: a file of several records."""
    return [Game.from_record(part) for part in split(text)]


@on_both_databases()
async def test_all_games_can_be_taken_along_in_kgn(site: TheSite) -> None:
    lani, kai = await site.guest("Lani"), await site.guest("Kai")
    past = await lost(lani, kai)
    running = await lani.plays(kai)
    await lani.turn(running, 1)
    await kai.turn(running, 2)
    device = (await lani.post("/games", {"opponent": "one-device"}))["link"]
    await lani.post("/games")  # nobody has come
    await lost(await site.guest("Other"), kai)  # somebody else's
    answer = await lani.ask("GET", "/me/games.kgn")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    whole, masked, on_device = records(answer.text)
    assert fairness.check(whole.to_record())
    assert (whole.viewer, whole.result, whole.tags["Black"]) == (None, "Black", "Kai")
    assert whole.tags["Site"].endswith(past)
    assert masked.viewer == "White"
    assert masked.record() == await lani.get(f"/games/{running}/record.kgn")
    assert on_device.viewer == "Spectator"
    [(seed, other)] = await site.rows(
        select(games.c.seed, games.c.link).where(games.c.link == device)
    )
    assert seed.hex() not in answer.text
    assert other not in answer.text


@on_a_site()
async def test_nobody_has_no_games_to_take_along(site: TheSite) -> None:
    assert await site.visitor().refused("GET", "/me/games.kgn") == "nobody"
    assert (await (await site.guest("Kai")).ask("GET", "/me/games.kgn")).text == ""


def test_processes_that_start_together_share_the_computers(new_postgresql: str) -> None:
    async def story() -> None:
        sites = [TheSite(new_postgresql, {}).site for _ in range(3)]
        await asyncio.gather(*(site.start() for site in sites))
        assert sites[0].computers == sites[1].computers == sites[2].computers
        await asyncio.gather(*(site.stop() for site in sites))

    asyncio.run(story())


@on_both_databases()
async def test_a_character_that_no_text_can_have_is_refused(site: TheSite) -> None:
    """PostgreSQL has no NUL in a text; SQLite has."""
    lani = await site.account("Lani")
    assert await lani.refused("GET", "/analyses/%00") == "not-found"
    assert await lani.refused("POST", "/bots/%00/tokens", {"label": "x"}) == "not-found"
    for path, data in (
        ("/bots", {"name": "Deep Palm", "label": "\0"}),
        ("/analyses", {"kgn": f"{Game().record()} {{\0}}"}),
    ):
        assert await lani.refused("POST", path, data) == "bad-request"
