"""Records that people study, and whether they may: what somebody is playing is not for study."""

from sqlalchemy import select

from kahuna.errors import KahunaError
from kahuna.game import Game
from kahuna.notation import Record
from kahuna.notation.setup import Deal
from kahuna.server.errors import RefusedError, conflict, invalid
from kahuna.server.play.reading import SEATS
from kahuna.server.play.records import as_game
from kahuna.server.play.room import Room
from kahuna.server.play.rooms import Rooms
from kahuna.server.play.shelf import plays
from kahuna.server.storage.tables import games


def read_game(kgn: str) -> Game:
    """Read a record that somebody sent; refuse what is none."""
    try:
        return Game.from_record(kgn)
    except KahunaError as error:
        raise invalid("record", str(error)) from None


def finished(room: Room) -> Game:
    """Return a game that is over, whole."""
    if room.status != "over":
        raise running()
    return as_game(room)


def running() -> RefusedError:
    """Return the refusal of help in a game that is being played."""
    return conflict("running", "this can be studied when the game is over")


async def check_may_study(rooms: Rooms, person: int | None, game: Game) -> None:
    """Refuse a game that this person is playing on this site, however it was written down.

    It is the same if the person's own cards and the first row are, in whichever order and at
    whichever seat: that happens by chance once in some twenty thousand deals. Somebody unknown
    is not compared with anybody, as the answer would tell what others hold; so a record without
    all cards, which may be of a game that runs, is for nobody.
    """
    if game.viewer is not None:
        raise running()
    if person is None:
        return
    query = select(games.c.link).where(plays(person), games.c.status == "running")
    async with rooms.database.reading() as connection:
        links = list((await connection.execute(query)).scalars())
    sent = _dealt(game.setup.deal)
    for link in links:
        room = await rooms.get(link)
        if room.table is None:
            continue
        own = dict(zip(SEATS, _dealt(room.table.setup.deal), strict=True))
        if any(own[seat] in sent for seat in room.seats_of(person)):
            raise running()


def _dealt(deal: Deal) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return what White and Black are dealt, with the row: letters in order."""
    white, black, row = ("".join(sorted(cards)) for cards in deal)
    return (white, row), (black, row)


def masked_for_mover(game: Game) -> str:
    """Return the record as the player to move knows it, on a line."""
    if game.mover is None:
        raise conflict("over", "the game is over")
    return without_names(game.to_record(game.mover))


def without_names(record: Record) -> str:
    """Return what matters of a record on a line: the set-up and the tokens."""
    kept = ("KGN", "Starts", "Variants", "Handicap", "Deal")
    tags = {name: value for name, value in record.tags.items() if name in kept}
    return Record(tags, record.tokens).one_line()
