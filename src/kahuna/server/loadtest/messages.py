"""What a load test's players read of the site's messages; see `api.messages` for all of it."""

import msgspec

from kahuna.server.loadtest.player import Sight


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


class Bye(msgspec.Struct, frozen=True, tag="bye", tag_field="type"):
    """The server stops."""


class Watch(msgspec.Struct, frozen=True, tag="watch", tag_field="type"):
    """Send me this game."""

    game: str


class Unwatch(msgspec.Struct, frozen=True, tag="unwatch", tag_field="type"):
    """Send me nothing more of this game."""

    game: str


class MakeTurn(msgspec.Struct, frozen=True, tag="turn", tag_field="type"):
    """Make this turn."""

    game: str
    turn: int
    tokens: list[str]
    id: int


decode = msgspec.json.Decoder(Game | Done | Problem | Bye).decode
encode = msgspec.json.Encoder().encode
