"""Live over a WebSocket: the same views, sent when something happens.

A connection that lags is not sent every step, only how things stand now; the history in
the view tells what happened meanwhile. So nothing piles up, and resuming is just
watching again.
"""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Any, NamedTuple, cast

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send, WebSocketReceiveEvent

from kahuna.encoding import encode
from kahuna.notation.setup import Viewer
from kahuna.server.api.auth import Connection, key_of, visitor_of
from kahuna.server.api.messages import (
    Bye,
    Done,
    Drafted,
    Incoming,
    Look,
    MakeDraft,
    MakeTurn,
    Outgoing,
    Paired,
    Ping,
    Pong,
    Say,
    Trouble,
    Unwatch,
    Watch,
    WatchLobby,
    decode,
)
from kahuna.server.api.shapes import game_state
from kahuna.server.errors import RefusedError, conflict
from kahuna.server.guard.limits import client_of
from kahuna.server.page import built
from kahuna.server.people.person import Key, Person
from kahuna.server.play.chat import Line
from kahuna.server.play.lobby import LobbyState
from kahuna.server.play.room import Room
from kahuna.server.site import Site
from kahuna.server.wire import LeanWebSocket

LIVE = "/api/live"
OPENED = "kahuna.opened"  # in the scope of a connection
MOST_WATCHED = 50  # games by one connection
MOST_WAITING = 100  # messages to one connection, before talk is left out
TOO_LONG = 4096  # bytes of a message
CLOSING = 5.0  # seconds for what is still to be sent
TO_BE_READ = 0.25  # seconds: some clients drop what comes together with the end
UNKNOWN, DISMISSED = 4401, 4403
GOING_AWAY = 1012  # "service restart": clients connect again


class Opened(NamedTuple):
    """A connection that is open, who it is, if they are known, by what, and from where."""

    visitor: Person | None
    key: Key | None
    client: str


async def let_in(site: Site, scope: Scope, receive: Receive, send: Send) -> None:
    """Open a connection, or refuse it; `serve` takes over what stands at `OPENED` in its scope.

    It speaks ASGI itself: what a framework keeps for each is more than all that we do. And the
    guards have done their part when it is open: none of them waits until it ends.
    """
    scope["path_template"] = LIVE  # for the log
    connection: Connection = ASGIConnection(scope, receive, send)
    await receive()  # that somebody wants to connect
    key = key_of(connection)
    try:
        visitor = await visitor_of(connection, site)
    except RefusedError as error:
        await _close(send, UNKNOWN, error.reason)
        return
    del connection  # this may last for hours: keep nothing that only the beginning needed
    scope["headers"] = []
    scope.get("state", {}).clear()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    cast("dict[str, Any]", scope)[OPENED] = Opened(visitor, key, client_of(scope))


async def serve(
    site: Site, opened: Opened, wire: LeanWebSocket, receive: Receive, send: Send
) -> None:
    """Serve one connection until it ends."""
    served = LiveConnection(wire, receive, send, site, opened)
    site.live.add(served)
    try:
        if not await served.is_welcome():  # since it was opened, before anybody could close it
            await served.close()
        await served.run()
    finally:
        site.live.discard(served)


class LiveConnection:
    """One connection, and the games that it watches."""

    __slots__ = (
        *("_handling", "_receive", "_send", "_will_send", "_wire"),
        *("answers", "changed", "client", "key", "lobby", "looks", "site", "visitor", "watched"),
    )

    def __init__(
        self,
        wire: LeanWebSocket,
        receive: Receive,
        send: Send,
        site: Site,
        opened: Opened,
    ) -> None:
        """Watch nothing yet."""
        self._wire, self._receive, self._send = wire, receive, send
        self.site, self.visitor, self.key, self.client = site, *opened
        self.watched: dict[str, LiveWatcher] = {}
        self.changed: dict[str, Room] = {}  # to be sent
        self.answers: list[Outgoing] = []  # to be sent first
        self.lobby: LiveLobby | None = None
        self.looks = True  # somebody; else the page is hidden
        self._handling = asyncio.Lock()
        self._will_send = False  # what there is by then, in a moment

    @property
    def person(self) -> int | None:
        """Who it is, if they are known."""
        return None if self.visitor is None else self.visitor.id

    async def run(self) -> None:
        """Take messages until the connection ends."""
        try:
            while (event := await self._receive())["type"] == "websocket.receive":
                await self._wire.gate.wait()  # who does not read is not answered more and more
                await self.site.limits.message(self.client)
                await self._take(event)
        finally:
            await self._watch_lobby(on=False)
            for link in tuple(self.watched):  # so that no cycle is left for the collector
                self._unwatch(link)

    def answer(self, message: Outgoing) -> None:
        """Send a message as soon as possible."""
        self.answers.append(message)
        self._wake()

    def note(self, room: Room) -> None:
        """Send the game as it is, as soon as possible, to who waits for their turn before all."""
        self.changed[room.link] = room
        self._wake(at_once=room.awaits(self.person))

    async def close(self) -> None:
        """Answer what was begun, then ask the client to connect again.

        This process stops, or it has to be shown anew who is at the other end.
        """
        try:
            async with asyncio.timeout(CLOSING), self._handling:
                self.answer(Bye())
                await self._leave(GOING_AWAY, "the server restarts")
        except TimeoutError:
            self._cut()

    async def dismiss(self, reason: str) -> None:
        """Let it not go on: whoever it is has been shut out, and is nobody from now on."""
        self._become_nobody()
        try:
            async with asyncio.timeout(CLOSING):
                await self._leave(DISMISSED, reason)
        except TimeoutError:
            self._cut()

    async def is_welcome(self) -> bool:
        """Tell whether who it is is still known, and not shut out; nobody is always welcome."""
        return (
            self.key is None
            or self.visitor is None
            or await self.site.sessions.is_welcome(self.key)
        )

    def _become_nobody(self) -> None:
        self.visitor = None
        for link in tuple(self.watched):
            self._unwatch(link)

    def _cut(self) -> None:
        """End it without a word: the other end does not read."""
        self._become_nobody()
        self._wire.transport.abort()

    async def _leave(self, code: int, reason: str) -> None:
        """Send what is waiting, and close."""
        await self._wire.gate.wait()
        self._send_all()
        await asyncio.sleep(TO_BE_READ)
        with contextlib.suppress(OSError, RuntimeError):  # it has gone, or uvicorn has closed it
            await _close(self._send, code, reason)

    async def _take(self, event: WebSocketReceiveEvent) -> None:
        """Take a message, and do what it asks for."""
        data = event.get("text") or ""
        if len(data) > TOO_LONG:
            self.answer(Trouble(None, 413, "too-large", "a message is too long"))
            return
        try:
            message = decode(data)
        except (msgspec.DecodeError, ValueError) as error:
            self.answer(Trouble(None, 400, "bad-request", str(error)[:200]))
            return
        async with self._handling:
            await self._handle(message)

    async def _handle(self, message: Incoming) -> None:
        match message:
            case Ping():
                self.answer(Pong(built.version()))
            case Watch():
                await self._answered(self._watch(message), message.id)
            case Unwatch():
                self._unwatch(message.game)
            case MakeTurn():
                await self._answered(self._turn(message), message.id)
            case MakeDraft():
                await self._answered(self._draft(message), message.id)
            case Look():
                self.looks = message.on
            case WatchLobby():
                await self._watch_lobby(on=message.on)
            case Say():
                await self._answered(self._say(message), message.id)

    async def _answered(self, work: Awaitable[None], ticket: int | None) -> None:
        """Do something; if it is refused, say so."""
        try:
            await work
        except RefusedError as error:
            more = {name: value for name, value in error.more.items() if value is not None}
            self.answer(Trouble(ticket, error.status, error.code, error.reason, more))

    async def _watch(self, message: Watch) -> None:
        room = await self.site.rooms.visit(message.game)
        if len(self.watched) >= MOST_WATCHED and room.link not in self.watched:
            raise conflict("too-many", f"one connection watches at most {MOST_WATCHED} games")
        self._unwatch(room.link)
        watcher = LiveWatcher(self, room, message)
        self.watched[room.link] = watcher
        room.watchers.add(watcher)
        self.note(room)

    def _unwatch(self, link: str) -> None:
        watcher = self.watched.pop(link, None)
        if watcher is not None:
            watcher.room.watchers.discard(watcher)

    async def _turn(self, message: MakeTurn) -> None:
        room = await self.site.rooms.visit(message.game)
        await self.site.turns.make(room, self._person(), message.turn, message.tokens)
        self.answer(Done(message.id))

    async def _draft(self, message: MakeDraft) -> None:
        room = await self.site.rooms.visit(message.game)
        view = await self.site.turns.draft(room, self._person(), message.tokens)
        self.answer(Drafted(message.id, view))

    async def _watch_lobby(self, *, on: bool) -> None:
        if self.lobby is not None:
            self.site.lobby.watchers.discard(self.lobby)
            self.lobby = None
        if on:
            self.lobby = LiveLobby(self)
            await self.site.lobby.watch(self.lobby)

    async def _say(self, message: Say) -> None:
        room = await self.site.rooms.visit(message.game)
        await self.site.chat.say(room, self._person(), message.words)
        self.answer(Done(message.id))

    def _person(self) -> int:
        if self.visitor is None:
            raise RefusedError(401, "nobody", "say who you are first: choose a name, or log in")
        self.site.limits.change(self.visitor.id)
        return self.visitor.id

    def _wake(self, *, at_once: bool = True) -> None:
        """Let what is waiting be sent, with what is said in the same moment."""
        if not self._will_send:
            self._will_send = True
            asyncio.get_running_loop().call_soon(self._send_all if at_once else self._after_others)

    def _after_others(self) -> None:
        asyncio.get_running_loop().call_soon(self._send_all)

    def _send_all(self) -> None:
        """Send what there is, if the other end keeps up, or as soon as it does."""
        if not self._wire.gate.is_open:
            self._wire.gate.when_open(self._send_all)
            return
        self._will_send = False
        answers, self.answers = self.answers, []
        changed, self.changed = self.changed, {}
        messages = [encode(message) for message in answers]
        for link, room in changed.items():
            if (watcher := self.watched.get(link)) is not None:
                messages.append(encode(game_state(room, watcher.viewer)))
        self._wire.write(messages)


class LiveWatcher:
    """Watches one game for a connection."""

    __slots__ = ("connection", "room", "seat")

    def __init__(self, connection: LiveConnection, room: Room, message: Watch) -> None:
        """Take who watches what."""
        self.connection, self.room, self.seat = connection, room, message.seat

    @property
    def person(self) -> int | None:
        """Who watches."""
        return self.connection.person

    @property
    def looks(self) -> bool:
        """Whether they look."""
        return self.connection.looks

    @property
    def viewer(self) -> Viewer:
        """As whom they see the game; on one device it is who said so, else nobody's hand."""
        return self.room.viewer_of(self.person, self.seat)

    def changed(self, room: Room) -> None:
        """Take note that the game has gone on."""
        self.connection.note(room)

    def hear(self, line: Line) -> None:
        """Take note of what was said: who cannot keep up with talk reads it later."""
        if len(self.connection.answers) < MOST_WAITING:
            self.connection.answer(line)


class LiveLobby:
    """Watches the lobby for a connection."""

    def __init__(self, connection: LiveConnection) -> None:
        """Take who watches."""
        self.connection = connection

    @property
    def person(self) -> int | None:
        """Who watches."""
        visitor = self.connection.visitor
        return None if visitor is None else visitor.id

    def show(self, state: LobbyState) -> None:
        """Send how the lobby is now, instead of how it was if that was not sent yet."""
        waiting = self.connection.answers
        waiting[:] = [message for message in waiting if not isinstance(message, LobbyState)]
        self.connection.answer(state)

    def paired(self, link: str) -> None:
        """Send the link of the game that has begun."""
        self.connection.answer(Paired(link))


async def _close(send: Send, code: int, reason: str) -> None:
    await send({"type": "websocket.close", "code": code, "reason": reason})
