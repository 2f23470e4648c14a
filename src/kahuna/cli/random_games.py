"""`kahuna random`: random legal games as records."""

import hashlib
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from kahuna.cli.options import HANDICAPS, parse_handicap, parse_variants
from kahuna.cli.output import stderr, write_whole
from kahuna.game import Game
from kahuna.notation.setup import VARIANTS
from kahuna.notation.tokens import as_choice, name
from kahuna.playout import random_action, seed_rng


def random_games(
    number: Annotated[int, typer.Argument(metavar="N", min=1, max=1_000_000, help="How many.")],
    seed: Annotated[str, typer.Option(help="Any text; the same text gives the same games.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the records go.")],
    variants: Annotated[str, typer.Option(help="none, 1, 2, '1 2', or any: a mix.")] = "none",
    handicap: Annotated[str, typer.Option(help="none, such as 'Black 2', or any: a mix.")] = "none",
) -> None:
    """Play random legal games and write each as a record: DIR/random-000001.kgn and so on."""
    kinds = VARIANTS if variants == "any" else (parse_variants(variants),)
    handicaps = HANDICAPS if handicap == "any" else (parse_handicap(handicap),)
    for n in track(range(1, number + 1), "Playing", console=stderr, disable=number < 100):
        game = Game(
            seed=hashlib.sha256(f"{seed}/{n}".encode()).digest(),
            variants=kinds[n % len(kinds)],
            handicap=handicaps[n // len(kinds) % len(handicaps)],
            starts="White" if n % 2 else "Black",
            tags={
                "Event": f"Random game {n} of seed {seed!r}",
                "White": "Random",
                "Black": "Random",
            },
        )
        play_at_random(game, n)
        write_whole(out / f"random-{n:06}.kgn", game.record())


def play_at_random(game: Game, seed: int) -> None:
    """Play a game to its end, every choice by lot; what is drawn is up to the game's dealer."""
    rng = seed_rng(seed)
    while not game.is_over:
        action, rng = random_action(game.state, rng)
        game.play(as_choice(name(action, game.state.turn.mover)))
