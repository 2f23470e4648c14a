"""`kahuna perft`: count what can follow a record."""

from pathlib import Path
from typing import Annotated

import typer

from kahuna.cli.output import read_game
from kahuna.errors import KahunaError
from kahuna.perft import perft as count


def perft(
    file: Annotated[Path, typer.Argument(help="A full record in KGN.")],
    depth: Annotated[int, typer.Argument(min=1, max=8, help="How many tokens deep.")],
) -> None:
    """Print, for depths 1 to DEPTH, how many token sequences can follow the record.

    Each outcome of chance counts as a token of its own; giving up does not count.
    """
    game = read_game(file)
    if game.viewer is not None:
        raise KahunaError(f"{file}: a masked record hides what can follow; perft needs a full one")
    for level in range(1, depth + 1):
        print(count(game.state, level), flush=True)
