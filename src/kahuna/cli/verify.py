"""`kahuna verify`: check that a game was dealt as promised."""

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from kahuna.cli.output import read_record
from kahuna.errors import KahunaError, RecordError
from kahuna.game import Game
from kahuna.notation import Record


def verify(
    file: Annotated[Path, typer.Argument(help="The record of a finished game, in KGN.")],
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="The seed, if the record has no tag Seed.")
    ] = None,
    published: Annotated[
        str | None,
        typer.Option(
            "--hash", metavar="HEX", help="The hash published before the game, if not SeedHash."
        ),
    ] = None,
) -> None:
    """Recompute every deal of a finished game from its seed, and the seed's hash.

    The record must follow the rules, every card must be the one that the seed gives, and the
    seed must be the one whose SHA-256 was published before the game.
    """
    try:
        record = read_record(file)
        draws = check(record, seed, published)
    except RecordError as error:
        raise KahunaError(f"{file}: {error}") from None
    print(
        f"{file.name}: fair. The seed fits its hash, and it gives the deal and all {draws} draws."
    )


def check(record: Record, seed: str | None, published: str | None) -> int:
    """Check a record against its seed and the seed's hash; return the number of draws."""
    secret = _hex("seed", _given("seed", seed, record.tags.get("Seed"), "Seed"))
    promise = _hex("hash", _given("hash", published, record.tags.get("SeedHash"), "SeedHash"))
    if hashlib.sha256(secret).digest() != promise:
        raise RecordError(
            f"the seed's SHA-256 is {hashlib.sha256(secret).hexdigest()}, "
            f"but {promise.hex()} was published"
        )
    game = Game.from_record(record, seed=secret)
    if not game.is_over:
        raise RecordError("the game is not over, so its seed is still a secret")
    return sum(token.startswith("+") for token in game.tokens)


def _given(what: str, option: str | None, tagged: str | None, tag: str) -> str:
    """Return the option or the tag; both have to agree."""
    if option is not None and tagged is not None and option.lower() != tagged.lower():
        raise RecordError(f"the {what} given differs from the record's tag {tag}")
    found = option or tagged
    if found is None:
        raise RecordError(f"there is no tag {tag}, and no --{what} was given")
    return found


def _hex(what: str, value: str) -> bytes:
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise RecordError(f"the {what} is not written in hexadecimal") from None
