"""Kahuna, Günter Cornett's two-player game of islands and bridges.

>>> import kahuna
>>> game = kahuna.Game(seed=b"aloha")
>>> game.legal()[:4]
['DE', 'DH', 'FG', 'FJ']

`Game` is the place to begin; `Game.view` is all that a player may know, `Record`
the text of a game, `svg.board` its picture. An unofficial implementation.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from kahuna.dealer import Dealer
from kahuna.errors import IllegalTokenError, KahunaError, RecordError
from kahuna.game import Game
from kahuna.notation import Deal, Record
from kahuna.view import View

if TYPE_CHECKING:
    from kahuna import svg

__version__ = "0.1.0"
__all__ = [
    "Deal",
    "Dealer",
    "Game",
    "IllegalTokenError",
    "KahunaError",
    "Record",
    "RecordError",
    "View",
    "svg",
]


def __getattr__(name: str) -> ModuleType:
    """Load the pictures when they are first asked for: most programs never draw one."""
    if name == "svg":
        return import_module("kahuna.svg")
    raise AttributeError(f"module 'kahuna' has no attribute {name!r}")
