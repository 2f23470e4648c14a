"""Lessons for people: what they see, what is said of their tries, and how far they are."""

from typing import Literal

import msgspec
from sqlalchemy import insert, select

from kahuna.errors import IllegalTokenError
from kahuna.server.errors import not_found
from kahuna.server.now import now
from kahuna.server.play.turns import illegal
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import lessons_done
from kahuna.study.lessons.course import COURSE
from kahuna.study.lessons.judge import answer_of, judge, position
from kahuna.study.lessons.shapes import Do, Lesson, Message, Step, VerdictKind
from kahuna.view import View


class LessonLine(msgspec.Struct, frozen=True):
    """A lesson in the list."""

    number: int
    id: str
    steps: int
    done: bool


class LessonStep(msgspec.Struct, frozen=True):
    """A step: something to do on the board, or a question with its possible answers."""

    kind: Literal["do", "question"]
    view: View
    look: list[str]  # islands that it is about
    options: list[str]


class LessonShown(msgspec.Struct, frozen=True):
    """A lesson with all its steps."""

    number: int
    id: str
    done: bool
    steps: list[LessonStep]


class LessonVerdict(msgspec.Struct, frozen=True):
    """What is said of a try, and what the learner sees then: after it, or before if it is wrong."""

    kind: VerdictKind
    message: Message
    view: View
    finished: bool  # the lesson


class Lessons:
    """The lessons, and who has done which."""

    def __init__(self, database: Database) -> None:
        """Take where it is kept who has done what."""
        self.database = database

    async def all(self, person: int | None) -> list[LessonLine]:
        """Return the list."""
        done = await self._done(person)
        return [
            LessonLine(number, lesson.id, len(lesson.steps), lesson.id in done)
            for number, lesson in enumerate(COURSE, 1)
        ]

    async def show(self, number: int, person: int | None) -> LessonShown:
        """Return a lesson."""
        lesson = find(number)
        done = await self._done(person)
        return LessonShown(
            number, lesson.id, lesson.id in done, [_shown(step) for step in lesson.steps]
        )

    async def attempt(
        self, number: int, at: int, person: int | None, tokens: list[str], answer: str | None
    ) -> LessonVerdict:
        """Judge a try at a step; whoever finishes the last one has done the lesson."""
        lesson = find(number)
        if at >= len(lesson.steps):
            raise not_found("step")
        verdict = answer_of(lesson, at, answer) if answer else judge(lesson, at, tokens)
        wrong = verdict.kind == "wrong"
        finished = verdict.kind == "done" and at + 1 == len(lesson.steps)
        if finished and person is not None:
            await self._note(person, lesson)
        view = view_at(lesson.steps[at], [] if wrong or answer else tokens)
        return LessonVerdict(verdict.kind, verdict.message, view, finished)

    async def _done(self, person: int | None) -> set[str]:
        if person is None:
            return set()
        query = select(lessons_done.c.lesson).where(lessons_done.c.person == person)
        async with self.database.reading() as connection:
            return set((await connection.execute(query)).scalars())

    async def _note(self, person: int, lesson: Lesson) -> None:
        if lesson.id in await self._done(person):
            return
        async with self.database.writing() as connection:
            known = select(lessons_done.c.lesson).where(
                lessons_done.c.person == person, lessons_done.c.lesson == lesson.id
            )
            if (await connection.execute(known)).first() is None:
                await connection.execute(
                    insert(lessons_done).values(person=person, lesson=lesson.id, at=now())
                )


def find(number: int) -> Lesson:
    """Return the lesson of that number, from 1, or refuse."""
    if not 1 <= number <= len(COURSE):
        raise not_found("lesson")
    return COURSE[number - 1]


def view_at(step: Step, tokens: list[str]) -> View:
    """Return what the learner sees at a step after these tokens."""
    try:
        return position(step, tokens).view()
    except IllegalTokenError as error:
        raise illegal(error) from None


def _shown(step: Step) -> LessonStep:
    return LessonStep(
        kind="do" if isinstance(step, Do) else "question",
        view=position(step).view(),
        look=list(step.look),
        options=[] if isinstance(step, Do) else list(step.options),
    )
