"""A simple opponent: it looks two actions ahead, at its own turn only.

It likes islands, and bridges that lead to islands; a card has a price, so that
none is wasted on a bridge that brings nothing. It knows what its view says and
thinks nothing about what the other player may hold.
"""

import random
from typing import Final

from kahuna.board import DEGREE, LINES_AT, MAJORITY, N_ISLANDS, island
from kahuna.notation import tokens
from kahuna.rules import actions, legal, moves
from kahuna.rules.cards import one
from kahuna.rules.state import OVER, State, mine
from kahuna.rules.step import apply
from kahuna.view import View

ISLAND: Final = 10.0  # what a controlled island is worth
ON_THE_WAY: Final = 4.0  # what all but control of an island is worth
BRIDGE: Final = 0.2
WIN: Final = 1000.0
CARD_PRICES: Final = (1.4, 1.4, 1.3, 1.1, 0.8, 0.3)  # of one card, by the cards in hand
DEPTH: Final = 2
WHIM: Final = 0.05  # so that equal actions are not always the same
MAX_DISCARD: Final = 2


def choose(view: View, rng: random.Random) -> str:
    """Return the token, out of `view.legal`, that the player to move would play.

    Call it again after each action, until the turn is over.
    """
    state = view.state
    if view.viewer != view.mover:
        raise ValueError(f"{view.viewer} is not to move")
    best, value = _best_play(state, rng)
    if best is not None and (value > 0 or state.handicap):
        return _name(state, best)
    if legal.may_draw(state):
        return _draw(state, rng)
    if legal.may_discard(state):  # five cards, and none that is worth playing
        return _name(state, actions.discard(_worst_cards(state)))
    if legal.may_abstain(state):
        return tokens.ABSTAIN
    assert best is not None
    return _name(state, best)


def worth(me: int, other: int) -> float:
    """Return how good the bridges on the board are for the player who has `me`."""
    total = BRIDGE * (me.bit_count() - other.bit_count())
    for n in range(N_ISLANDS):
        own = (me & LINES_AT[n]).bit_count()
        others = (other & LINES_AT[n]).bit_count()
        total += _share(own, others, n) - _share(others, own, n)
    return total


def _share(own: int, others: int, n: int) -> float:
    """Return what bridges at an island are worth: much with control (R5.1), else the way to it."""
    if own >= MAJORITY[n]:
        return ISLAND
    if DEGREE[n] - others < MAJORITY[n]:
        return 0.0
    return ON_THE_WAY * (own / MAJORITY[n]) ** 2


def _position(state: State, seat: int) -> float:
    """Return how good the position is for the seat."""
    white, black = state.white.bridges, state.black.bridges
    me, other = (white, black) if seat == 0 else (black, white)
    if state.turn.phase == OVER:
        return WIN if state.winner == seat else -WIN
    return worth(me, other)


def _best_play(state: State, rng: random.Random, depth: int = DEPTH) -> tuple[int | None, float]:
    """Return the best action on the board and what it brings; actions after it count too."""
    seat, before = state.turn.mover, _position(state, state.turn.mover)
    best, best_value = None, 0.0
    for action in moves.plays(state):
        if actions.kind(action) not in actions.ON_A_LINE:
            continue
        after = apply(state, action)
        value = _position(after, seat) - before - _price(state, action)
        value += WHIM * rng.random() if depth == DEPTH else 0.0
        goes_on = after.turn.mover == seat and after.turn.phase == state.turn.phase
        if goes_on and depth > 1:
            value += max(0.0, _best_play(after, rng, depth - 1)[1])
        if best is None or value > best_value:
            best, best_value = action, value
    return best, best_value


def _price(state: State, action: int) -> float:
    """Return what the cards of an action are worth in hand; in the last turns, nothing (R9)."""
    kind = actions.kind(action)
    if state.last_turns or kind not in (actions.BUILD, actions.CUT):
        return 0.0
    return CARD_PRICES[legal.hand_size(mine(state))] * (2 if kind == actions.CUT else 1)


def _use_of(state: State, card: int) -> float:
    """Return what a card could do now, for its holder, if it were held alone."""
    me = mine(state)._replace(hand=one(card), open=0)
    seat = state.turn.mover
    alone = state._replace(white=me) if seat == 0 else state._replace(black=me)
    alone = alone._replace(turn=alone.turn._replace(done=0))
    before = _position(state, seat)
    return max(
        (
            _position(apply(alone, action), seat) - before
            for action in moves.plays(alone)
            if actions.kind(action) == actions.BUILD
        ),
        default=0.0,
    )


def _draw(state: State, rng: random.Random) -> str:
    """Return the draw of the card that could do most; the pile is an average card."""
    draws = [a for a in moves.choices(state) if actions.kind(a) == actions.DRAW_ROW]
    values = {_name(state, a): _use_of(state, actions.card_of(a)) for a in draws}
    for token in values:  # a second card of an island can cut at it (R6.1)
        values[token] += ON_THE_WAY / 8 * _cuts_with(state, island(token[1]))
    if state.table.pile:
        every = [_use_of(state, card) for card in range(N_ISLANDS)]
        values[tokens.DRAW_FROM_PILE] = sum(every) / len(every)
    return max(values, key=lambda token: values[token] + WHIM * rng.random())


def _cuts_with(state: State, card: int) -> int:
    """Return 1 if the card with one in hand could cut a bridge, else 0."""
    me = mine(state)
    side = me._replace(hand=me.hand + one(card))
    drawn = state._replace(white=side) if state.turn.mover == 0 else state._replace(black=side)
    ways = (actions.FIRST_TWICE, actions.BOTH_ENDS, actions.SECOND_TWICE)
    return int(any(legal.cuts(drawn, how) & ~legal.cuts(state, how) for how in ways))


def _worst_cards(state: State) -> int:
    """Return the cards to discard: the one or two that could do least."""
    letters = tokens.letters(mine(state).hand)
    by_use = sorted(letters, key=lambda letter: _use_of(state, island(letter)))
    return tokens.cards("".join(by_use[:MAX_DISCARD]))


def _name(state: State, action: int) -> str:
    return tokens.name(action, state.turn.mover)
