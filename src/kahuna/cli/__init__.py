"""The command line: `kahuna …`, one file a command."""

import sys
from typing import Annotated

import typer

from kahuna import __version__
from kahuna.cli.admin import app as admin
from kahuna.cli.analyse import analyse
from kahuna.cli.arena import arena
from kahuna.cli.bench import bench
from kahuna.cli.bot import bot
from kahuna.cli.engine import engine
from kahuna.cli.loadtest import loadtest
from kahuna.cli.openapi import openapi
from kahuna.cli.output import fail
from kahuna.cli.perft import perft
from kahuna.cli.play import play
from kahuna.cli.puzzles import app as puzzles
from kahuna.cli.random_games import random_games
from kahuna.cli.replay import replay
from kahuna.cli.serve import serve
from kahuna.cli.train import train
from kahuna.cli.verify import verify
from kahuna.cli.worker import worker
from kahuna.errors import KahunaError

app = typer.Typer(
    help="Kahuna, the two-player game of islands and bridges. Without a command: play, in the "
    "terminal.",
    context_settings={"help_option_names": ["-h", "--help"]},
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command()(play)
app.command()(serve)
app.command()(replay)
app.command()(analyse)
app.add_typer(puzzles, name="puzzles")
app.command()(verify)
app.command()(perft)
app.command("random")(random_games)
app.command()(bench)
app.command()(engine)
app.command()(arena)
app.command()(train)
app.command()(openapi)
app.add_typer(admin, name="admin")
app.command()(worker)
app.command()(bot)
app.command()(loadtest)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"kahuna {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def default(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Play, unless another command is given."""
    if context.invoked_subcommand is None:
        context.invoke(play)


def main() -> None:
    """Run the command line; what input can cause ends in a line, never in a traceback."""
    try:
        app()
    except KahunaError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(130)
