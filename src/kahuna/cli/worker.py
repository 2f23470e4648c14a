"""`kahuna worker`: the computer players' thinking, for a site on PostgreSQL."""

import logging
import os
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.serve import Config
from kahuna.errors import KahunaError

if TYPE_CHECKING:
    from kahuna.server.settings import Settings

log = logging.getLogger(__name__)


def worker(
    config: Config = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The site's database, postgresql://user@host/name."),
    ] = None,
    thinkers: Annotated[
        int | None, typer.Option(min=1, help="Processes that think; else one a core.")
    ] = None,
) -> None:
    """Think for the computer players of a site, beside its servers or on other machines.

    Any number of workers share the work. One that is stopped or crashes leaves its games to the
    others. A server with `--thinkers 0` leaves all thinking to workers.
    """
    import asyncio

    from kahuna.server import logs
    from kahuna.server.settings import MOST_THINKERS, read_settings

    number = thinkers or min(os.cpu_count() or 1, MOST_THINKERS)
    found = read_settings(config, database=database, thinkers=number)
    if found.database_url.startswith("sqlite"):
        raise KahunaError(
            "a worker needs --database postgresql://…: a site on SQLite is one process, "
            "which thinks for itself"
        )
    logs.set_up(found.log_level)
    asyncio.run(_work(found))


async def _work(settings: "Settings") -> None:
    """Think until somebody stops it."""
    import asyncio
    import signal

    from kahuna.server.site import Site

    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    site = Site(settings, tells=False)  # it may not know the site's address, nor its mail server
    await site.start()
    most = settings.thinkers
    where = "one process" if most == 1 else f"up to {most} processes"
    print(f"kahuna worker: thinking in {where}", flush=True)
    log.info("started", extra={"facts": {"thinkers": settings.thinkers}})
    try:
        await stopped.wait()
    finally:
        await site.stop()
        log.info("stopped")
