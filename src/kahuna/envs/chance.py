"""The game with chance as moves of its own, a card at a time.

OpenSpiel wants nature to move like a player: what a draw brings, and every card of
the deal and of a new row, is an action with a probability. A `Moment` stands
between two such moves; it never changes.
"""

from typing import Final, NamedTuple

from kahuna.board import LETTERS, N_ISLANDS
from kahuna.envs.history import Dealt, Position
from kahuna.notation import Deal, Seat, Setup, Variants
from kahuna.rules import actions
from kahuna.rules.cards import ALL_CARDS, count, one, size
from kahuna.rules.state import NEW_ROW, OVER, State, row_of

NOTHING: Final = -1
CHANCE: Final = -1  # the numbers that OpenSpiel has for them
NOBODY_ELSE: Final = -4
HAND: Final = 3
DEAL: Final = 9  # White's hand, Black's hand, the row (R2.1)


class Agreed(NamedTuple):
    """What the players agree on before the deal."""

    starts: Seat = "White"
    variants: Variants = "none"
    handicap: tuple[Seat, int] | None = None


class Moment(NamedTuple):
    """Where a game stands, in the midst of a deal or a draw if need be.

    >>> moment = Moment(Agreed())
    >>> for card in range(9):
    ...     moment = moment.after_card(card)
    >>> moment.player, moment.state.white.hand == 0b010101
    (0, True)
    """

    agreed: Agreed
    position: Position | None = None  # None before all cards are dealt
    cards: tuple[int, ...] = ()  # of a deal or a new row that is not complete
    draw: int = NOTHING  # a draw that was chosen and waits for its card

    @property
    def state(self) -> State:
        """The position, whole, once the cards are dealt."""
        assert self.position is not None
        return self.position.state

    @property
    def player(self) -> int:
        """Who goes on: a seat, `CHANCE`, or `NOBODY_ELSE` when the game is over."""
        if self.position is None or self.draw != NOTHING:
            return CHANCE
        turn = self.position.state.turn
        if turn.phase == OVER:
            return NOBODY_ELSE
        return CHANCE if turn.phase == NEW_ROW else turn.mover

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can come next, with their probabilities."""
        left = self._left()
        return [
            (card, count(left, card) / size(left)) for card in range(N_ISLANDS) if count(left, card)
        ]

    def after_card(self, card: int) -> "Moment":
        """Go on by what chance brings."""
        cards = (*self.cards, card)
        if self.position is None:
            return self._replace(cards=cards) if len(cards) < DEAL else self._dealt(cards)
        if self.draw != NOTHING:
            return self._push(_with_card(self.draw, card))
        if len(cards) < HAND:
            return self._replace(cards=cards)
        return self._push(actions.lay_row(row_of(*cards)))

    def after_choice(self, action: int) -> "Moment":
        """Go on by a player's choice; a draw from the pile, or one it refills, waits for chance."""
        kind = actions.kind(action)
        if kind == actions.DRAW_PILE or (kind == actions.DRAW_ROW and self.state.table.pile):
            return self._replace(draw=action)
        return self._push(action)

    def __deepcopy__(self, memo: object) -> "Moment":
        """Return itself: a moment never changes."""
        return self

    def _left(self) -> int:
        """Return the cards out of which the next one comes, each equally likely."""
        if self.draw != NOTHING:
            return self.state.table.unseen  # nothing is hidden here: it is the pile
        cards = ALL_CARDS if self.position is None else self.state.table.discard
        return cards - sum(one(card) for card in self.cards)

    def _push(self, action: int) -> "Moment":
        assert self.position is not None
        return Moment(self.agreed, self.position.push(action))

    def _dealt(self, cards: tuple[int, ...]) -> "Moment":
        """Return the moment after the deal."""
        white, black, row = (
            "".join(LETTERS[card] for card in cards[n : n + HAND]) for n in (0, HAND, 2 * HAND)
        )
        deal = Deal("".join(sorted(white)), "".join(sorted(black)), row)
        return Moment(self.agreed, Position.first(Dealt(Setup(deal, *self.agreed))))


def _with_card(draw: int, card: int) -> int:
    """Return the draw with the card that it brought."""
    if actions.kind(draw) == actions.DRAW_PILE:
        return actions.draw_pile(card)
    return actions.draw_row(actions.card_of(draw), card)
