"""Tokens of KGN: the text of an action, and back.

>>> name(parse("BA", mover=0), mover=0)
'BA'
>>> parse("AA", mover=0)
Traceback (most recent call last):
kahuna.errors.IllegalTokenError: AA: there is no line AA
"""

import re
from functools import cache

from kahuna.board import LETTERS, LINES
from kahuna.errors import IllegalTokenError
from kahuna.rules import actions
from kahuna.rules.cards import FIRST_HALF, count, one
from kahuna.rules.state import EMPTY, SEATS, row_of

DRAW_FROM_PILE = "+?"  # as a choice, and as others see it
ABSTAIN = "-"


def letters(cards: int) -> str:
    """Return a multiset of cards as sorted letters.

    >>> letters(one(0) + one(0) + one(4))
    'AAE'
    """
    return _half(cards & FIRST_HALF) + _half(cards & ~FIRST_HALF)


@cache  # there are 729 for each half of the islands, and half a million for all of them
def _half(cards: int) -> str:
    return "".join(letter * count(cards, island) for island, letter in enumerate(LETTERS))


def cards(text: str) -> int:
    """Return letters as a multiset of cards; a third copy of one is refused.

    >>> letters(cards("EAA"))
    'AAE'
    """
    multiset = 0
    for letter in text:
        if len(letter) != 1 or letter not in LETTERS:
            raise ValueError(f"{letter!r} is no island")
        card = LETTERS.index(letter)
        if count(multiset, card) == 2:
            raise ValueError(f"there is no third {letter} card")
        multiset += one(card)
    return multiset


def row_text(row: int) -> str:
    """Return the row, left to right, with a point for an empty place.

    >>> row_text(row_of(5, 6, 15))
    'FG.'
    """
    places = (row >> 4 * place & 15 for place in range(3))
    return "".join("." if card == EMPTY else LETTERS[card] for card in places)


def _table() -> dict[str, int]:
    """Return every token that has a fixed text, with its action."""
    table = {ABSTAIN: actions.abstain(), DRAW_FROM_PILE: actions.draw_pile()}
    for number, line in enumerate(LINES):
        first, second = line[0], line[1]
        table[line] = actions.build(number, 0)
        table[second + first] = actions.build(number, 1)
        table[f"{first}{first}x{line}"] = actions.cut(number, actions.FIRST_TWICE)
        table[f"{line}x{line}"] = actions.cut(number, actions.BOTH_ENDS)
        table[f"{second}{second}x{line}"] = actions.cut(number, actions.SECOND_TWICE)
        table[f"={line}"] = actions.free_bridge(number)
        table[f"^{line}"] = actions.handicap_bridge(number)
    for card, letter in enumerate(LETTERS):
        table[f"+?{letter}"] = actions.draw_pile(card)
        table[f"+{letter}"] = actions.draw_row(card)
        for refill, other in enumerate(LETTERS):
            table[f"+{letter}>{other}"] = actions.draw_row(card, refill)
    return table


_ACTIONS = _table()
_NAMES = {action: token for token, action in _ACTIONS.items()}
_DISCARD = re.compile(r"/([A-L]{0,5})(\?{0,5})", re.ASCII)
_QUITS = {"resign": actions.resign, "timeout": actions.time_out}


def parse(token: str, mover: int) -> int:
    """Return the action that the token of this mover says, legal or not."""
    action = _ACTIONS.get(token)
    if action is not None:
        return action
    if match := _DISCARD.fullmatch(token):
        return _parse_discard(token, *match.groups())
    if re.fullmatch(r"@[A-L]{3}", token, re.ASCII):
        return actions.lay_row(row_of(*(LETTERS.index(letter) for letter in token[1:])))
    if token in _QUITS:
        return _QUITS[token](mover)
    for seat, name_ in enumerate(SEATS):
        if token == f"{name_}:resign":
            return _parse_resign(token, seat, mover)
    raise IllegalTokenError(token, "unknown-token", _what_is_wrong(token))


def _parse_discard(token: str, named: str, unnamed: str) -> int:
    if not named and not unnamed:
        raise IllegalTokenError(token, "unknown-token", "a discard names its cards, such as /AC")
    if list(named) != sorted(named):
        right = "/" + "".join(sorted(named)) + unnamed
        raise IllegalTokenError(token, "unsorted", f"the letters of a discard are sorted: {right}")
    try:
        return actions.discard(cards(named), len(unnamed))
    except ValueError as error:
        raise IllegalTokenError(token, "third-copy", str(error)) from None


def _parse_resign(token: str, seat: int, mover: int) -> int:
    if seat == mover:
        raise IllegalTokenError(token, "to-move", f"{SEATS[seat]} is to move: write resign")
    return actions.resign(seat)


def _what_is_wrong(token: str) -> str:
    """Return what an unreadable token may have meant to be."""
    lines = re.findall(r"[A-L]{2}", token)
    if re.fullmatch(r"[=^]?[A-L]{2}|[A-L]{2}x[A-L]{2}", token, re.ASCII):
        line = lines[-1]
        if "".join(sorted(line)) not in LINES:
            return f"there is no line {line}"
        if line not in LINES:
            return f"the line's letters are in alphabetical order here: {''.join(sorted(line))}"
        return f"a cut is {line[0] * 2}x{line}, {line}x{line} or {line[1] * 2}x{line}"
    return "unknown token"


def name(action: int, mover: int) -> str:
    """Return the token for an action of this mover."""
    token = _NAMES.get(action)
    if token is not None:
        return token
    kind = actions.kind(action)
    if kind == actions.DISCARD:
        return f"/{letters(actions.cards_of(action))}{'?' * actions.unnamed_of(action)}"
    if kind == actions.LAY_ROW:
        return f"@{row_text(actions.row_of_action(action))}"
    if kind == actions.TIME_OUT:
        return "timeout"
    seat = actions.seat_of(action)
    return "resign" if seat == mover else f"{SEATS[seat]}:resign"


def as_choice(token: str) -> str:
    """Return the token as its player chooses it, without what chance adds.

    >>> as_choice("+B>F"), as_choice("+?B"), as_choice("AB")
    ('+B', '+?', 'AB')
    """
    return token[:2] if token.startswith("+") else token
