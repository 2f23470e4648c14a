"""How a game ends other than by its last turn: resigning, time, aborting; and taking back."""

from sqlalchemy import update

from kahuna.notation.setup import Seat
from kahuna.rules import actions
from kahuna.rules.state import SEATS
from kahuna.server.errors import conflict, forbidden
from kahuna.server.news import News
from kahuna.server.now import now
from kahuna.server.play import clock
from kahuna.server.play.opening import other
from kahuna.server.play.room import Room
from kahuna.server.play.table import Table
from kahuna.server.play.turns import MovedOnError, Turns, summary
from kahuna.server.storage.appender import Append
from kahuna.server.storage.tables import games


class Endings:
    """Ends games, and takes turns back."""

    def __init__(self, turns: Turns, news: News) -> None:
        """Take what writes events, and what tells other processes of the rest."""
        self.turns, self.news = turns, news

    async def resign(self, room: Room, person: int) -> None:
        """Give up. On one device, whoever is to move gives up."""
        async with room.lock:
            table, seat = _running(room, person)
            plan = table.quit(actions.resign(SEATS.index(seat)))
            await self.turns.append(room, "resign", seat, plan)
        room.tell()

    async def claim(self, room: Room, person: int) -> None:
        """Win because the opponent's time is over."""
        async with room.lock:
            table, _ = _running(room, person)
            mover = table.mover
            if mover in room.seats_of(person) and not room.one_device:
                raise conflict("own-time", "it is your own clock that runs")
            end = clock.deadline(room.terms.clock, room.time, mover)
            if end is None or now() <= end:
                raise conflict("time-left", "your opponent still has time", deadline=end)
            plan = table.quit(actions.time_out(SEATS.index(mover)))
            await self.turns.append(room, "timeout", mover, plan)
        room.tell()

    async def abort(self, room: Room, person: int) -> None:
        """Call a game off before its first turn, as if it had never been.

        It is an event, so that a first turn made at the same time comes before it or not at all.
        """
        async with room.lock:
            seats = room.seats_of(person)
            if not seats:
                raise forbidden("you do not play in this game")
            if room.status == "aborted":
                return
            if room.status == "over" or room.seq > 0:
                raise conflict("too-late", "a game can be called off only before its first turn")
            await self._call_off(room, seats[0])
        room.tell()

    async def adjudicate(self, room: Room, winner: Seat) -> None:
        """End a running game for one side, as if the other had resigned; a rated one counts."""
        async with room.lock:
            if room.status != "running" or room.table is None:
                raise conflict("not-running", f"the game is {room.status}")
            loser = other(winner)
            plan = room.table.quit(actions.resign(SEATS.index(loser)))
            await self.turns.append(room, "resign", loser, plan)
        room.tell()

    async def call_off(self, room: Room) -> None:
        """Let a game count for nothing, at whatever turn it is."""
        async with room.lock:
            if room.status not in ("open", "running"):
                raise conflict("not-running", f"the game is {room.status}")
            await self._call_off(room, room.mover or "White")
        room.tell()

    async def ask_back(self, room: Room, person: int) -> None:
        """Ask to take one's last turn back; the opponent decides. The computer always agrees."""
        async with room.lock:
            table, seat = _running(room, person)
            if room.terms.rated:
                raise conflict("rated", "in a rated game nothing is taken back")
            if room.one_device:  # the last turn, whoever made it
                seat = max(("White", "Black"), key=lambda seat: _last_turn(table, seat))
            if _last_turn(table, seat) < 0:
                raise conflict("nothing-to-take-back", "you have made no turn yet")
            opponent = room.seats[other(seat)]
            if room.one_device or (opponent is not None and opponent.is_computer):
                await self._take_back(room, table, seat)
            elif room.offer == other(seat):
                raise conflict("asked-already", "your opponent asks for the same: answer first")
            else:
                await self._set_offer(room, seat)
        room.tell()

    async def answer_back(self, room: Room, person: int, *, agreed: bool) -> None:
        """Grant or refuse what the opponent asked; whoever asked may withdraw it."""
        async with room.lock:
            table, seat = _running(room, person)
            if room.offer is None:
                raise conflict("no-offer", "nobody asks to take a turn back")
            if agreed and seat == room.offer:
                raise forbidden("your opponent has to agree")
            if agreed:
                await self._take_back(room, table, room.offer)
            else:
                await self._set_offer(room, None)
        room.tell()

    async def _call_off(self, room: Room, seat: Seat) -> None:
        """Write that a game is called off; the room's lock is held."""
        at, turn = now(), 0 if room.table is None else room.table.turn
        values = {
            "status": "aborted",
            "seq": room.seq + 1,
            "turn": turn,
            "mover": None,
            "thinking": False,
            "deadline": None,
            "moved": room.time.moved,
            "white_left": room.time.white,
            "black_left": room.time.black,
            "offer": None,
            "result": "*",
            "score": room.score,
            "termination": None,
            "ended": at,
        }
        await self.turns.write(room, Append(_event(room, "abort", seat, turn, at), values))

    async def _set_offer(self, room: Room, seat: Seat | None) -> None:
        """Note who asks, unless the game has gone on elsewhere."""
        async with self.turns.rooms.database.writing() as connection:
            changed = await connection.execute(
                update(games)
                .where(games.c.id == room.id, games.c.seq == room.seq)
                .values(offer=seat)
            )
            await self.news.tell(connection, "game", [room.id])
        if not changed.rowcount:
            await self.turns.rooms.refresh(room)
            raise MovedOnError
        room.offer = seat

    async def _take_back(self, room: Room, table: Table, seat: Seat) -> None:
        """Go back to before the seat's last turn; the clocks go on from where they are."""
        turn, at = _last_turn(table, seat), now()
        earlier = table.back_to(turn)
        time = clock.pause(room.terms.clock, room.time, table.mover, at)
        event = _event(room, "takeback", seat, turn, at) | {"left": time.left(seat)}
        await self.turns.write(room, Append(event, summary(room, earlier.state, time, at)))
        room.table, room.time = earlier, time


def _event(room: Room, kind: str, seat: Seat, turn: int, at: int) -> dict[str, object]:
    """Return the room's next event, one in which nothing is played."""
    return {
        "game": room.id,
        "seq": room.seq + 1,
        "kind": kind,
        "seat": seat,
        "turn": turn,
        "tokens": "",
        "at": at,
        "left": room.time.left(seat),
    }


def _running(room: Room, person: int) -> tuple[Table, Seat]:
    """Return the table and the person's seat; on one device, the mover's."""
    seats = room.seats_of(person)
    if not seats:
        raise forbidden("you do not play in this game")
    if room.status != "running" or room.table is None:
        raise conflict("not-running", f"the game is {room.status}")
    return room.table, seats[0] if len(seats) == 1 else room.table.mover


def _last_turn(table: Table, seat: Seat) -> int:
    """Return the number of the seat's last turn; its handicap is turn 0, and -1 is none."""
    turns = range(table.turn, -1, -1)
    return next((turn for turn in turns if table.made(seat, turn) is not None), -1)
