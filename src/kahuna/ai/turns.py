"""All that a turn can come to: every distinct outcome of its plays, with a way to it.

Sequences of plays that lead to the same position are merged: an outcome is what
the mover's bridges, the opponent's bridges and the mover's hand are afterwards.
Which cards lie open follows from the hand (`open_after`). The search is breadth
first, so the way kept for an outcome is one of the shortest. Drawing is not part
of an outcome: see `kahuna.ai.draws`.

Everything is kept in a `Room`, arrays that are made once and used again and again.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kahuna.board import ALL_LINES, FIRST, N_BRIDGES, SECOND
from kahuna.compiled.jit import jit
from kahuna.rules import actions, legal
from kahuna.rules.cards import (
    common,
    count,
    doubles,
    lines_first,
    lines_second,
    lowest,
    one,
    size,
    some,
)
from kahuna.rules.control import falling, lines_at_controlled
from kahuna.rules.legal import played_cards
from kahuna.rules.state import MAX_HAND, NO_LINE, PROTECTED_ISLANDS, State, mine, theirs

CAPACITY: Final = 16384  # a turn has rarely more than 8,000 outcomes
MAX_PLAYS: Final = 8  # a way is never longer: five cards make five plays at most (R7.2, R11.1)
TABLE: Final = 2 * CAPACITY
ROOT: Final = -1  # the parent of the node that the turn starts from

# Places in `Room.counts`.
NODES: Final = 0
OUTCOMES: Final = 1
GENERATION: Final = 2
CAPPED: Final = 3

Ints = npt.NDArray[np.int64]


class Room(NamedTuple):
    """Where a turn's outcomes are put. A room belongs to one thread."""

    # By outcome:
    mine: Ints  # the mover's bridges
    theirs: Ints  # the opponent's
    hand: Ints  # the mover's cards, the open ones included
    over: Ints  # 1 if the play ended the game, which the mover then has won (R10.2)
    node: Ints  # where its way ends
    seen: Ints  # bit n + 1: there is a node with the free bridge on line n; bit 0: with none
    # By node, a position with the line for a free bridge (R11.1):
    outcome: Ints
    freed: Ints
    parent: Ints
    action: Ints  # the play that led here; of the first node, -1
    # An entry is the generation, then an outcome's number; the generation makes clearing needless.
    table: Ints
    counts: Ints


def make_room() -> Room:
    """Return room for the outcomes of a turn."""
    sizes = dict.fromkeys(Room._fields, CAPACITY) | {"table": TABLE, "counts": 4}
    return Room(**{name: np.zeros(size, np.int64) for name, size in sizes.items()})


@jit
def enumerate_turns(state: State, room: Room) -> int:
    """Put all outcomes of the mover's plays and discards into the room; return how many.

    The mover's hand must be known. Outcome 0 is to play nothing, or nothing further,
    unless R7.4 forbids it. With more than `CAPACITY` positions on the ways, those that
    were found last are left out and `was_capped` tells so; what is there is right.
    """
    room.counts[NODES] = 0
    room.counts[OUTCOMES] = 0
    room.counts[GENERATION] += 1
    room.counts[CAPPED] = 0
    me = mine(state)
    add(room, me.bridges, theirs(state).bridges, me.hand, freed_line(state), ROOT, -1, 0)
    if legal.may_play(state):
        node = 0
        while node < room.counts[NODES]:
            at = room.outcome[node]
            if room.over[at] == 0 and (room.hand[at] != 0 or room.freed[node] != NO_LINE):
                add_builds(state, room, node)
                add_cuts(state, room, node)
            node += 1
    if legal.may_discard(state):
        add_discards(state, room)
    return drop_forbidden(state, room)


@jit
def was_capped(room: Room) -> bool:
    """Tell whether the turn had more outcomes than there was room for."""
    return bool(room.counts[CAPPED] == 1)


@jit
def way(room: Room, outcome: int, into: Ints) -> int:
    """Write the actions that lead to the outcome into an array; return how many."""
    length = 0
    node = room.node[outcome]
    while room.parent[node] != ROOT:
        length += 1
        node = room.parent[node]
    node = room.node[outcome]
    for place in range(length - 1, -1, -1):
        into[place] = room.action[node]
        node = room.parent[node]
    return length


@jit
def open_after(hand: int, shown: int, left: int) -> int:
    """Return the open cards once only `left` is left of the hand: open ones go first (R11.2)."""
    return shown - common(hand - left, shown)


@jit
def freed_line(state: State) -> int:
    """Return the line on which a free bridge may be built now, or NO_LINE (R11.1)."""
    return state.turn.freed if legal.free_bridges(state) else NO_LINE


@jit
def place_of(room: Room, my: int, their: int, hand: int) -> int:
    """Return the table's place for the position: where it is, or where it can be put."""
    mixed = my * 2654435761 + their * 2246822519 + hand * 3266489917
    place = (mixed ^ mixed >> 17) & (TABLE - 1)
    while room.table[place] >> 20 == room.counts[GENERATION]:
        found = room.table[place] & 0xFFFFF
        if room.mine[found] == my and room.theirs[found] == their and room.hand[found] == hand:
            break
        place = (place + 1) & (TABLE - 1)
    return int(place)


@jit
def add(
    room: Room, my: int, their: int, hand: int, freed: int, parent: int, action: int, over: int
) -> None:
    """Add the position as an outcome, and as a node, unless they are there already."""
    place = place_of(room, my, their, hand)
    node = room.counts[NODES]
    new = room.table[place] >> 20 != room.counts[GENERATION]
    outcome = room.counts[OUTCOMES] if new else room.table[place] & 0xFFFFF
    if not new and room.seen[outcome] >> (freed + 1) & 1:
        return
    if node >= room.node.size:
        room.counts[CAPPED] = 1
        return
    if new:
        room.table[place] = room.counts[GENERATION] << 20 | outcome
        room.counts[OUTCOMES] += 1
        room.mine[outcome] = my
        room.theirs[outcome] = their
        room.hand[outcome] = hand
        room.over[outcome] = over
        room.node[outcome] = node
        room.seen[outcome] = 0
    room.seen[outcome] |= 1 << freed + 1
    room.counts[NODES] += 1
    room.outcome[node] = outcome
    room.freed[node] = freed
    room.parent[node] = parent
    room.action[node] = action


@jit
def add_builds(state: State, room: Room, node: int) -> None:
    """Add what the mover can build from the node, for a card or free (R4, R5.2, R11.1)."""
    at = room.outcome[node]
    my, their, hand, freed = room.mine[at], room.theirs[at], room.hand[at], room.freed[node]
    first_lines, second_lines = lines_first(hand), lines_second(hand)
    lines = first_lines | second_lines | (0 if freed == NO_LINE else 1 << freed)
    lines &= buildable(my, their, state.terms.variants)
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        after, left = my | 1 << line, their & ~falling(my, their, line)
        over = 1 if state.round > 1 and left == 0 else 0
        if first_lines >> line & 1:
            left_hand = hand - one(FIRST[line])
            add(room, after, left, left_hand, NO_LINE, node, actions.build(line, 0), over)
        if second_lines >> line & 1:
            left_hand = hand - one(SECOND[line])
            add(room, after, left, left_hand, NO_LINE, node, actions.build(line, 1), over)
        if line == freed:
            add(room, after, left, hand, NO_LINE, node, actions.free_bridge(line), over)


@jit
def buildable(my: int, their: int, variants: int) -> int:
    """Return the lines on which the owner of `my` may put a bridge (R4.1, R4.3, R11.1)."""
    if my.bit_count() >= N_BRIDGES:
        return 0
    lines = ALL_LINES & ~(my | their)
    if variants & PROTECTED_ISLANDS:
        lines &= ~lines_at_controlled(their)
    return lines


@jit
def add_cuts(state: State, room: Room, node: int) -> None:
    """Add what the mover can cut from the node (R6)."""
    at = room.outcome[node]
    my, their, hand = room.mine[at], room.theirs[at], room.hand[at]
    if size(hand) < 2:
        return
    doubled = doubles(hand)
    lines = lines_first(hand) & lines_second(hand)
    lines = (lines | lines_first(doubled) | lines_second(doubled)) & their
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        firsts, seconds = count(hand, FIRST[line]), count(hand, SECOND[line])
        left = their & ~(1 << line)
        over = 1 if state.round > 1 and left == 0 and my != 0 else 0
        freed = NO_LINE
        if state.terms.variants & PROTECTED_ISLANDS and over == 0:
            freed = line if buildable(my, left, state.terms.variants) >> line & 1 else NO_LINE
        for how in range(3):
            if firsts >= 2 - how and seconds >= how:
                cards = hand - played_cards(line, how)
                add(room, my, left, cards, freed, node, actions.cut(line, how), over)


@jit
def add_discards(state: State, room: Room) -> None:
    """Add what is left after discarding any part of the hand (R3.4)."""
    me, their = mine(state), theirs(state).bridges
    cards = next_part(me.hand, 0)
    while cards:
        add(room, me.bridges, their, me.hand - cards, NO_LINE, 0, actions.discard(cards), 0)
        cards = next_part(me.hand, cards)


@jit
def next_part(cards: int, part: int) -> int:
    """Return the part of the cards that comes next, as a number is counted up; at last 0."""
    left = some(cards)
    while left:
        island = lowest(left) >> 1
        left &= left - 1
        if count(part, island) < count(cards, island):
            return part + one(island)
        part -= count(part, island) * one(island)
    return 0


@jit
def drop_forbidden(state: State, room: Room) -> int:
    """Drop the outcome with which the turn could not end; return how many are left.

    Only the first can be such a one: with five cards, after the opponent abstained,
    one must play or discard (R7.4). The last outcome takes its place.
    """
    outcomes = room.counts[OUTCOMES]
    if legal.may_abstain(state) or size(room.hand[0]) < MAX_HAND or outcomes == 1:
        return int(outcomes)
    last = outcomes - 1
    room.mine[0] = room.mine[last]
    room.theirs[0] = room.theirs[last]
    room.hand[0] = room.hand[last]
    room.over[0] = room.over[last]
    room.node[0] = room.node[last]
    room.counts[OUTCOMES] = last
    return int(last)
