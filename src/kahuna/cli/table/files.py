"""Games in files: written with their seed, so that they can be gone on with."""

import os
from pathlib import Path

from kahuna.cli.output import read_record, write_whole
from kahuna.errors import KahunaError, RecordError, shorten
from kahuna.game import Game

SEED = "Seed"


def load(path: Path) -> Game:
    """Read a saved game, with its dealer if it is not over."""
    try:
        record = read_record(path)
        seed = _seed(record.tags[SEED]) if SEED in record.tags else None
        game = Game.from_record(record, seed=seed)
        if game.viewer is not None:
            raise RecordError("this record hides cards, so nobody can go on with it")
        if not game.is_over and game.dealer is None:
            raise RecordError("this record has no tag Seed, so its next cards cannot be dealt")
        game.play("")  # lays the new row, if that is what comes next
    except KahunaError as error:
        raise RecordError(f"{path}: {error}") from None
    return game


def _seed(value: str) -> bytes:
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise RecordError("the tag Seed is not written in hexadecimal digits") from None


def place(name: str) -> Path:
    """Return the path that was typed; ``~`` is one's own folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError:  # the folder of somebody who does not exist
        return Path(name)


def check(path: Path) -> None:
    """Refuse a place to save to, rather before the game than after it."""
    shown = shorten(str(path), 60)
    try:
        is_taken = path.exists() and not _is_record(path)
        around = (*path.absolute().parents, path)
        folder = next(folder for folder in around if folder.exists())
    except (OSError, ValueError):
        raise KahunaError(f"{shown} cannot be a file's name") from None
    if is_taken:
        raise KahunaError(f"{shown} exists and is not a game: choose another name")
    if not os.access(folder, os.W_OK):
        raise KahunaError(f"{shown} cannot be written: {folder} does not allow it")


def save(game: Game, path: Path) -> None:
    """Write the whole game with its seed. It is the players' own file, not one to look into."""
    check(path)
    record = game.to_record()
    if game.dealer is not None:
        record.tags[SEED] = game.dealer.seed.hex()
    if game.termination is not None:
        record.tags["Termination"] = game.termination
    try:
        write_whole(path, str(record))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise KahunaError(f"{shorten(str(path), 60)} cannot be written: {reason}") from None


def _is_record(path: Path) -> bool:
    try:
        return path.is_file() and "KGN" in read_record(path).tags
    except RecordError:
        return False
