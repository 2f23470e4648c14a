"""Ten lessons: each can be done, wrong tries are answered, and there are words for all of it."""

import json
from pathlib import Path

import pytest

from kahuna.rules.state import SEATS
from kahuna.study.lessons.course import COURSE, EXAMPLE
from kahuna.study.lessons.judge import answer_of, judge, messages, position
from kahuna.study.lessons.shapes import Do, Lesson, Question
from tests.paths import ROOT

WORDS = Path(ROOT) / "web" / "src" / "words"

each_lesson = pytest.mark.parametrize("lesson", COURSE, ids=lambda lesson: lesson.id)


@each_lesson
def test_every_step_can_be_done(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        if isinstance(step, Question):
            assert answer_of(lesson, number, step.right).kind == "done"
            continue
        for length in range(1, len(step.solution)):
            assert judge(lesson, number, step.solution[:length]).kind == "go-on"
        assert judge(lesson, number, step.solution).kind == "done"


@each_lesson
def test_every_wrong_try_has_an_answer_in_both_languages(lesson: Lesson) -> None:
    words = {language: _words(language) for language in ("en", "de")}
    said = set(messages(lesson))
    for number, step in enumerate(lesson.steps):
        if isinstance(step, Question):
            said |= {answer_of(lesson, number, option).message.key for option in step.options}
            continue
        view = position(step).view()
        tries = [choice.token for choice in view.legal] + ["-", "+?", "AB", "/A", "AAxAB"]
        for length in range(len(step.solution)):
            said |= {judge(lesson, number, [*step.solution[:length], t]).message.key for t in tries}
    for language, known in words.items():
        assert said <= known, f"{language} lacks {sorted(said - known)}"


@each_lesson
def test_only_the_learner_is_to_move_and_sees_their_own_cards(lesson: Lesson) -> None:
    for step in lesson.steps:
        play = position(step)
        view = play.view()
        assert view.viewer == view.mover == step.scene.seat
        other = view.black if step.scene.seat == "White" else view.white
        assert (other.hand, other.hidden) == ("", step.scene.cards)
        assert SEATS[play.state.turn.mover] == step.scene.seat


def test_the_worked_example_of_the_rules_is_one() -> None:
    first, _, _, last, _ = EXAMPLE.steps
    assert isinstance(last, Do)
    view = position(first).view()
    assert (view.white.islands, view.black.islands) == (["D"], ["A", "H"])
    view = position(last, last.solution).view()
    assert view.white.bridges == ["AB", "AD", "BC", "BD"]
    assert view.black.bridges == ["EF", "EH", "EI", "EJ", "HI", "HL"]
    assert (view.white.islands, view.black.islands) == (["A", "B"], ["E", "H"])


def test_an_answer_on_the_wrong_footing_is_no_answer() -> None:
    lesson = COURSE[1]
    assert judge(lesson, 1, ["AB"]).message.key == "answer.question"
    assert answer_of(lesson, 0, "white").message.key == "answer.board"
    assert judge(lesson, 0, []).kind == "go-on"


def _words(language: str) -> set[str]:
    return set(json.loads((WORDS / language / "lessons.json").read_text(encoding="utf-8")))
