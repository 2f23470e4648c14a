"""The coach: hints, warnings and marks, for unrated games against the computer only."""

from sqlalchemy import select

from kahuna.server.errors import RefusedError
from kahuna.server.storage.tables import games
from kahuna.server.studying.desk import busy
from tests.server.club import Club, Guest, refused, visit
from tests.server.test_studying import studying


async def against_the_computer(club: Club) -> tuple[Guest, str]:
    """Return somebody who begins a game against the computer, which nobody thinks for."""
    lani = await club.guest("Lani")
    return lani, await lani.offers("computer", seat="White", starts="White")


def test_a_hint_tells_where_then_what_then_the_turn() -> None:
    async def story(club: Club) -> None:
        async with studying(club):
            lani, link = await against_the_computer(club)
            hints = [await lani.post(f"/games/{link}/hint", {"step": n}) for n in (1, 2, 3)]
            where, kind, turn = hints
            assert (where["kind"], where["tokens"]) == (None, None)
            assert kind["kind"] is not None
            assert kind["tokens"] is None
            assert turn["tokens"]
            assert len(where["islands"]) <= 1
            state = await lani.turn(link, " ".join(turn["tokens"]))
            mark = (await lani.get(f"/games/{link}/mark"))["opinion"]
            assert mark == {"turn": 1, "judgement": "best", "loss": 0.0, "serious": False}
            assert state["view"]["mover"] == "Black"
            with refused("not-your-turn"):
                await lani.post(f"/games/{link}/hint", {"step": 1})
            late = await lani.post(f"/games/{link}/judge", {"tokens": ["+?"]})
            assert late["opinion"] is None

    visit(story)


def test_a_turn_is_judged_before_it_is_made_and_marked_the_same_afterwards() -> None:
    async def story(club: Club) -> None:
        async with studying(club):
            lani, link = await against_the_computer(club)
            assert (await lani.get(f"/games/{link}/mark"))["opinion"] is None
            hand = (await lani.game(link))["view"]["white"]["hand"]
            discard = ["/" + hand, "+?"]
            before = (await lani.post(f"/games/{link}/judge", {"tokens": discard}))["opinion"]
            assert before["loss"] > 0
            assert before["serious"] == (before["judgement"] in ("mistake", "blunder"))
            with refused("unfinished"):
                await lani.post(f"/games/{link}/judge", {"tokens": ["/" + hand]})
            await lani.turn(link, " ".join(discard))
            assert (await lani.get(f"/games/{link}/mark"))["opinion"] == before

    visit(story)


def test_what_there_is_no_time_for_is_no_opinion_and_no_error() -> None:
    async def story(club: Club) -> None:
        async def judge(*_: object) -> None:
            raise busy()

        lani, link = await against_the_computer(club)
        club.site.study.desk.judge = judge  # type: ignore[assignment, method-assign]  # overtaxed
        assert (await lani.post(f"/games/{link}/judge", {"tokens": ["+?"]}))["opinion"] is None
        await lani.turn(link, "+?")
        assert (await lani.get(f"/games/{link}/mark"))["opinion"] is None

    visit(story)


def test_there_is_no_coach_against_people_or_for_onlookers() -> None:
    async def story(club: Club) -> None:
        lani, link = await against_the_computer(club)
        kai = await club.guest("Kai")
        with refused("forbidden"):
            await kai.post(f"/games/{link}/hint", {"step": 1})
        with refused("nobody"):
            await club.stranger().post(f"/games/{link}/hint", {"step": 1})
        among_people = await lani.invites(kai, starts="White")
        one_device = await lani.offers("one-device", starts="White")
        for game in (among_people, one_device):
            with refused("forbidden"):
                await lani.post(f"/games/{game}/hint", {"step": 3})
            with refused("forbidden"):
                await lani.post(f"/games/{game}/judge", {"tokens": ["+?"]})
            with refused("forbidden"):
                await lani.get(f"/games/{game}/mark")

    visit(story)


def test_the_coach_is_told_only_what_its_pupil_may_know() -> None:
    async def story(club: Club) -> None:
        told = list[str]()

        async def best(_asker: object, kgn: str, lines: int, most: int) -> None:
            del lines, most
            told.append(kgn)
            raise RefusedError(409, "overheard", "that is all we wanted to know")

        lani, link = await against_the_computer(club)
        club.site.study.desk.best = best  # type: ignore[assignment, method-assign]  # overheard
        with refused("overheard"):
            await lani.post(f"/games/{link}/hint", {"step": 1})
        (kgn,) = told
        assert "Black ???" in kgn
        async with club.site.database.reading() as connection:
            seed = (await connection.execute(select(games.c.seed))).scalar_one()
        assert seed.hex() not in kgn

    visit(story)
