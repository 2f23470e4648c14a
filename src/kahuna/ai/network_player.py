"""The network as a player, without look-ahead: the best plays, then the best draw."""

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from kahuna.ai import weights
from kahuna.ai.choose import Desk, choose_draw, choose_handicap, choose_plays, make_desk
from kahuna.ai.network import Weights
from kahuna.ai.player import Alternative, Decision, Limit
from kahuna.ai.turns import way
from kahuna.notation import tokens
from kahuna.rules.state import HANDICAP, OVER, State
from kahuna.rules.step import apply
from kahuna.view import View

ALTERNATIVES = 5


@dataclass
class NetworkPlayer:
    """A player that judges every outcome of its turn by the network, and looks no further.

    It thinks far less than a millisecond a turn, so it needs no limit; and it leaves nothing
    to chance, so the seed does not matter.
    """

    name: str = "network"
    seed: int = 0
    network: Weights = field(default_factory=weights.load, repr=False)
    desk: Desk = field(default_factory=make_desk, repr=False)

    def decide(self, view: View, limit: Limit) -> Decision:  # noqa: ARG002 - needs no time
        """Return the turn to play, or the handicap bridges to place, for the viewer to move."""
        if view.viewer != view.mover:
            raise ValueError(f"{view.viewer} is not to move")
        state = view.state
        if state.turn.phase == HANDICAP:
            return self._place_handicap(state)
        n, best = choose_plays(state, self.network, self.desk)
        ranked = sorted(range(n), key=lambda k: -self.desk.values[k])[:ALTERNATIVES]
        judged = [(k, float(self.desk.values[k]), self._way(k)) for k in ranked]
        actions = self._way(best)
        value = float(self.desk.values[best])
        turn, value = self._with_draw(state, actions, value)
        others = [
            Alternative(self._with_draw(state, way_, worth)[0], worth)
            for k, worth, way_ in judged
            if k != best
        ]
        return Decision(turn, value, n, (Alternative(turn, value), *others))

    def _way(self, outcome: int) -> list[int]:
        length = way(self.desk.room, outcome, self.desk.way)
        return [int(action) for action in self.desk.way[:length]]

    def _with_draw(
        self, state: State, actions: list[int], value: float
    ) -> tuple[tuple[str, ...], float]:
        """Return the tokens of a whole turn with the best draw, and what it is worth."""
        mover, turn = state.turn.mover, []
        for action in actions:
            turn.append(tokens.name(action, mover))
            state = apply(state, action)
        if state.turn.phase == OVER:
            return tuple(turn), value
        _, best = choose_draw(state, self.network, self.desk)
        turn.append(tokens.name(int(self.desk.draws[best]), mover))
        return tuple(turn), float(self.desk.draw_values[best])

    def _place_handicap(self, state: State) -> Decision:
        """Return all bridges of the handicap, one after another (R2.3)."""
        mover, turn = state.turn.mover, []
        while state.turn.phase == HANDICAP:
            action = choose_handicap(state, self.network, self.desk)
            turn.append(tokens.name(action, mover))
            state = apply(state, action)
        return Decision(tuple(turn))


def network_player(file: str = "") -> NetworkPlayer:
    """Return the player with the network of that file, or with the packaged one."""
    return NetworkPlayer(f"network:{file}", network=read_once(file)) if file else NetworkPlayer()


@lru_cache(maxsize=4)  # a match makes the same players anew for each game
def read_once(file: str) -> Weights:
    """Return the network of a file as it was when first asked for."""
    return weights.read(Path(file))
