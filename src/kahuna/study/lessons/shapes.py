"""What lessons consist of."""

from typing import Literal, TypeAlias

import msgspec

from kahuna.study.lessons.scene import Scene

Value: TypeAlias = str | int
VerdictKind = Literal["done", "go-on", "wrong"]


class Message(msgspec.Struct, frozen=True):
    """Something to be said: a key of the page's words, and what goes into its places.

    Places called `island`, `line` and `card` hold letters of the board, which the page names.
    """

    key: str
    values: dict[str, Value] = {}


class Wanted(msgspec.Struct, frozen=True):
    """One action that is wanted, told by what it does; whatever is left out does not matter."""

    lines: tuple[str, ...] = ()  # it builds on one of these
    gains: str = ""  # islands
    removes: tuple[str, ...] = ()  # bridges that fall, or are cut
    loses: str = ""  # islands of the opponent
    kind: Literal["build", "cut", "draw", "abstain", "lighten"] = "build"
    # lighten: play or discard, whatever it is, once or more


class Do(msgspec.Struct, frozen=True, tag="do"):
    """The learner is to do something on the board: these actions, one after the other."""

    scene: Scene
    wanted: tuple[Wanted, ...]
    solution: tuple[str, ...]  # one way to do it
    look: str = ""  # islands to look at
    wrong: dict[str, str] = {}  # tokens, and the name of what is said to them


class Question(msgspec.Struct, frozen=True, tag="question"):
    """The learner is to answer; every answer that is not right has words of its own."""

    scene: Scene
    options: tuple[str, ...]
    right: str
    look: str = ""
    after: tuple[str, ...] = ()  # what has been played in the scene before


Step: TypeAlias = Do | Question


class Lesson(msgspec.Struct, frozen=True):
    """A lesson: its name in the page's words, and its steps."""

    id: str
    steps: tuple[Step, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What is said of a try."""

    kind: VerdictKind
    message: Message
