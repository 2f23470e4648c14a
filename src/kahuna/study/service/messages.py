"""What is asked and answered over the pipes. No part of the thinking is imported here."""

from typing import TypeAlias

import msgspec

from kahuna.study.puzzles.answer import Verdict
from kahuna.study.shapes import Analysis, Explored, Tried, TurnStudy

STANDARD_NODES = 1500  # as in `depth`, which this module cannot import for a number


class Best(msgspec.Struct, frozen=True, tag="best"):
    """What are the best turns? The record is masked for the player to move."""

    id: int
    kgn: str
    lines: int = 5
    nodes: int = STANDARD_NODES


class Try(msgspec.Struct, frozen=True, tag="try"):
    """What is this turn worth beside the best? The record is masked for the player to move."""

    id: int
    kgn: str
    tokens: tuple[str, ...]
    nodes: int = STANDARD_NODES


class JudgePuzzle(msgspec.Struct, frozen=True, tag="puzzle"):
    """How good is this answer to a puzzle of the package?"""

    id: int
    puzzle: str
    tokens: tuple[str, ...]
    nodes: int = STANDARD_NODES


class Analyse(msgspec.Struct, frozen=True, tag="analyse"):
    """What are the turns of a game worth? Those that are done already come with it."""

    id: int
    kgn: str
    nodes: int = STANDARD_NODES
    done: tuple[TurnStudy, ...] = ()


class Cancel(msgspec.Struct, frozen=True, tag="cancel"):
    """Nobody waits for that answer any more."""

    id: int


class Found(msgspec.Struct, frozen=True, tag="found"):
    """The best turns."""

    id: int
    explored: Explored


class Judged(msgspec.Struct, frozen=True, tag="judged"):
    """A turn beside the best."""

    id: int
    tried: Tried


class PuzzleJudged(msgspec.Struct, frozen=True, tag="verdict"):
    """How good an answer is."""

    id: int
    verdict: Verdict


class TurnDone(msgspec.Struct, frozen=True, tag="turn"):
    """A further turn of a game has been studied."""

    id: int
    study: TurnStudy


class GameDone(msgspec.Struct, frozen=True, tag="game"):
    """All turns of a game have been studied."""

    id: int
    analysis: Analysis


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """It cannot be answered; `code` is for programs, `reason` for people."""

    id: int
    code: str
    reason: str


Ask: TypeAlias = Best | Try | JudgePuzzle
Request: TypeAlias = Ask | Analyse | Cancel
Answer: TypeAlias = Found | Judged | PuzzleJudged | TurnDone | GameDone | Failed
