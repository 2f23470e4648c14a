"""Where a site's SQLite database is: it is looked after, never made, by the command line."""

from pathlib import Path

from kahuna.errors import KahunaError
from kahuna.server.storage.database import Database


def file_of(database: Database) -> Path:
    """Return the file of a SQLite database; where there is none, a folder was mistyped."""
    file = Path(database.url.database or "")
    if not file.is_file():
        raise KahunaError(f"there is no database at {file}")
    return file
