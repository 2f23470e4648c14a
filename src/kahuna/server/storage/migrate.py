"""Bringing the schema up to date, by Alembic's migrations, when a process starts.

A new migration: `kahuna admin migration "what it does"` compares `tables` with an
up-to-date database and writes the file; read it before you commit it.
"""

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Connection, text

from kahuna.errors import KahunaError
from kahuna.server.storage.tables import metadata

LOCK = 0x6B616875  # "kahu": while one process migrates, others wait
FOLDER = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> None:
    """Apply what is missing, in this transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    command.upgrade(configuration(connection), "head")


def write_migration(connection: Connection, message: str, folder: Path = FOLDER) -> Path:
    """Write the migration that brings the database to what `tables` says; return its file."""
    if not compare_metadata(MigrationContext.configure(connection), metadata):
        raise KahunaError("the tables are as the migrations make them: there is nothing to write")
    config = configuration(connection, folder)
    head = ScriptDirectory.from_config(config).get_current_head() or "0"
    made = command.revision(config, message, autogenerate=True, rev_id=f"{int(head) + 1:04}")
    assert isinstance(made, Script)
    return Path(made.path)


def configuration(connection: Connection, folder: Path = FOLDER) -> Config:
    """Return Alembic's configuration for this connection."""
    config = Config()
    config.set_main_option("script_location", str(folder))
    config.set_main_option("file_template", "m%%(rev)s_%%(slug)s")
    config.attributes["connection"] = connection
    config.attributes["metadata"] = metadata
    return config
