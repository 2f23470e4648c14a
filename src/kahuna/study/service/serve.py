"""The service: questions are answered at once, analyses go on turn by turn in between.

So nobody who explores a position waits for somebody else's whole game, and several games are
analysed at the same pace.
"""

import queue
import threading
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from kahuna.ai.position import read_position
from kahuna.errors import IllegalTokenError, KahunaError
from kahuna.notation import Record
from kahuna.study.analysis import conclude, study_turns
from kahuna.study.depth import STANDARD, Depth
from kahuna.study.explore import best_turns, try_turn
from kahuna.study.puzzles import library
from kahuna.study.puzzles.answer import Verdict
from kahuna.study.puzzles.judge import judge
from kahuna.study.service.messages import (
    Analyse,
    Answer,
    Ask,
    Best,
    Cancel,
    Failed,
    Found,
    GameDone,
    Judged,
    JudgePuzzle,
    PuzzleJudged,
    Request,
    TurnDone,
)
from kahuna.study.shapes import TurnStudy

LEAST_WORLDS = 8


def depth_of(nodes: int) -> Depth:
    """Return a depth of so many nodes, the other counts in proportion.

    >>> depth_of(STANDARD.nodes) == STANDARD
    True
    """
    worlds = max(LEAST_WORLDS, STANDARD.worlds * nodes // STANDARD.nodes)
    return STANDARD._replace(nodes=nodes, worlds=worlds)


class Service:
    """What is to be done, and who does it."""

    def __init__(self, output: BinaryIO) -> None:
        """Take where answers go."""
        self.inbox: queue.SimpleQueue[Request | None] = queue.SimpleQueue()  # None: no more
        self._output = output
        self._encode = msgspec.json.Encoder().encode
        self._games: dict[int, Iterator[Answer]] = {}  # analyses, the next one first

    def run(self) -> None:
        """Answer until there will be no more requests."""
        while True:
            try:
                request = self.inbox.get(block=not self._games)
            except queue.Empty:
                self._go_on()
                continue
            if request is None:
                return
            self._take(request)

    def _take(self, request: Request) -> None:
        if isinstance(request, Cancel):
            self._games.pop(request.id, None)
        elif isinstance(request, Analyse):
            self._games[request.id] = _analyse(request)
        else:
            self._say(_answer(request))

    def _go_on(self) -> None:
        """Study one turn of the game that has waited longest."""
        number = next(iter(self._games))
        game = self._games.pop(number)
        answer = _guarded(number, game)
        if answer is not None:
            self._say(answer)
            if isinstance(answer, TurnDone):
                self._games[number] = game

    def _say(self, answer: Answer) -> None:
        self._output.write(self._encode(answer) + b"\n")
        self._output.flush()


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until they end."""
    service = Service(answers)

    def listen() -> None:
        decoder = msgspec.json.Decoder(Request)
        try:
            for line in requests:
                service.inbox.put(decoder.decode(line))
        finally:
            service.inbox.put(None)

    threading.Thread(target=listen, daemon=True).start()
    service.run()


def _answer(request: Ask) -> Answer:
    try:
        depth = depth_of(request.nodes)
        if isinstance(request, JudgePuzzle):
            return PuzzleJudged(request.id, _verdict(request, depth))
        view = read_position(request.kgn)
        if isinstance(request, Best):
            return Found(request.id, best_turns(view, depth, request.lines))
        return Judged(request.id, try_turn(view, request.tokens, depth))
    except KahunaError as error:
        return _failed(request.id, error)


def _verdict(request: JudgePuzzle, depth: Depth) -> Verdict:
    puzzle = library.find(request.puzzle)
    if puzzle is None:
        raise KahunaError("there is no such puzzle")
    return judge(puzzle, request.tokens, depth)


def _analyse(request: Analyse) -> Iterator[Answer]:
    record, depth = Record.parse(request.kgn), depth_of(request.nodes)
    turns: list[TurnStudy] = list(request.done)
    for study in study_turns(record, depth, request.done):
        turns.append(study)
        yield TurnDone(request.id, study)
    yield GameDone(request.id, conclude(record, turns, depth))


def _guarded(number: int, game: Iterator[Answer]) -> Answer | None:
    try:
        return next(game, None)
    except KahunaError as error:
        return _failed(number, error)


def _failed(number: int, error: KahunaError) -> Failed:
    code = error.code if isinstance(error, IllegalTokenError) else "study"
    return Failed(number, code, str(error))
