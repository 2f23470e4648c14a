"""What belongs to the end of a game, in the same transaction: its ratings."""

from sqlalchemy.ext.asyncio import AsyncConnection

from kahuna import outcome
from kahuna.rules.state import State
from kahuna.server.people.ratings import rate
from kahuna.server.play.room import Room
from kahuna.server.storage.appender import Also

SCORES = {"White": 1.0, "Draw": 0.5, "Black": 0.0}


def finish(room: Room, state: State, at: int) -> Also:
    """Return what is to be written when the game ends in this position."""

    async def write(connection: AsyncConnection) -> None:
        white, black = room.seats["White"], room.seats["Black"]
        if room.terms.rated and white is not None and black is not None:
            score = SCORES[outcome.result(state)]
            await rate(connection, room.terms.pool, (white.person, black.person), score, at)

    return write
