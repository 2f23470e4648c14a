"""Live over real sockets: what happens is sent, to each what they may see."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from tests.server.club import Club, Json, fresh_database, turn_to_make
from tests.server.wire import Line, line, served


def _live(story: Callable[[Club, str], Awaitable[None]]) -> None:
    async def inside(database: str) -> None:
        club = Club(database)
        async with served(club) as address:
            await story(club, address)

    with fresh_database() as database:
        asyncio.run(inside(database))


def test_a_whole_game_is_played_over_two_sockets() -> None:
    async def story(club: Club, address: str) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        link = await lani.invites(kai)
        async with line(address, lani) as white, line(address, kai) as black:
            lines = {"White": white, "Black": black}
            states = {seat: await lines[seat].watch(link) for seat in lines}
            chance = random.Random(11)
            while states["White"]["status"] == "running":
                mover = states["White"]["view"]["mover"]
                await _live_turn(lines[mover], states[mover], chance)
                seq = states["White"]["seq"] + 1
                for seat, one in lines.items():
                    states[seat] = await one.hear("game", partial(_has_event, seq))
                    assert states[seat]["you"] == seat
            assert states["White"]["result"] == states["Black"]["result"] != "*"
        await club.check_log(link)

    _live(story)


def _has_event(seq: int, state: Json) -> bool:
    return bool(state["seq"] >= seq)


async def _live_turn(line: Line, state: Json, chance: random.Random) -> None:
    """Make any legal turn, drafted step by step."""
    view, tokens = state["view"], list[str]()
    number, seat = turn_to_make(view), view["mover"]
    while view["mover"] == seat and turn_to_make(view) == number:
        tokens.append(chance.choice(view["legal"])["token"])
        if tokens[-1][0] in "+-":
            break
        draft = await line.ask("draft", "draft", game=state["link"], tokens=tokens, id=number)
        assert draft["id"] == number
        view = draft["view"]
    await line.send("turn", game=state["link"], turn=number, tokens=tokens, id=7)


def test_a_spectator_is_sent_what_a_spectator_may_see() -> None:
    async def story(club: Club, address: str) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        link = await lani.invites(kai, starts="White")
        async with line(address, lani) as player, line(address) as spectator:
            assert (await player.watch(link))["you"] == "White"
            seen = await spectator.watch(link, seat="White")
            assert seen["you"] == "Spectator"
            done = await player.ask("turn", "done", game=link, turn=1, tokens=["+?"], id=1)
            assert done == {"type": "done", "id": 1}
            news = await spectator.hear("game", lambda state: state["seq"] == 1)
            assert news["view"]["white"]["hand"] == ""
            assert news["view"]["history"][-1]["tokens"] == ["+?"]
            refusal = await spectator.ask("turn", "problem", game=link, turn=2, tokens=["-"], id=2)
            assert (refusal["id"], refusal["status"], refusal["code"]) == (2, 401, "nobody")

    _live(story)


def test_on_one_device_the_socket_shows_a_hand_only_to_who_says_to_look() -> None:
    async def story(club: Club, address: str) -> None:
        lani = await club.guest("Lani")
        link = await lani.offers("one-device", starts="White")
        async with line(address, lani) as device:
            assert (await device.watch(link))["you"] == "Spectator"
            looking = await device.watch(link, seat="White")
            assert len(looking["view"]["white"]["hand"]) == 3
            assert (await device.watch(link))["view"]["white"]["hand"] == ""
            await device.send("turn", game=link, turn=1, tokens=["+?"])
            after = await device.hear("game", lambda state: state["seq"] == 1)
            assert after["view"]["black"]["hand"] == ""

    _live(story)


def test_whoever_waits_for_a_friend_hears_when_they_sit_down_and_what_they_ask() -> None:
    async def story(club: Club, address: str) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        link = await lani.offers(starts="White")
        async with line(address, lani) as waiting:
            assert (await waiting.watch(link))["status"] == "open"
            await kai.does(link, "join", {})
            begun = await waiting.hear("game", lambda state: state["status"] == "running")
            assert begun["black"]["name"] == "Kai"
            await lani.turn(link, "+?")
            await kai.turn(link, "+?")
            await kai.does(link, "takeback")
            assert (await waiting.hear("game", lambda state: state["offer"]))["offer"] == "Black"
            await kai.does(link, "resign")
            await waiting.hear("game", lambda state: state["status"] == "over")
            rematch = await kai.does(link, "rematch", {})
            news = await waiting.hear("game", lambda state: state["rematch"])
            assert news["rematch"] == rematch["link"]

    _live(story)


def test_nothing_is_sent_of_a_game_no_longer_watched() -> None:
    async def story(club: Club, address: str) -> None:
        lani, kai = await club.guests("Lani", "Kai")
        first, second = [await lani.invites(kai, starts="White") for _ in range(2)]
        async with line(address, kai) as watching:
            await watching.watch(first)
            await watching.watch(second)
            await watching.send("unwatch", game=first)
            await watching.ask("ping", "pong")
            await lani.turn(first, "-")
            await lani.turn(second, "-")
            await watching.hear("game", lambda state: state["link"] == second)
            assert all(m.get("seq", 0) == 0 for m in watching.heard if m.get("link") == first)

    _live(story)


ODD: list[tuple[str | bytes, str]] = [
    ("", "bad-request"),
    ("{", "bad-request"),
    ("[]", "bad-request"),
    ('{"type": "sing"}', "bad-request"),
    ('{"type": "watch"}', "bad-request"),
    ('{"type": "watch", "game": 7}', "bad-request"),
    ('{"type": "watch", "game": "nowhere"}', "not-found"),
    ('{"type": "watch", "game": "\\u0000"}', "not-found"),
    ('{"type": "turn", "game": "nowhere", "turn": 1, "tokens": []}', "not-found"),
    (b"\xff\x00", "bad-request"),
    ("x" * 5000, "too-large"),
]


def test_what_makes_no_sense_is_answered_by_a_problem() -> None:
    async def story(_club: Club, address: str) -> None:
        async with line(address) as odd:
            for message, code in ODD:
                await odd.connection.send(message)
                assert (await odd.hear("problem"))["code"] == code, message
            await odd.ask("ping", "pong")

    _live(story)


def test_a_page_of_another_site_cannot_connect() -> None:
    async def story(_club: Club, address: str) -> None:
        with pytest.raises(InvalidStatus):
            async with connect(f"ws://{address}/api/live", origin=Origin("https://elsewhere.test")):
                pass
        async with connect(f"ws://{address}/api/live", origin=Origin(f"http://{address}")) as same:
            await same.send('{"type": "ping"}')
            assert json.loads(await same.recv())["type"] == "pong"

    _live(story)


def test_when_the_site_stops_its_clients_are_told_to_connect_again() -> None:
    async def story(database: str) -> None:
        async with served(Club(database)) as address:
            connection = await connect(f"ws://{address}/api/live")
            await connection.send('{"type": "ping"}')
            assert json.loads(await connection.recv())["type"] == "pong"
        with pytest.raises(ConnectionClosed):
            await connection.recv()
        assert connection.close_code == 1012  # service restart

    with fresh_database() as database:
        asyncio.run(story(database))
