"""A game's record in KGN, as somebody may have it."""

from datetime import UTC, datetime

from kahuna.game import Game
from kahuna.notation import Record
from kahuna.notation.setup import Viewer
from kahuna.notation.tokens import name
from kahuna.rules.step import apply
from kahuna.server.errors import conflict
from kahuna.server.play.room import Room


def record(room: Room, viewer: Viewer, address: str) -> str:
    """Return all of a game that is over, and of a running one what the viewer may know.

    That is also the hash of the server's seed, which was told to everybody before the first card.
    """
    game = as_game(room)
    if room.status == "running":
        masked = game.to_record(viewer)
        masked.tags["ServerSeedHash"] = room.commitment
        return str(masked)
    white, black = room.seats["White"], room.seats["Black"]
    assert white is not None
    assert black is not None
    game.tags |= {
        "Event": "rated game" if room.terms.rated else "friendly game",
        "Site": page_of(room, address),
        "Date": datetime.fromtimestamp(room.created / 1000, UTC).strftime("%Y.%m.%d"),
        "White": white.name,
        "Black": black.name,
        "ServerSeed": room.seed.hex(),
        "ServerSeedHash": room.commitment,
        "WhiteNumber": white.number,
        "BlackNumber": black.number,
    }
    return game.record()


def page_of(room: Room, address: str) -> str:
    """Return the address of a game's page, at a site with this address."""
    return f"{address}/{room.link}"


def as_game(room: Room) -> Game:
    """Return the whole game, from its table."""
    table = room.table
    if table is None:
        raise conflict("not-begun", "the game has not begun")
    state, tokens = table.setup.state(), list[str]()
    for action in table.log:
        tokens.append(name(action, state.turn.mover))
        state = apply(state, action)
    tags = table.setup.tags()
    if room.status != "running":
        tags |= {"SeedHash": table.dealer.commitment, "Seed": table.dealer.seed.hex()}
        tags |= {"Result": room.result, "Score": room.score}
        if room.termination:
            tags["Termination"] = room.termination
    return Game.from_record(Record(tags, tokens))
