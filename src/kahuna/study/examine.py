"""One position, its turns judged: what the mover could know, and no hindsight.

All turns are judged in one search, the one that was played among them, so that they can be
compared: what a turn loses is its distance to the best, never less than nothing.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from kahuna.ai import weights as packaged
from kahuna.ai.belief.parts import Floats, Ints
from kahuna.ai.choose import Desk, choose_draw, choose_plays, make_desk
from kahuna.ai.network import Weights
from kahuna.ai.search import Settings
from kahuna.ai.search.candidates import Candidates, find_candidates, make_candidates
from kahuna.ai.search.lookahead import Outlook, look_many
from kahuna.ai.search.outlook import outlook_of
from kahuna.ai.turns import way
from kahuna.errors import KahunaError
from kahuna.rules.state import OVER, PLAY, SEATS, State
from kahuna.rules.step import apply
from kahuna.study.depth import STANDARD, Depth
from kahuna.study.effect import NO_DRAW, Turn, effect_of, ended
from kahuna.study.endgame import judge_all_last_but_one, judge_last_but_one
from kahuna.study.judged import Examined, Judged
from kahuna.study.race import most_worlds, race
from kahuna.view import View

SETTINGS: Final = Settings()
SHOWN_LAST: Final = 12  # turns told of in the last turns, where all are known


class Examiner:
    """Judges positions, always in the same way for the same seed. It belongs to one thread."""

    def __init__(
        self, depth: Depth = STANDARD, seed: int = 0, weights: Weights | None = None
    ) -> None:
        """Take the depth, and the seed that worlds are drawn with."""
        self.depth, self.seed = depth, seed
        self.weights = weights or packaged.load()
        self.desk: Desk = make_desk()

    def examine(self, view: View, asked: Sequence[Turn] = ()) -> Examined:
        """Judge the turns of the viewer, who is to move, and those asked for in any case."""
        state = view.state
        if state.turn.phase != PLAY or SEATS[state.turn.mover] != view.viewer:
            raise KahunaError("only a position in which the viewer is to play can be examined")
        if state.last_turns == 1:
            return self._count(state)  # all turns are there
        if state.last_turns == 2:
            outlook = outlook_of(view, self.seed, SETTINGS, 1)
            found = judge_last_but_one(outlook, self.weights, self.desk, asked, SHOWN_LAST)
            return _ranked(state, *found, exact=True)
        return self._look_ahead(view, asked)

    def estimate(self, view: View) -> float:
        """Return the viewer's probability of winning while the other player is to move."""
        state = view.state
        if state.turn.phase != PLAY or SEATS[state.turn.mover] == view.viewer:
            raise KahunaError("only a position in which the other is to play can be estimated")
        worlds = self.depth.worlds
        outlook = outlook_of(view, self.seed, SETTINGS, worlds)
        waiting, values = make_candidates(1), np.zeros((worlds, 1))
        waiting.draws[0] = NO_DRAW  # a turn of nothing at all
        self._look(outlook, waiting, np.zeros(1, np.int64), 0, worlds, values)
        return float(values.mean())

    def solve(self, view: View) -> Examined | None:
        """Return all last turns of a position with exact values; None if there are too many."""
        if view.state.last_turns == 1:
            return self._count(view.state)
        outlook = outlook_of(view, self.seed, SETTINGS, 1)
        found = judge_all_last_but_one(outlook, self.weights, self.desk)
        return None if found is None else _ranked(view.state, *found, exact=True)

    def wins_at_once(self, state: State) -> list[Turn]:
        """Return all turns that leave the opponent without a bridge, the shortest first (R10.2)."""
        n = choose_plays(state, self.weights, self.desk)[0]
        won = np.flatnonzero(self.desk.room.over[:n])
        turns = [Turn(self._plays(int(outcome)), NO_DRAW) for outcome in won]
        return sorted(turns, key=lambda turn: len(turn.plays))

    def with_wins(self, view: View) -> Examined:
        """Judge the turns together with all that win at once."""
        state = view.state
        wins = [Judged(t, effect_of(state, t), 1.0) for t in self.wins_at_once(state)]
        others = [judged for judged in self.examine(view).turns if judged.turn.draw != NO_DRAW]
        return Examined((*wins, *others), exact=bool(wins))

    def number_of_turns(self, state: State) -> int:
        """Return how many plays there are to choose from, whatever is drawn then."""
        return choose_plays(state, self.weights, self.desk)[0]

    def _count(self, state: State) -> Examined:
        """Judge the very last turn, which is counted and not guessed (R9.2)."""
        n = choose_plays(state, self.weights, self.desk)[0]
        values = self.desk.values[:n].tolist()
        turns = [ended(state, self._plays(outcome)) for outcome in range(n)]
        return _ranked(state, turns, values, exact=True)

    def _plays(self, outcome: int) -> tuple[int, ...]:
        """Return the plays that lead to an outcome."""
        length = way(self.desk.room, outcome, self.desk.way)
        return tuple(int(action) for action in self.desk.way[:length])

    def _look_ahead(self, view: View, asked: Sequence[Turn]) -> Examined:
        """Judge by looking ahead in sampled worlds."""
        state, most = view.state, self.depth.most
        found = make_candidates(most + len(asked))
        listed = Candidates(
            found.ways[:most], found.lengths[:most], found.draws[:most], found.priors[:most]
        )
        n = find_candidates(state, self.weights, self.desk, self.depth.wide, listed)
        turns = [turn_at(found, k) for k in range(n)]
        effects = [effect_of(state, turn) for turn in turns]
        keep: list[int] = []
        for turn in asked:
            effect = effect_of(state, turn)
            if effect not in effects:
                _put(found, len(turns), turn)
                turns.append(turn)
                effects.append(effect)
            keep.append(effects.index(effect))
        kept = np.array(sorted(set(keep)), np.int64)
        outlook = outlook_of(
            view, self.seed, SETTINGS, most_worlds(self.depth, len(turns), len(kept))
        )

        def look(alive: Ints, start: int, worlds: int, values: Floats) -> None:
            self._look(outlook, found, alive, start, worlds, values)

        values = race(look, self.depth, len(turns), kept)
        return _ranked(state, turns, values.tolist(), exact=False)

    def _look(
        self,
        outlook: Outlook,
        found: Candidates,
        alive: Ints,
        start: int,
        worlds: int,
        values: Floats,
    ) -> None:
        items = np.arange(worlds * len(alive))
        look_many(outlook, found, alive, start, items, self.weights, self.desk, values)

    def first_impression(self, state: State) -> Turn:
        """Return the turn that the network likes without looking ahead."""
        plays, after = self._plays(choose_plays(state, self.weights, self.desk)[1]), state
        for action in plays:
            after = apply(after, action)
        if after.turn.phase == OVER:
            return Turn(plays, NO_DRAW)
        draw = choose_draw(after, self.weights, self.desk)[1]
        return Turn(plays, int(self.desk.draws[draw]))


def turn_at(found: Candidates, k: int) -> Turn:
    """Return the k-th of the network's turns."""
    plays = tuple(int(action) for action in found.ways[k, : found.lengths[k]])
    return Turn(plays, int(found.draws[k]))


def _put(found: Candidates, k: int, turn: Turn) -> None:
    found.ways[k, : len(turn.plays)] = turn.plays
    found.lengths[k], found.draws[k] = len(turn.plays), turn.draw


def _ranked(
    state: State, turns: Sequence[Turn], values: Sequence[float], *, exact: bool
) -> Examined:
    """Return the turns with their values, best first; among equals in the order given."""
    order = sorted(range(len(turns)), key=lambda k: -values[k])
    return Examined(
        tuple(Judged(turns[k], effect_of(state, turns[k]), values[k]) for k in order), exact
    )
