"""`kahuna serve`: the site, for this machine, the local network or the world."""

import socket
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.errors import KahunaError

if TYPE_CHECKING:
    from kahuna.server.settings import Settings

EVERYWHERE = "0.0.0.0"  # noqa: S104 - only with --lan, which says so
# What listens at every address is found by this machine itself at one of these.
AT_HOME = {EVERYWHERE: "127.0.0.1", "::": "::1"}
NOWHERE = "192.0.2.1"  # an address for documentation: nothing is sent to it

Config = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Settings, in TOML (docs/hosting.md).")
]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="postgresql://…; else SQLite in the data folder."),
]
Data = Annotated[Path | None, typer.Option(metavar="DIR", help="The data folder; else the user's.")]


def serve(
    *,
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="The address to listen at.")] = None,
    port: Annotated[
        int | None, typer.Option(help="The port, 8717 if not set; 0 takes any that is free.")
    ] = None,
    database: Database = None,
    data: Data = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let the local network in; print where, as a QR code.")
    ] = False,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the browser when it is ready.")
    ] = False,
    thinkers: Annotated[
        int | None,
        typer.Option(help="Processes that think for the computer; 0 leaves that to workers."),
    ] = None,
) -> None:
    """Run the site: games for two people anywhere, or against the computer.

    It is for this machine only, unless --lan or --host says otherwise. Ctrl-C stops it, and
    no turn that was accepted is lost.
    """
    from kahuna.server import run
    from kahuna.server.settings import read_settings

    settings = read_settings(
        config,
        host=EVERYWHERE if lan and host is None else host,
        port=port,
        database=database,
        data=None if data is None else str(data),
        thinkers=thinkers,
    )
    if lan:
        check_lan(settings)
    if lan or settings.host in AT_HOME:
        settings = replace(settings, url=settings.url or lan_url(settings))

    def ready(settings: "Settings") -> None:
        announce(settings, lan=lan)
        if open_browser:
            webbrowser.open(own_address(settings))

    run.serve(settings, ready)


def announce(settings: "Settings", *, lan: bool) -> None:
    """Say where the site is; for other devices also as a QR code."""
    print(f"Kahuna is at {own_address(settings)} (Ctrl-C stops it)", flush=True)
    if not lan:
        return
    import segno

    print(f"In the local network: {settings.address}\n", flush=True)
    segno.make(settings.address, micro=False).terminal(compact=True)
    print(flush=True)


def own_address(settings: "Settings") -> str:
    """Return where this machine itself finds the site."""
    return replace(settings, host=AT_HOME.get(settings.host, settings.host), url="").address


def check_lan(settings: "Settings") -> None:
    """Refuse to invite the local network to where only this machine gets."""
    if replace(settings, url="").is_local:
        raise KahunaError(f"--lan is for other devices, which cannot reach --host {settings.host}")


def lan_url(settings: "Settings") -> str:
    """Return where others find the site: "every address" is none that a link could lead to."""
    if settings.host in AT_HOME:
        return f"http://{lan_address()}:{settings.port}"
    return own_address(settings)


def lan_address() -> str:
    """Return the address of this machine in the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((NOWHERE, 9))  # only asks which way it would go
            return str(asked.getsockname()[0])
        except OSError:
            return "127.0.0.1"
