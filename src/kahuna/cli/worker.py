"""`kahuna worker`: the computer players' thinking, for a site on PostgreSQL."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.errors import KahunaError

if TYPE_CHECKING:
    from kahuna.server.settings import Settings


def worker(
    database: Annotated[
        str | None, typer.Option(help="The site's database, postgresql://user@host/name.")
    ] = None,
    thinkers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Processes that think; else one a core.")
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(help="A file of settings, as `kahuna serve` reads it.")
    ] = None,
) -> None:
    """Think for the computer players of a site, beside its servers or on other machines.

    Any number of workers share the work. One that is stopped or crashes leaves its games to the
    others. A server with `--thinkers 0` leaves all thinking to workers.
    """
    import asyncio

    from kahuna.server.settings import read_settings

    number = thinkers or os.cpu_count() or 1
    found = read_settings(settings, database=database, thinkers=number)
    if found.database_url.startswith("sqlite"):
        raise KahunaError(
            "a worker needs --database postgresql://…: a site on SQLite is one process, "
            "which thinks for itself"
        )
    asyncio.run(_work(found))


async def _work(settings: "Settings") -> None:
    """Think until somebody stops it."""
    import asyncio
    import signal

    from kahuna.server.site import Site

    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    site = Site(settings)
    await site.start()
    print(f"kahuna worker: thinking with up to {settings.thinkers} processes", flush=True)
    try:
        await stopped.wait()
    finally:
        await site.stop()
