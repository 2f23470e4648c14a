"""Random games as machine code."""

from kahuna.compiled.jit import jit
from kahuna.playout import playout, random_start, seed_rng
from kahuna.rules.state import BLACK, NOBODY, WHITE, State, Terms


@jit
def random_game(variants: int, starter: int, handicap: int, weaker: int, seed: int) -> State:
    """Play a random game and return its last position."""
    terms = Terms(variants, starter, 0)
    state, rng = random_start(terms, handicap, weaker, seed_rng(seed))
    return playout(state, rng)[0]


@jit
def random_games(variants: int, games: int, seed: int) -> tuple[int, int, int]:
    """Play random games from so many seeds on; return White's wins, Black's wins and draws."""
    white = black = drawn = 0
    for n in range(games):
        winner = random_game(variants, n & 1, 0, NOBODY, seed + n).winner
        if winner == WHITE:
            white += 1
        elif winner == BLACK:
            black += 1
        else:
            drawn += 1
    return white, black, drawn
