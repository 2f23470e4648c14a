"""Writing a migration, for those who change the tables."""

import tempfile
import warnings
from pathlib import Path

from sqlalchemy import create_engine

from kahuna.server.storage.migrate import FOLDER, migrate, write_migration


def new_migration(message: str, folder: Path = FOLDER) -> Path:
    """Compare the tables with a fresh database and write what is missing; return the file.

    An index of an expression is not compared, as SQLite does not tell of it.
    """
    with tempfile.TemporaryDirectory() as place:
        engine = create_engine(f"sqlite:///{place}/fresh.sqlite")
        try:
            with engine.begin() as connection:
                migrate(connection)
            with engine.begin() as connection, warnings.catch_warnings():
                warnings.filterwarnings("ignore", message=".*expression-based index")
                return write_migration(connection, message, folder)
        finally:
            engine.dispose()
