"""What belongs to the end of a game, in the same transaction: its ratings."""

from kahuna import outcome
from kahuna.rules.state import State
from kahuna.server.people.ratings import rate
from kahuna.server.play.room import Room
from kahuna.server.storage.appender import Also
from kahuna.server.storage.transaction import Transaction

SCORES = {"White": 1.0, "Draw": 0.5, "Black": 0.0}


def finish(room: Room, state: State, at: int) -> list[Also]:
    """Return what is to be written when the game ends in this position, if anything is."""
    white, black = room.seats["White"], room.seats["Black"]
    if not room.terms.rated or white is None or black is None:
        return []
    players, score = (white.person, black.person), SCORES[outcome.result(state)]

    async def write(connection: Transaction) -> None:
        await rate(connection, room.terms.pool, players, score, at)

    return [write]
