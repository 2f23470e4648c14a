"""What a bot is told: one JSON object a line, told apart by their `type`."""

import msgspec

from kahuna.server.api.shapes import GameState


class Begun(msgspec.Struct, frozen=True, tag="begun", tag_field="type"):
    """A game of yours runs. So does one that ran when you connected."""

    game: GameState


class YourTurn(msgspec.Struct, frozen=True, tag="turn", tag_field="type"):
    """It is your turn. `record` is the game in KGN, as you may know it, on one line."""

    turn: int
    record: str
    game: GameState


class Asked(msgspec.Struct, frozen=True, tag="takeback", tag_field="type"):
    """Your opponent asks to take their last turn back."""

    game: GameState


class Over(msgspec.Struct, frozen=True, tag="over", tag_field="type"):
    """A game of yours has ended, or was called off."""

    game: GameState


class Alive(msgspec.Struct, frozen=True, tag="alive", tag_field="type"):
    """Nothing has happened; the connection is well."""


class EndOfStream(msgspec.Struct, frozen=True, tag="bye", tag_field="type"):
    """This stream ends: connect again in a moment."""


Event = Begun | YourTurn | Asked | Over | Alive | EndOfStream
