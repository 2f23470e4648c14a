"""`kahuna verify`: check that games were dealt as promised."""

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

import typer

from kahuna import fairness
from kahuna.cli.records import Entry, entries
from kahuna.errors import KahunaError, RecordError

Found = Literal["fair", "wrong", "running"]


def verify(
    file: Annotated[
        Path, typer.Argument(help="The record of a finished game, in KGN; or several in a file.")
    ],
    seed: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The seed, if the record does not tell it."),
    ] = None,
    published: Annotated[
        str | None,
        typer.Option(
            "--hash",
            metavar="HEX",
            help="The hash that you were shown before the game: is the seed the one promised?",
        ),
    ] = None,
) -> None:
    """Check that nobody chose the cards: recompute every one of them from the game's seed.

    Before the first card the hash of a seed is published, which fixes the seed and does not tell
    it; after the game the record tells the seed. Checked is that the seed has that hash, that (on
    a site) it makes the seed of the cards when both players' numbers are mixed in, that the game
    follows the rules, and that every card dealt is the one that the seed gives.

    Ends with 1 if something does not fit, or if no game could be checked.
    """
    found = list(entries(file))
    if len(found) > 1 and (seed is not None or published is not None):
        raise KahunaError(f"{file} has {len(found)} records: --seed and --hash are for one game")
    counts = Counter(_tell(entry, seed, published) for entry in found)
    if len(found) > 1:
        print(_sum(counts))
    if counts["fair"] and published is None:
        print(
            "The hash is the record's own word. If you noted the one that was published before "
            "the game, give it with --hash."
        )
    if counts["wrong"] or not counts["fair"]:
        raise typer.Exit(1)


def _tell(entry: Entry, seed: str | None, published: str | None) -> Found:
    """Check a record, and say in a line how it is."""
    found: Found = "wrong"
    try:
        checked = fairness.check(entry.read(), seed, published)
    except RecordError as error:
        if isinstance(error, fairness.NotOverError):
            found = "running"
        if entry.number is None:
            print(f"kahuna: {entry.path}: {error}", file=sys.stderr)
        else:  # one of a list that is to be read as a whole
            print(f"{entry.name}: {'wrong' if found == 'wrong' else 'not checked'}: {error}")
        return found
    print(f"{entry.name}: fair. {checked}")
    return "fair"


def _sum(counts: Counter[Found]) -> str:
    """Return a line about several records."""
    running = f", {counts['running']} not over yet" if counts["running"] else ""
    return f"{counts['fair']} fair, {counts['wrong']} wrong{running}"
