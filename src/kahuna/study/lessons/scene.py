"""A position of a lesson: set up by hand, and played on with cards that come as written.

>>> scene = Scene(white="AB", hand="AHD", row="GIK")
>>> Play(scene).do("AD").view().white.islands
['A']
"""

import msgspec

from kahuna.board import LETTERS, line
from kahuna.choices import Choice, consequence
from kahuna.notation import tokens
from kahuna.notation.setup import HIDDEN_HAND, Deal, Seat, Setup
from kahuna.rules import actions
from kahuna.rules.cards import ALL_CARDS, size
from kahuna.rules.state import (
    NO_LINE,
    NOBODY,
    NOTHING,
    PLAY,
    RUNNING,
    SEATS,
    Side,
    State,
    Table,
    Terms,
    Turn,
    row_cards,
    row_of,
)
from kahuna.track import advance
from kahuna.view import Story, View, show

TURN = 8  # somewhere in the game


class Scene(msgspec.Struct, frozen=True):
    """A position as the learner, who is to move, knows it."""

    white: str = ""  # bridges, with spaces between
    black: str = ""
    hand: str = ""
    row: str = "GIK"
    seat: Seat = "White"
    cards: int = 3  # of the opponent
    gone: str = ""  # cards that lie face up on the discard pile
    comes: str = ""  # what will be drawn, or take a drawn card's place
    round: int = 1
    abstained: bool = False  # the opponent did not draw
    points: tuple[int, int] = (0, 0)

    def state(self) -> State:
        """Return the position."""
        me, gone = tokens.cards(self.hand), tokens.cards(self.gone)
        row = row_of(*(LETTERS.index(letter) for letter in self.row))
        mover = SEATS.index(self.seat)
        sides = [
            Side(_lines(bridges), me if seat == mover else 0, 0, 0, points)
            for seat, (bridges, points) in enumerate(
                zip((self.white, self.black), self.points, strict=True)
            )
        ]
        sides[1 - mover] = sides[1 - mover]._replace(hidden=self.cards)
        unseen = ALL_CARDS - me - gone - row_cards(row)
        return State(
            white=sides[0],
            black=sides[1],
            table=Table(row, size(unseen) - self.cards, unseen, gone, 0),
            turn=Turn(mover, TURN, PLAY, NOTHING, NO_LINE, int(self.abstained)),
            terms=Terms(0, mover, 1 << (1 - mover)),
            round=self.round,
            last_turns=0,
            handicap=0,
            ending=RUNNING,
            winner=NOBODY,
        )

    def setup(self) -> Setup:
        """Return whose eyes see it; the deal itself is long past, and never shown."""
        known, row = "ABC", "DEF"
        if self.seat == "White":
            return Setup(Deal(known, HIDDEN_HAND, row), self.seat)
        return Setup(Deal(HIDDEN_HAND, known, row), self.seat)


class Play:
    """A scene, played on."""

    def __init__(self, scene: Scene) -> None:
        """Begin with nothing done."""
        self.scene, self.state, self.story = scene, scene.state(), Story()
        self._comes = list(scene.comes)

    def do(self, *choices: str) -> "Play":
        """Play on by what the learner chooses; what is not legal is refused with the reason."""
        for token in choices:
            action = self._with_card(token)
            after = advance(self.state, action)
            self.story.add(self.state, action, after)
            self.state = after
        return self

    def brings(self, token: str) -> Choice:
        """Return what a choice, which must be legal, would bring."""
        action = self._with_card(token, keep=True)
        advance(self.state, action)
        return consequence(self.state, action)

    def view(self) -> View:
        """Return what the learner sees."""
        return show(self.scene.setup(), self.state, self.story)

    def _with_card(self, token: str, *, keep: bool = False) -> int:
        """Return a choice as an action, with the card that comes if it draws one."""
        action = tokens.parse(token, self.state.turn.mover)
        kind = actions.kind(action)
        if kind not in (actions.DRAW_ROW, actions.DRAW_PILE) or actions.names_chance(action):
            return action
        card = LETTERS.index(self._comes[0]) if self._comes else self._first_unseen()
        if self._comes and not keep:
            self._comes.pop(0)
        if kind == actions.DRAW_ROW:
            return actions.draw_row(actions.card_of(action), card)
        return actions.draw_pile(card)

    def _first_unseen(self) -> int:
        return LETTERS.index(tokens.letters(self.state.table.unseen)[0])


def _lines(names: str) -> int:
    return sum(1 << line(name) for name in names.split())
