"""Short questions to the process that studies: one at a time, everybody in turn.

Whoever asks again before the answer has come does not want the old one any more; and the
same question is thought about only once, whoever asks it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from kahuna.server.errors import RefusedError, conflict
from kahuna.server.studying.process import StudyProcess
from kahuna.study.puzzles.answer import Verdict
from kahuna.study.service.messages import (
    STANDARD_NODES,
    Answer,
    Ask,
    Best,
    Failed,
    Found,
    Judged,
    JudgePuzzle,
    PuzzleJudged,
    Try,
)
from kahuna.study.shapes import Explored, Tried

MOST_WAITING = 40  # people
PATIENCE = 25.0  # seconds: longer nobody waits for one answer
AGAIN = 5  # seconds after which to ask again
REMEMBERED = 2000  # answers
TRIES = 2  # with a process that ends
ASKED_AGAIN, STUDYING, STOPPING = "asked-again", "studying", "stopping"
NO_TIME = (ASKED_AGAIN, STUDYING, STOPPING)  # why a sound question is refused

Key = tuple[object, ...]
Asker = int | str  # a person, or the address of somebody unknown
Make = Callable[[int], Ask]


class Question:
    """Something asked, and who waits for the answer."""

    def __init__(self, asker: Asker, key: Key, make: Make) -> None:
        """Take who asks what."""
        self.asker, self.key, self.make = asker, key, make
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()


class Desk:
    """Where questions are asked."""

    def __init__(self, process: StudyProcess, nodes: int = STANDARD_NODES) -> None:
        """Take who answers, and how deep they look."""
        self.process, self.nodes = process, nodes
        self._waiting: OrderedDict[Asker, Question] = OrderedDict()
        self._known: OrderedDict[Key, Answer] = OrderedDict()
        self._under_way: dict[Key, asyncio.Future[Answer]] = {}
        self._task: asyncio.Task[None] | None = None

    async def best(
        self, asker: Asker, kgn: str, lines: int, most: int = STANDARD_NODES
    ) -> Explored:
        """Return the best turns of the player to move, whom the record is masked for."""
        nodes = min(self.nodes, most)
        key = ("best", kgn, lines, nodes)
        answer = await self._ask(asker, key, lambda n: Best(n, kgn, lines, nodes))
        assert isinstance(answer, Found)
        return answer.explored

    async def judge(
        self, asker: Asker, kgn: str, tokens: tuple[str, ...], most: int = STANDARD_NODES
    ) -> Tried:
        """Return what a turn is worth beside the best."""
        nodes = min(self.nodes, most)
        key = ("try", kgn, tokens, nodes)
        answer = await self._ask(asker, key, lambda n: Try(n, kgn, tokens, nodes))
        assert isinstance(answer, Judged)
        return answer.tried

    async def judge_puzzle(self, asker: Asker, puzzle: str, tokens: tuple[str, ...]) -> Verdict:
        """Return how good an answer to a puzzle is."""
        key = ("puzzle", puzzle, tokens, self.nodes)
        answer = await self._ask(asker, key, lambda n: JudgePuzzle(n, puzzle, tokens, self.nodes))
        assert isinstance(answer, PuzzleJudged)
        return answer.verdict

    async def stop(self) -> None:
        """Answer no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for question in self._waiting.values():
            _refuse(question.answer, stopping())
        self._waiting.clear()

    async def _ask(self, asker: Asker, key: Key, make: Make) -> Answer:
        if (known := self._known.get(key)) is not None:
            self._known.move_to_end(key)
            return known
        answer = self._under_way.get(key) or self._queue(Question(asker, key, make))
        try:
            async with asyncio.timeout(PATIENCE):
                answered = await asyncio.shield(answer)
        except TimeoutError:
            raise busy() from None
        if isinstance(answered, Failed):
            raise RefusedError(422, answered.code, answered.reason)
        return answered

    def _queue(self, question: Question) -> "asyncio.Future[Answer]":
        old = self._waiting.pop(question.asker, None)
        if old is not None:
            _refuse(old.answer, conflict(ASKED_AGAIN, "something else has been asked since"))
        elif len(self._waiting) >= MOST_WAITING:
            raise busy()
        self._waiting[question.asker] = question
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="study desk")
        return question.answer

    async def _work(self) -> None:
        """Answer everybody in the order they came, one question each."""
        while self._waiting:
            _, question = self._waiting.popitem(last=False)
            self._under_way[question.key] = question.answer
            try:
                answer = await self._answer(question)
            except (OSError, RefusedError) as error:
                _refuse(question.answer, error if isinstance(error, RefusedError) else stopping())
            else:
                self._known[question.key] = answer
                while len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
                if not question.answer.done():
                    question.answer.set_result(answer)
            finally:
                del self._under_way[question.key]

    async def _answer(self, question: Question) -> Answer:
        for _ in range(TRIES):
            heard: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
            number = await self.process.send(question.make, heard.set_result)
            try:
                answer = await heard
            finally:
                self.process.forget(number)
            if answer is not None:
                return answer
        raise busy()


def busy() -> RefusedError:
    """Return the refusal for a time when too many ask, or everything is being prepared."""
    return RefusedError(
        503, STUDYING, "there is much to think about just now: try again", retry_after=AGAIN
    )


def stopping() -> RefusedError:
    """Return the refusal for what comes while the server stops."""
    return RefusedError(503, STOPPING, "the server restarts: try again", retry_after=1)


def _refuse(answer: "asyncio.Future[Answer]", error: RefusedError) -> None:
    if not answer.done():
        answer.set_exception(error)
        answer.exception()  # it may be that nobody waits any more
