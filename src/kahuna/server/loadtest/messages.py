"""The messages of a load test's players: what they send, and as much as they read of the answers.

Reading less than all of a game is what lets one process play a thousand of them.
"""

import msgspec

from kahuna.server.api.messages import Bye, MakeTurn, Unwatch, Watch
from kahuna.server.loadtest.player import Sight

__all__ = ["Bye", "Done", "Game", "MakeTurn", "Problem", "Unwatch", "Watch", "decode", "encode"]


class Game(msgspec.Struct, frozen=True, tag="game", tag_field="type"):
    """A game, as far as it matters here."""

    link: str
    seq: int
    status: str
    view: Sight | None


class Done(msgspec.Struct, frozen=True, tag="done", tag_field="type"):
    """It is done."""

    id: int


class Problem(msgspec.Struct, frozen=True, tag="problem", tag_field="type"):
    """It cannot be done."""

    code: str
    detail: str


decode = msgspec.json.Decoder(Game | Done | Problem | Bye).decode
encode = msgspec.json.Encoder().encode
