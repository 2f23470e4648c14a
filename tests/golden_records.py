"""The golden records: games whose every turn is pinned down by a comment after it.

`python -m tests.golden_records` plays them anew, by the oracle, and writes tests/golden. Only a
change of the rules is a reason to do so; the difference then shows what it changed.
"""

import random
from itertools import product
from pathlib import Path

from kahuna import Game, Record
from kahuna.board import N_ISLANDS, N_LINES
from kahuna.notation import Comment
from kahuna.notation.tokens import letters, row_text
from kahuna.rules.cards import size
from kahuna.rules.control import controlled
from kahuna.rules.state import State
from tests.oracle import random_game

FOLDER = Path(__file__).parent / "golden"
HANDICAPS = (None, "White 1", "White 2", "White 3", "Black 1", "Black 2", "Black 3")
# Each gives another character of game: even, building, cutting, hardly ever drawing.
WEIGHTS: tuple[dict[str, float], ...] = (
    {},
    {"build": 4.0},
    {"build": 0.05, "cut": 9.0, "discard": 2.0},
    {"pass": 4.0},
)


def describe(state: State) -> str:
    """Return a position in a line: lines, islands, hands, row, pile, discards, points."""
    white, black, table = state.white, state.black, state.table

    def sides(whites: int, blacks: int, number: int) -> str:
        return "".join(".wb"[(whites >> n & 1) + 2 * (blacks >> n & 1)] for n in range(number))

    return " ".join(
        (
            sides(white.bridges, black.bridges, N_LINES),
            sides(controlled(white.bridges), controlled(black.bridges), N_ISLANDS),
            f"{letters(white.hand)}({letters(white.open)})",
            f"{letters(black.hand)}({letters(black.open)})",
            f"{row_text(table.row)} {table.pile} {size(table.discard)}",
            f"{white.points}-{black.points}",
        )
    )


def commented(record: Record) -> Record:
    """Return the record with the position after each turn, by the rules of the engine."""
    states = list(Game.from_record(record))
    ends = [indices[-1] + 1 for _, indices in record.turns()]
    return Record(record.tags, record.tokens, [Comment(end, describe(states[end])) for end in ends])


def make() -> None:
    """Write all golden records."""
    rng = random.Random(2026)
    FOLDER.mkdir(exist_ok=True)
    kinds = product(("none", "1", "2", "1 2"), HANDICAPS, ("White", "Black"), (0, 1))
    for number, (variants, handicap, starts, half) in enumerate(kinds, 1):
        weights = WEIGHTS[2 * half + (number // 2) % 2]
        deal, tokens = random_game(rng, starts, variants, handicap, weights)
        tags = {"KGN": "1", "Starts": starts, "Variants": variants, "Deal": deal}
        if handicap:
            tags["Handicap"] = handicap
        game = Game.from_record(Record(tags, tokens))
        tags |= {"Result": game.result, "Score": game.score}
        tags |= {"Termination": str(game.termination)}
        (FOLDER / f"{number:03}.kgn").write_text(str(commented(Record(tags, tokens))))


if __name__ == "__main__":
    make()
