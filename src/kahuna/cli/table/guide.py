"""The help: what may be done now, with its consequences, and how it is written."""

from collections.abc import Iterator

from kahuna.board import NAMES, island
from kahuna.choices import Choice
from kahuna.view import View

from .words import consequences, deed, other

HOW_TO_WRITE = """\
How to write it; small letters are fine, and several in a line: ab cf +?
  AB      play the ALOA card, build on ALOA–BARI; BA does it with the BARI card
  AAxAB   cut the opponent's bridge with two cards: AAxAB, ABxAB or BBxAB
  =AB     variant 1: build without a card on the line that was just cut
  /AC     discard these cards face down, instead of playing any
  +B      draw BARI from the row; +? draws from the pile
  -       end the turn without drawing
  undo    take back the last action of this turn, until the draw
  board   show the table again; save FILE writes the game down
  resign  give up; quit leaves"""

SIGNS = """\
On the board: o White, # Black, · free; O and @ just built, x just removed
  ELAI 2:3/6: of ELAI's six lines White holds two and Black three"""


def lines(view: View) -> Iterator[str]:
    """Yield all that the player may do now, grouped, and then how it is written."""
    yield f"{view.mover} may now:"
    yield from _bridges(view)
    yield from _rest(view)
    yield ""
    yield from HOW_TO_WRITE.splitlines()
    yield from SIGNS.splitlines()


def _bridges(view: View) -> Iterator[str]:
    """Yield builds, grouped by card, then everything that changes more than its own line."""
    groups: dict[str, list[str]] = {}
    for choice in view.legal:
        group = _group(choice.token)
        if group:
            groups.setdefault(group, []).append(choice.token)
    for group, tokens in groups.items():
        yield f"  {group}: {'  '.join(tokens)}"
    telling = [choice for choice in view.legal if _after(view, choice)]
    if telling:
        yield "Of these, some change more than their own line:"
        yield from (f"  {c.token:<6} {deed(c.token)}: {_after(view, c)}" for c in telling)


def _group(token: str) -> str:
    """Return under which heading a token on a line stands; empty if it is none."""
    if token[0] == "^":
        return "place a handicap bridge"
    if token[0] == "=":
        return "build without a card"
    if "x" in token:
        return "cut"
    return f"build with {NAMES[island(token[0])]}" if token[0].isalpha() else ""


def _after(view: View, choice: Choice) -> str:
    assert view.mover is not None
    return consequences(choice, other(view.mover))


def _rest(view: View) -> Iterator[str]:
    """Yield discards and draws."""
    tokens = [choice.token for choice in view.legal]
    if any(token[0] == "/" for token in tokens):
        yield "  discard instead of playing: / and any cards of the hand"
    draws = [token for token in tokens if token[0] == "+"]
    if draws:
        yield f"  draw, which ends the turn: {'  '.join(draws)}"
    if "-" in tokens:
        yield "  end the turn without drawing: -"
    elif view.must_draw:
        yield "  (not - this time: the opponent did not draw, so you must)"
