"""Analyses of whole games: thought once, kept, and gone on with after a restart.

An analysis goes on while somebody looks at it. What has been thought is in the database, so
that others see it at once, and any process of the site can go on where one has stopped.
"""

import asyncio
import hashlib
import logging
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from kahuna.game import Game
from kahuna.server.errors import RefusedError, not_found
from kahuna.server.now import DAY, SECOND, now
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import analyses
from kahuna.server.studying.desk import Asker, busy
from kahuna.server.studying.positions import without_names
from kahuna.server.studying.process import StudyProcess
from kahuna.study.service.messages import (
    STANDARD_NODES,
    Analyse,
    Answer,
    Failed,
    GameDone,
    TurnDone,
)
from kahuna.study.shapes import Analysis, TurnStudy

LEASE = 20 * SECOND
WANTED = 30 * SECOND  # after so long without a look, nobody is interested any more
SAVE_EVERY = 1 * SECOND
LOOK_EVERY = 3.0  # seconds between two checks whether anybody is interested
MOST = 24  # analyses under way in this process
MOST_EACH = 3  # of one person
TRIES = 3  # with a process that ends
KEPT = 180 * DAY  # since somebody looked

log = logging.getLogger(__name__)
_decode_turns = msgspec.json.Decoder(list[TurnStudy]).decode
_decode_result = msgspec.json.Decoder(Analysis).decode


class Progress(msgspec.Struct, frozen=True):
    """An analysis as far as it is: the turns from `since` on, and in the end the whole."""

    id: str
    total: int  # turns that the game has
    done: int
    since: int
    turns: list[TurnStudy]
    analysis: Analysis | None


class Job:
    """An analysis that goes on in this process."""

    def __init__(self, number: str, asker: Asker, kgn: str, nodes: int, total: int) -> None:
        """Take what is to be analysed, and who asked for it."""
        self.id, self.asker, self.kgn, self.nodes, self.total = number, asker, kgn, nodes, total
        self.turns: list[TurnStudy] = []
        self.analysis: Analysis | None = None
        self.failed: RefusedError | None = None
        self.looked = now()
        self.saved = 0
        self.task: asyncio.Task[None] | None = None

    def progress(self, since: int) -> Progress:
        """Return how far it is."""
        self.looked = now()
        if self.failed is not None:
            raise self.failed
        return _progress(self.id, self.total, self.turns, self.analysis, since)


class Analyses:
    """All analyses of the site; those under way in this process are its jobs."""

    def __init__(
        self, database: Database, process: StudyProcess, nodes: int = STANDARD_NODES
    ) -> None:
        """Take where they are kept, who thinks, and how deep."""
        self.database, self.process, self.nodes = database, process, nodes
        self._jobs: dict[str, Job] = {}

    async def ask(self, asker: Asker, game: Game) -> Progress:
        """Return the analysis of a game, which is begun if there is none."""
        kgn, total = without_names(game.to_record()), turns_of(game)
        number = hashlib.sha256(f"{self.nodes} {kgn}".encode()).hexdigest()[:32]
        if await self._row(number) is None:
            self._check_room(asker)
            await self._write_down(number, kgn, total)
        return await self.look(asker, number)

    async def look(self, asker: Asker, number: str, since: int = 0) -> Progress:
        """Return how far an analysis is; one that has stopped goes on because of that."""
        if (job := self._jobs.get(number)) is not None:
            return job.progress(since)
        row = await self._row(number)
        if row is None:
            raise not_found("analysis")
        analysis = None if row.result is None else _decode_result(row.result)
        turns = list(analysis.turns) if analysis is not None else _decode_turns(row.done)
        if analysis is None and number not in self._jobs and row.lease < now():
            await self._begin(Job(number, asker, row.kgn, row.nodes, row.total), turns)
        return _progress(number, row.total, turns, analysis, since)

    async def stop(self) -> None:
        """Stop all jobs; what they have so far is kept."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _check_room(self, asker: Asker) -> None:
        """Refuse what would be too much to do at a time."""
        if len(self._jobs) >= MOST:
            raise busy()
        if sum(job.asker == asker for job in self._jobs.values()) >= MOST_EACH:
            raise RefusedError(
                429,
                "too-many-analyses",
                f"{MOST_EACH} of your analyses are under way: wait until one is done",
                retry_after=10,
            )

    async def _write_down(self, number: str, kgn: str, total: int) -> None:
        at = now()
        values = {"id": number, "kgn": kgn, "nodes": self.nodes, "total": total, "done": "[]"}
        try:
            async with self.database.writing() as connection:
                await connection.execute(delete(analyses).where(analyses.c.used < at - KEPT))
                await connection.execute(insert(analyses).values(**values, created=at, used=at))
        except IntegrityError:  # somebody else has just asked for the same
            pass

    async def _row(self, number: str) -> Any:
        async with self.database.reading() as connection:
            query = select(analyses).where(analyses.c.id == number)
            return (await connection.execute(query)).one_or_none()

    async def _begin(self, job: Job, turns: list[TurnStudy]) -> None:
        """Go on with an analysis, unless another process does."""
        try:
            self._check_room(job.asker)
        except RefusedError:
            return
        self._jobs[job.id] = job
        job.turns = turns
        try:
            taken = await self._save(job, only_if_free=True)
        except BaseException:
            self._jobs.pop(job.id, None)
            raise
        if not taken:
            self._jobs.pop(job.id, None)
            return
        job.task = asyncio.create_task(self._run(job), name="analysis")

    async def _run(self, job: Job) -> None:
        try:
            for _ in range(TRIES):
                if await self._think(job):
                    return
            job.failed = busy()
        except OSError as error:
            log.error("study: the process cannot be started: %s", type(error).__name__)
            job.failed = busy()
        finally:
            try:
                await self._try_to_save(job, lease=0)
            finally:
                self._jobs.pop(job.id, None)

    async def _think(self, job: Job) -> bool:
        """Go on until it is done, or nobody cares; tell whether there is nothing more to do."""
        answers: asyncio.Queue[Answer | None] = asyncio.Queue()
        number = await self.process.send(
            lambda n: Analyse(n, job.kgn, job.nodes, tuple(job.turns)), answers.put_nowait
        )
        try:
            while now() - job.looked < WANTED:
                try:
                    async with asyncio.timeout(LOOK_EVERY):
                        answer = await answers.get()
                except TimeoutError:
                    await self._try_to_save(job)
                    continue
                match answer:
                    case None:
                        return False
                    case TurnDone(study=study):
                        job.turns.append(study)
                        if now() - job.saved > SAVE_EVERY:
                            await self._try_to_save(job)
                    case GameDone(analysis=analysis):
                        job.analysis = analysis
                        return True
                    case Failed(code=code, reason=reason):
                        job.failed = RefusedError(422, code, reason)
                        return True
            return True
        finally:
            await self.process.cancel(number)

    async def _try_to_save(self, job: Job, *, lease: int | None = None) -> None:
        """Write down how far it is; without a database it goes on all the same."""
        try:
            await self._save(job, lease=lease)
        except (SQLAlchemyError, OSError) as error:
            log.warning("study: an analysis is not kept: %s", type(error).__name__)

    async def _save(
        self, job: Job, *, only_if_free: bool = False, lease: int | None = None
    ) -> bool:
        """Write down how far it is; tell whether it was ours to write."""
        at = now()
        job.saved = at
        which = analyses.c.id == job.id
        if only_if_free:
            which &= analyses.c.lease < at
        values: dict[str, Any] = {"lease": at + LEASE if lease is None else lease, "used": at}
        if not only_if_free:
            values["done"] = msgspec.json.encode(job.turns).decode()
        if job.analysis is not None:
            values |= {"result": msgspec.json.encode(job.analysis).decode(), "done": "[]"}
        async with self.database.writing() as connection:
            done = await connection.execute(update(analyses).where(which).values(values))
            return done.rowcount > 0

    async def count(self) -> int:
        """Return how many analyses are kept."""
        async with self.database.reading() as connection:
            query = select(func.count()).select_from(analyses)
            return int((await connection.execute(query)).scalar_one())


def turns_of(game: Game) -> int:
    """Return how many turns a game has, the handicap aside; refuse one without any."""
    total = sum(1 for number, _ in game.to_record().turns() if number)
    if total == 0:
        raise RefusedError(409, "no-turns", "no turn has been played: there is nothing to analyse")
    return total


def _progress(
    number: str, total: int, turns: list[TurnStudy], analysis: Analysis | None, since: int
) -> Progress:
    return Progress(number, total, len(turns), since, turns[since:], analysis)
