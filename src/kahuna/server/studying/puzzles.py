"""Puzzles: which one next, what is said of an answer, and how good a solver somebody is.

The solution leaves the server when the puzzle is solved or given up, not before.
"""

from collections import Counter
from datetime import UTC, date, datetime
from random import Random
from typing import Any, Literal

import msgspec
from sqlalchemy import func, insert, select, update

from kahuna.errors import IllegalTokenError
from kahuna.glicko import Rating
from kahuna.notation.setup import Seat
from kahuna.server.errors import RefusedError, not_found
from kahuna.server.now import SECOND, now
from kahuna.server.people.ratings import faded
from kahuna.server.play.turns import illegal
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import puzzles_tried, ratings
from kahuna.server.storage.transaction import Transaction
from kahuna.server.studying.desk import Asker, Desk
from kahuna.study.puzzles import library
from kahuna.study.puzzles.answer import Kind, Verdict, answer
from kahuna.study.puzzles.facts import THEMES, Facts, Theme
from kahuna.study.puzzles.puzzle import Puzzle
from kahuna.study.puzzles.solver import after_try
from kahuna.study.shapes import Option
from kahuna.view import View

POOL = "puzzles"  # beside the ratings of games
AT_HAND = 12  # puzzles of about the same rating to choose from for somebody unknown

Missing = Literal["build", "fall", "discard", "draw", "no-draw"]


class SolverRating(msgspec.Struct, frozen=True):
    """How good a solver somebody is."""

    rating: int
    deviation: int
    provisional: bool
    tried: int
    solved: int


class Solution(msgspec.Struct, frozen=True):
    """What is right, why, and what else was worth."""

    tokens: list[str]
    value: float
    margin: float  # what every turn without its essential parts loses
    essentials: list[str]
    facts: Facts
    exact: bool
    right: list[Option]
    wrong: list[Option]
    tempting: Option | None


class PuzzleShown(msgspec.Struct, frozen=True):
    """A puzzle, as its solver sees it; with the solution once it is solved or given up."""

    id: str
    seat: Seat
    themes: list[Theme]
    rating: int
    day: str | None  # the day whose puzzle it is, if that is today
    view: View
    tries: int
    solved: bool
    solution: Solution | None


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """What is said of an answer; `missing` says what kind of thing a wrong one lacks."""

    kind: Kind
    loss: float | None
    missing: list[Missing]
    facts: Facts  # what the answer does
    tries: int
    change: int | None  # of the solver's rating, by the first try
    rating: SolverRating | None
    solution: Solution | None


class PuzzleShelf(msgspec.Struct, frozen=True):
    """All puzzles in numbers, and the solver's own."""

    total: int
    themes: dict[Theme, int]
    today: str
    rating: SolverRating | None


class Tried(msgspec.Struct, frozen=True):
    """What somebody has done at a puzzle."""

    tries: int = 0
    solved: bool = False
    over: bool = False
    change: float = 0.0


class Puzzles:
    """The puzzles of the package, for the people of the site."""

    def __init__(self, database: Database, desk: Desk) -> None:
        """Take where tries are kept, and who judges what is not stored with a puzzle."""
        self.database, self.desk = database, desk

    async def shelf(self, person: int | None) -> PuzzleShelf:
        """Return all puzzles in numbers."""
        counts = Counter(theme for puzzle in library.load() for theme in puzzle.themes)
        themes = {theme: counts[theme] for theme in THEMES if counts[theme]}
        own = None
        if person is not None:
            async with self.database.reading() as connection:
                own = await solver(connection, person)
        return PuzzleShelf(len(library.load()), themes, library.puzzle_of_the_day(today()).id, own)

    async def today(self, person: int | None) -> PuzzleShown:
        """Return the puzzle of the day."""
        return await self.show(library.puzzle_of_the_day(today()), person)

    async def next(self, person: int | None, theme: Theme | None) -> PuzzleShown:
        """Return the puzzle that fits somebody best."""
        if person is None:
            fitting = [p for p in library.load() if theme is None or theme in p.themes][:AT_HAND]
            chosen = Random().choice(fitting) if fitting else None
        else:
            async with self.database.reading() as connection:
                rating = await _rating(connection, person)
                query = select(puzzles_tried.c.puzzle).where(
                    puzzles_tried.c.person == person, puzzles_tried.c.over
                )
                seen = set((await connection.execute(query)).scalars())
            chosen = library.next_puzzle(rating.rating, seen, theme)
        if chosen is None:
            raise RefusedError(404, "no-more", "you have done all puzzles of this kind")
        return await self.show(chosen, person)

    async def show(self, puzzle: Puzzle, person: int | None) -> PuzzleShown:
        """Return a puzzle, as far as this person may see it."""
        tried = Tried()
        if person is not None:
            async with self.database.reading() as connection:
                tried = await _tried(connection, person, puzzle.id)
        day = today()
        return PuzzleShown(
            id=puzzle.id,
            seat=puzzle.seat,
            themes=list(puzzle.themes),
            rating=puzzle.rating,
            day=day.isoformat() if library.puzzle_of_the_day(day).id == puzzle.id else None,
            view=puzzle.view(),
            tries=tried.tries,
            solved=tried.solved,
            solution=solution(puzzle) if tried.over else None,
        )

    async def attempt(
        self, puzzle: Puzzle, person: int | None, asker: Asker, tokens: list[str]
    ) -> PuzzleVerdict:
        """Judge an answer, and take note of it."""
        verdict = await self._judge(puzzle, asker, tokens)
        right = verdict.kind == "right"
        tried, own = Tried(1, right, right), None
        if person is not None:
            async with self.database.writing() as connection:
                tried = await self._note(connection, person, puzzle, verdict.kind)
                own = await solver(connection, person)
        return PuzzleVerdict(
            kind=verdict.kind,
            loss=verdict.loss,
            missing=[] if right else missing(verdict),
            facts=verdict.facts,
            tries=tried.tries,
            change=round(tried.change) if tried.tries == 1 and person is not None else None,
            rating=own,
            solution=solution(puzzle) if tried.over else None,
        )

    async def give_up(self, puzzle: Puzzle, person: int | None) -> Solution:
        """Return the solution; who has not tried counts as wrong."""
        if person is not None:
            async with self.database.writing() as connection:
                tried = await _tried(connection, person, puzzle.id)
                if tried.tries == 0:
                    await self._note(connection, person, puzzle, "wrong")
                await connection.execute(
                    update(puzzles_tried).where(_place(person, puzzle.id)).values(over=True)
                )
        return solution(puzzle)

    async def _judge(self, puzzle: Puzzle, asker: Asker, tokens: list[str]) -> Verdict:
        """Judge by what is stored, else by a search, else by what can be told without one."""
        try:
            verdict = answer(puzzle, tokens)
        except IllegalTokenError as error:
            raise illegal(error) from None
        if verdict.loss is not None:
            return verdict
        try:
            return await self.desk.judge_puzzle(asker, puzzle.id, tuple(tokens))
        except RefusedError:
            return verdict

    async def _note(
        self, connection: Transaction, person: int, puzzle: Puzzle, kind: Kind
    ) -> Tried:
        """Take note of a try; the first one counts for the solver's rating."""
        at, old = now(), await _tried(connection, person, puzzle.id)
        right = kind == "right"
        if old.tries:
            new = Tried(old.tries + 1, old.solved or right, old.over or right, old.change)
            values = {"tries": new.tries, "solved": new.solved, "over": new.over}
            where = _place(person, puzzle.id)
            await connection.execute(update(puzzles_tried).where(where).values(values))
            return new
        before = await _rating(connection, person, at)
        after = after_try(before, puzzle.rating, kind)
        await _keep(connection, person, after, at)
        new = Tried(1, right, right, after.rating - before.rating)
        await connection.execute(
            insert(puzzles_tried).values(
                person=person, puzzle=puzzle.id, at=at, **msgspec.structs.asdict(new)
            )
        )
        return new


def find(number: str) -> Puzzle:
    """Return the puzzle of that name, or refuse."""
    puzzle = library.find(number.lower())
    if puzzle is None:
        raise not_found("puzzle")
    return puzzle


def today() -> date:
    """Return the day by which the puzzle of the day is chosen, the same all over the world."""
    return datetime.fromtimestamp(now() / SECOND, UTC).date()


def solution(puzzle: Puzzle) -> Solution:
    """Return what is right, and why."""
    return Solution(
        tokens=list(puzzle.solution),
        value=puzzle.value,
        margin=puzzle.margin,
        essentials=list(puzzle.essentials),
        facts=puzzle.facts,
        exact=puzzle.source == "exact",
        right=list(puzzle.right),
        wrong=list(puzzle.wrong),
        tempting=puzzle.tempting,
    )


def missing(verdict: Verdict) -> list[Missing]:
    """Return what kinds of things an answer lacks, without giving away which."""
    kinds: dict[str, Missing] = {"x": "fall", "/": "discard", "+": "draw", "-": "no-draw"}
    found = [kinds.get(part[0], "build") for part in verdict.missing]
    return list(dict.fromkeys(found))


async def solver(connection: Transaction, person: int) -> SolverRating:
    """Return how good a solver somebody is."""
    rating = await _rating(connection, person)
    counts = select(func.count(), func.count().filter(puzzles_tried.c.solved)).where(
        puzzles_tried.c.person == person
    )
    tried, solved = (await connection.execute(counts)).one()
    return SolverRating(
        round(rating.rating), round(rating.deviation), rating.is_provisional, tried, solved
    )


async def _tried(connection: Transaction, person: int, puzzle: str) -> Tried:
    columns = (
        *(puzzles_tried.c.tries, puzzles_tried.c.solved),
        *(puzzles_tried.c.over, puzzles_tried.c.change),
    )
    query = select(*columns).where(_place(person, puzzle))
    row = (await connection.execute(query)).one_or_none()
    return Tried() if row is None else Tried(*row)


async def _rating(connection: Transaction, person: int, at: int | None = None) -> Rating:
    columns = (ratings.c.rating, ratings.c.deviation, ratings.c.volatility, ratings.c.updated)
    row = (await connection.execute(select(*columns).where(_rated(person)))).one_or_none()
    if row is None:
        return Rating()
    return faded(Rating(*row[:3]), row.updated, now() if at is None else at)


async def _keep(connection: Transaction, person: int, rating: Rating, at: int) -> None:
    values = rating._asdict() | {"updated": at}
    changed = await connection.execute(
        update(ratings).where(_rated(person)).values(**values, games=ratings.c.games + 1)
    )
    if changed.rowcount == 0:
        await connection.execute(
            insert(ratings).values(**values, games=1, person=person, pool=POOL)
        )


def _rated(person: int) -> Any:
    return (ratings.c.person == person) & (ratings.c.pool == POOL)


def _place(person: int, puzzle: str) -> Any:
    return (puzzles_tried.c.person == person) & (puzzles_tried.c.puzzle == puzzle)
