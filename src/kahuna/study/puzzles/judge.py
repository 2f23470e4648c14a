"""Answers to puzzles that are not stored with them, judged by the search."""

from collections.abc import Sequence

from kahuna.study.depth import STANDARD, Depth
from kahuna.study.effect import effect_of, parse_turn
from kahuna.study.examine import Examiner
from kahuna.study.puzzles.answer import Verdict, answer, verdict
from kahuna.study.puzzles.puzzle import Puzzle


def judge(puzzle: Puzzle, tokens: Sequence[str], depth: Depth = STANDARD) -> Verdict:
    """Judge a whole turn: by what is stored, or by looking at it beside the solution."""
    known = answer(puzzle, tokens)
    if known.loss is not None:
        return known
    view = puzzle.view()
    turn, solution = parse_turn(view.state, tokens), parse_turn(view.state, puzzle.solution)
    examined = Examiner(depth).examine(view, (turn, solution))
    found = examined.find(effect_of(view.state, turn))
    best = examined.find(effect_of(view.state, solution))
    assert found is not None
    assert best is not None
    # Values differ a little from search to search: what counts is the distance to the solution.
    value = min(1.0, max(0.0, puzzle.value - (best.value - found.value)))
    return verdict(puzzle, tokens, round(value, 4))
