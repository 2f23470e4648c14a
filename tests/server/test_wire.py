"""The site's own WebSocket: what is written arrives, whole and in order, and nothing piles up."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import ClientConnection, connect

from kahuna.server.wire import FEW, WIRE, LeanWebSocket

Served = Callable[[LeanWebSocket, Any], Awaitable[None]]
MUCH = b"x" * 200_000  # more than the system takes in at once, with some of these


@asynccontextmanager
async def client_of(served: Served) -> AsyncGenerator[ClientConnection, None]:
    """Connect to a server that does this for whoever comes."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await served(scope["extensions"][WIRE], receive)

    config = uvicorn.Config(app, port=0, ws=LeanWebSocket, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with connect(
        f"ws://127.0.0.1:{port}", max_size=None, max_queue=1, compression=None
    ) as client:
        yield client
    server.should_exit = True
    await serving


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_text_of_any_length_arrives(length: int) -> None:
    async def served(wire: LeanWebSocket, receive: Any) -> None:
        wire.write([b"a" * length, b"end"])
        await receive()

    async def story() -> None:
        async with client_of(served) as client:
            assert await client.recv() == "a" * length
            assert await client.recv() == "end"

    asyncio.run(story())


def test_to_who_does_not_read_the_gate_is_closed_until_they_do() -> None:
    seen = list[bool]()
    opened = asyncio.Event()

    async def served(wire: LeanWebSocket, receive: Any) -> None:
        while wire.gate.is_open:
            wire.write([MUCH])
            await asyncio.sleep(0)
        seen.append(wire.gate.is_open)
        wire.gate.when_open(opened.set)
        await opened.wait()
        seen.append(wire.gate.is_open)
        wire.write([b"end"])
        await receive()

    async def story() -> None:
        async with client_of(served) as client, asyncio.timeout(20):
            await asyncio.sleep(0.2)
            while await client.recv() != "end":
                pass

    asyncio.run(story())
    assert seen == [False, True]


def test_to_who_has_gone_nothing_is_written_and_nothing_fails() -> None:
    gone = asyncio.Event()

    async def served(wire: LeanWebSocket, receive: Any) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass
        wire.write([b"hello?"])
        gone.set()

    async def story() -> None:
        async with client_of(served) as client:
            await client.close()
            async with asyncio.timeout(10):
                await gone.wait()

    asyncio.run(story())


def test_many_messages_at_once_are_all_taken_in_order() -> None:
    number = 10 * FEW

    async def served(wire: LeanWebSocket, receive: Any) -> None:
        for _ in range(number):
            message = await receive()
            await asyncio.sleep(0)  # slower than they come
            wire.write([message["text"].encode()])
        await receive()

    async def story() -> None:
        async with client_of(served) as client:
            for n in range(number):
                await client.send(str(n))
            assert [await client.recv() for _ in range(number)] == [str(n) for n in range(number)]

    asyncio.run(story())


def test_a_short_text_needs_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = list[bytes]()

    def parse(_: LeanWebSocket, data: bytes) -> None:
        parsed.append(data)

    async def served(wire: LeanWebSocket, receive: Any) -> None:
        monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", parse)
        assert (await receive())["text"] == "Aloha"
        monkeypatch.undo()
        wire.write([b"end"])
        await receive()

    async def story() -> None:
        async with client_of(served) as client:
            await client.send("Aloha")
            assert await client.recv() == "end"

    asyncio.run(story())
    assert parsed == []


def _masked(first: int, content: bytes, mask: bytes = b"mask") -> bytes:
    """Return a frame as a client sends it."""
    size, length = len(content), b""
    if size > 125:
        size, length = 126, size.to_bytes(2, "big")
    hidden = bytes(byte ^ mask[n % 4] for n, byte in enumerate(content))
    return bytes((first, 0x80 | size)) + length + mask + hidden


SHORT, OTHER, LONG = _masked(0x81, "Aloha, Müße".encode()), _masked(0x81, b"mahalo"), b"long" * 99
BEGUN, CONTINUED = _masked(0x01, b"in "), _masked(0x80, b"parts")
PIECES = (
    ([SHORT, OTHER], ["Aloha, Müße", "mahalo"]),
    ([SHORT + OTHER, OTHER], ["Aloha, Müße", "mahalo", "mahalo"]),
    ([SHORT[:1], SHORT[1:], OTHER], ["Aloha, Müße", "mahalo"]),
    ([SHORT[:6], SHORT[6:] + OTHER], ["Aloha, Müße", "mahalo"]),  # where the text begins
    ([SHORT[:9], SHORT[9:], OTHER], ["Aloha, Müße", "mahalo"]),
    ([OTHER, _masked(0x81, LONG), OTHER], ["mahalo", LONG.decode(), "mahalo"]),
    ([OTHER, BEGUN, CONTINUED, OTHER], ["mahalo", "in parts", "mahalo"]),
    ([BEGUN, _masked(0x89, b"ping"), CONTINUED, OTHER], ["in parts", "mahalo"]),
    ([OTHER, _masked(0x89, b"ping"), OTHER, _masked(0x8A, b""), OTHER], ["mahalo"] * 3),
    ([_masked(0x81, b"\xff")], None),  # no UTF-8
    ([b"\x81\x03abc"], None),  # without a mask
    ([_masked(0xC1, b"compressed")], None),
)


@pytest.mark.parametrize(("pieces", "texts"), PIECES)
def test_texts_arrive_however_they_are_cut_up(pieces: list[bytes], texts: list[str] | None) -> None:
    """One after the other, so that each piece is all that there is when it comes."""
    heard, ended = list[str](), asyncio.Event()

    async def served(_: LeanWebSocket, receive: Any) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            heard.append(message["text"])
        ended.set()

    async def story() -> None:
        async with client_of(served) as client:
            for piece in pieces:
                client.transport.write(piece)
                await asyncio.sleep(0.05)
            if texts is None:  # who speaks like that is hung up on
                await asyncio.wait_for(ended.wait(), 20)

    asyncio.run(story())
    assert texts is None or heard == texts
