"""Which puzzles to keep: of every theme, and not too many of one game."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable

from kahuna.study.puzzles.facts import THEMES, Theme
from kahuna.study.puzzles.puzzle import Puzzle


def select(puzzles: Iterable[Puzzle], number: int, from_a_game: int) -> list[Puzzle]:
    """Return at most so many puzzles, the themes in turn, those with a tempting error first."""
    waiting: dict[Theme, list[Puzzle]] = defaultdict(list)
    for puzzle in {puzzle.id: puzzle for puzzle in puzzles}.values():
        rarest = puzzle.themes[0]
        waiting[rarest].append(puzzle)
    for group in waiting.values():
        group.sort(key=_last_first)
    chosen: list[Puzzle] = []
    games: Counter[str] = Counter()
    while len(chosen) < number and any(waiting.values()):
        for theme in THEMES:
            taken = _take(waiting[theme], games, from_a_game)
            if taken is not None and len(chosen) < number:
                chosen.append(taken)
                games[taken.origin] += 1
    return chosen


def _take(group: list[Puzzle], games: Counter[str], from_a_game: int) -> Puzzle | None:
    while group:
        puzzle = group.pop()
        if games[puzzle.origin] < from_a_game:
            return puzzle
    return None


def _last_first(puzzle: Puzzle) -> tuple[bool, bytes]:
    """Sort so that the end of the list is what to take first; among equals by lot."""
    return puzzle.tempting is not None, hashlib.sha256(puzzle.id.encode()).digest()
