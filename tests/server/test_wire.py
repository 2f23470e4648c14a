"""The site's own WebSocket: what is written arrives, whole and in order, and nothing piles up."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
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
    async with connect(f"ws://127.0.0.1:{port}", max_size=None, max_queue=1) as client:
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
