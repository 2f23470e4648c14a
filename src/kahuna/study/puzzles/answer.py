"""Answers to puzzles, judged at once by what is stored with them: no search, no waiting.

>>> from kahuna.study.puzzles.library import puzzle_of_the_day
>>> from datetime import date
>>> puzzle = puzzle_of_the_day(date(2026, 11, 16))
>>> answer(puzzle, puzzle.solution).kind
'right'
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from kahuna.study.effect import effect_of, parse_turn
from kahuna.study.puzzles.essentials import parts
from kahuna.study.puzzles.facts import Facts, facts_of
from kahuna.study.puzzles.puzzle import TOLERANCE, Puzzle
from kahuna.study.shapes import Option

ALMOST = 0.05  # a loss below this is a small one

Kind = Literal["right", "almost", "wrong"]


class Verdict(msgspec.Struct, frozen=True):
    """What is said of an answer.

    `missing` are the essential parts that it lacks: ``AB`` not built, ``xAB`` not made to fall,
    ``+C`` not drawn, ``-``: drawn at all. `loss` is None where only a search can tell; then
    it is at least the puzzle's margin if something is missing.
    """

    kind: Kind
    loss: float | None
    value: float | None
    missing: tuple[str, ...]
    facts: Facts  # what the answer does


def answer(puzzle: Puzzle, tokens: Sequence[str]) -> Verdict:
    """Judge a whole turn; one that is not legal is refused with the reason."""
    state = puzzle.view().state
    turn = parse_turn(state, tokens)
    effect = effect_of(state, turn)
    for option in known_turns(puzzle):
        if effect_of(state, parse_turn(state, option.tokens)) == effect:
            return verdict(puzzle, tokens, option.value)
    return verdict(puzzle, tokens, None)


def known_turns(puzzle: Puzzle) -> tuple[Option, ...]:
    """Return all turns whose value is stored with the puzzle."""
    known = (Option(puzzle.solution, puzzle.value), *puzzle.right, *puzzle.wrong)
    return known if puzzle.tempting is None else (*known, puzzle.tempting)


def verdict(puzzle: Puzzle, tokens: Sequence[str], value: float | None) -> Verdict:
    """Say what is to be said of a turn that is worth so much."""
    state = puzzle.view().state
    turn = parse_turn(state, tokens)
    has = parts(state, turn, effect_of(state, turn))
    missing = tuple(part for part in puzzle.essentials if part not in has)
    loss = None if value is None else round(max(0.0, puzzle.value - value), 4)
    facts = facts_of(state, turn)
    kind = _kind_at_once(loss, facts) if puzzle.goal == "win-at-once" else _kind(loss, missing)
    return Verdict(kind, loss, value, missing, facts)


def _kind_at_once(loss: float | None, facts: Facts) -> Kind:
    if facts.wins:
        return "right"
    return "wrong" if loss is None or loss >= ALMOST else "almost"


def _kind(loss: float | None, missing: tuple[str, ...]) -> Kind:
    if loss is None:
        return "wrong" if missing else "almost"
    if not missing and loss <= TOLERANCE:
        return "right"
    return "almost" if not missing or loss < ALMOST else "wrong"
