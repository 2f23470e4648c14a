"""`kahuna engine`: the computer as a program for other programs, by KEP 1."""

import secrets
from typing import Annotated

import typer


def engine(
    level: Annotated[int, typer.Option(min=1, max=8, help="How strong.")] = 8,
    player: Annotated[
        str | None,
        typer.Option(help="Another player than a level: greedy, network:FILE …"),
    ] = None,
    threads: Annotated[
        int, typer.Option(min=1, max=64, help="How many threads a level may think with.")
    ] = 1,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**63 - 1, help="The same seed decides the same. Else by lot."),
    ] = None,
) -> None:
    """Play over standard input and output, by the Kahuna Engine Protocol (docs/engines.md)."""
    from kahuna.ai.kep import serve
    from kahuna.ai.named import player_named

    serve(
        player_named,
        f"level:{level}" if player is None else player,
        secrets.randbits(31) if seed is None else seed,
        threads,
    )
