"""How a game comes about: the deal is promised, the game is made, the other seat is taken."""

import secrets
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kahuna.dealer import Dealer
from kahuna.notation.setup import Seat
from kahuna.server.errors import conflict, forbidden, invalid
from kahuna.server.news import News
from kahuna.server.now import HOUR, now
from kahuna.server.people.secret import new_link
from kahuna.server.play import clock
from kahuna.server.play.room import Room
from kahuna.server.play.rooms import SEATS, Rooms, columns_of, new_table
from kahuna.server.play.table import turn_number
from kahuna.server.play.terms import Terms, check
from kahuna.server.storage.tables import deals, games

PROMISE_TIME = 24 * HOUR


class Arrival(msgspec.Struct, frozen=True):
    """What a player brings to the table, beside themselves."""

    number: Annotated[str, Meta(max_length=64, pattern="^[0-9A-Za-z]*$")] = ""  # for the seed
    holiday: Annotated[int, Meta(ge=0, le=100_000)] = 0  # days since the last one


class Opening:
    """Makes games and lets people sit down."""

    def __init__(self, rooms: Rooms, news: News) -> None:
        """Take where games are, and what tells other processes."""
        self.rooms, self.database, self.news = rooms, rooms.database, news

    async def promise(self) -> str:
        """Return the hash of a new seed, to be known before anybody adds to it."""
        dealer, at = Dealer(), now()
        async with self.database.writing() as connection:
            await connection.execute(delete(deals).where(deals.c.created < at - PROMISE_TIME))
            await connection.execute(
                insert(deals).values(commitment=dealer.commitment, seed=dealer.seed, created=at)
            )
        return dealer.commitment

    async def create(
        self,
        creator: int,
        terms: Terms,
        seats: dict[Seat, int | None],
        arrival: Arrival,
        commitment: str = "",
    ) -> Room:
        """Make a game; it begins at once if both seats are taken."""
        check(terms)
        both = seats["White"] is not None and seats["White"] == seats["Black"]
        if both and terms.rated:
            raise invalid("rated", "a game on one device is not rated")
        own: Seat = "White" if seats["White"] == creator else "Black"
        async with self.database.writing() as connection:
            seed = await _take_seed(connection, commitment)
            values = columns_of(terms) | {
                "link": new_link(),
                "status": "open",
                "one_device": both,
                "creator": creator,
                "white": seats["White"],
                "black": seats["Black"],
                "seed": seed,
                f"{own.lower()}_number": arrival.number,
                f"{own.lower()}_holiday": arrival.holiday,
                "created": now(),
            }
            made = await connection.execute(insert(games).values(values))
            game = made.inserted_primary_key
            assert game is not None
            row_id = int(game[0])
        room = await self.rooms.get(values["link"])
        assert room.id == row_id
        async with room.lock:
            if None not in seats.values():
                await self._begin(room)
        return room

    async def join(self, room: Room, person: int, arrival: Arrival) -> None:
        """Take the free seat of an open game, which begins then."""
        async with room.lock:
            if room.status != "open":
                raise conflict("not-open", "the seat is taken")
            if person in (who.person for who in room.seats.values() if who):
                raise forbidden("you sit there already: the other seat is for your opponent")
            free = next(seat for seat in SEATS if room.seats[seat] is None).lower()
            async with self.database.writing() as connection:
                changed = await connection.execute(
                    update(games)
                    .where(games.c.id == room.id, games.c.status == "open")
                    .where(games.c[free].is_(None))
                    .values(
                        {
                            free: person,
                            f"{free}_number": arrival.number,
                            f"{free}_holiday": arrival.holiday,
                        }
                    )
                )
            await self.rooms.refresh(room)
            if changed.rowcount == 0:
                raise conflict("not-open", "somebody else was faster")
            await self._begin(room)
        room.tell()

    async def rematch(self, room: Room, person: int, arrival: Arrival) -> Room:
        """Offer another game with colours swapped, or take the seat of the one offered."""
        seats = room.seats_of(person)
        if not seats:
            raise forbidden("you did not play in this game")
        if room.status not in ("over", "aborted"):
            raise conflict("not-over", "the game is not over")
        async with room.lock:
            await self.rooms.refresh(room)
            if room.rematch is None:
                return await self._offer_rematch(room, seats[0], arrival)
        new = await self.rooms.get(room.rematch)
        if not new.seats_of(person):
            await self.join(new, person, arrival)
        return new

    async def _offer_rematch(self, room: Room, seat: Seat, arrival: Arrival) -> Room:
        """Make the next game, and note it in the last one, whose lock is held."""
        places: dict[Seat, int | None] = {"White": None, "Black": None}
        for old, who in room.seats.items():
            if who is not None and (old == seat or room.one_device or who.is_computer):
                places["Black" if old == "White" else "White"] = who.person
        own = room.seats[seat]
        assert own is not None
        new = await self.create(own.person, room.terms, places, arrival)
        async with self.database.writing() as connection:
            await connection.execute(
                update(games)
                .where(games.c.id == room.id, games.c.rematch.is_(None))
                .values(rematch=new.id)
            )
        await self.rooms.refresh(room)
        return new

    async def _begin(self, room: Room) -> None:
        """Say who starts, deal, and start the clock. The lock is held."""
        room.starter = starter = _starter(room)
        table, at = new_table(room), now()
        time = clock.begin(room.terms.clock, at)
        mover = room.seats[table.mover]
        values: dict[str, Any] = {
            "status": "running",
            "starter": starter,
            "turn": turn_number(table.state),
            "mover": table.mover,
            "thinking": mover is not None and mover.is_computer,
            "moved": at,
            "deadline": clock.deadline(room.terms.clock, time, table.mover),
            "white_left": time.white,
            "black_left": time.black,
            "started": at,
        }
        async with self.database.writing() as connection:
            await connection.execute(update(games).where(games.c.id == room.id).values(values))
            await self.news.tell(connection, "game", [room.id])
        room.table, room.time, room.status = table, time, "running"


async def _take_seed(connection: AsyncConnection, commitment: str) -> bytes:
    """Return the seed that was promised, which serves only once; a new one if none was."""
    if not commitment:
        return Dealer().seed
    query = select(deals.c.seed).where(deals.c.commitment == commitment)
    seed = (await connection.execute(query)).scalar()
    if seed is None:
        raise invalid("commitment", "that deal was not promised here, or is used already")
    await connection.execute(delete(deals).where(deals.c.commitment == commitment))
    return bytes(seed)


def _starter(room: Room) -> Seat:
    """Return who starts, as agreed: by lot, also where both need a holiday as badly."""
    starts = room.terms.starts
    if starts in SEATS:
        return "White" if starts == "White" else "Black"
    white, black = [who.holiday if who else 0 for who in room.seats.values()]
    if starts == "lot" or white == black:
        return secrets.choice(SEATS)
    return "White" if white > black else "Black"
