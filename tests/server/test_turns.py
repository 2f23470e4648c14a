"""A turn is one commit: drafted by its player alone, made once, refused with a reason."""

import asyncio
from typing import Any

from sqlalchemy import select

from kahuna.server.storage.tables import events
from tests.server.club import Club, Guest, Json, refused, visit


async def _begun(club: Club, **terms: Any) -> tuple[Guest, Guest, str]:
    lani, kai = await club.guests("Lani", "Kai")
    return lani, kai, await lani.invites(kai, starts="White", **terms)


def _build(view: Json) -> str:
    """Return any bridge that the viewer may build."""
    return next(str(choice["token"]) for choice in view["legal"] if len(choice["token"]) == 2)


def test_a_draft_shows_its_player_what_it_would_bring_and_changes_nothing() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club)
        before = [await who.game(link) for who in (lani, kai)]
        token = _build(before[0]["view"])
        draft = await lani.draft(link, token)
        assert draft["viewer"] == "White"
        assert len(draft["white"]["bridges"]) == 1
        assert len(draft["white"]["hand"]) == 2
        assert draft["mover"] == "White"
        after = [await who.game(link) for who in (lani, kai)]
        for old, new in zip(before, after, strict=True):
            assert new["view"] == old["view"]
            assert new["seq"] == old["seq"] == 0
        assert await lani.draft(link, "") == before[0]["view"]

    visit(story)


def test_a_draft_ends_before_the_draw_which_would_show_a_card() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club)
        row = (await lani.game(link))["view"]["row"]
        for ending in ("+?", "-", f"+{row[0]}"):
            with refused("not-in-draft"):
                await lani.draft(link, ending)
        with refused("not-your-turn"):
            await kai.draft(link, "")
        with refused("forbidden"):
            await (await club.guest("Moe")).draft(link, "")

    visit(story)


def test_a_turn_can_be_drafted_where_news_of_the_one_before_have_not_come(
    new_postgresql: str,
) -> None:
    async def story() -> None:
        async with Club(new_postgresql) as club, Club(new_postgresql) as other:
            lani, kai, link = await _begun(club)
            elsewhere = other.again(kai)
            await elsewhere.game(link)
            await other.site.news.stop()
            await lani.turn(link, "+?")
            assert (await elsewhere.draft(link, ""))["mover"] == "Black"

    asyncio.run(story())


def test_a_handicap_is_drafted_and_made_as_turn_0() -> None:
    async def story(club: Club) -> None:
        _, kai, link = await _begun(club, handicap={"seat": "Black", "bridges": 2})
        view = (await kai.game(link))["view"]
        assert (view["phase"], view["mover"]) == ("handicap", "Black")
        draft = await kai.draft(link, "^AB ^KL")
        assert draft["black"]["bridges"] == ["AB", "KL"]
        with refused("turn-unfinished"):
            await kai.turn(link, "^AB", 0)
        state = await kai.turn(link, "^AB ^KL", 0)
        assert (state["view"]["turn"], state["view"]["mover"]) == (1, "White")
        assert await kai.turn(link, "^AB ^KL", 0) == state | {"clocks": _any(state)}

    visit(story)


def _any(state: Json) -> Json:
    """Return the clocks, whose `now` goes on."""
    clocks: Json = state["clocks"]
    clocks["now"] = AnyTime()
    return clocks


class AnyTime:
    """Equals every time."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int)

    __hash__ = None  # type: ignore[assignment]  # it is only compared


def test_a_repeated_commit_is_answered_the_same_and_made_once() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club)
        token = _build((await lani.game(link))["view"])
        turns = [lani.turn(link, f"{token} +?", 1) for _ in range(5)]
        first, *others = await asyncio.gather(*turns)
        assert all(answer["view"] == first["view"] for answer in others)
        # Also when the opponent has answered meanwhile, and when another turn is claimed.
        await kai.turn(link, "-", 2)
        late = await lani.turn(link, f"{token} +?", 1)
        assert late["seq"] == 2
        with refused("other-turn"):
            await lani.turn(link, "-", 1)
        assert await _kinds(club) == ["turn", "turn"]

    visit(story)


async def _kinds(club: Club) -> list[str]:
    async with club.site.database.reading() as connection:
        found = await connection.execute(select(events.c.kind).order_by(events.c.seq))
        return list(found.scalars())


def test_a_commit_repeated_to_another_process_is_recognised_there(new_postgresql: str) -> None:
    async def story() -> None:
        async with Club(new_postgresql) as club, Club(new_postgresql) as other:
            lani, _, link = await _begun(club)
            lani_there = other.again(lani)
            both = [guest.turn(link, "+?", 1) for guest in (lani, lani_there)]
            first, second = await asyncio.gather(*both)
            assert first["view"] == second["view"]
            assert (await lani_there.turn(link, "+?", 1))["view"] == first["view"]
            assert await _kinds(club) == ["turn"]

    asyncio.run(story())


NO_TURNS = {
    "": "turn-unfinished",
    "+": "unknown-token",
    "nonsense": "unknown-token",
    "resign": "not-in-turn",
    "timeout": "not-in-turn",
    "Black:resign": "not-in-turn",
    "@ABC": "not-in-turn",
    "+?A": "dealers-part",
    "- -": "turn-over",
    "=AB": "no-variant",
    "^AB": "no-handicap",
}


def test_what_is_no_turn_is_refused_and_changes_nothing() -> None:
    async def story(club: Club) -> None:
        lani, _, link = await _begun(club)
        for tokens, code in NO_TURNS.items():
            with refused(code):
                await lani.turn(link, tokens, 1)
        with refused("bad-request"):
            await lani.turn(link, "- " * 100, 1)
        assert (await lani.game(link))["seq"] == 0

    visit(story)


def test_only_whose_turn_it_is_may_make_it() -> None:
    async def story(club: Club) -> None:
        lani, kai, link = await _begun(club)
        moe = await club.guest("Moe")
        with refused("not-your-turn"):
            await kai.turn(link, "+?", 1)
        with refused("forbidden"):
            await moe.turn(link, "+?", 1)
        with refused("other-turn"):
            await lani.turn(link, "+?", 3)
        open_game = await lani.offers()
        with refused("not-running"):
            await lani.turn(open_game, "+?", 1)
        await lani.does(link, "resign")
        with refused("not-running"):
            await kai.turn(link, "+?", 1)

    visit(story)
