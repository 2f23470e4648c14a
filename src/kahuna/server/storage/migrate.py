"""Bringing the schema up to date, by Alembic's migrations, when a process starts.

A new migration: `kahuna admin migration "what it does"` compares `tables` with an
up-to-date database and writes the file; read it before you commit it.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from kahuna.server.storage.tables import metadata

LOCK = 0x6B616875  # "kahu": while one process migrates, others wait


def migrate(connection: Connection) -> None:
    """Apply what is missing, in this transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    command.upgrade(configuration(connection), "head")


def write_migration(connection: Connection, message: str) -> None:
    """Write the migration that brings the database to what `tables` says."""
    command.revision(configuration(connection), message, autogenerate=True)


def configuration(connection: Connection) -> Config:
    """Return Alembic's configuration for this connection."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    config.attributes["metadata"] = metadata
    return config
