"""The best plays of a turn, found fast: only the most promising beginnings are gone on from.

At the root of a search all outcomes of a turn are judged. In the turns that a look
ahead plays, hundreds of times for a decision, this is good enough: of all plays
so far, as many as the beam is wide are continued.
"""

import numpy as np

from kahuna.ai.choose import Desk, choose_plays
from kahuna.ai.features import BOARD_SLOTS, TO_DRAW, Known, fill_board, fill_rest, known
from kahuna.ai.network import Weights, evaluate_near, set_base
from kahuna.ai.turns import (
    CAPPED,
    GENERATION,
    NODES,
    OUTCOMES,
    ROOT,
    Room,
    add,
    add_builds,
    add_cuts,
    add_discards,
    drop_forbidden,
    freed_line,
    open_after,
)
from kahuna.compiled.jit import jit
from kahuna.rules import legal
from kahuna.rules.state import State, mine, theirs


@jit
def find_plays(state: State, weights: Weights, desk: Desk, width: int) -> int:
    """Return the number of the best outcome found; its way and value are on the desk.

    The very last turn is not judged but counted, so there all outcomes are tried (R9.2).
    """
    if width == 0 or state.last_turns == 1:
        return choose_plays(state, weights, desk)[1]
    room, me = desk.room, mine(state)
    facts = known(state, state.turn.mover, TO_DRAW)
    fill_board(facts, me.bridges, theirs(state).bridges, me.hand, me.open, desk.scratch.base)
    fill_rest(facts, desk.scratch.base)
    set_base(weights, desk.scratch)
    _begin(state, room)
    judged = _judge(state, facts, weights, desk, 0)
    start = 0
    while legal.may_play(state) and start < room.counts[NODES]:
        end = room.counts[NODES]
        bar = _bar(desk, start, end, width)
        for node in range(start, end):
            outcome = room.outcome[node]
            if room.over[outcome] == 0 and desk.values[outcome] >= bar:
                add_builds(state, room, node)
                add_cuts(state, room, node)
        judged = _judge(state, facts, weights, desk, judged)
        start = end
    if legal.may_discard(state):
        add_discards(state, room)
        judged = _judge(state, facts, weights, desk, judged)
    n = drop_forbidden(state, room)
    if n < judged:
        desk.values[0] = desk.values[judged - 1]
    return int(np.argmax(desk.values[:n]))


@jit
def _begin(state: State, room: Room) -> None:
    """Put nothing but the beginning of the turn into the room."""
    room.counts[NODES] = 0
    room.counts[OUTCOMES] = 0
    room.counts[GENERATION] += 1
    room.counts[CAPPED] = 0
    me = mine(state)
    add(room, me.bridges, theirs(state).bridges, me.hand, freed_line(state), ROOT, -1, 0)


@jit
def _judge(state: State, facts: Known, weights: Weights, desk: Desk, start: int) -> int:
    """Judge the outcomes from this number on; return how many there are now."""
    room, me, end = desk.room, mine(state), int(desk.room.counts[OUTCOMES])
    for k in range(start, end):
        if room.over[k]:
            desk.values[k] = 1.0
        else:
            shown = open_after(me.hand, me.open, room.hand[k]) if me.open else 0
            slots = desk.scratch.slots
            fill_board(facts, room.mine[k], room.theirs[k], room.hand[k], shown, slots)
            desk.values[k] = evaluate_near(weights, TO_DRAW, desk.scratch, BOARD_SLOTS)
    return end


@jit
def _bar(desk: Desk, start: int, end: int, width: int) -> float:
    """Return the value that a node must have to be among the best of its length."""
    if end - start <= width:
        return -1.0
    best = np.full(width, -1.0)  # growing
    for node in range(start, end):
        value = desk.values[desk.room.outcome[node]]
        if value > best[0]:
            place = 0
            while place + 1 < width and best[place + 1] < value:
                best[place] = best[place + 1]
                place += 1
            best[place] = value
    return float(best[0])
