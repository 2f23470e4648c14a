"""Why an action is not legal, in words a player understands.

`legal.is_legal` decides; this module only explains, so it may take its time.
"""

from typing import NamedTuple

from kahuna.board import FIRST, LETTERS, LINES, N_BRIDGES, NAMES, SECOND
from kahuna.rules import actions, legal
from kahuna.rules.cards import common, count, one, size
from kahuna.rules.control import controls
from kahuna.rules.state import (
    DISCARDED,
    HANDICAP,
    MAX_HAND,
    NEW_ROW,
    NOTHING,
    OVER,
    PLAY,
    PROTECTED_ISLANDS,
    SEATS,
    State,
    is_masked,
    mine,
    place_in_row,
    row_cards,
    theirs,
)


class Reason(NamedTuple):
    """Why not: a code for programs and a sentence for people."""

    code: str
    text: str


def why_illegal(state: State, action: int) -> Reason | None:
    """Return why the action cannot come next, or None if it can."""
    if legal.is_legal(state, action):
        return None
    kind = actions.kind(action)
    return (
        _wrong_phase(state, kind)
        or _EXPLAIN[kind](state, action)
        or Reason("illegal", "this is not possible here")
    )


def _wrong_phase(state: State, kind: int) -> Reason | None:
    phase, mover = state.turn.phase, SEATS[state.turn.mover]
    if phase == OVER:
        return Reason("game-over", "the game is over")
    quits = kind in (actions.RESIGN, actions.TIME_OUT)
    if phase == NEW_ROW and kind != actions.LAY_ROW and not quits:
        return Reason("row-first", "the new row (@…) has to be laid out first")
    if phase != NEW_ROW and kind == actions.LAY_ROW:
        return Reason(
            "no-new-row", "a new row is laid out only after the draw that ends round 1 or 2"
        )
    if phase == HANDICAP and kind != actions.HANDICAP_BRIDGE and not quits:
        return Reason("handicap-first", f"{mover} has to place the handicap bridges (^…) first")
    if phase == PLAY and kind == actions.HANDICAP_BRIDGE:
        return Reason("no-handicap", "there is no handicap bridge left to place")
    return None


def _build(state: State, action: int) -> Reason | None:
    line = actions.line_of(action)
    card = SECOND[line] if actions.how_of(action) else FIRST[line]
    return _discarded(state) or _missing_cards(state, one(card)) or _line_not_open(state, line)


def _cut(state: State, action: int) -> Reason | None:
    line = actions.line_of(action)
    cards = legal.played_cards(line, actions.how_of(action))
    if problem := _discarded(state) or _missing_cards(state, cards):
        return problem
    if mine(state).bridges >> line & 1:
        return Reason(
            "own-bridge", f"the bridge on {LINES[line]} is your own; only the opponent's can be cut"
        )
    return Reason("no-bridge", f"there is no bridge on {LINES[line]} to cut")


def _discarded(state: State) -> Reason | None:
    if state.turn.done == DISCARDED:
        return Reason("discarded", "a turn that discarded cannot also play cards")  # R3.4
    return None


def _missing_cards(state: State, cards: int) -> Reason | None:
    me, table = mine(state), state.table
    if legal.holds(me, table, cards):
        return None
    who = SEATS[state.turn.mover]
    missing = cards - common(cards, me.hand)
    for island, name in enumerate(NAMES):
        if count(missing, island):
            return Reason("no-card", f"{who} does not hold {_cards(name, count(cards, island))}")
    return None


def _cards(name: str, number: int) -> str:
    if number == 2:
        return f"two {name} cards"
    return f"{'an' if name[0] in 'AEI' else 'a'} {name} card"


def _line_not_open(state: State, line: int) -> Reason | None:
    me, other = mine(state), theirs(state)
    if me.bridges.bit_count() >= N_BRIDGES:
        return Reason(
            "no-bridges", f"all {N_BRIDGES} bridges of {SEATS[state.turn.mover]} are on the board"
        )  # R4.3
    if (me.bridges | other.bridges) >> line & 1:
        return Reason("line-taken", f"there is a bridge on {LINES[line]} already")
    if state.terms.variants & PROTECTED_ISLANDS:
        for island in (FIRST[line], SECOND[line]):
            if controls(other.bridges, island):
                return Reason(
                    "protected",
                    f"{NAMES[island]} is controlled by the opponent, so it is protected",
                )  # R11.1
    return None


def _free_bridge(state: State, action: int) -> Reason | None:
    line = actions.line_of(action)
    if state.terms.variants & PROTECTED_ISLANDS == 0:
        return Reason(
            "no-variant", "a free bridge (=…) exists only with variant 1, protected islands"
        )
    if state.turn.freed != line:
        return Reason("not-just-cut", f"{LINES[line]} was not cut by the action just before")
    return _line_not_open(state, line)


def _handicap_bridge(state: State, action: int) -> Reason | None:
    line = actions.line_of(action)
    return Reason("line-taken", f"there is a bridge on {LINES[line]} already")


def _discard(state: State, action: int) -> Reason | None:
    cards, unnamed = actions.cards_of(action), actions.unnamed_of(action)
    me, who = mine(state), SEATS[state.turn.mover]
    if state.last_turns:
        return Reason("last-turns", "nobody can discard in the last turns")
    if state.turn.done == DISCARDED:
        return Reason("discarded", "a turn can discard only once, all its cards together")
    if state.turn.done != NOTHING:
        return Reason("played", "a turn that played cards cannot also discard")  # R3.4
    if size(cards) + unnamed > legal.hand_size(me):
        return Reason("no-card", f"{who} does not hold so many cards")
    if not is_masked(state.terms, state.turn.mover):
        if unnamed:
            return Reason("unnamed", f"the cards of {who} are known here and have to be named")
        return _missing_cards(state, cards)
    if common(cards, me.open) != cards:
        return Reason("masked", f"of {who}'s hidden cards a discard shows only '?'")
    return Reason("open-named", f"{who} does not hold so many hidden cards; open ones are named")


def _draw(state: State) -> Reason | None:
    if state.last_turns:
        return Reason(
            "last-turns", "there is nothing to draw in the last turns; end the turn with -"
        )
    if legal.hand_size(mine(state)) >= MAX_HAND:
        return Reason("hand-full", f"nobody may hold more than {MAX_HAND} cards")  # R7.2
    return None


def _draw_row(state: State, action: int) -> Reason | None:
    card, refill, table = actions.card_of(action), actions.refill_of(action), state.table
    if problem := _draw(state):
        return problem
    if place_in_row(table.row, card) < 0:
        return Reason("not-in-row", f"there is no {NAMES[card]} card in the row")
    if table.pile == 0:
        return Reason(
            "pile-empty", f"the pile is empty, so nothing takes the card's place: +{LETTERS[card]}"
        )
    if refill == actions.UNKNOWN:
        return Reason("no-refill", f"the card that takes its place is missing: +{LETTERS[card]}>…")
    return Reason(
        "not-in-pile", f"{NAMES[refill]} cannot come from the pile: both its cards are elsewhere"
    )


def _draw_pile(state: State, action: int) -> Reason | None:
    card, who = actions.card_of(action), SEATS[state.turn.mover]
    if problem := _draw(state):
        return problem
    if state.table.pile == 0:
        return Reason("pile-empty", "the pile is empty")
    if is_masked(state.terms, state.turn.mover):
        return Reason(
            "masked", f"{who}'s cards are hidden in this record: a draw from the pile is +?"
        )
    if card == actions.UNKNOWN:
        return Reason("unnamed", f"the cards of {who} are known here: name the card drawn, +?…")
    return Reason(
        "not-in-pile", f"{NAMES[card]} cannot come from the pile: both its cards are elsewhere"
    )


def _abstain(state: State, action: int) -> Reason | None:
    if legal.hand_size(mine(state)) >= MAX_HAND:
        return Reason(
            "must-play",
            "your opponent did not draw, so you must; with five cards, play or discard one first",
        )  # R7.4
    return Reason("must-draw", "your opponent did not draw, so you must")  # R7.3


def _lay_row(state: State, action: int) -> Reason | None:
    for island, name in enumerate(NAMES):
        if count(row_cards(actions.row_of_action(action)), island) > count(
            state.table.discard, island
        ):
            return Reason("not-discarded", f"the discard pile does not have so many {name} cards")
    return None


def _quit(state: State, action: int) -> Reason | None:
    seat = SEATS[actions.seat_of(action)]
    return Reason("not-to-move", f"{seat} is not to move, so {seat}'s time does not run")


_EXPLAIN = {
    actions.BUILD: _build,
    actions.CUT: _cut,
    actions.FREE_BRIDGE: _free_bridge,
    actions.HANDICAP_BRIDGE: _handicap_bridge,
    actions.DISCARD: _discard,
    actions.DRAW_ROW: _draw_row,
    actions.DRAW_PILE: _draw_pile,
    actions.ABSTAIN: _abstain,
    actions.LAY_ROW: _lay_row,
    actions.RESIGN: _quit,
    actions.TIME_OUT: _quit,
}
