"""The puzzles in the package: sound in form, their answers judged, a few solved again."""

from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from kahuna.errors import IllegalTokenError, KahunaError
from kahuna.glicko import Rating
from kahuna.study.effect import effect_of, parse_turn
from kahuna.study.puzzles import library
from kahuna.study.puzzles.answer import answer, known_turns
from kahuna.study.puzzles.check import Checker
from kahuna.study.puzzles.essentials import parts
from kahuna.study.puzzles.facts import THEMES, facts_of
from kahuna.study.puzzles.judge import judge
from kahuna.study.puzzles.puzzle import TOLERANCE, Puzzle, puzzle_id
from kahuna.study.puzzles.rate import rating_of
from kahuna.study.puzzles.solver import after_try
from tests.study.games import SMALL

PUZZLES = library.load()
OF_ISSUE = THEMES[:6]  # the others are for turns that have none of these


def some(number: int, **wish: str) -> list[Puzzle]:
    """Return a few puzzles that have this in common, from all over the package."""
    fitting = [p for p in PUZZLES if all(getattr(p, k) == v for k, v in wish.items())]
    return fitting[:: max(1, len(fitting) // number)][:number]


def test_there_are_three_hundred_of_all_themes_and_from_easy_to_hard() -> None:
    assert len(PUZZLES) >= 300
    themes = Counter(theme for puzzle in PUZZLES for theme in puzzle.themes)
    assert all(themes[theme] >= 10 for theme in OF_ISSUE), themes
    ratings = [puzzle.rating for puzzle in PUZZLES]
    assert ratings == sorted(ratings)
    assert sum(rating < 1200 for rating in ratings) >= 20
    assert sum(rating > 2000 for rating in ratings) >= 20


def test_no_puzzle_is_there_twice() -> None:
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)
    assert all(puzzle.id == puzzle_id(puzzle.kgn) for puzzle in PUZZLES)


def test_a_puzzle_shows_its_solver_nothing_that_they_may_not_know() -> None:
    for puzzle in PUZZLES:
        view = puzzle.view()
        assert view.viewer == view.mover == puzzle.seat
        assert view.phase == "play"


def test_solutions_have_all_essential_parts_and_do_what_is_said() -> None:
    for puzzle in PUZZLES:
        state = puzzle.view().state
        turn = parse_turn(state, puzzle.solution)
        assert set(puzzle.essentials) <= parts(state, turn, effect_of(state, turn))
        assert puzzle.essentials
        assert facts_of(state, turn) == puzzle.facts
        assert facts_of(state, turn).wins == (puzzle.goal == "win-at-once")


def test_wrong_turns_are_clearly_worse_or_lack_nothing_essential() -> None:
    for puzzle in PUZZLES:
        state = puzzle.view().state
        for wrong in puzzle.wrong:
            turn = parse_turn(state, wrong.tokens)
            lacks = not set(puzzle.essentials) <= parts(state, turn, effect_of(state, turn))
            if puzzle.goal == "best" and lacks:
                assert wrong.value <= puzzle.value - puzzle.margin + 0.0002  # both are rounded


def test_answers_are_judged_at_once() -> None:
    for puzzle in PUZZLES[::10]:
        assert answer(puzzle, puzzle.solution).kind == "right"
        assert all(answer(puzzle, right.tokens).kind == "right" for right in puzzle.right[:5])
        for wrong in puzzle.wrong[:5]:
            verdict = answer(puzzle, wrong.tokens)
            assert verdict.kind != "right"
            assert verdict.loss is not None


def test_an_answer_says_what_is_missing_and_what_it_loses() -> None:
    puzzle = next(p for p in PUZZLES if p.goal == "best" and p.wrong and p.margin > 0.2)
    state = puzzle.view().state
    lacking = next(
        wrong
        for wrong in puzzle.wrong
        if not set(puzzle.essentials)
        <= parts(state, (t := parse_turn(state, wrong.tokens)), effect_of(state, t))
    )
    verdict = answer(puzzle, lacking.tokens)
    assert verdict.kind == "wrong"
    assert verdict.missing
    assert verdict.loss == pytest.approx(puzzle.value - lacking.value, abs=1e-3)


def test_an_answer_that_is_no_turn_is_refused() -> None:
    with pytest.raises(IllegalTokenError):
        answer(PUZZLES[0], ["nonsense"])


def test_an_answer_that_is_not_stored_is_judged_by_search() -> None:
    tried = 0
    for puzzle in some(6, source="search"):
        view = puzzle.view()
        known = {
            effect_of(view.state, parse_turn(view.state, o.tokens)) for o in known_turns(puzzle)
        }
        words = [["-"], ["+?"]]
        for turn in words:
            try:
                effect = effect_of(view.state, parse_turn(view.state, turn))
            except IllegalTokenError:
                continue
            if effect not in known:
                tried += 1
                assert answer(puzzle, turn).loss is None
                verdict = judge(puzzle, turn, SMALL)
                assert verdict.loss is not None
                assert 0 <= verdict.loss <= 1
    assert tried


@pytest.mark.parametrize("puzzle", some(4, source="exact"), ids=lambda puzzle: puzzle.id)
def test_exact_solutions_hold_when_solved_again(puzzle: Puzzle) -> None:
    checked = Checker(factor=1).check(puzzle)
    assert checked.holds, checked.failure


@pytest.mark.parametrize("puzzle", some(4, source="search"), ids=lambda puzzle: puzzle.id)
def test_solutions_hold_in_another_search(puzzle: Puzzle) -> None:
    """`kahuna puzzles check` does this ten times deeper, for all of them."""
    checked = Checker(factor=1).check(puzzle)
    assert checked.holds, checked.failure
    assert checked.puzzle is not None
    assert abs(checked.puzzle.value - puzzle.value) < 0.1


def test_a_wrong_solution_does_not_hold() -> None:
    puzzle = some(1, source="exact")[0]
    wrong = msgspec.structs.replace(puzzle, solution=puzzle.wrong[-1].tokens)
    assert not Checker(factor=1).check(wrong).holds


def test_every_day_has_its_puzzle_and_a_year_repeats_nothing() -> None:
    first = date(2026, 1, 1)
    days = [library.puzzle_of_the_day(first + timedelta(n)).id for n in range(len(PUZZLES))]
    assert len(set(days)) == len(PUZZLES)
    assert library.puzzle_of_the_day(first) == library.puzzle_of_the_day(first)


def test_the_next_puzzle_fits_its_solver() -> None:
    seen: set[str] = set()
    for _ in range(10):
        puzzle = library.next_puzzle(1500, seen)
        assert puzzle is not None
        assert puzzle.id not in seen
        seen.add(puzzle.id)
    themed = library.next_puzzle(1000, seen, "starving")
    assert themed is not None
    assert "starving" in themed.themes
    assert library.next_puzzle(1500, {p.id for p in PUZZLES}) is None


def test_solving_raises_a_rating_and_failing_lowers_it() -> None:
    me = Rating(1500, 100)
    up, half, down = (after_try(me, 1500, kind).rating for kind in ("right", "almost", "wrong"))
    assert down < half < up
    assert half == pytest.approx(1500, abs=1)


def test_a_puzzle_that_only_strong_players_solve_is_rated_high() -> None:
    easy = rating_of([(elo, True) for elo in (1000, 1400, 2000)])
    hard = rating_of([(elo, elo > 1900) for elo in (1000, 1400, 2000)])
    assert easy < 1300
    assert hard > 1500


def test_puzzles_are_packed_and_read_again(tmp_path: Path) -> None:
    for name, data in (("a.gz", library.pack(PUZZLES)), ("a.jsonl", library.encode(PUZZLES))):
        (tmp_path / name).write_bytes(data)
        assert library.read(tmp_path / name) == PUZZLES
    assert library.pack(reversed(PUZZLES)) == library.pack(PUZZLES)
    (tmp_path / "bad").write_text('{"kgn": 1}')
    with pytest.raises(KahunaError, match="is not a file of puzzles"):
        library.read(tmp_path / "bad")
    (tmp_path / "other").write_text("root:x:0:0\n")
    with pytest.raises(KahunaError, match="has no puzzles"):
        library.read(tmp_path / "other")


def test_the_tolerance_is_below_every_margin() -> None:
    assert all(puzzle.margin > 2 * TOLERANCE for puzzle in PUZZLES if puzzle.goal == "best")
