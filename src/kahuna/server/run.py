"""Running a site in this process, until it is told to stop."""

import asyncio
import contextlib
import errno
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Generator
from dataclasses import replace

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from kahuna.errors import KahunaError
from kahuna.server import logs
from kahuna.server.api.app import LARGEST, create_app
from kahuna.server.api.live import TOO_LONG
from kahuna.server.garbage import tidy
from kahuna.server.guard.patience import BETWEEN_REQUESTS, PatientConnection
from kahuna.server.guard.sizes import HEADERS
from kahuna.server.settings import Settings
from kahuna.server.site import Site
from kahuna.server.wire import LeanWebSocket

ANY_PORT = 0
# How long a stop may take: turns that were accepted, then answers on their way, then the rest.
FOR_TURNS, FOR_ANSWERS, FOR_CLOSING = 10.0, 5, 5.0
# Seconds for which SQLite's thread waits for a busy event loop, after each statement, and with it
# every turn that is to be written. A hundredth of what Python would let it wait.
SWITCH = 0.00005

log = logging.getLogger(__name__)
Ready = Callable[[Settings], None]


def serve(settings: Settings, ready: Ready) -> None:
    """Run a site until it is told to stop; `ready` is called when people can come in."""
    logs.set_up(settings.log_level)
    sys.setswitchinterval(SWITCH)
    listening = listen(settings)
    settings = with_port(settings, listening.getsockname()[1])
    with listening, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, listening, ready))


def listen(settings: Settings) -> socket.socket:
    """Return a socket at the address of the settings; say why there can be none."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # where it would let two processes have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(2048)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        raise KahunaError(_why_not(settings, error)) from None
    return listening


def with_port(settings: Settings, port: int) -> Settings:
    """Return the settings with the port that was given, where any was wanted."""
    if settings.port != ANY_PORT:
        return settings
    url = settings.url.removesuffix(f":{ANY_PORT}")
    return replace(settings, port=port, url=f"{url}:{port}" if url != settings.url else url)


class Server(uvicorn.Server):
    """uvicorn, which first lets the site finish what it has begun."""

    def __init__(self, config: uvicorn.Config, site: Site, ready: Callable[[], None]) -> None:
        """Take the site."""
        super().__init__(config)
        self.site, self.ready = site, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, finish turns, say goodbye; then close as uvicorn does."""
        for server in self.servers:
            server.close()
        await within(FOR_TURNS, self.site.drain(), "finishing turns")
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Take a signal as the wish to stop. Having stopped well is no failure, so it ends there.

        A second one ends the waiting.
        """
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


async def _serve(settings: Settings, listening: socket.socket, ready: Ready) -> None:
    site = Site(settings)
    await site.start()
    tidying = asyncio.create_task(tidy(), name="garbage")
    try:
        server = Server(configuration(site), site, lambda: ready(settings))
        log.info("started", extra={"facts": {"database": site.database.url.get_backend_name()}})
        await server.serve([listening])
    finally:
        tidying.cancel()
        await within(FOR_CLOSING, site.stop(), "closing")
        log.info("stopped")


def configuration(site: Site) -> uvicorn.Config:
    """Return how uvicorn is to serve a site."""
    return uvicorn.Config(
        create_app(site),
        lifespan="off",  # a site that cannot start is told in a line before
        http=PatientConnection,
        ws=LeanWebSocket,
        ws_max_size=max(TOO_LONG, LARGEST),
        ws_per_message_deflate=False,  # 20 kB a connection, and time, for messages this small
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the guard's
        server_header=False,
        h11_max_incomplete_event_size=2 * HEADERS,
        timeout_keep_alive=BETWEEN_REQUESTS,
        timeout_graceful_shutdown=FOR_ANSWERS,
    )


async def within(seconds: float, work: Awaitable[None], what: str) -> None:
    """Do something, but not for ever."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        log.warning("%s took too long", what)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes the event loop: uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _why_not(settings: Settings, error: OSError) -> str:
    place = f"{settings.host} port {settings.port}"
    if isinstance(error, PermissionError):
        return f"this user may not listen at {place}; a port above 1023, such as --port 8717, can"
    if error.errno == errno.EADDRINUSE:
        other = settings.port % 65535 + 1
        return f"{place} is in use; if it is not by Kahuna, take another: --port {other}"
    return f"cannot listen at {place}: {error.strerror or error}"
