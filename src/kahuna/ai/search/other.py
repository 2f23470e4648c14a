"""What the opponent knows: the position as it looks from the other side of the table.

The viewer knows which of their own cards the opponent has seen, and so can tell
what the opponent can name. The rest depends on the hidden cards, which are drawn.
"""

from kahuna.ai.belief.parts import Ints
from kahuna.board import FIRST, SECOND
from kahuna.compiled.jit import jit
from kahuna.rules import actions
from kahuna.rules.cards import common, doubles, one, size
from kahuna.rules.legal import played_cards
from kahuna.rules.state import WHITE, Side, State, Table, Terms
from kahuna.rules.step import apply


@jit
def shown_cards(state: State, history: Ints, seat: int) -> tuple[int, int]:
    """Return what the opponent can name of the seat's hand, and what the seat has buried.

    `state` is the deal and `history` what followed, as the seat knows both. The first
    follows the same memory as the rules' (`step.discard`, `step.deduce`).
    """
    named = buried = 0
    for action in history:
        before = state.white if seat == WHITE else state.black
        mine, what = state.turn.mover == seat, actions.kind(action)
        state = apply(state, action)
        after = state.white if seat == WHITE else state.black
        if mine and what == actions.DRAW_ROW:
            named += one(actions.card_of(action))
        elif mine and what == actions.BUILD:
            line = actions.line_of(action)
            card = one(SECOND[line] if actions.how_of(action) else FIRST[line])
            named -= common(card, named)
        elif mine and what == actions.CUT:
            named -= common(played_cards(actions.line_of(action), actions.how_of(action)), named)
        elif mine and what == actions.DISCARD:
            cards = actions.cards_of(action)
            shown = common(cards, before.open)
            named -= shown
            secret = named - after.open
            if size(cards - shown) > 0:
                named -= secret - doubles(secret) if size(cards - shown) == 1 else secret
            buried += cards - shown
        elif what == actions.LAY_ROW:
            buried = 0
        if state.table.pile == 0 and buried == 0:
            named = after.hand
    return named, buried


@jit
def seen_from_other_side(truth: State, seat: int, named: int, buried: int) -> State:
    """Return a full position as the seat's opponent knows it."""
    side, table = truth.white if seat == WHITE else truth.black, truth.table
    known = Side(side.bridges, named, side.open, size(side.hand - named), side.points)
    return State(
        known if seat == WHITE else truth.white,
        truth.black if seat == WHITE else known,
        Table(
            table.row,
            table.pile,
            table.unseen + side.hand - named + buried,
            table.discard - buried,
            size(buried),
        ),
        truth.turn,
        Terms(truth.terms.variants, truth.terms.starter, 1 << seat),
        truth.round,
        truth.last_turns,
        truth.handicap,
        truth.ending,
        truth.winner,
    )
