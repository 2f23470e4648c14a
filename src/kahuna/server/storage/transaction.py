"""What a transaction offers to whoever reads and writes in it, also where none of it has to wait.

Reading and writing is written once, with `await`, for both databases. SQLite is a library: it
answers at once to the thread that asks, so there a whole transaction is run through in one go.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, CursorResult, Dialect, Executable

T = TypeVar("T")
Rows = CursorResult[*tuple[Any, ...]]


class Transaction(Protocol):
    """A connection, in a transaction that somebody else has begun and will end."""

    @property
    def dialect(self) -> Dialect:
        """Which database it is."""

    async def execute(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run a statement."""


Work = Callable[[Transaction], Coroutine[Any, Any, T]]


class AtOnce:
    """A transaction of a library that answers at once."""

    def __init__(self, connection: Connection) -> None:
        """Take the library's connection."""
        self.connection = connection

    @property
    def dialect(self) -> Dialect:
        """Which database it is."""
        return self.connection.dialect

    async def execute(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run a statement, without waiting."""
        return self.connection.execute(statement, parameters)


def run_through(connection: Connection, work: Work[T]) -> T:
    """Do what is to be done in a transaction, which waits for nothing else."""
    doing = work(AtOnce(connection))
    try:
        doing.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    doing.close()
    raise RuntimeError("in a transaction in one go, nothing is waited for but its connection")
