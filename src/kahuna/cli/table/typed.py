"""What is typed: commands, and moves in the notation, written as one likes."""

import re
from typing import NamedTuple

from kahuna.errors import KahunaError
from kahuna.notation.tokens import DRAW_FROM_PILE

COMMANDS = ("?", "help", "undo", "resign", "save", "board", "quit", "exit")


class Command(NamedTuple):
    """A command with what follows it."""

    name: str
    rest: str = ""


def command(text: str) -> Command | None:
    """Return the command that was typed, or None if it is something else.

    >>> command("Save my game.kgn"), command("ab +?")
    (Command(name='save', rest='my game.kgn'), None)
    """
    name, _, rest = text.strip().partition(" ")
    name = {"help": "?", "exit": "quit"}.get(name.lower(), name.lower())
    return Command(name, rest.strip()) if name in COMMANDS else None


def moves(text: str, *, handicap: bool = False) -> list[str]:
    """Return the tokens that were typed, as the notation writes them.

    >>> moves("+c ab")
    Traceback (most recent call last):
    kahuna.errors.KahunaError: +C ends the turn, so nothing can follow it
    >>> moves("ab bbxba +c"), moves("/ca +?"), moves("ba", handicap=True)
    (['AB', 'BBxAB', '+C'], ['/AC', '+?'], ['^AB'])
    """
    tokens = [_tidy(word, handicap=handicap) for word in text.split()]
    for token in tokens:
        if re.fullmatch(r"\+\?.+|\+.?>.*|@.*", token):
            raise KahunaError("a draw is only chosen, as +B or +?; chance says what it brings")
    for token in tokens[:-1]:
        if token[0] == "-" or token == DRAW_FROM_PILE or re.fullmatch(r"\+[A-L]", token):
            raise KahunaError(f"{token} ends the turn, so nothing can follow it")
    return tokens


def _tidy(word: str, *, handicap: bool) -> str:
    """Return a token in capitals, its cards and lines sorted."""
    token = word.upper().replace("X", "x")
    if token[0] == "/":
        return "/" + "".join(sorted(token[1:]))
    if match := re.fullmatch(r"([A-L]{2})x([A-L]{2})", token):
        return f"{''.join(sorted(match[1]))}x{''.join(sorted(match[2]))}"
    if match := re.fullmatch(r"([=^])([A-L]{2})", token):
        return match[1] + "".join(sorted(match[2]))
    if handicap and re.fullmatch(r"[A-L]{2}", token):
        return "^" + "".join(sorted(token))
    return token
