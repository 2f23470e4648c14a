"""Who carries news to people outside the page: a push service, and a mail server. Both real."""

import asyncio
import base64
import json
import queue
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PATIENCE = 30.0  # seconds


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Delivery:
    """What the push service was given."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Takes messages for browsers over HTTP, as those of the browsers' makers do."""

    def __init__(self) -> None:
        self.status = 201
        self.deliveries: queue.Queue[Delivery] = queue.Queue()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                self.send_response(service.status)
                self.send_header("content-length", "0")
                self.end_headers()
                service.deliveries.put(Delivery(self.path, headers, body))

            def log_message(self, *_: object) -> None:
                """Keep quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server.server_port}"

    async def next(self) -> Delivery:
        """Return what is delivered next."""
        return await asyncio.to_thread(self.deliveries.get, timeout=PATIENCE)


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service while the block lasts."""
    service = PushService()
    thread = threading.Thread(target=service.server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
        thread.join()


@dataclass
class Browser:
    """A browser that subscribes to messages, and alone can read them."""

    service: PushService
    path: str = "/push/one"
    auth: bytes = b"0123456789abcdef"
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def subscription(self) -> dict[str, Any]:
        """Return what `PushSubscription.toJSON` would."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _text(point), "auth": _text(self.auth)}
        return {"endpoint": self.service.address + self.path, "expirationTime": None, "keys": keys}

    def read(self, delivery: Delivery) -> dict[str, str]:
        """Decrypt a message."""
        assert delivery.headers["content-encoding"] == "aes128gcm"
        text = http_ece.decrypt(
            delivery.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        message: dict[str, str] = json.loads(text)
        return message


class MailServer:
    """Takes mails over SMTP, and keeps them."""

    def __init__(self) -> None:
        self.mails: asyncio.Queue[EmailMessage] = asyncio.Queue()
        self.address = ""

    async def next(self) -> EmailMessage:
        """Return the mail that comes next."""
        return await asyncio.wait_for(self.mails.get(), PATIENCE)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Talk to one client."""
        writer.write(b"220 sink\r\n")
        while line := await reader.readline():
            word = line.split()[0].upper() if line.split() else b""
            if word == b"DATA":
                writer.write(b"354 go on\r\n")
                text = await reader.readuntil(b"\r\n.\r\n")
                text = text[:-3].replace(b"\r\n..", b"\r\n.").replace(b"\r\n", b"\n")
                mail = message_from_bytes(text, policy=policy.default)
                assert isinstance(mail, EmailMessage)
                self.mails.put_nowait(mail)
            writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
            await writer.drain()
            if word == b"QUIT":
                break
        writer.close()
        await writer.wait_closed()


@asynccontextmanager
async def mail_server() -> AsyncGenerator[MailServer, None]:
    """Run a mail server while the block lasts."""
    sink = MailServer()
    server = await asyncio.start_server(sink.serve, "127.0.0.1", 0)
    sink.address = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield sink
