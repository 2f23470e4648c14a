"""Whose turn to think it is: games that wait for the computer are claimed in the games table.

A claim is a lease, which whoever thinks renews. If they are gone, it runs out, and the game
is claimed by somebody else.
"""

from typing import NamedTuple

from sqlalchemy import bindparam, case, func, select, update

from kahuna.server.now import MINUTE, SECOND, now
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import games
from kahuna.server.storage.transaction import Transaction

LEASE = 6 * SECOND

_FREE = games.c.thinking & (games.c.lease < bindparam("at"))
# The oldest first; one whose clock is short comes before.
_URGENCY = case(
    (games.c.deadline < games.c.moved + MINUTE, games.c.deadline), else_=games.c.moved + MINUTE
)
_NEXT = (
    select(games.c.id)
    .where(_FREE)
    .order_by(_URGENCY)
    .limit(1)
    .with_for_update(skip_locked=True)  # SQLite has one writer at a time, and needs no lock
    .scalar_subquery()
)
_TAKE = (
    update(games)
    .where(games.c.id == _NEXT)
    .values(lease=bindparam("until"))
    .returning(games.c.id, games.c.seq)
)
_SET = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.lease == bindparam("old"))
    .values(lease=bindparam("new"))
)


class Claim(NamedTuple):
    """A game to think about, as it was after so many events, until the lease runs out."""

    game: int
    seq: int
    lease: int


class Claims:
    """Takes games out of those that wait."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self.database = database

    async def take(self) -> Claim | None:
        """Claim a game that waits, if there is one that nobody has claimed."""
        at = now()

        async def write(connection: Transaction) -> Claim | None:
            found = await connection.execute(_TAKE, {"at": at, "until": at + LEASE})
            row = found.one_or_none()
            return None if row is None else Claim(row.id, row.seq, at + LEASE)

        return await self.database.write(write)

    async def renew(self, claim: Claim) -> Claim | None:
        """Return the claim with a longer lease, or None if it is not ours any more."""
        newer = claim._replace(lease=now() + LEASE)
        return newer if await self._set(claim, newer.lease) else None

    async def give_back(self, claim: Claim) -> None:
        """Leave the game to others at once."""
        await self._set(claim, 0)

    async def free_all(self) -> None:
        """Forget all claims: of a site with one process, that process has just begun."""
        async with self.database.writing() as connection:
            await connection.execute(update(games).where(games.c.thinking).values(lease=0))

    async def waiting(self) -> int:
        """Return how many games nobody has claimed."""
        query = select(func.count()).select_from(games).where(_FREE)
        async with self.database.reading() as connection:
            return int((await connection.execute(query, {"at": now()})).scalar_one())

    async def _set(self, claim: Claim, lease: int) -> bool:
        values = {"game": claim.game, "old": claim.lease, "new": lease}

        async def write(connection: Transaction) -> bool:
            return (await connection.execute(_SET, values)).rowcount > 0

        return await self.database.write(write)
