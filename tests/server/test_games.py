"""Whole games over HTTP: all variants and handicaps, who sees what, who finds them."""

import asyncio
from typing import get_args

from kahuna import fairness
from kahuna.notation import Record
from kahuna.notation.setup import Seat
from tests.server.club import Club, Guest, random_game, refused, visit

KINDS = (  # variants, handicap, who starts
    ("none", None, "White"),
    ("1", {"seat": "White", "bridges": 1}, "White"),
    ("2", {"seat": "Black", "bridges": 2}, "White"),
    ("1 2", {"seat": "White", "bridges": 3}, "Black"),
    ("1 2", {"seat": "Black", "bridges": 3}, "Black"),
)


def test_games_of_all_kinds_are_played_to_their_end_and_can_be_recomputed() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")

        async def one_game(number: int, variants: str, handicap: object, starts: str) -> None:
            link = await lani.invites(kai, variants=variants, handicap=handicap, starts=starts)
            state = await random_game(link, lani, kai, number)
            assert state["status"] == "over"
            assert state["result"] in ("White", "Black", "Draw")
            assert state["termination"] is not None
            await club.check_log(link)
            await _check_record(club.stranger(), link)

        await asyncio.gather(*(one_game(n, *kind) for n, kind in enumerate(KINDS)))

    visit(story)


async def _check_record(anybody: Guest, link: str) -> None:
    """Check that the record says all, and that every deal follows from what was promised."""
    record = Record.parse(await anybody.get(f"/games/{link}/record.kgn"))
    promise = (await anybody.game(link))["fairness"]
    tags = ("ServerSeedHash", "WhiteNumber", "BlackNumber", "ServerSeed")
    assert list(promise.values()) == [record.tags[tag] for tag in tags]
    assert {"Seed", "SeedHash"} < set(record.tags)
    assert fairness.check(record, published=promise["commitment"])


def test_each_player_sees_their_own_hand_and_a_spectator_none() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        link = await lani.invites(kai)
        for who, you, hidden in (
            (lani, "White", (0, 3)),
            (kai, "Black", (3, 0)),
            (club.stranger(), "Spectator", (3, 3)),
        ):
            state = await who.game(link)
            assert state["you"] == you
            view = state["view"]
            assert (view["white"]["hidden"], view["black"]["hidden"]) == hidden
            assert state["fairness"]["seed"] is None
            # Nobody becomes another by asking for it.
            assert (await who.game(link, seat="White"))["you"] == you
            record = Record.parse(await who.get(f"/games/{link}/record.kgn"))
            assert ("White ???" in record.tags["Deal"]) == (you != "White")
            assert ("Black ???" in record.tags["Deal"]) == (you != "Black")
            assert record.tags["ServerSeedHash"] == state["fairness"]["commitment"]
            assert {"Seed", "SeedHash", "ServerSeed", "WhiteNumber"}.isdisjoint(record.tags)

    visit(story)


def test_on_one_device_a_hand_is_shown_only_to_the_player_who_says_to_look() -> None:
    async def story(club: Club) -> None:
        lani = await club.guest("Lani")
        link = await lani.offers("one-device", starts="White")
        between = await lani.game(link)
        assert between["you"] == "Spectator"
        assert between["view"]["white"]["hand"] == between["view"]["black"]["hand"] == ""
        assert between["view"]["legal"] == []
        white, black = [(await lani.game(link, seat=seat))["view"] for seat in get_args(Seat)]
        assert len(white["white"]["hand"]) == len(black["black"]["hand"]) == 3
        assert white["black"]["hand"] == black["white"]["hand"] == ""
        after = await lani.turn(link, "+?")
        assert after["you"] == "Spectator"
        assert after["view"]["mover"] == "Black"
        record = Record.parse(await lani.get(f"/games/{link}/record.kgn"))
        assert record.tags["Deal"].startswith("White ??? Black ???")
        # The device is Lani's; for others it is a game like any other.
        assert (await club.stranger().game(link, seat="White"))["you"] == "Spectator"
        state = await random_game(link, lani, lani, 7)
        assert state["status"] == "over"
        await club.check_log(link)

    visit(story)


def test_a_number_opens_a_public_game_once_it_has_begun_and_no_other() -> None:
    async def story(club: Club) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        hidden = await lani.game(await lani.invites(kai))
        shown = await lani.game(await lani.offers(public=True))
        with refused("not-found"):
            await kai.get(f"/games/{hidden['number']}")
        with refused("not-found"):  # whoever has the link may sit down, and nobody else
            await kai.post(f"/games/{shown['number']}/join", {})
        await kai.post(f"/games/{shown['link']}/join", {})
        found = await club.stranger().get(f"/games/{shown['number']}")
        assert found["link"] == shown["link"]
        assert (await kai.get(f"/games/{shown['link'].upper()}"))["link"] == shown["link"]

    visit(story)


def test_what_is_no_game_is_not_found(database: str) -> None:
    async def story(club: Club) -> None:
        for link in ("nowhere", "0", "9" * 17, "9" * 3000, "²", "%00", "ä", "a b"):
            with refused("not-found"):
                await club.stranger().get(f"/games/{link}")

    visit(story, database)


def test_who_is_nobody_cannot_play_but_look() -> None:
    async def story(club: Club) -> None:
        lani, nobody = await club.guest("Lani"), club.stranger()
        link = await lani.offers()
        assert (await nobody.game(link))["view"] is None
        for path, data in (("join", {}), ("turns", {"turn": 1, "tokens": ["-"]}), ("resign", None)):
            with refused("nobody"):
                await nobody.post(f"/games/{link}/{path}", data)

    visit(story)
