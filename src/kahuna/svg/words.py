"""The position in words, for those who hear the picture."""

from kahuna.board import FIRST, LINES, NAMES, SECOND, line_names

from .position import Position


def line_in_words(name: str) -> str:
    """Return a line as its two islands.

    >>> line_in_words("AB")
    'Aloa–Bari'
    """
    n = LINES.index(name)
    return f"{NAMES[FIRST[n]].title()}–{NAMES[SECOND[n]].title()}"


def description(position: Position) -> str:
    """Return both sides' islands and bridges, and the last move, as sentences."""
    sentences = []
    for side, lines in (("White", position.white), ("Black", position.black)):
        held = enumerate(position.holders)
        islands = [NAMES[i].title() for i, holder in held if holder == side.lower()]
        bridges = [line_in_words(name) for name in line_names(lines)]
        sentences.append(f"{side} controls {_counted('island', islands)}.")
        sentences.append(f"{side} has {_counted('bridge', bridges)}.")
    for what, numbers in (("built", position.built), ("removed", position.removed)):
        if numbers:
            lines_ = ", ".join(line_in_words(LINES[n]) for n in numbers)
            sentences.append(f"Just {what}: {lines_}.")
    return " ".join(sentences)


def _counted(thing: str, names: list[str]) -> str:
    """Return a count and a list.

    >>> _counted("island", []), _counted("island", ["Aloa"]), _counted("bridge", ["x", "y"])
    ('no island', '1 island: Aloa', '2 bridges: x, y')
    """
    if not names:
        return f"no {thing}"
    return f"{len(names)} {thing}{'s' * (len(names) > 1)}: {', '.join(names)}"
