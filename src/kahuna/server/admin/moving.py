"""A site on SQLite moves to PostgreSQL: all of it, in one transaction, or nothing.

Nobody may write to the old database meanwhile, nor later, or what they wrote would be lost. So it
is locked as only its sole user can lock it: while a site runs on it, that fails. It is left as it
was; if it is of an older version, it is brought up to date only for as long as it is read.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from alembic.util import CommandError
from sqlalchemy import (
    Connection,
    NullPool,
    Select,
    Table,
    bindparam,
    create_engine,
    func,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from kahuna.errors import KahunaError, shorten
from kahuna.server.admin.place import file_of
from kahuna.server.settings import Settings
from kahuna.server.storage.database import Database
from kahuna.server.storage.migrate import migrate
from kahuna.server.storage.tables import metadata

AT_ONCE = 1000  # rows
PRIMARY_CODE = 0xFF  # of an error of SQLite
Row = dict[str, Any]
Tell = Callable[[str, int, int], None]  # a table, how many of its rows are copied, of how many


async def move_site(settings: Settings, file: Path | None, tell: Tell) -> dict[str, int]:
    """Copy a SQLite database into that of the settings; return how many rows each table has."""
    new = Database(settings.database_url)
    if new.is_sqlite:
        raise KahunaError("the settings name no PostgreSQL database to move to")
    url = Settings(data=settings.data, database=f"sqlite:///{file}" if file else "").database_url
    with _locked(file_of(Database(url))) as old:
        await new.open()
        try:
            async with new.writing() as connection:
                await _check_empty(connection)
                return {
                    table.name: await _copy(table, old, connection, tell)
                    for table in metadata.sorted_tables
                }
        except (SQLAlchemyError, OSError) as error:
            why = shorten(str(getattr(error, "orig", error)).partition("\n")[0], 200)
            raise KahunaError(f"nothing was moved: {why or 'it took too long'}") from None
        finally:
            await new.close()


@contextmanager
def _locked(file: Path) -> Iterator[Connection]:
    """Give a SQLite database, up to date, to this caller alone; nothing in it changes."""
    try:
        with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as wire:
            wire.execute("PRAGMA locking_mode=EXCLUSIVE")
            wire.execute("BEGIN IMMEDIATE")
            engine = create_engine("sqlite://", creator=lambda: wire, poolclass=NullPool)
            with engine.connect() as connection:  # its end takes back what was done
                migrate(connection)
                yield connection
    except sqlite3.Error as error:
        if error.sqlite_errorcode & PRIMARY_CODE == sqlite3.SQLITE_BUSY:
            raise KahunaError(f"{file} is in use: stop the site before it moves") from None
        raise KahunaError(f"{file} cannot be read: {error}") from None
    except CommandError:  # a migration that this version does not know
        raise KahunaError(f"{file} belongs to a newer version of Kahuna") from None


async def _check_empty(connection: AsyncConnection) -> None:
    """Refuse a database in which a site has begun already."""
    for table in metadata.sorted_tables:
        if rows := (await connection.execute(_count(table))).scalar_one():
            raise KahunaError(
                "a site moves to a database in which there is none yet: "
                f"this one has {rows} {table.name}. Make a new one"
            )


async def _copy(table: Table, old: Connection, new: AsyncConnection, tell: Tell) -> int:
    """Copy a table; return how many rows it has."""
    total, done = old.execute(_count(table)).scalar_one(), 0
    tell(table.name, done, total)
    to_itself = [key.parent.name for key in table.foreign_keys if key.column.table is table]
    for rows in _rows(old, select(table)):
        await new.execute(table.insert(), [row | dict.fromkeys(to_itself) for row in rows])
        done += len(rows)
        tell(table.name, done, total)
    for name in to_itself:  # all rows are there now, so they may refer to each other
        column = table.c[name]
        change = update(table).where(table.c.id == bindparam("row")).values({name: bindparam("to")})
        referring = select(table.c.id.label("row"), column.label("to")).where(column.is_not(None))
        for rows in _rows(old, referring):
            await new.execute(change, rows)
    if total and table.autoincrement_column is not None:  # where new rows go on to count
        counter = func.pg_get_serial_sequence(table.name, table.autoincrement_column.name)
        last = select(func.max(table.autoincrement_column)).scalar_subquery()
        await new.execute(select(func.setval(counter, last)))
    return done


def _count(table: Table) -> Select[int]:
    return select(func.count()).select_from(table)


def _rows(old: Connection, query: Select[Any]) -> Iterator[list[Row]]:
    """Yield what a query finds, many rows at a time."""
    for part in old.execute(query).mappings().partitions(AT_ONCE):
        yield [dict(row) for row in part]
