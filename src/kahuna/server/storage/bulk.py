"""Events of many games in one go: one statement each for the log and for the games' rows.

The batch goes to the database as one JSON text, in a single statement that is a transaction by
itself. For SQLite that is an insertion whose trigger does the rest: the thread it runs in has to
wait for Python, which has other things to do, only when all is on the disk. PostgreSQL is also
told whom to tell: a trip there and back, where a transaction in steps takes six.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import (
    ARRAY,
    JSON,
    ColumnElement,
    Text,
    bindparam,
    cast,
    column,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import events, games

CHANNEL = "kahuna"  # of PostgreSQL's notifications

# What changes in a game's row by an event. Every event sets all of it: one statement for many.
SUMMARY = (
    *("status", "seq", "turn", "mover", "thinking", "deadline", "moved", "white_left"),
    *("black_left", "offer", "result", "score", "termination", "ended"),
)
EVENT = tuple(column.name for column in events.columns)

INSERT = insert(events)
UPDATE = (
    update(games)
    .where(games.c.id == bindparam("game"))
    .values({name: bindparam(f"new_{name}") for name in SUMMARY} | {"lease": literal_column("0")})
)

_NEW = {name: f"new_{name}" for name in SUMMARY}
Row = dict[str, Any]  # an event, and what is new in its game's row as `new_…`


def row(event: dict[str, Any], summary: dict[str, Any]) -> Row:
    """Return an event and its game's new summary as one row."""
    return event | {_NEW[name]: value for name, value in summary.items()}


async def write_in_sqlite(database: Database, rows: Sequence[Row]) -> None:
    """Write the events; they are durable when this returns."""
    batch = msgspec.json.encode(rows).decode()
    await database.at_once("INSERT INTO temp.batches VALUES (?)", batch, prepare=_BATCHES)


_each = func.json_each(literal_column("new.batch")).table_valued("value", name="each")


def _part(name: str) -> ColumnElement[Any]:
    return func.json_extract(_each.c.value, literal_column(f"'$.{name}'")).label(name)


_new = select(_part("game"), *(_part(f"new_{name}") for name in SUMMARY)).subquery("new_row")
_INSERT = insert(events).from_select(EVENT, select(*map(_part, EVENT)))
_UPDATE = (
    update(games)
    .where(games.c.id == _new.c.game)
    .values({name: _new.c[f"new_{name}"] for name in SUMMARY} | {"lease": literal_column("0")})
)
_BATCHES = f"""
    CREATE TEMP VIEW IF NOT EXISTS batches AS SELECT NULL AS batch;
    CREATE TEMP TRIGGER IF NOT EXISTS write_batch INSTEAD OF INSERT ON batches BEGIN
        {_INSERT.compile(dialect=sqlite.dialect())};
        {_UPDATE.compile(dialect=sqlite.dialect())};
    END;
"""

_batch = (
    func.json_to_recordset(cast(bindparam("batch", type_=Text), JSON))
    .table_valued(
        *(column(name, events.c[name].type) for name in EVENT),
        *(column(f"new_{name}", games.c[name].type) for name in SUMMARY),
        name="batch",
    )
    .render_derived(with_types=True)
)
_logged = insert(events).from_select(EVENT, select(*(_batch.c[name] for name in EVENT))).cte()
_summed_up = (
    update(games)
    .where(games.c.id == _batch.c.game)
    .values({name: _batch.c[f"new_{name}"] for name in SUMMARY} | {"lease": literal_column("0")})
    .cte()
)
_told = func.unnest(cast(bindparam("told"), ARRAY(Text))).column_valued("told")
_channel = literal_column(f"'{CHANNEL}'", Text)
_dollars = postgresql.dialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]  # none there
_write = select(func.pg_notify(_channel, _told)).add_cte(_logged, _summed_up)
_WRITE = str(_write.compile(dialect=_dollars))

# On a quiet site nearly every batch is a single event. Its values as they are save PostgreSQL
# reading the JSON, twice, which is almost half of its work.
_logged_one = insert(events).values({name: bindparam(name) for name in EVENT}).cte()
_summed_up_one = UPDATE.cte()
_write_one = select(func.pg_notify(_channel, bindparam("told", type_=Text))).add_cte(
    _logged_one, _summed_up_one
)
_ONE = _write_one.compile(dialect=_dollars)
_WRITE_ONE, _given = str(_ONE), itemgetter(*(_ONE.positiontup or ()))


async def write_in_postgresql(database: Database, rows: Sequence[Row], told: list[str]) -> None:
    """Write the events, and tell of them; they are durable when this returns."""
    if len(rows) == len(told) == 1:
        await database.directly(_WRITE_ONE, *_given({**rows[0], "told": told[0]}))
    else:
        await database.directly(_WRITE, msgspec.json.encode(rows).decode(), told)
