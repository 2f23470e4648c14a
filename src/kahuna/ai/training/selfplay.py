"""Games of the network against itself or a frozen one, and what they teach: TD(lambda).

A player's positions of a game, one for each stage of each turn, form a chain. What
a position should have been judged is mixed from the judgement of the next one in
the chain and from what came of it in the end:

    target(t) = (1 - lambda) * next(t) + lambda * target(t + 1)

`next(t)` is the best there was, on average over chance: after a turn begins, the
value of the best plays; after the plays, the average value of the best draw; after
the draw, the value of the best plays in the player's next turn.

Also where a game explores, a target is made from what followed, not from what would
have been best: the best of many judgements is on average judged too well, and only
playing it out corrects that. With the chain cut there, a network that won half of its
games expected to win 72 % of them in round 1.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kahuna.ai.choose import Desk, choose_draw, choose_handicap, choose_plays
from kahuna.ai.features import SLOTS, TO_DRAW, TO_PLAY, WAITING, fill
from kahuna.ai.network import Floats, Weights, score_of
from kahuna.ai.training import strength
from kahuna.ai.training.tables import Tables, advance, as_known, deal, end_turn, new_row
from kahuna.ai.turns import way
from kahuna.compiled.jit import jit
from kahuna.playout import below, next_random, random_action, seed_rng
from kahuna.rules.state import BLACK, HANDICAP, NEW_ROW, NOBODY, OVER, WHITE

MAX_POSITIONS: Final = 1200  # of a game; longer ones, which hardly exist, are cut off
MANY: Final = 4096  # outcomes among which exploration looks

Bytes = npt.NDArray[np.int8]


class Lessons(NamedTuple):
    """Positions, and what they should have been judged."""

    slots: npt.NDArray[np.int16]
    stage: Bytes
    target: Floats
    # While a game is played:
    seat: Bytes
    next: Floats  # -1 where the game ended


class Manner(NamedTuple):
    """How self-play explores and learns."""

    explore: float  # how often a turn's plays, and its draw, are not the best
    heat: float  # how far from the best the plays then are
    decay: float  # the lambda above


class Frozen(NamedTuple):
    """A seat whose network does not learn: it plays its best, and nothing of it is noted."""

    seat: int  # NOBODY, if the network plays against itself
    weights: Weights


def make_lessons(size: int) -> Lessons:
    """Return room for so many positions."""
    return Lessons(
        np.zeros((size, SLOTS), np.int16),
        np.zeros(size, np.int8),
        np.zeros(size, np.float32),
        np.zeros(size, np.int8),
        np.zeros(size, np.float32),
    )


@jit
def chance(rng: int) -> float:
    """Turn a generator state into a number between 0 and 1."""
    return (rng - 0.5) / 4294967296.0


@jit
def note(tables: Tables, seat: int, stage: int, lessons: Lessons, at: int) -> int:
    """Note the position as the seat knows it; return the place for the next note."""
    fill(as_known(tables, seat), seat, stage, lessons.slots[at])
    lessons.stage[at] = stage
    lessons.seat[at] = seat
    lessons.next[at] = -1.0
    return at + 1


@jit
def explore_plays(values: Floats, n: int, heat: float, rng: int) -> tuple[int, int]:
    """Return outcomes by lot, better ones more likely, and the generator."""
    best, best_value = 0, -1e9
    for k in range(min(n, MANY)):
        rng = next_random(rng)
        value = min(max(values[k], 1e-4), 1 - 1e-4)
        value = np.log(value / (1 - value)) - heat * np.log(-np.log(chance(rng)))
        if value > best_value:
            best, best_value = k, value
    return best, rng


@jit
def play_turn(
    tables: Tables,
    weights: Weights,
    desk: Desk,
    manner: Manner,
    lessons: Lessons,
    at: int,
    last: int,
    rng: int,
) -> tuple[Tables, int, int]:
    """Play a turn and note its positions; `last` is where the player's last one is, or -1."""
    seat = tables.truth.turn.mover
    state = as_known(tables, seat)
    begin = at
    at = note(tables, seat, TO_PLAY, lessons, at)
    n, best = choose_plays(state, weights, desk)
    value = desk.values[best]
    lessons.next[begin] = value
    if last >= 0:
        lessons.next[last] = value
    rng = next_random(rng)
    if chance(rng) < manner.explore and state.last_turns != 1:
        best, rng = explore_plays(desk.values, n, manner.heat, rng)
    length = way(desk.room, best, desk.way)
    for step in range(length):
        tables = advance(tables, desk.way[step])
    if tables.truth.turn.phase == OVER:
        return tables, at, rng
    if state.last_turns != 1:
        at = note(tables, seat, TO_DRAW, lessons, at)
    n, best = choose_draw(as_known(tables, seat), weights, desk)
    rng = next_random(rng)
    if state.last_turns != 1:
        lessons.next[at - 1] = desk.draw_values[best]
        if n > 1 and chance(rng) < manner.explore:
            rng = next_random(rng)
            best = below(rng, n)
    tables, rng = end_turn(tables, desk.draws[best], rng)
    if tables.truth.turn.phase != OVER:
        at = note(tables, seat, WAITING, lessons, at)
    return tables, at, rng


@jit
def set_targets(lessons: Lessons, start: int, end: int, score: float, decay: float) -> None:
    """Work out the targets of a game's positions; `score` is White's."""
    white, black = score, 1.0 - score
    for at in range(end - 1, start - 1, -1):
        target = white if lessons.seat[at] == 0 else black
        if lessons.next[at] >= 0.0:
            target = (1.0 - decay) * lessons.next[at] + decay * target
        lessons.target[at] = target
        if lessons.seat[at] == 0:
            white = target
        else:
            black = target


@jit
def play_game(
    tables: Tables,
    weights: Weights,
    frozen: Frozen,
    desk: Desk,
    manner: Manner,
    lessons: Lessons,
    start: int,
    rng: int,
) -> tuple[int, int]:
    """Play a game from its deal on; return where its positions end, and the generator."""
    at, lasts = start, (-1, -1)
    while tables.truth.turn.phase != OVER and at < start + MAX_POSITIONS - 3:
        phase, seat = tables.truth.turn.phase, tables.truth.turn.mover
        if phase == HANDICAP:
            own = frozen.weights if seat == frozen.seat else weights
            action = choose_handicap(as_known(tables, seat), own, desk)
            rng = next_random(rng)
            if seat != frozen.seat and chance(rng) < 0.5:
                action, rng = random_action(tables.truth, rng)
            tables = advance(tables, action)
        elif phase == NEW_ROW:
            tables, rng = new_row(tables, rng)
        elif seat == frozen.seat:
            tables, rng = strength.play_turn(tables, strength.NETWORK, frozen.weights, desk, rng)
        else:
            tables, at, rng = play_turn(
                tables, weights, desk, manner, lessons, at, lasts[seat], rng
            )
            lasts = (at - 1, lasts[1]) if seat == 0 else (lasts[0], at - 1)
    set_targets(lessons, start, at, score_of(tables.truth, 0), manner.decay)
    return at, rng


@jit
def self_play(
    weights: Weights,
    other: Weights,
    exploit: bool,
    desk: Desk,
    manner: Manner,
    lessons: Lessons,
    games: int,
    seed: int,
) -> int:
    """Play games of all kinds; return how many positions were noted.

    Half of the games are standard; a fifth of all has a handicap (R2.3, R11). To exploit is
    to play against the other network, frozen, with White in every second game.
    """
    at, rng = 0, seed_rng(seed)
    for n in range(games):
        rng = next_random(rng)
        kind = below(rng, 6)
        variants = max(0, kind - 2)
        rng = next_random(rng)
        handicap = max(0, below(rng, 15) - 11)
        rng = next_random(rng)
        starter, weaker = rng & 1, rng >> 1 & 1
        tables, rng = deal(variants, starter, handicap, weaker, rng)
        frozen = Frozen((BLACK if n & 1 == 0 else WHITE) if exploit else NOBODY, other)
        at, rng = play_game(tables, weights, frozen, desk, manner, lessons, at, rng)
    return at
