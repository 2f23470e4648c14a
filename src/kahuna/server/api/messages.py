"""What goes over the WebSocket, in both directions: JSON objects told apart by their `type`."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from kahuna.notation.setup import Seat
from kahuna.server.api.shapes import GameState, TurnTokens
from kahuna.server.play.chat import Line, Words
from kahuna.server.play.lobby import LobbyState
from kahuna.view import View

Link = Annotated[str, Meta(min_length=1, max_length=20)]
Ticket = int | None  # given back in the answer


class Watch(msgspec.Struct, frozen=True, tag="watch", tag_field="type"):
    """Send me this game, now and whenever something happens. `seat`: who looks, on one device."""

    game: Link
    seat: Seat | None = None
    id: Ticket = None


class Unwatch(msgspec.Struct, frozen=True, tag="unwatch", tag_field="type"):
    """Send me nothing more of this game."""

    game: Link


class MakeTurn(msgspec.Struct, frozen=True, tag="turn", tag_field="type"):
    """Make a turn; answered by `done` when it is durable."""

    game: Link
    turn: Annotated[int, Meta(ge=0)]
    tokens: TurnTokens
    id: Ticket = None


class MakeDraft(msgspec.Struct, frozen=True, tag="draft", tag_field="type"):
    """Show me what a turn so far would bring; answered by `draft`."""

    game: Link
    tokens: TurnTokens
    id: Ticket = None


class Say(msgspec.Struct, frozen=True, tag="chat", tag_field="type"):
    """Say something to my opponent; answered by `done`, and both are sent it as `chat`."""

    game: Link
    words: Words
    id: Ticket = None


class Look(msgspec.Struct, frozen=True, tag="look", tag_field="type"):
    """Somebody looks at what is sent here, or nobody does: the page is hidden.

    Who does not look is told that it is their turn. Until it is said, somebody looks.
    """

    on: bool = True


class WatchLobby(msgspec.Struct, frozen=True, tag="lobby", tag_field="type"):
    """Send me the lobby, now and whenever it changes, and keep my seeks alive; or no more."""

    on: bool = True


class Ping(msgspec.Struct, frozen=True, tag="ping", tag_field="type"):
    """Are you there?"""


class Paired(msgspec.Struct, frozen=True, tag="paired", tag_field="type"):
    """Your game with somebody from the lobby has begun."""

    game: str


class Done(msgspec.Struct, frozen=True, tag="done", tag_field="type"):
    """It is done."""

    id: Ticket


class Drafted(msgspec.Struct, frozen=True, tag="draft", tag_field="type"):
    """What a turn so far would bring."""

    id: Ticket
    view: View


class Trouble(msgspec.Struct, frozen=True, tag="problem", tag_field="type"):
    """It cannot be done."""

    id: Ticket
    status: int
    code: str
    detail: str
    more: dict[str, Any] = {}


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="type"):
    """Yes. `page` is the version of the page here: a tab with another one is outdated."""

    page: str = ""


class Bye(msgspec.Struct, frozen=True, tag="bye", tag_field="type"):
    """The server stops: connect again in a moment."""


Incoming = Watch | Unwatch | MakeTurn | MakeDraft | Say | Look | WatchLobby | Ping
Outgoing = GameState | Done | Drafted | Line | LobbyState | Paired | Trouble | Pong | Bye

decode = msgspec.json.Decoder(Incoming).decode
