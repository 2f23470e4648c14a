"""A copy of a site's SQLite database, while it runs: whole, as of one moment, and checked."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from kahuna.errors import KahunaError
from kahuna.server.admin.place import file_of
from kahuna.server.settings import Settings
from kahuna.server.storage.database import Database


def back_up(settings: Settings, target: Path) -> int:
    """Write the copy; return its size in bytes. A file that is there already is kept."""
    database = Database(settings.database_url)
    if not database.is_sqlite:
        raise KahunaError(
            "PostgreSQL makes its own backups: pg_dump --format=custom --file=FILE "
            f"{database.url.database}"
        )
    source = file_of(database)
    try:
        _write(source, target)
        return target.stat().st_size
    except OSError as error:
        raise KahunaError(f"{target} cannot be written: {error.strerror}") from None


def _write(source: Path, target: Path) -> None:
    """Write the copy so that it is there whole or not at all."""
    if target.exists():
        raise KahunaError(f"{target} is there already")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup") as folder:
        copy = Path(folder) / "copy"
        try:
            _copy(source, copy)
        except sqlite3.Error as error:
            raise KahunaError(f"{source} cannot be copied: {error}") from None
        copy.chmod(0o600)  # it holds everything
        copy.rename(target)


def _copy(source: Path, copy: Path) -> None:
    """Copy a database that may be in use, and see whether the copy is sound."""
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(copy)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")  # one file, which needs no other beside it
        sound = new.execute("PRAGMA integrity_check").fetchone()[0]
        if sound != "ok":
            raise sqlite3.DatabaseError(sound)
