"""News carry what has happened, so that other processes follow a game without reading it."""

import asyncio
from collections.abc import Sequence

import msgspec
import pytest
from sqlalchemy import func, select, update

from kahuna.dealer import Dealer
from kahuna.notation.setup import Setup
from kahuna.server.news import MOST, News, Notification, Told
from kahuna.server.people.person import new_person
from kahuna.server.play.catching_up import follow
from kahuna.server.play.opening import Arrival, Places
from kahuna.server.play.room import Room
from kahuna.server.play.table import Table
from kahuna.server.play.terms import Terms
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from kahuna.server.storage.appender import Append
from kahuna.server.storage.bulk import CHANNEL
from kahuna.server.storage.database import Database
from kahuna.server.storage.postgresql import connect
from kahuna.server.storage.tables import games

SEED = b"aloha"


NOWHERE = "postgresql://nobody@localhost/none"
HELD = "LOCK TABLE events IN ACCESS EXCLUSIVE MODE"
WAITING = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"


def _item(game: int, seq: int, tokens: str) -> Append:
    names = [name.removeprefix("new_") for name in Told.__struct_fields__[4:]]
    new = dict.fromkeys(names, 0) | dict.fromkeys(("offer", "termination", "ended"))
    new |= {"seq": seq, "status": "running", "result": "*", "score": "0-0"}
    return Append({"game": game, "seq": seq, "kind": "turn", "tokens": tokens}, new)


def _told(items: list[Append]) -> list[Notification]:
    payloads = Listener(NOWHERE).news.notifications(items)
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
    assert follow([room], events) == []
    assert (room.seq, room.table.turn) == (2, 3)


def test_a_game_of_which_something_was_missed_is_to_be_read() -> None:
    room, turns = _room(), _turns(2)
    events = _told([_item(7, 2, turns[1])])[0].events
    assert follow([room], events) == [room]
    assert room.seq == 0


def test_no_game_waits_until_another_has_been_read_and_reading_is_tried_again(
    new_postgresql: str,
) -> None:
    async def story() -> None:
        site = Site(Settings(database=new_postgresql))
        await site.database.open()
        async with site.database.writing() as connection:
            white, black = [await new_person(connection, name, "guest") for name in ("Ann", "Bo")]
        seats: Places = {"White": white, "Black": black}
        behind = await site.opening.create(white, Terms(), seats, Arrival())
        async with site.database.writing() as connection:  # as another process would
            await connection.execute(update(games).values(offer="White"))
        ahead, turns = _room(), _turns(2)
        events = _told([_item(7, n, tokens) for n, tokens in enumerate(turns, 1)])[0].events

        holder, other = [await connect(site.database.url) for _ in range(2)]
        async with holder.transaction():
            await holder.execute(HELD)
            site.catching_up.heard([behind, ahead], events)
            assert (ahead.seq, behind.offer) == (2, None)
            while not await other.fetch(WAITING):  # the reading is cut off, and begins again
                await asyncio.sleep(0.01)
        while behind.offer is None:
            await asyncio.sleep(0.01)
        await holder.close()
        await other.close()
        await site.catching_up.stop()
        await site.database.close()

    asyncio.run(asyncio.wait_for(story(), 60))


class Listener:
    """A process that hears news, and nothing else."""

    def __init__(self, database: str) -> None:
        self.database = Database(Settings(database=database).database_url)
        self.news = News(self.database, self.hear, self.hear_of_games)
        self.heard = list[tuple[str, list[int]]]()
        self.told = list[list[int]]()  # of which games events, each time

    async def hear(self, topic: str, numbers: list[int]) -> None:
        self.heard.append((topic, numbers))

    def hear_of_games(self, numbers: list[int], told: Sequence[Told] = ()) -> None:
        if 13 in numbers:
            raise LookupError(13)
        self.heard.append(("game", numbers))
        self.told.append([event.game for event in told])

    async def hears(self, topic: str, numbers: list[int]) -> None:
        """Return when that was heard."""
        while (topic, numbers) not in self.heard:
            await asyncio.sleep(0.01)

    async def __aenter__(self) -> "Listener":
        await self.database.open()
        await self.news.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.news.stop()
        await self.database.close()


@pytest.mark.parametrize("told_first", ["nonsense", '["somebody", "game", [13]]'])
def test_news_that_cannot_be_taken_in_stop_no_others(new_postgresql: str, told_first: str) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), Listener(new_postgresql) as listener:
            for told in (told_first, '["somebody", "lobby", [7]]'):
                async with listener.database.writing() as connection:
                    await connection.execute(select(func.pg_notify(CHANNEL, told)))
                await listener.hears(*(("all", []) if told == told_first else ("lobby", [7])))
            assert listener.heard == [("all", []), ("lobby", [7])]  # all: is to be read again

    asyncio.run(story())


def test_nobody_hears_what_they_told_themselves(new_postgresql: str) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), Listener(new_postgresql) as listener:
            other = Listener(new_postgresql)
            for number, teller in enumerate((listener, other)):
                async with listener.database.writing() as connection:
                    await teller.news.tell(connection, "lobby", [number])
            await listener.hears("lobby", [1])
            assert listener.heard == [("lobby", [1])]

    asyncio.run(story())


def test_of_what_happens_to_a_game_everything_is_told_in_order(new_postgresql: str) -> None:
    """Such as when somebody asks for their turn back as soon as it is made: no event tells that."""

    async def story() -> None:
        async with asyncio.timeout(60), Listener(new_postgresql) as listener:
            other, items = Listener(new_postgresql), [_item(n, 1, "+A>B") for n in (3, 7)]
            async with listener.database.writing() as connection:
                await other.news.of_events(items)(connection)
                await other.news.tell(connection, "game", [7])
            await listener.hears("game", [7])
            assert listener.heard == [("game", [3, 7]), ("game", [7])]
            assert listener.told == [[3, 7], []]  # what is not told is to be read

    asyncio.run(story())
