"""What commands share: reading records, writing files whole, failing in a line."""

import re
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from rich.console import Console

from kahuna.errors import RecordError
from kahuna.game import Game
from kahuna.notation import Record
from kahuna.notation.record import MAX_BYTES, decoded
from kahuna.notation.several import split

MAX_FILE_BYTES = 100_000_000  # of a file with several records: tens of thousands of games
_KGN = re.compile(r"\[[ \t]*KGN\b")

# Progress goes here, so that what is printed can be piped.
stderr = Console(stderr=True)


def fail(message: str, code: int = 1) -> NoReturn:
    """Say on standard error what was wrong, in a line, and end."""
    print(f"kahuna: {message}", file=sys.stderr)
    sys.exit(code)


def read_record(path: Path) -> Record:
    """Read a record's file; what cannot be read is a `RecordError`."""
    return Record.from_bytes(_read(path, MAX_BYTES))


def read_texts(path: Path) -> list[bytes]:
    """Read a file of one or several records; return the text of each, not yet understood."""
    data = _read(path, MAX_FILE_BYTES)
    if len(data) > MAX_FILE_BYTES:
        raise RecordError(f"too long: a file of records has at most {MAX_FILE_BYTES:,} bytes")
    text = decoded(data)
    if not _KGN.search(text):
        raise RecordError("the tag KGN is missing: this is no record of a game")
    return [part.encode() for part in split(text)]


def _read(path: Path, most: int) -> bytes:
    """Return a file's bytes; of one that is too long, enough to see that."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from None


def read_game(path: Path) -> Game:
    """Read a record's file into a game; an error names the file."""
    try:
        return Game.from_record(read_record(path))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def write_whole(path: Path, content: str) -> None:
    """Write a file so that it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, prefix=f".{path.name}.", encoding="utf-8", delete=False
    ) as file:
        temporary = Path(file.name)
        try:
            file.write(content)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    temporary.chmod(0o644)
    temporary.replace(path)
