"""Looking ahead: a turn, the opponent's reply and one's own next plays, in a sampled world.

A world is a draw from the belief. Each player in it decides by the network and by
what that player knows. The end is judged by what the viewer knows then: a judgement
from the other side would forget the viewer's own cards.
"""

from typing import Final, NamedTuple

import numpy as np

from kahuna.ai.belief.parts import Floats, Ints
from kahuna.ai.belief.sample import Beliefs, sample_cards, unmask
from kahuna.ai.choose import Desk, choose_draw
from kahuna.ai.features import TO_PLAY, fill
from kahuna.ai.network import Weights, evaluate, score_of
from kahuna.ai.search.beam import find_plays
from kahuna.ai.search.candidates import NO_DRAW, Candidates
from kahuna.ai.search.other import seen_from_other_side
from kahuna.ai.training.tables import Tables, advance, as_known, end_turn, new_row
from kahuna.ai.turns import way
from kahuna.compiled.jit import jit
from kahuna.playout import next_random, seed_rng
from kahuna.rules.state import NEW_ROW, OVER, WHITE, State

UNDRAWN: Final = -1


class Worlds(NamedTuple):
    """Worlds drawn so far, by number."""

    hands: Ints  # the opponent's cards that do not lie open, or UNDRAWN
    buried: Ints
    luck: Ints  # the generator for what chance brings there


class Outlook(NamedTuple):
    """From where to look ahead, and how far."""

    beliefs: Beliefs
    named: int  # what the opponent can name of the viewer's hand
    buried: int  # what the viewer has buried in this round
    worlds: Worlds
    seed: int
    turns: int  # turns between the candidate and the judgement
    plays: int  # 1: judge after the viewer's best next plays; 0: before them
    width: int  # of the beam in the turns looked at; 0: all plays are tried


def make_worlds(most: int) -> Worlds:
    """Return room for so many worlds."""
    return Worlds(np.full(most, UNDRAWN), np.zeros(most, np.int64), np.zeros(most, np.int64))


@jit
def draw_world(outlook: Outlook, number: int) -> None:
    """Draw the world of this number, which depends on nothing but the seed."""
    rng = seed_rng(outlook.seed + 101 * number)
    hand, buried, rng = sample_cards(outlook.beliefs, rng)
    outlook.worlds.buried[number] = buried
    outlook.worlds.luck[number] = next_random(rng)
    outlook.worlds.hands[number] = hand  # last: now others may use it


@jit
def world(outlook: Outlook, number: int) -> tuple[Tables, int]:
    """Return the world of this number, the same for every candidate, and a generator."""
    me, seat = outlook.beliefs.state, 1 - outlook.beliefs.seat
    hand, buried = outlook.worlds.hands[number], outlook.worlds.buried[number]
    truth = unmask(me, outlook.beliefs.seat, hand, buried)
    other = seen_from_other_side(truth, seat, outlook.named, outlook.buried)
    if seat == WHITE:
        return Tables(truth, me, other), outlook.worlds.luck[number]
    return Tables(truth, other, me), outlook.worlds.luck[number]


@jit
def play_candidate(
    tables: Tables, found: Candidates, candidate: int, rng: int
) -> tuple[Tables, int]:
    """Play the candidate's turn."""
    for i in range(found.lengths[candidate]):
        tables = advance(tables, found.ways[candidate, i])
    if found.draws[candidate] != NO_DRAW:
        tables, rng = end_turn(tables, found.draws[candidate], rng)
    return tables, rng


@jit
def play_reply(
    tables: Tables, weights: Weights, desk: Desk, width: int, rng: int
) -> tuple[Tables, int]:
    """Play the turn that seems best to the mover by what the mover knows."""
    seat = tables.truth.turn.mover
    best = find_plays(as_known(tables, seat), weights, desk, width)
    for i in range(way(desk.room, best, desk.way)):
        tables = advance(tables, desk.way[i])
    if tables.truth.turn.phase == OVER:
        return tables, rng
    best = choose_draw(as_known(tables, seat), weights, desk)[1]
    return end_turn(tables, desk.draws[best], rng)


@jit
def judge(state: State, weights: Weights, desk: Desk, plays: int, width: int) -> float:
    """Return the mover's probability of winning, by what the mover knows."""
    if plays:
        return float(desk.values[find_plays(state, weights, desk, width)])
    fill(state, state.turn.mover, TO_PLAY, desk.scratch.slots)
    return evaluate(weights, desk.scratch.slots, TO_PLAY, desk.scratch)


@jit
def look_ahead(
    outlook: Outlook, found: Candidates, candidate: int, number: int, weights: Weights, desk: Desk
) -> float:
    """Return what the candidate comes to in the world of this number, for the viewer."""
    seat = 1 - outlook.beliefs.seat
    tables, rng = world(outlook, number)
    tables, rng = play_candidate(tables, found, candidate, rng)
    turns = 0
    while tables.truth.turn.phase != OVER:
        if tables.truth.turn.phase == NEW_ROW:
            tables, rng = new_row(tables, rng)
            continue
        if turns >= outlook.turns and tables.truth.turn.mover == seat:
            return judge(as_known(tables, seat), weights, desk, outlook.plays, outlook.width)
        tables, rng = play_reply(tables, weights, desk, outlook.width, rng)
        turns += 1
    return score_of(tables.truth, seat)


@jit
def look_many(
    outlook: Outlook,
    found: Candidates,
    alive: Ints,
    start: int,
    items: Ints,
    weights: Weights,
    desk: Desk,
    values: Floats,
) -> None:
    """Do some items: item i is candidate i modulo those alive, in world start + i divided."""
    for item in items:
        candidate, number = alive[item % len(alive)], start + item // len(alive)
        if outlook.worlds.hands[number] == UNDRAWN:
            draw_world(outlook, number)
        values[number, candidate] = look_ahead(outlook, found, candidate, number, weights, desk)
