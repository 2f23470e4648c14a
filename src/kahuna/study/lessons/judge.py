"""What is said of a try: precisely what is missing, and kindly.

>>> from kahuna.study.lessons.course import MAJORITY
>>> judge(MAJORITY, 2, ["KG"]).message.key
'answer.half'
>>> judge(MAJORITY, 2, ["GC"]).kind
'done'
"""

from collections.abc import Sequence

from kahuna.board import DEGREE, MAJORITY, island
from kahuna.choices import Choice
from kahuna.errors import IllegalTokenError
from kahuna.study.lessons.scene import Play
from kahuna.study.lessons.shapes import Lesson, Message, Question, Step, Verdict, Wanted
from kahuna.view import SideView


def judge(lesson: Lesson, number: int, tokens: Sequence[str]) -> Verdict:
    """Judge what was done at a step, whose number counts from 0, on the board."""
    step = lesson.steps[number]
    if isinstance(step, Question):
        return _wrong("question")
    play, stage = Play(step.scene), 0
    for token in tokens:
        if stage == len(step.wanted):
            break
        wanted = step.wanted[stage]
        if wanted.kind == "lighten" and _kind(token) in ("draw", "abstain") and play.story.turns:
            stage += 1
            wanted = step.wanted[stage]
        try:
            brings = play.brings(token)
        except IllegalTokenError as error:
            return Verdict("wrong", Message(f"illegal.{error.code}"))
        if answer := _answer(wanted, play, token, brings):
            own = step.wrong.get(token)
            return Verdict("wrong", Message(f"{_name(lesson, number)}.{own}") if own else answer)
        play.do(token)
        if wanted.kind != "lighten":
            stage += 1
    if stage == len(step.wanted):
        return Verdict("done", Message(f"{_name(lesson, number)}.done"))
    return Verdict("go-on", Message(f"{_name(lesson, number)}.next"))


def answer_of(lesson: Lesson, number: int, option: str) -> Verdict:
    """Judge the answer to a question."""
    step = lesson.steps[number]
    if not isinstance(step, Question) or option not in step.options:
        return _wrong("board")
    if option == step.right:
        return Verdict("done", Message(f"{_name(lesson, number)}.done"))
    return Verdict("wrong", Message(f"{_name(lesson, number)}.wrong.{option}"))


def position(step: Step, tokens: Sequence[str] = ()) -> Play:
    """Return where a step begins, and where it is after these tokens."""
    play = Play(step.scene)
    if isinstance(step, Question):
        play.do(*step.after)
    return play.do(*tokens)


def messages(lesson: Lesson) -> set[str]:
    """Return all keys that belong to a lesson."""
    keys = {f"lesson.{lesson.id}.title", f"lesson.{lesson.id}.about"}
    for number, step in enumerate(lesson.steps):
        name = _name(lesson, number)
        keys |= {f"{name}.text", f"{name}.done"}
        if isinstance(step, Question):
            keys |= {f"{name}.option.{option}" for option in step.options}
            keys |= {f"{name}.wrong.{option}" for option in step.options if option != step.right}
        else:
            keys |= {f"{name}.{own}" for own in step.wrong.values()}
            keys |= {f"{name}.next"} if len(step.wanted) > 1 else set()
    return keys


def _answer(wanted: Wanted, play: Play, token: str, brings: Choice) -> Message | None:
    """Return what is said of an action that is not the one wanted; None if it is."""
    kind = _kind(token)
    if wanted.kind == "lighten":
        return Message("answer.lighten-first") if kind in ("draw", "abstain") else None
    if kind != wanted.kind:
        return Message(f"answer.{wanted.kind}-not-{kind}")
    line = _line(token)
    if wanted.lines and line not in wanted.lines:
        return Message("answer.other-line", {"line": wanted.lines[0]})
    for letter in wanted.gains:
        if letter not in brings.gains:
            return _not_gained(play, letter, line)
    for letter in wanted.loses:
        if letter not in brings.loses:
            return Message("answer.keeps", {"island": letter})
    if not set(wanted.removes) <= set(brings.removes):
        return Message(
            "answer.fewer-fall", {"n": len(brings.removes), "wanted": len(wanted.removes)}
        )
    return None


def _not_gained(play: Play, letter: str, line: str) -> Message:
    """Say why an island is not under control after a bridge on this line."""
    ends = (letter,) if letter in line else tuple(line)
    for end in ends:
        number, have = island(end), sum(end in name for name in _own(play).bridges) + 1
        values: dict[str, str | int] = {"island": end, "have": have, "lines": DEGREE[number]}
        if 2 * have == DEGREE[number]:  # the classic misreading of R5.1
            return Message("answer.half", values)
        if end == letter:
            return Message("answer.not-yet", values | {"need": MAJORITY[number]})
    return Message("answer.elsewhere", {"island": letter, "line": line})


def _own(play: Play) -> SideView:
    view = play.view()
    return view.white if play.scene.seat == "White" else view.black


def _kind(token: str) -> str:
    if token[0] == "+":
        return "draw"
    if token[0] == "-":
        return "abstain"
    if token[0] == "/":
        return "discard"
    return "cut" if "x" in token else "build"


def _line(token: str) -> str:
    return "".join(sorted(token.partition("x")[2] or token.lstrip("=^")))


def _name(lesson: Lesson, number: int) -> str:
    return f"lesson.{lesson.id}.{number + 1}"


def _wrong(wanted: str) -> Verdict:
    return Verdict("wrong", Message(f"answer.{wanted}"))
