"""What every answer tells the browser: trust only this site, and keep nothing secret."""

from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from kahuna.server.settings import Settings

NO_FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")


def policy(settings: Settings) -> str:
    """Return the content security policy: nothing from elsewhere, nothing inline, no frames.

    Browsers of before 2022 do not count a WebSocket to the same host as `self`.
    """
    host = urlsplit(settings.address).netloc
    return "; ".join(
        (
            "default-src 'self'",
            f"connect-src 'self' ws://{host} wss://{host}",
            "img-src 'self' data:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    """Return the headers that all answers have."""
    named = {
        "content-security-policy": policy(settings),
        "referrer-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "permissions-policy": ", ".join(f"{name}=()" for name in NO_FEATURES),
        "cross-origin-resource-policy": "same-origin",
    }
    if settings.secure:
        named["strict-transport-security"] = "max-age=31536000"
    if settings.secure or settings.is_local:  # elsewhere browsers ignore it, and complain
        named["cross-origin-opener-policy"] = "same-origin"
    return [(name.encode(), value.encode()) for name, value in named.items()]


class Headers:
    """Adds them."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        """Take what answers."""
        self.app, self.headers = app, headers(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer, and add to it."""
        private = scope["path"].startswith("/api/")

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                there = list(message.get("headers", []))
                names = {name.lower() for name, _ in there}
                there += [pair for pair in self.headers if pair[0] not in names]
                if private and b"cache-control" not in names:
                    there.append((b"cache-control", b"no-store"))
                message["headers"] = there
            await send(message)

        await self.app(scope, receive, with_headers)
