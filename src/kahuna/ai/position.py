"""From a masked record to the view it gives: how an engine learns where a game stands."""

from kahuna import outcome
from kahuna.errors import IllegalTokenError, KahunaError, RecordError, shorten
from kahuna.notation import Record, Setup, tokens
from kahuna.rules.state import NEW_ROW, OVER, SEATS
from kahuna.track import Track
from kahuna.view import View, look


def read_position(kgn: str) -> View:
    """Return the view of the player to move, whom the record has to be masked for.

    >>> start = '[KGN "1"] [Starts "White"] [Variants "none"] [Deal "White ABC Black ??? Row DEF"]'
    >>> read_position(start).viewer
    'White'
    >>> read_position(start + " AB +?L")
    Traceback (most recent call last):
    kahuna.errors.KahunaError: Black is to move, but the record is masked for White
    """
    track = read_track(Record.parse(kgn))
    viewer, turn = track.setup.viewer, track.state.turn
    if turn.phase == OVER:
        raise KahunaError("the game is over")
    if turn.phase == NEW_ROW:
        raise KahunaError("the record ends before the new row (@…) is laid out")
    if viewer is None:
        raise KahunaError("nothing is hidden in this record: it has to be masked for its mover")
    if viewer != SEATS[turn.mover]:
        masked_for = "a spectator" if viewer == "Spectator" else viewer
        raise KahunaError(
            f"{SEATS[turn.mover]} is to move, but the record is masked for {masked_for}"
        )
    return look(track)


def read_track(record: Record) -> Track:
    """Return the positions of a record; what is not legal in it is an error that says where."""
    track = Track(Setup.from_tags(record.tags))
    for number, token in enumerate(record.tokens, 1):
        try:
            track.push(tokens.parse(token, track.state.turn.mover))
        except IllegalTokenError as error:
            raise RecordError(f"{shorten(token)}: {error.reason}", number) from None
    outcome.check(record.tags, track.state)
    return track
