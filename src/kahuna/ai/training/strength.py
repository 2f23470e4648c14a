"""How strong a network is without look-ahead: matches over fixed deals, seats swapped."""

from typing import Final

from kahuna.ai.choose import Desk, choose_draw, choose_handicap, choose_plays
from kahuna.ai.network import Weights, score_of
from kahuna.ai.training.tables import Tables, advance, as_known, deal, end_turn, new_row
from kahuna.ai.turns import enumerate_turns, way
from kahuna.board import LINES_AT, MAJORITY, N_ISLANDS
from kahuna.compiled.jit import jit
from kahuna.playout import next_random, random_action, random_end, seed_rng
from kahuna.rules.cards import size
from kahuna.rules.state import HANDICAP, NEW_ROW, NOBODY, OVER, PLAY, State

NETWORK: Final = 0
GREEDY: Final = 1
RANDOM: Final = 2


@jit
def greedy_value(my: int, their: int, cards: int) -> float:
    """Return what bridges are worth to a player who looks no further, and cards in hand."""
    value = 1.5 * cards + 0.2 * (my.bit_count() - their.bit_count())
    for island in range(N_ISLANDS):
        own, others = (my & LINES_AT[island]).bit_count(), (their & LINES_AT[island]).bit_count()
        if own >= MAJORITY[island]:
            value += 10.0
        elif others >= MAJORITY[island]:
            value -= 10.0
        else:
            value += 4.0 * (own * own - others * others) / (MAJORITY[island] * MAJORITY[island])
    return value


@jit
def greedy_plays(state: State, desk: Desk) -> int:
    """Return the outcome that looks best at once; in the last turns cards are worth nothing."""
    n = enumerate_turns(state, desk.room)
    room, best, best_value = desk.room, 0, -1e9
    for k in range(n):
        cards = size(room.hand[k]) if state.last_turns == 0 else 0
        value = greedy_value(room.mine[k], room.theirs[k], cards) + 1000.0 * room.over[k]
        if value > best_value:
            best, best_value = k, value
    return best


@jit
def play_turn(
    tables: Tables, kind: int, weights: Weights, desk: Desk, rng: int
) -> tuple[Tables, int]:
    """Let a player of that kind play a turn."""
    seat = tables.truth.turn.mover
    if kind == RANDOM:
        while tables.truth.turn.mover == seat and tables.truth.turn.phase == PLAY:
            action, rng = random_action(tables.truth, rng)
            tables = advance(tables, action)
        return tables, rng
    state = as_known(tables, seat)
    network = kind == NETWORK
    best = choose_plays(state, weights, desk)[1] if network else greedy_plays(state, desk)
    for step in range(way(desk.room, best, desk.way)):
        tables = advance(tables, desk.way[step])
    if tables.truth.turn.phase == OVER:
        return tables, rng
    if network:
        best = choose_draw(as_known(tables, seat), weights, desk)[1]
        return end_turn(tables, desk.draws[best], rng)
    rng = next_random(rng)
    action, rng = random_end(tables.truth, rng)
    return advance(tables, action), rng


@jit
def play_match_game(
    tables: Tables, kinds: tuple[int, int], white: Weights, black: Weights, desk: Desk, rng: int
) -> float:
    """Play a game to its end; return White's score."""
    while tables.truth.turn.phase != OVER:
        seat = tables.truth.turn.mover
        weights = white if seat == 0 else black
        if tables.truth.turn.phase == NEW_ROW:
            tables, rng = new_row(tables, rng)
        elif tables.truth.turn.phase == HANDICAP:
            tables = advance(tables, choose_handicap(as_known(tables, seat), weights, desk))
        else:
            tables, rng = play_turn(tables, kinds[seat], weights, desk, rng)
    return score_of(tables.truth, 0)


@jit
def match(
    kinds: tuple[int, int],
    weights: Weights,
    other: Weights,
    variants: int,
    deals: int,
    seed: int,
    desk: Desk,
) -> float:
    """Play each deal twice, seats swapped; return the first player's share of the points."""
    total = 0.0
    for n in range(deals):
        for swapped in range(2):
            tables, rng = deal(variants, n & 1, 0, NOBODY, seed_rng(seed + n))
            if swapped:
                total += 1.0 - play_match_game(
                    tables, (kinds[1], kinds[0]), other, weights, desk, rng
                )
            else:
                total += play_match_game(tables, kinds, weights, other, desk, rng)
    return total / (2 * deals)
