"""`kahuna bot`: any engine as a bot on a site."""

import signal
import sys
from typing import Annotated

import typer


def bot(
    engine: Annotated[
        str, typer.Option(metavar="CMD", help="A program that speaks KEP: 'kahuna engine'.")
    ],
    site: Annotated[str, typer.Option(metavar="URL", help="The site's address.")],
    token: Annotated[
        str,
        typer.Option(envvar="KAHUNA_TOKEN", help="The bot's API token (better not typed here)."),
    ],
    join: Annotated[
        list[str] | None, typer.Option(metavar="LINK", help="Sit down in this game first.")
    ] = None,
    movetime: Annotated[
        int, typer.Option(min=10, max=600_000, help="Milliseconds for a turn, at most.")
    ] = 1000,
    games: Annotated[
        int | None, typer.Option(min=1, help="Leave after so many games; else play on.")
    ] = None,
) -> None:
    """Join an engine to a site: it plays all games of its bot account (docs/bots.md).

    Lost connections are made again, clocks are obeyed, and a program that fails is started
    anew. Ctrl-C ends it; games go on when it is started again.
    """
    from kahuna.cli.online.player import OnlinePlayer
    from kahuna.cli.online.site import BotSite

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    player = OnlinePlayer(
        BotSite(site, token), engine, movetime, lambda text: print(text, flush=True)
    )
    try:
        player.play(join or (), games)
    except KeyboardInterrupt:
        print("kahuna bot: stopped", file=sys.stderr)
