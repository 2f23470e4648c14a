"""Public games can be found and watched; a QR code leads to a game."""

import asyncio
import io
from xml.etree import ElementTree as ET

import segno
from sqlalchemy import select

from kahuna.server.now import MINUTE
from kahuna.server.play.public import PAGE
from kahuna.server.storage.tables import people, ratings
from tests.server.club import ADDRESS, Club, Guest, refused, visit

LIVE = {"pace": "live", "base": 10 * MINUTE}


async def _links(guest: Guest, **query: object) -> list[str]:
    return [game["link"] for game in (await guest.get("/games", **query))["games"]]


def test_the_public_games_that_run_now_are_listed_and_no_others() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        await lani.invites(kai)  # by link
        await lani.offers(public=True)  # still open
        over = await lani.invites(kai, public=True)
        await lani.does(over, "resign")
        link = await lani.invites(kai, public=True, starts="White", variants="2")
        await lani.turn(link, "+?")
        (game,) = (await club.stranger().get("/games"))["games"]
        assert game["link"] == link
        assert (game["white"]["name"], game["black"]["name"]) == ("Lani", "Kai")
        assert (game["turn"], game["score"], game["terms"]["variants"]) == (2, "0-0", "2")
        assert game["white"]["rating"] is None
        watched = await club.stranger().game(link)
        assert watched["you"] == "Spectator"

    visit(story)


def test_the_newest_or_the_best_rated_come_first(database: str) -> None:
    async def story(club: Club) -> None:
        lani, kai, moe = await club.guests("Lani", "Kai", "Moe")
        await _rate(club, Kai=1600, Moe=2000)
        good = await lani.invites(kai, public=True, clock=LIVE)
        best = await moe.invites(kai, public=True, clock=LIVE)
        unrated = await lani.invites(moe, public=True)  # he is not known by correspondence
        stranger = club.stranger()
        assert await _links(stranger) == [unrated, best, good]
        assert await _links(stranger, order="best") == [best, good, unrated]
        (first, *_) = (await stranger.get("/games", order="best"))["games"]
        assert (first["white"]["rating"], first["black"]["rating"]) == (2000, 1600)

    visit(story, database)


async def _rate(club: Club, **rated: float) -> None:
    values = {"pool": "live", "deviation": 50, "volatility": 0.06, "games": 9, "updated": 0}
    async with club.site.database.writing() as connection:
        for name, rating in rated.items():
            query = select(people.c.id).where(people.c.name == name)
            person = (await connection.execute(query)).scalar_one()
            await connection.execute(
                ratings.insert().values(values | {"person": person, "rating": rating})
            )


def test_the_list_comes_in_pages() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        games = (lani.invites(kai, public=True) for _ in range(PAGE + 1))
        made = set(await asyncio.gather(*games))
        pages = [await lani.get("/games", page=page) for page in (1, 2, 3)]
        assert [len(page["games"]) for page in pages] == [PAGE, 1, 0]
        assert [page["more"] for page in pages] == [True, False, False]
        assert {game["link"] for page in pages for game in page["games"]} == made
        for wrong in ({"page": 0}, {"page": 10**20}, {"page": "x"}, {"order": "worst"}):
            with refused("bad-request"):
                await lani.get("/games", **wrong)

    visit(story)


def test_a_qr_code_leads_to_the_game() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        link = await lani.offers()
        answer = await lani.client.get(f"/api/games/{link}/qr.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        root = ET.fromstring(answer.text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "viewBox" in root.attrib
        assert "style" not in answer.text  # a strict page would refuse it
        expected = io.BytesIO()
        code = segno.make(f"{ADDRESS}/{link}", micro=False, error="m")
        code.save(expected, kind="svg", svgclass=None, lineclass=None, light="#fff")
        drawn = [path.attrib["d"] for path in root if "d" in path.attrib]
        right = [path.attrib["d"] for path in ET.fromstring(expected.getvalue())]
        assert drawn == right
        with refused("not-found"):
            await lani.get("/games/nowhere/qr.svg")

    visit(story)
