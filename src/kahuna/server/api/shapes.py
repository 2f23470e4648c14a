"""What the API says and takes: the types that its OpenAPI document is made from."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kahuna.notation.setup import Seat, Viewer
from kahuna.server.now import now
from kahuna.server.play.opening import Arrival, Commitment
from kahuna.server.play.room import ENDED, Room, Seated, Status
from kahuna.server.play.terms import Terms
from kahuna.view import View

Token = Annotated[str, Meta(min_length=1, max_length=12)]
TurnTokens = Annotated[list[Token], Meta(max_length=24)]


class Player(msgspec.Struct, frozen=True):
    """Somebody at a seat."""

    name: str
    kind: str
    level: int | None


class Clocks(msgspec.Struct, frozen=True):
    """The clocks, in milliseconds, as they stand at the time `now` of the server."""

    white: int
    black: int
    deadline: int | None
    now: int


class Fairness(msgspec.Struct, frozen=True):
    """How the deal can be checked: the promise before, the seed after the game."""

    commitment: str
    white_number: str
    black_number: str
    seed: str | None


class GameState(msgspec.Struct, frozen=True, tag="game", tag_field="type"):
    """A game, as somebody sees it."""

    number: int
    link: str
    status: Status
    terms: Terms
    white: Player | None
    black: Player | None
    one_device: bool
    you: Viewer
    seq: int
    offer: Seat | None
    result: str
    score: str
    termination: str | None
    rematch: str | None
    clocks: Clocks
    fairness: Fairness
    view: View | None


class NewGame(msgspec.Struct, frozen=True):
    """A game to be made.

    `opponent`: a friend, who gets the link; the computer at a `level`; or both seats on
    one device. `commitment` is that of a deal promised before.
    """

    opponent: Literal["friend", "computer", "one-device"] = "friend"
    terms: Terms = Terms()
    level: Annotated[int, Meta(ge=1, le=8)] = 4
    seat: Seat | Literal["lot"] = "lot"
    arrival: Arrival = Arrival()
    commitment: Commitment = ""


class Rematch(msgspec.Struct, frozen=True):
    """What one brings to a rematch; `commitment` is that of a deal promised before.

    If the opponent has offered another deal already, that game is the answer, and its seat is
    still free: ask again with a number for that one, and with no commitment, to take it.
    """

    arrival: Arrival = Arrival()
    commitment: Commitment = ""


class Turn(msgspec.Struct, frozen=True):
    """A turn to be made: its number, and what its player chose."""

    turn: Annotated[int, Meta(ge=0)]
    tokens: TurnTokens


class Draft(msgspec.Struct, frozen=True):
    """The turn so far, to see what it would bring."""

    tokens: TurnTokens


class Answer(msgspec.Struct, frozen=True):
    """Yes or no."""

    agreed: bool


class Promise(msgspec.Struct, frozen=True):
    """A deal that is fixed but not yet known."""

    commitment: str


def game_state(room: Room, viewer: Viewer) -> GameState:
    """Return a game as the viewer may see it."""
    over, table = room.status in ENDED, room.table
    white, black = room.seats["White"], room.seats["Black"]
    return GameState(
        number=room.id,
        link=room.link,
        status=room.status,
        terms=room.terms,
        white=_player(white),
        black=_player(black),
        one_device=room.one_device,
        you=viewer,
        seq=room.seq,
        offer=room.offer,
        result=room.result,
        score=room.score,
        termination=room.termination,
        # Its free seat is the opponent's, so no spectator learns the link.
        rematch=room.rematch if viewer != "Spectator" or room.one_device else None,
        clocks=_clocks(room),
        fairness=Fairness(
            room.commitment,
            white.number if white else "",
            black.number if black else "",
            room.seed.hex() if over else None,
        ),
        view=None if table is None else table.view(viewer),
    )


def _player(seated: Seated | None) -> Player | None:
    return None if seated is None else Player(seated.name, seated.kind, seated.level)


def _clocks(room: Room) -> Clocks:
    return Clocks(room.time.white, room.time.black, room.deadline, now())
