"""The rooms that are in memory."""

from collections import OrderedDict
from collections.abc import Sequence

from kahuna.server.errors import not_found
from kahuna.server.play.reading import read_room
from kahuna.server.play.room import Listener, Room
from kahuna.server.storage.database import Database

MOST_ROOMS = 20_000  # in memory; the others are read again when they are needed
LONGEST_LINK = 17


class Rooms:
    """All games, those lately used in memory."""

    def __init__(self, database: Database) -> None:
        """Begin with none in memory."""
        self.database = database
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._links: dict[int, str] = {}
        self.listeners: list[Listener] = []  # hear of all games that go on, or come into memory
        self._reads = 0  # under way
        self._heard = 0  # of games that are not in memory, meanwhile
        self._missed: dict[int, int] = {}  # which games that was, and when

    async def visit(self, link: str) -> Room:
        """Return a game for whoever asks.

        A number can be guessed, so it opens only public games, and none with a free seat.
        """
        link = link.lower()
        if not (link.isascii() and link.isalnum() and len(link) <= LONGEST_LINK):
            raise not_found("game")
        room = await self.get(link)
        if room.link != link and (room.status == "open" or not room.terms.public):
            raise not_found("game")
        return room

    async def get(self, link: str) -> Room:
        """Return the game with this link, or with this number."""
        if (room := self._rooms.get(link)) is not None:
            self._rooms.move_to_end(link)
            return room
        if link.isdigit() and int(link) in self._links:
            return await self.get(self._links[int(link)])
        return self._keep(await self._read(link))

    def known(self, number: int) -> Room | None:
        """Return the game if it is in memory."""
        return self._rooms.get(self._links.get(number, ""))

    def heard(self, number: int) -> Room | None:
        """Return the game, if it is in memory, to be looked at again: it went on elsewhere."""
        room = self.known(number)
        if room is None and self._reads:
            self._heard += 1
            self._missed[number] = self._heard
        return room

    def in_memory(self) -> Sequence[Room]:
        """Return all rooms in memory."""
        return list(self._rooms.values())

    async def refresh(self, room: Room) -> None:
        """Read a room again, whose game may have gone on elsewhere; its lock is held."""
        self.take_in(
            room,
            await self.database.read(lambda connection: read_room(connection, room.link, room)),
        )

    def take_in(self, room: Room, newer: Room) -> None:
        """Let a room be as it was read just now, while its lock was held."""
        old = (room.seq, room.status, room.offer, room.rematch)
        for name in Room.__slots__:
            if name not in ("lock", "watchers", "listeners"):
                setattr(room, name, getattr(newer, name))
        if (room.seq, room.status, room.offer, room.rematch) != old:
            room.tell()

    def forget(self, room: Room) -> None:
        """Drop a room from memory."""
        self._rooms.pop(room.link, None)
        self._links.pop(room.id, None)

    async def _read(self, link: str) -> Room:
        """Read a game, once more if news of it came while it was read."""
        self._reads += 1
        try:
            while True:
                before = self._heard
                room = await self.database.read(lambda connection: read_room(connection, link))
                if self._missed.get(room.id, 0) <= before:
                    return room
        finally:
            self._reads -= 1
            if not self._reads:
                self._missed.clear()

    def _keep(self, room: Room) -> Room:
        if room.link in self._rooms:  # another request was faster
            return self._rooms[room.link]
        self._rooms[room.link] = room
        self._links[room.id] = room.link
        room.listeners = self.listeners
        for listener in self.listeners:
            listener(room)
        if len(self._rooms) > MOST_ROOMS:
            for old in list(self._rooms.values())[: MOST_ROOMS // 100]:
                if old.watchers or old.lock.locked():  # in use: let others be looked at next
                    self._rooms.move_to_end(old.link)
                else:
                    self.forget(old)
        return room
