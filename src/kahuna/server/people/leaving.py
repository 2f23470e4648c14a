"""Leaving the site: somebody is gone, and their past games stay for their opponents."""

import logging
from collections.abc import Sequence

from sqlalchemy import Table, delete, or_, select, update

from kahuna.server.errors import RefusedError
from kahuna.server.people.changes import Changes
from kahuna.server.people.person import GONE, bots_of
from kahuna.server.play.endings import Endings
from kahuna.server.play.room import Room
from kahuna.server.storage.tables import (
    api_tokens,
    challenges,
    chat,
    games,
    lessons_done,
    mutes,
    passkeys,
    people,
    puzzles_tried,
    ratings,
    seeks,
    sessions,
    subscriptions,
)

LEFT = {
    "name": GONE,
    "kind": GONE,
    "password": None,
    "email": None,
    "notify": "",
    "owner": None,
}
THEIRS: Sequence[Table] = (
    *(sessions, api_tokens, passkeys, subscriptions, challenges, seeks, ratings, mutes, chat),
    *(lessons_done, puzzles_tried),
)
TRIES = 5

log = logging.getLogger(__name__)


class Leaving:
    """Deletes accounts."""

    def __init__(self, changes: Changes, endings: Endings) -> None:
        """Take what changes people, and what ends games."""
        self.changes, self.endings = changes, endings
        self.database, self.rooms = changes.database, changes.rooms

    async def leave(self, person: int) -> int:
        """Give up all games and delete all that is theirs, their bots included.

        Returns how many games were ended by it.

        Games are ended before, so that nothing is lost if this process ends meanwhile and they
        ask again; and afterwards, for those that came about in between.
        """
        async with self.database.reading() as connection:
            who = [person, *await bots_of(connection, person)]
        ended = sum([await self._end_games(one) for one in who])
        async with self.changes.of(*who, shut_out=True) as connection:
            for table in THEIRS:
                await connection.execute(delete(table).where(table.c.person.in_(who)))
            await connection.execute(delete(mutes).where(mutes.c.muted.in_(who)))
            await connection.execute(update(people).where(people.c.id.in_(who)).values(LEFT))
        return ended + sum([await self._end_games(one) for one in who])

    async def _end_games(self, person: int) -> int:
        """Call off what has not begun in earnest, resign the rest, and return how many it was."""
        async with self.database.reading() as connection:
            query = select(games.c.link).where(
                or_(games.c.white == person, games.c.black == person),
                games.c.status.in_(("open", "running")),
            )
            links = list((await connection.execute(query)).scalars())
        for link in links:
            await self._end(await self.rooms.get(link), person)
        return len(links)

    async def _end(self, room: Room, person: int) -> None:
        """End one game, whatever its other player does meanwhile."""
        for _ in range(TRIES):
            if room.status not in ("open", "running"):
                return
            try:
                if room.seq == 0:
                    await self.endings.abort(room, person)
                else:
                    await self.endings.resign(room, person)
            except RefusedError as error:
                log.info("game %s of somebody leaving: %s", room.id, error.code)
                async with room.lock:
                    await self.rooms.refresh(room)
