"""What the dealer's shuffles bring in a game: the next card, the next row."""

from kahuna.board import LETTERS
from kahuna.dealer import Dealer
from kahuna.rules import actions
from kahuna.rules.cards import ALL_CARDS
from kahuna.rules.state import NEW_ROW, row_of
from kahuna.track import Track


def dealt(dealer: Dealer, track: Track, action: int) -> int:
    """Return the action with the outcome of chance that the dealer gives it now."""
    table, kind = track.state.table, actions.kind(action)
    if kind == actions.LAY_ROW:
        order = dealer.shuffle(track.state.round + 1, table.discard)
        return actions.lay_row(row_of(*(LETTERS.index(letter) for letter in order[:3])))
    if kind == actions.DRAW_ROW and table.pile:
        return actions.draw_row(actions.card_of(action), _next_card(dealer, track))
    if kind == actions.DRAW_PILE and table.pile:
        return actions.draw_pile(_next_card(dealer, track))
    return action


def _next_card(dealer: Dealer, track: Track) -> int:
    """Return the top card of the pile: the pile is the end of the round's shuffled cards."""
    order = dealer.shuffle(track.state.round, _cards_shuffled(track))
    return LETTERS.index(order[len(order) - track.state.table.pile])


def _cards_shuffled(track: Track) -> int:
    """Return the cards that were shuffled for the present round (R2.1, R8.3)."""
    if track.state.round == 1:
        return ALL_CARDS
    return next(
        state.table.discard for state in reversed(track.states) if state.turn.phase == NEW_ROW
    )
