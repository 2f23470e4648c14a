"""Several records in one text, such as all games that somebody takes along from a site.

A record begins with its tags. So after moves the next one begins at the first tag, if `KGN` is
among the tags there; and where nothing was played, at a second `KGN`. What is in comments is no
tag.

>>> split('[KGN "1"] AB - [White "Lani"] [KGN "1"] {not [KGN "1"]} CD -')
['[KGN "1"] AB - ', '[White "Lani"] [KGN "1"] {not [KGN "1"]} CD -']
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from kahuna.notation.record import SCAN

_KGN = re.compile(r"\[[ \t]*KGN[ \t]")


def split(text: str) -> list[str]:
    """Return the texts of the records; all of it is in one of them, and none is read yet.

    A text that is no record comes back whole, for `Record.parse` to say what is wrong with it.
    """
    starts = [0, *_beginnings(text), len(text)]
    return [text[start:end] for start, end in pairwise(starts)]


def _beginnings(text: str) -> Iterator[int]:
    """Yield where a record begins, the first excepted."""
    if len(_KGN.findall(text)) < 2:
        return  # as in nearly every file: quick, also for a long one
    position, head = int(text.startswith("\ufeff")), 0
    is_named = has_moves = False  # whether this record has its tag KGN, and moves
    while position < len(text):
        found = SCAN.match(text, position)
        if found is None:
            # This record cannot be read, but those after it can.
            if (is_named or has_moves) and _KGN.match(text, position):
                yield position
            following = _KGN.search(text, position + 1)
            if following is None:
                return
            position, head, has_moves = following.start(), following.start(), True
            continue
        if found["token"]:
            head, has_moves = -1, True
        elif found["tag"] and has_moves and head < 0:
            head = position
        if found["name"] == "KGN":
            if has_moves or is_named:
                yield head if has_moves else position
            is_named, has_moves = True, False
        position = found.end()
