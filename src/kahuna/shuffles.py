"""What the dealer's shuffles bring in a game: the next card, the next row."""

from kahuna.board import LETTERS
from kahuna.dealer import Dealer
from kahuna.errors import IllegalTokenError
from kahuna.notation import tokens
from kahuna.rules import actions
from kahuna.rules.cards import ALL_CARDS
from kahuna.rules.state import NEW_ROW, State, row_of
from kahuna.track import Track


def dealt(dealer: Dealer, state: State, shuffled: int, action: int) -> int:
    """Return the action with the outcome of chance that the dealer gives it now.

    `shuffled` are the cards that were shuffled for the present round.
    """
    table, kind = state.table, actions.kind(action)
    if kind == actions.LAY_ROW:
        order = dealer.shuffle(state.round + 1, table.discard)
        return actions.lay_row(row_of(*(LETTERS.index(letter) for letter in order[:3])))
    if kind == actions.DRAW_ROW and table.pile:
        return actions.draw_row(actions.card_of(action), _next_card(dealer, state, shuffled))
    if kind == actions.DRAW_PILE and table.pile:
        return actions.draw_pile(_next_card(dealer, state, shuffled))
    return action


def played(dealer: Dealer, state: State, shuffled: int, action: int) -> int:
    """Return a player's action with the outcome that the dealer gives it.

    Players do not say what chance brings: refusing a wrong guess would tell the right card.
    """
    if actions.names_chance(action):
        reason = "what chance brings is up to the dealer: a draw is played as +B or +?"
        raise IllegalTokenError(tokens.name(action, state.turn.mover), "dealers-part", reason)
    return dealt(dealer, state, shuffled, action)


def cards_shuffled(track: Track) -> int:
    """Return the cards that were shuffled for the present round (R2.1, R8.3)."""
    if track.state.round == 1:
        return ALL_CARDS
    return next(
        state.table.discard for state in reversed(track.states) if state.turn.phase == NEW_ROW
    )


def _next_card(dealer: Dealer, state: State, shuffled: int) -> int:
    """Return the top card of the pile: the pile is the end of the round's shuffled cards."""
    order = dealer.shuffle(state.round, shuffled)
    return LETTERS.index(order[len(order) - state.table.pile])
