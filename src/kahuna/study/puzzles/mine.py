"""Mining: the computer plays, and every position is looked at for a puzzle.

A mine is a file of lines: puzzles as they are found, and after each game its number. It can be
stopped at any moment and goes on after the last game that was finished.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import structs

from kahuna.ai.named import player_named
from kahuna.ai.player import Limit
from kahuna.errors import KahunaError
from kahuna.game import Game
from kahuna.study.puzzles.facts import PLAIN, THEMES, Theme
from kahuna.study.puzzles.find import Finder
from kahuna.study.puzzles.puzzle import Puzzle
from kahuna.study.puzzles.rate import Rater

# Who plays: strong players for most themes; against a weak one somebody may run out of bridges.
PAIRS: Final = (
    ("level:7", "level:7"),
    ("level:7", "level:6"),
    ("level:6", "random"),
    ("level:6", "level:6"),
    ("level:7", "level:5"),
    ("level:4", "random"),
    ("level:6", "level:6"),
    ("level:6", "level:2"),
)
NODES: Final = 24
FROM_A_GAME: Final = 2  # puzzles at most


class Mark(msgspec.Struct, frozen=True):
    """The end of a game in the file."""

    seed: str
    game: int


class Mine:
    """A mine in a file."""

    def __init__(
        self,
        path: Path,
        seed: str,
        each: int,
        themes: Collection[Theme] = THEMES,
        pairs: Sequence[tuple[str, str]] = PAIRS,
    ) -> None:
        """Open the mine, or go on with it; `each` is how many puzzles a theme should get."""
        self.path, self.seed, self.each = path, seed, each
        self.themes, self.pairs = themes, pairs
        self.puzzles: list[Puzzle] = []
        self.games = 0
        self.whole = 0  # bytes, up to the end of the last game
        if path.exists():
            self._read()

    def missing(self) -> Counter[Theme]:
        """Return how many puzzles each theme still lacks."""
        have = Counter(theme for puzzle in self.puzzles for theme in puzzle.themes)
        return +Counter({theme: number - have[theme] for theme, number in self._wants().items()})

    def _wants(self) -> dict[Theme, int]:
        """Return how many puzzles each theme should get."""
        return {theme: self.each // 2 if theme in PLAIN else self.each for theme in self.themes}

    @property
    def wanted(self) -> int:
        """How many themes of puzzles are wanted in all; a puzzle may have several."""
        return sum(self._wants().values())

    @property
    def found(self) -> int:
        """How many of them there are."""
        return self.wanted - sum(self.missing().values())

    def dig(self, games: int | None = None) -> Iterator[list[Puzzle]]:
        """Play game after game, and yield what each brought, until no theme lacks puzzles.

        With `games`, stop after so many in all.
        """
        finder, rater = Finder(), Rater()
        players = {name: player_named(name, seed=5) for pair in self.pairs for name in pair}
        while (wanted := set(self.missing())) and (games is None or self.games < games):
            number, found = self.games, list[Puzzle]()
            pair = self.pairs[number % len(self.pairs)]
            seats = dict(zip(("White", "Black"), pair if number % 2 else pair[::-1], strict=True))
            name = f"{self.seed}/{number}"
            game = Game(
                seed=hashlib.sha256(name.encode()).digest(),
                starts="White" if number % 3 else "Black",
            )
            while game.mover is not None:
                view = game.view(game.mover)
                puzzle = finder.find(view, wanted, name) if len(found) < FROM_A_GAME else None
                if puzzle and all(puzzle.solution != other.solution for other in found):
                    found.append(structs.replace(puzzle, rating=rater.rate(puzzle)))
                turn = players[seats[game.mover]].decide(view, Limit(nodes=NODES))
                game.play(" ".join(turn.tokens))
            self._keep(found)
            yield found

    def _keep(self, found: list[Puzzle]) -> None:
        """Write down what a game brought, and that it is done."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = [msgspec.json.encode(line) for line in (*found, Mark(self.seed, self.games))]
        data = b"\n".join(lines) + b"\n"
        with self.path.open("ab") as file:
            file.truncate(self.whole)
            file.write(data)
        self.whole += len(data)
        self.puzzles += found
        self.games += 1

    def _read(self) -> None:
        """Take in every game that was finished; what comes after the last one is done again."""
        pending, place = list[Puzzle](), 0
        for line in self.path.read_bytes().splitlines(keepends=True):
            place += len(line)
            if not line.endswith(b"\n"):
                break
            try:
                if b'"kgn"' in line:
                    pending.append(msgspec.json.decode(line, type=Puzzle))
                    continue
                mark = msgspec.json.decode(line, type=Mark)
            except msgspec.MsgspecError as error:
                raise KahunaError(f"{self.path} is not a mine of puzzles: {error}") from None
            if mark.seed != self.seed:
                raise KahunaError(f"{self.path} was mined with the seed {mark.seed!r}")
            self.puzzles += pending
            self.games, self.whole, pending = mark.game + 1, place, []
