"""How a game comes about: the deal is promised, the game is made, the other seat is taken.

Each step is one transaction, so that no game is ever left half begun.
"""

import secrets
from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta
from sqlalchemy import bindparam, delete, insert, select, update

from kahuna.dealer import Dealer
from kahuna.notation.setup import Seat
from kahuna.server.errors import conflict, forbidden, invalid
from kahuna.server.news import News
from kahuna.server.now import HOUR, now
from kahuna.server.people.secret import new_link
from kahuna.server.play import clock
from kahuna.server.play.reading import SEATS, columns_of, new_table, read_room
from kahuna.server.play.room import ENDED, Room
from kahuna.server.play.rooms import Rooms
from kahuna.server.play.terms import Terms, check
from kahuna.server.storage.tables import deals, games
from kahuna.server.storage.transaction import Transaction
from kahuna.view import turn_number

PROMISE_TIME = 24 * HOUR

_GAME = update(games).where(games.c.id == bindparam("game"))
_OPEN_GAME = _GAME.where(games.c.status == "open")
_next = games.alias("n")
_FOLLOWED = _GAME.values(
    rematch=select(_next.c.id).where(_next.c.link == bindparam("next")).scalar_subquery()
)
# In two steps: PostgreSQL may wait for the first, and only then sees what it waited for.
_REMATCH = select(games.c.rematch).where(games.c.id == bindparam("game")).with_for_update()
_LINK = select(games.c.link).where(games.c.id == bindparam("game"), games.c.status != "aborted")

Commitment = Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")]
Places = Mapping[Seat, int | None]


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

        async def write(connection: Transaction) -> None:
            await connection.execute(delete(deals).where(deals.c.created < at - PROMISE_TIME))
            await connection.execute(
                insert(deals).values(commitment=dealer.commitment, seed=dealer.seed, created=at)
            )

        await self.database.write(write)
        return dealer.commitment

    async def create(
        self,
        creator: int,
        terms: Terms,
        seats: Places,
        arrival: Arrival,
        commitment: str = "",
    ) -> Room:
        """Make a game; it begins at once if both seats are taken."""
        check(terms)
        if seats["White"] == seats["Black"] and terms.rated:
            raise invalid("rated", "a game on one device is not rated")
        own: Seat = "White" if seats["White"] == creator else "Black"

        async def write(connection: Transaction) -> str:
            seed = await take_seed(connection, commitment)
            return await self.make(connection, creator, terms, seats, {own: arrival}, seed)

        return await self.rooms.get(await self.database.write(write))

    async def make(
        self,
        connection: Transaction,
        creator: int,
        terms: Terms,
        seats: Places,
        arrivals: Mapping[Seat, Arrival],
        seed: bytes,
    ) -> str:
        """Write a new game in this transaction; return its link."""
        link = new_link()
        values = columns_of(terms) | {
            "link": link,
            "status": "open",
            "one_device": seats["White"] == seats["Black"],
            "creator": creator,
            "white": seats["White"],
            "black": seats["Black"],
            "seed": seed,
            "created": now(),
        }
        for seat, arrival in arrivals.items():
            values |= _brought(seat, arrival)
        await connection.execute(insert(games), values)
        if None not in seats.values():
            await self._begin(connection, link)
        return link

    async def join(self, room: Room, person: int, arrival: Arrival) -> None:
        """Take the free seat of an open game, which begins then."""
        async with room.lock:
            if room.seats_of(person):
                raise forbidden("you sit there already: the other seat is for your opponent")
            if room.status != "open":
                raise conflict("not-open", "the seat is taken")
            free = next(seat for seat in SEATS if room.seats[seat] is None)
            sits = {"game": room.id, free.lower(): person} | _brought(free, arrival)

            async def write(connection: Transaction) -> bool:
                taken = await connection.execute(_OPEN_GAME, sits)
                if taken.rowcount:
                    await self._begin(connection, room.link)
                return taken.rowcount > 0

            is_first = await self.database.write(write)
            await self.rooms.refresh(room)
            if not is_first:
                raise conflict("not-open", "somebody else was faster")

    async def rematch(
        self, room: Room, person: int, arrival: Arrival, commitment: str = ""
    ) -> Room:
        """Offer another game with colours swapped, or take the seat of the one offered.

        A number that was brought to another deal is not taken for that one: who offers a game
        in the same moment as the opponent is shown the opponent's, and can take it then.
        """
        async with room.lock:
            if room.status not in ENDED:  # unless it has ended in another process
                await self.rooms.refresh(room)
            if not room.seats_of(person):
                raise forbidden("you did not play in this game")
            if room.status not in ENDED:
                raise conflict("not-over", "the game is not over")

            async def write(connection: Transaction) -> str:
                if (link := await _rematch_of(connection, room)) is not None:
                    return link
                seed = await take_seed(connection, commitment)
                return await self._offer_rematch(connection, room, person, arrival, seed)

            link = await self.database.write(write)
            if room.rematch != link:
                room.rematch = link
                room.tell()
        new = await self.rooms.get(link)
        if not new.seats_of(person) and commitment in ("", new.commitment):
            await self.join(new, person, arrival)
        return new

    async def _offer_rematch(
        self,
        connection: Transaction,
        room: Room,
        person: int,
        arrival: Arrival,
        seed: bytes,
    ) -> str:
        """Make the next game, note it in the last one, and return its link."""
        places: dict[Seat, int | None] = {"White": None, "Black": None}
        for old, who in room.seats.items():
            if who is not None and (who.person == person or who.is_computer):
                places[other(old)] = who.person
        own: Seat = "White" if places["White"] == person else "Black"
        terms = room.terms
        if terms.handicap is not None:  # it stays with the weaker player
            swapped = msgspec.structs.replace(terms.handicap, seat=other(terms.handicap.seat))
            terms = msgspec.structs.replace(terms, handicap=swapped)
        link = await self.make(connection, person, terms, places, {own: arrival}, seed)
        await connection.execute(_FOLLOWED, {"game": room.id, "next": link})
        await self.news.tell(connection, "game", [room.id])
        return link

    async def _begin(self, connection: Transaction, link: str) -> None:
        """Say who starts, deal, and start the clock, in this transaction."""
        room = await read_room(connection, link)
        room.starter = _starter(room)
        table, at = new_table(room), now()
        time = clock.begin(room.terms.clock, at)
        mover = room.seats[table.mover]
        values = {
            "game": room.id,
            "status": "running",
            "starter": room.starter,
            "turn": turn_number(table.state),
            "mover": table.mover,
            "thinking": mover is not None and mover.is_computer,
            "moved": at,
            "deadline": clock.deadline(room.terms.clock, time, table.mover),
            "white_left": time.white,
            "black_left": time.black,
            "started": at,
        }
        await connection.execute(_GAME, values)
        await self.news.tell(connection, "game", [room.id])


async def take_seed(connection: Transaction, commitment: str) -> bytes:
    """Return the seed that was promised, which serves only once; a new one if none was."""
    if not commitment:
        return Dealer().seed
    taken = delete(deals).where(deals.c.commitment == commitment).returning(deals.c.seed)
    seed = (await connection.execute(taken)).scalar()
    if seed is None:
        raise invalid("commitment", "that deal was not promised here, or is used already")
    return bytes(seed)


async def _rematch_of(connection: Transaction, room: Room) -> str | None:
    """Return the game that follows, unless it was called off; nobody else makes one meanwhile."""
    number = (await connection.execute(_REMATCH, {"game": room.id})).scalar()
    if number is None:
        return None
    return (await connection.execute(_LINK, {"game": number})).scalar()


def other(seat: Seat) -> Seat:
    """Return the seat across the table."""
    return "Black" if seat == "White" else "White"


def _brought(seat: Seat, arrival: Arrival) -> dict[str, str | int]:
    """Return what a player brings, as columns of the game's row."""
    name = seat.lower()
    return {f"{name}_number": arrival.number, f"{name}_holiday": arrival.holiday}


def _starter(room: Room) -> Seat:
    """Return who starts, as agreed: by lot, also where both need a holiday as badly."""
    starts = room.terms.starts
    if starts in SEATS:
        return "White" if starts == "White" else "Black"
    white, black = [who.holiday if who else 0 for who in room.seats.values()]
    if starts == "lot" or white == black:
        return secrets.choice(SEATS)
    return "White" if white > black else "Black"
