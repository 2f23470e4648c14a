"""Live over a WebSocket: the same views, sent when something happens.

A connection that lags is not sent every step, only how things stand now; the history in
the view tells what happened meanwhile. So nothing piles up, and resuming is just
watching again.
"""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect

from kahuna.notation.setup import Viewer
from kahuna.server.api.auth import visitor_of
from kahuna.server.api.messages import (
    Bye,
    Done,
    Drafted,
    Incoming,
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
    encode,
)
from kahuna.server.api.shapes import game_state
from kahuna.server.errors import RefusedError, conflict
from kahuna.server.people.person import Person
from kahuna.server.play.chat import Line
from kahuna.server.play.lobby import LobbyState
from kahuna.server.play.room import Room
from kahuna.server.site import Site

Socket = WebSocket[Any, Any, State]
MOST_WATCHED = 50  # games by one connection
MOST_WAITING = 100  # messages to one connection, before talk is left out
TOO_LONG = 4096  # bytes of a message
CLOSING = 5.0  # seconds for what is still to be sent
DISMISSED = 4403
GOING_AWAY = 1012  # "service restart": clients connect again


@websocket("/api/live")
async def live(socket: Socket, site: NamedDependency[Site]) -> None:
    """Serve one connection until it ends."""
    try:
        visitor = await visitor_of(socket, site)
    except RefusedError as error:
        await socket.close(code=4401, reason=error.reason)
        return
    await socket.accept()
    connection = LiveConnection(socket, site, visitor)
    site.live.add(connection)
    try:
        await connection.run()
    finally:
        site.live.discard(connection)


class LiveConnection:
    """One connection, and the games that it watches."""

    def __init__(self, socket: Socket, site: Site, visitor: Person | None) -> None:
        """Watch nothing yet."""
        self.socket, self.site, self.visitor = socket, site, visitor
        self.watched: dict[str, LiveWatcher] = {}
        self.changed: dict[str, Room] = {}  # to be sent
        self.answers: list[Outgoing] = []  # to be sent first
        self._wake = asyncio.Event()
        self.lobby = LiveLobby(self)
        self._handling = asyncio.Lock()
        self._sender: asyncio.Task[None] | None = None
        self._farewell: tuple[int, str] | None = None  # the code and reason to close with

    @property
    def person(self) -> int | None:
        """Who it is, if they are known."""
        return None if self.visitor is None else self.visitor.id

    async def run(self) -> None:
        """Receive and send until the connection ends."""
        self._sender = sender = asyncio.create_task(self._send())
        try:
            with contextlib.suppress(WebSocketDisconnect):
                await self._receive()
        finally:
            sender.cancel()
            self.site.lobby.watchers.discard(self.lobby)
            for watcher in self.watched.values():
                watcher.room.watchers.discard(watcher)
            await asyncio.gather(sender, return_exceptions=True)

    def answer(self, message: Outgoing) -> None:
        """Send a message as soon as possible."""
        self.answers.append(message)
        self._wake.set()

    def note(self, room: Room) -> None:
        """Send the game as it is, as soon as possible."""
        self.changed[room.link] = room
        self._wake.set()

    async def close(self) -> None:
        """Answer what was begun, then ask the client to connect again: this process stops."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING), self._handling:
                self.answer(Bye())
                await self._leave(GOING_AWAY, "the server restarts")

    async def dismiss(self, reason: str) -> None:
        """Let it not go on: whoever it is has been shut out."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                await self._leave(DISMISSED, reason)

    async def _leave(self, code: int, reason: str) -> None:
        """Send what is waiting, and close."""
        self._farewell = (code, reason)
        self._wake.set()
        if self._sender is not None:
            await asyncio.wait([self._sender])

    async def _receive(self) -> None:
        while True:
            data = await self.socket.receive_data(mode="text")
            if len(data) > TOO_LONG:
                self.answer(Trouble(None, 413, "too-large", "a message is too long"))
                continue
            try:
                message = decode(data)
            except (msgspec.DecodeError, ValueError) as error:
                self.answer(Trouble(None, 400, "bad-request", str(error)[:200]))
                continue
            async with self._handling:
                await self._handle(message)

    async def _handle(self, message: Incoming) -> None:
        match message:
            case Ping():
                self.answer(Pong())
            case Watch():
                await self._answered(self._watch(message), None)
            case Unwatch():
                self._unwatch(message.game)
            case MakeTurn():
                await self._answered(self._turn(message), message.id)
            case MakeDraft():
                await self._answered(self._draft(message), message.id)

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
        await self.site.turns.commit(room, self._person(), message.turn, message.tokens)
        self.answer(Done(message.id))

    async def _draft(self, message: MakeDraft) -> None:
        room = await self.site.rooms.visit(message.game)
        view = self.site.turns.draft(room, self._person(), message.tokens)
        self.answer(Drafted(message.id, view))

    async def _watch_lobby(self, *, on: bool) -> None:
        lobby = self.site.lobby
        lobby.watchers.discard(self.lobby)
        if on:
            await lobby.watch(self.lobby)

    async def _say(self, message: Say) -> None:
        room = await self.site.rooms.visit(message.game)
        await self.site.chat.say(room, self._person(), message.words)
        self.answer(Done(message.id))

    def _person(self) -> int:
        if self.visitor is None:
            raise RefusedError(401, "nobody", "say who you are first: choose a name, or log in")
        self.site.limits.change(self.visitor.id)
        return self.visitor.id

    async def _send(self) -> None:
        """Send what there is, as fast as the other end takes it."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            answers, self.answers = self.answers, []
            changed, self.changed = self.changed, {}
            for message in answers:
                await self.socket.send_data(encode(message), mode="text", encoding="utf-8")
            for link, room in changed.items():
                if (watcher := self.watched.get(link)) is not None:
                    state = game_state(room, watcher.viewer)
                    await self.socket.send_data(encode(state), mode="text", encoding="utf-8")
            if self._farewell is not None:
                await self.socket.close(*self._farewell)
                return


class LiveWatcher:
    """Watches one game for a connection."""

    def __init__(self, connection: LiveConnection, room: Room, message: Watch) -> None:
        """Take who watches what."""
        self.connection, self.room, self.seat = connection, room, message.seat

    @property
    def person(self) -> int | None:
        """Who watches."""
        return self.connection.person

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
