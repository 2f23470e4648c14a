"""`kahuna play`: a game in the terminal, against the computer or another person."""

import random
from pathlib import Path
from typing import Annotated

import typer

from kahuna.cli.table import files
from kahuna.cli.table.session import Session
from kahuna.cli.table.terminal import LeaveError, Terminal
from kahuna.cli.table.welcome import Wishes, begin


def play(
    *,
    opponent: Annotated[
        str | None, typer.Option(help="computer, or human: two people at this keyboard.")
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(help="The computer's level: 1 to 8, or simple, who is there at once."),
    ] = None,
    side: Annotated[
        str | None, typer.Option(help="Your side against the computer: White, Black or lot.")
    ] = None,
    starts: Annotated[str | None, typer.Option(help="Who starts: White, Black or lot.")] = None,
    variants: Annotated[
        str | None,
        typer.Option(help="none, 1 (protected islands), 2 (open cards) or '1 2'."),
    ] = None,
    handicap: Annotated[
        str | None, typer.Option(help="Bridges placed before the game, such as 'Black 2'.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="Any text: the same text deals the same cards.")
    ] = None,
    white: Annotated[str | None, typer.Option(help="White's name.")] = None,
    black: Annotated[str | None, typer.Option(help="Black's name.")] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game here at the end, or when you leave."),
    ] = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")
    ] = None,
) -> None:
    """Play Kahuna in the terminal, against the computer or another person at this keyboard."""
    if save is not None:
        files.check(save)
    terminal = Terminal()
    rng = random.Random(seed)
    wishes = Wishes(opponent, level, side, starts, variants, handicap, seed, white, black)
    session = None
    interrupted = False
    try:
        game, computer = begin(wishes, load, terminal, rng)
        session = Session(game, terminal, computer=computer, save=save)
        session.run()
    except LeaveError as left:
        interrupted = left.interrupted
    except KeyboardInterrupt:
        interrupted = True
    if session is not None:
        _farewell(session, terminal)
    if interrupted:
        raise typer.Exit(130)


def _farewell(session: Session, terminal: Terminal) -> None:
    """Write the game down, if a file was named, and say where it stands."""
    game, view = session.game, session.game.view("Spectator")
    if not game.is_over:
        terminal.print(f"You left in round {view.round}, turn {view.turn}. Aloha!")
    if session.file is not None:
        files.save(game, session.file)
        terminal.print(f"Saved in {session.file}.")
