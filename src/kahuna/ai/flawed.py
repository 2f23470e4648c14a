"""A player that errs as people do.

It sees only some of its possible turns, the longer ones less often; it misjudges what
it sees, and is too fond of islands at once; it forgets cards that it saw the
opponent take; and it never thinks about the reply. What it does always looks
sensible to itself: nothing is played by lot.
"""

import zlib
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kahuna.ai import greedy
from kahuna.ai import weights as packaged
from kahuna.ai.belief.parts import Ints
from kahuna.ai.choose import Desk, choose_draw, choose_handicap, choose_plays, make_desk
from kahuna.ai.greedy import worth
from kahuna.ai.network import Weights
from kahuna.ai.player import Alternative, Decision, Limit
from kahuna.ai.turns import Room, way
from kahuna.board import N_ISLANDS
from kahuna.compiled.jit import jit, register
from kahuna.notation import tokens
from kahuna.rules.cards import count, one, size
from kahuna.rules.state import HANDICAP, OVER, WHITE, State, Table, theirs
from kahuna.rules.step import apply
from kahuna.view import View

register(greedy)

NAIVE_SCALE = 0.2  # what a point of `greedy.worth` is, as a logit
SHOWN = 5

Doubles: TypeAlias = NDArray[np.float64]


class Flaws(NamedTuple):
    """How a player errs; 0 (and attention 1) is not at all."""

    attention: float = 1.0  # how likely each further play of a turn is thought of
    noise: float = 0.0  # how far judgements are off, as a logit
    naive: float = 0.0  # how much what lies on the board counts, against the network, 0 to 1
    forgets: float = 0.0  # how likely a card seen taken is forgotten


@jit
def naive_values(room: Room, n: int, into: Doubles, lengths: Ints, plays: Ints) -> None:
    """Judge outcomes by the bridges alone, and count the plays of each."""
    for k in range(n):
        into[k] = NAIVE_SCALE * worth(room.mine[k], room.theirs[k])
        lengths[k] = way(room, k, plays)


class FlawedPlayer:
    """Chooses by the network, with flaws; needs no time."""

    def __init__(
        self, name: str, flaws: Flaws, seed: int = 0, weights: Weights | None = None
    ) -> None:
        """Take the seed: the same one errs in the same way in the same position."""
        self.name, self.flaws, self.seed = name, flaws, seed
        self.weights = weights or packaged.load()
        self.desk: Desk = make_desk()

    def decide(self, view: View, limit: Limit) -> Decision:  # noqa: ARG002 - needs no time
        """Return the turn that seems best."""
        history = np.array(view.track.actions, np.int64)
        rng = np.random.default_rng(zlib.crc32(history.tobytes(), self.seed & 0xFFFFFFFF))
        state = forget(view.state, self.flaws.forgets, rng)
        if state.turn.phase == HANDICAP:
            return Decision(self._handicap(state))
        scores = self._judge(state, rng)
        order = np.argsort(-scores, kind="stable")[:SHOWN]
        order = order[np.isfinite(scores[order])]
        ways = [self._plays(int(outcome)) for outcome in order]
        alternatives = tuple(
            Alternative(self._turn(state, plays, rng), chance_of(float(scores[outcome])))
            for plays, outcome in zip(ways, order, strict=True)
        )
        best = alternatives[0]
        return Decision(best.tokens, best.win_probability, 1, alternatives)

    def _judge(self, state: State, rng: np.random.Generator) -> Doubles:
        """Return how good each outcome of the turn's plays seems, as a logit."""
        flaws, desk = self.flaws, self.desk
        n = choose_plays(state, self.weights, desk)[0]
        naive, lengths = np.zeros(n), np.zeros(n, np.int64)
        naive_values(desk.room, n, naive, lengths, desk.way)
        scores: Doubles = (1 - flaws.naive) * logits(desk.values[:n]) + flaws.naive * naive
        scores += flaws.noise * rng.standard_normal(n)
        noticed = rng.random(n) < flaws.attention**lengths
        noticed[0] = True
        return np.where(noticed, scores, -np.inf)

    def _plays(self, outcome: int) -> list[int]:
        """Return the plays that lead to an outcome."""
        length = way(self.desk.room, outcome, self.desk.way)
        return [int(action) for action in self.desk.way[:length]]

    def _turn(self, state: State, plays: list[int], rng: np.random.Generator) -> tuple[str, ...]:
        """Return the plays, and the draw that seems best after them, as tokens."""
        mover = state.turn.mover
        for action in plays:
            state = apply(state, action)
        if state.turn.phase != OVER:
            n = choose_draw(state, self.weights, self.desk)[0]
            scores = logits(self.desk.draw_values[:n])
            scores += self.flaws.noise / 2 * rng.standard_normal(n)
            plays = [*plays, int(self.desk.draws[int(np.argmax(scores))])]
        return tuple(tokens.name(action, mover) for action in plays)

    def _handicap(self, state: State) -> tuple[str, ...]:
        """Return the handicap bridges (R2.3)."""
        turn: list[str] = []
        while state.turn.phase == HANDICAP:
            action = choose_handicap(state, self.weights, self.desk)
            turn.append(tokens.name(action, state.turn.mover))
            state = apply(state, action)
        return tuple(turn)


def logits(chances: NDArray[np.float32]) -> Doubles:
    """Return probabilities as logits, none of them infinite."""
    clipped = np.clip(chances.astype(np.float64), 1e-4, 1 - 1e-4)
    return np.log(clipped / (1 - clipped))


def chance_of(logit: float) -> float:
    """Return a logit as a probability."""
    return float(1 / (1 + np.exp(-logit)))


def forget(state: State, chance: float, rng: np.random.Generator) -> State:
    """Return the position with cards that the opponent was seen to take forgotten."""
    other, gone = theirs(state), 0
    for island in range(N_ISLANDS):
        for _ in range(count(other.hand - other.open, island)):
            if rng.random() < chance:
                gone += one(island)
    if gone == 0:
        return state
    other = other._replace(hand=other.hand - gone, hidden=other.hidden + size(gone))
    old = state.table
    table = Table(old.row, old.pile, old.unseen + gone, old.discard, old.buried)
    state = state._replace(table=table)
    white_moves = state.turn.mover == WHITE
    return state._replace(black=other) if white_moves else state._replace(white=other)
