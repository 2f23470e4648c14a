"""News carry what has happened, so that other processes follow a game without reading it."""

import asyncio
from collections.abc import Sequence
from typing import NoReturn

import msgspec
import pytest

from kahuna.dealer import Dealer
from kahuna.notation.setup import Setup
from kahuna.server.news import MOST, News, Notification, Told
from kahuna.server.play.catching_up import catch_up
from kahuna.server.play.room import Room
from kahuna.server.play.rooms import Rooms
from kahuna.server.play.table import Table
from kahuna.server.storage.appender import Append
from kahuna.server.storage.database import Database

SEED = b"aloha"


class ReadError(Exception):
    """Something was read."""


class Unread(Database):
    """A database in which nothing is to be read."""

    def reading(self) -> NoReturn:
        """Tell that something was."""
        raise ReadError


NOWHERE = Unread("postgresql://nobody@localhost/none")


def _item(game: int, seq: int, tokens: str) -> Append:
    names = [name.removeprefix("new_") for name in Told.__struct_fields__[4:]]
    new = dict.fromkeys(names, 0) | dict.fromkeys(("offer", "termination", "ended"))
    new |= {"seq": seq, "status": "running", "result": "*", "score": "0-0"}
    return Append({"game": game, "seq": seq, "kind": "turn", "tokens": tokens}, new)


def _told(items: list[Append]) -> list[Notification]:
    async def silent(topic: str, numbers: list[int], told: Sequence[Told] = ()) -> None:
        pass

    payloads = News(NOWHERE, silent).notifications(items)
    assert all(len(payload) <= MOST for payload in payloads)
    return [msgspec.json.decode(payload, type=Notification) for payload in payloads]


def _room() -> Room:
    room = Room()
    room.id, room.status, room.seq = 7, "running", 0
    room.table = Table(Setup(Dealer(SEED).deal(), "White", "none", None), Dealer(SEED))
    return room


def _turns(number: int) -> list[str]:
    """Return turns of a game as they are logged, in which nothing but cards are drawn."""
    table, made = _room().table, list[str]()
    assert table is not None
    for _ in range(number):
        plan = table.plan(["+?"])
        table.follow(plan)
        made.append(" ".join(plan.tokens))
    return made


def test_every_event_is_told_in_as_many_notifications_as_it_takes() -> None:
    told = _told([_item(game, 1, "AB +C") for game in range(100)])
    assert [number for news in told for number in news.numbers] == list(range(100))
    assert [event.game for news in told for event in news.events] == list(range(100))


def test_what_is_too_long_to_be_told_is_named() -> None:
    (told,) = _told([_item(3, 1, "AB " * 3000)])
    assert (told.numbers, told.events) == ([3], [])


@pytest.mark.parametrize("known", [0, 1, 2])
def test_a_game_goes_on_by_what_was_told_and_nothing_is_read(known: int) -> None:
    room, turns = _room(), _turns(2)
    assert room.table is not None
    for tokens in turns[:known]:  # it was faster here
        room.table.replay(tokens)
    room.seq = known
    events = _told([_item(7, n, tokens) for n, tokens in enumerate(turns, 1)])[0].events
    asyncio.run(catch_up(Rooms(NOWHERE), [room], events))
    assert (room.seq, room.table.turn) == (2, 3)


def test_a_game_of_which_something_was_missed_is_read() -> None:
    room, turns = _room(), _turns(2)
    events = _told([_item(7, 2, turns[1])])[0].events
    with pytest.raises(ReadError):
        asyncio.run(catch_up(Rooms(NOWHERE), [room], events))
    assert room.seq == 0
