"""What happens in a game, in words."""

from collections.abc import Sequence

from kahuna.board import FIRST, LINES, NAMES, SECOND, island
from kahuna.choices import Choice
from kahuna.notation import Seat
from kahuna.view import Scoring, View

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
LAST_ROUND = 3
QUITS = {"resign": "gives up", "timeout": "runs out of time"}


def other(seat: Seat) -> Seat:
    """Return the opponent."""
    return "Black" if seat == "White" else "White"


def names(letters: Sequence[str]) -> str:
    """Return the islands' names, as a list.

    >>> names("ABE"), names("A")
    ('ALOA, BARI and ELAI', 'ALOA')
    """
    return listed([NAMES[island(letter)] for letter in letters])


def listed(things: Sequence[str]) -> str:
    """Return things as a list in a sentence."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} and {things[-1]}"


def counted(number: int, thing: str) -> str:
    """Return a number of things.

    >>> counted(1, "card"), counted(3, "point"), counted(13, "bridge"), counted(0, "point")
    ('one card', 'three points', '13 bridges', 'no points')
    """
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {thing}{'' if number == 1 else 's'}"


def line_name(line: str) -> str:
    """Return a line as its two islands.

    >>> line_name("AB")
    'ALOA–BARI'
    """
    n = LINES.index(line)
    return f"{NAMES[FIRST[n]]}–{NAMES[SECOND[n]]}"


def deed(token: str) -> str:
    """Return what a token says that somebody does.

    >>> deed("BA"), deed("EExEH"), deed("+B>F")
    ('builds ALOA–BARI', 'cuts ELAI–HUNA with two ELAI cards', 'draws BARI from the row')
    >>> deed("/A??"), deed("+?"), deed("-")
    ('discards ALOA and two hidden cards', 'draws from the pile', 'does not draw')
    """
    seat, _, word = token.rpartition(":")
    if word in QUITS:
        return f"{seat} {QUITS[word]}".strip()
    match token[0]:
        case "+" if token[1] == "?":
            return "draws from the pile" + (f": {names(token[2:])}" if token[2:] else "")
        case "+":
            return f"draws {names(token[1])} from the row"
        case "-":
            return "does not draw"
        case "/":
            return f"discards {_discarded(token[1:])}"
        case "@":
            return f"the new row is {names(token[1:])}"
        case "=":
            return f"builds {line_name(token[1:])} without a card"
        case "^":
            return f"places a bridge on {line_name(token[1:])}"
    if "x" in token:
        return f"cuts {line_name(token[3:])} with {_pair(token[:2])}"
    return f"builds {line_name(''.join(sorted(token)))}"


def _discarded(cards: str) -> str:
    named, hidden = cards.replace("?", ""), cards.count("?")
    parts = [names(letter) for letter in named]
    return listed(parts + ([counted(hidden, "hidden card")] if hidden else []))


def _pair(cards: str) -> str:
    return f"two {names(cards[0])} cards" if cards[0] == cards[1] else names(cards)


def consequences(choice: Choice, opponent: Seat) -> str:
    """Return what an action brings about beyond its own bridge; empty if nothing.

    >>> consequences(Choice("BD", ["B"], ["AB"], ["A"]), "Black")
    'gains BARI, removes AB, so Black loses ALOA'
    """
    parts = [f"gains {names(choice.gains)}"] if choice.gains else []
    if choice.removes and "x" not in choice.token:
        parts.append(f"removes {listed(choice.removes)}")
    if choice.loses:
        parts.append(f"{'so ' if parts else ''}{opponent} loses {names(choice.loses)}")
    return ", ".join(parts)


def told(choice: Choice, opponent: Seat) -> str:
    """Return an action with its consequences, in words."""
    after = consequences(choice, opponent)
    return f"{deed(choice.token)} ({after})" if after else deed(choice.token)


def scoring(scored: Scoring) -> str:
    """Return a scoring as a sentence."""
    held = f"White has {counted(scored.white, 'token')}, Black {counted(scored.black, 'token')}"
    if scored.winner is None:
        return f"{held}: nobody gets points."
    return f"{held}: {scored.winner} gets {counted(scored.points, 'point')}."


def points(view: View) -> str:
    """Return the points of both."""
    return f"White {view.white.points}, Black {view.black.points}"


def verdict(view: View) -> str:
    """Return who won, and why (R10)."""
    winner: Seat = "White" if view.result == "White" else "Black"
    loser = other(winner)
    sides = {"White": view.white, "Black": view.black}
    won, lost = sides[winner], sides[loser]
    equal = f"Both have {counted(won.points, 'point')}"
    match view.termination:
        case "points":
            return f"{winner} wins, {won.points} points to {lost.points}."
        case "final-scoring":
            return f"{equal}; {winner} wins, having got points in the final scoring."
        case "bridges":
            bridges = f"{len(won.bridges)} to {len(lost.bridges)}"
            return f"{equal} and as many tokens; {winner} wins with more bridges, {bridges}."
        case "no-bridges":
            return f"{loser} has no bridge left on the board: {winner} wins at once."
        case "resignation":
            return f"{loser} gives up: {winner} wins."
        case "time":
            return f"{loser} ran out of time: {winner} wins."
    return f"{equal}, as many tokens and as many bridges: nobody wins."
