"""The rules as machine code.

The plain functions of `kahuna.rules` and `kahuna.playout` are registered with
Numba; whoever calls them from a function made with `jit` gets them compiled.
They are the same functions: nothing is written twice. Importing this package
imports Numba; nothing below it does.
"""

from kahuna.compiled.games import random_game, random_games
from kahuna.compiled.jit import jit

__all__ = ["jit", "random_game", "random_games"]
