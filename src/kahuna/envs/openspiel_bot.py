"""OpenSpiel's information-set tree search as a player for the arena.

The search is OpenSpiel's own (`open_spiel.python.algorithms.ismcts`): Python, with
a node for each information state. Hidden cards come from the player's belief. Leaves
are judged by random playouts: with ``playouts="compiled"``, those of this package, many
times as many in the same time; with ``playouts="openspiel"``, OpenSpiel's own.
"""

from collections.abc import Callable
from typing import Final, Literal

import numpy as np

from kahuna.ai.belief import Belief
from kahuna.ai.budget import Budget
from kahuna.ai.player import Alternative, Decision, Limit
from kahuna.compiled import jit
from kahuna.envs.chance import Agreed
from kahuna.envs.encoding import token
from kahuna.envs.history import Known
from kahuna.envs.openspiel_game import GAME_TYPE, SEEDS, KahunaGame, KahunaState, parameters
from kahuna.playout import playout, seed_rng
from kahuna.rules.state import HANDICAP, PLAY, State
from kahuna.view import View

try:
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts
except ImportError as error:
    raise ImportError(
        "this player needs OpenSpiel: pip install 'kahuna[research]'", name="open_spiel"
    ) from error

EXPLORATION: Final = 1.4  # for results from -1 to 1
SHARE_OF_REST: Final = 0.75  # of the time left, for each action of the turn
Playouts = Literal["compiled", "openspiel"]
Resample = Callable[[], KahunaState]


@jit
def _random_winner(state: State, seed: int) -> int:
    """Return who wins a game that goes on at random."""
    return playout(state, seed_rng(seed))[0].winner


class CompiledPlayouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]  # OpenSpiel has no types
    """Judges a state by one random playout, as machine code."""

    def __init__(self, luck: np.random.RandomState) -> None:
        """Take the generator that the search uses."""
        super().__init__(1, luck)
        self.luck = luck

    def evaluate(self, state: KahunaState) -> list[float]:
        """Return the result of a game that goes on at random."""
        winner = _random_winner(state.moment.state, self.luck.randint(SEEDS))
        return [float((winner == 0) - (winner == 1)), float((winner == 1) - (winner == 0))]


class TimedBot(ismcts.ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's bot, thinking as long as a budget lasts; its tree stays for the next action."""

    def think(self, resample: Resample, budget: Budget, until: float) -> ismcts.ISMCTSNode:
        """Simulate for a share of the budget, at least until something was tried."""
        root = self.lookup_or_create_node(resample())
        while portion := budget.portion(until):
            for _ in range(portion):
                self.run_simulation(resample())
            budget.spend(portion)
        while root.total_visits < 1:
            self.run_simulation(resample())
        return root


class OpenSpielIsmctsPlayer:
    """Plays what OpenSpiel's search visited most, an action after the other."""

    name = "openspiel"

    def __init__(self, seed: int = 0, playouts: Playouts = "compiled") -> None:
        """Take the seed: with a limit of nodes the same one plays the same turn."""
        self.seed, self.playouts = seed, playouts

    def decide(self, view: View, limit: Limit) -> Decision:
        """Return the turn; nodes are simulations."""
        budget = Budget(limit)
        luck = np.random.RandomState((self.seed + 7919 * len(view.track.actions)) % SEEDS)
        game = _game(view)
        bot, first, turn = self._bot(game, luck), list[Alternative](), list[str]()
        while True:
            best = self._choose(bot, game, view, budget, luck)
            first = first or best
            turn.append(best[0].tokens[0])
            if turn[-1][0] in "+-":
                break
            phase, view = view.phase, view.after(turn[-1])
            if view.phase != phase or view.state.turn.phase not in (HANDICAP, PLAY):
                break
        return Decision(tuple(turn), first[0].win_probability, budget.done, tuple(first))

    def _bot(self, game: KahunaGame, luck: np.random.RandomState) -> TimedBot:
        """Return a bot with an empty tree."""
        own = self.playouts == "compiled"
        evaluator = CompiledPlayouts(luck) if own else mcts.RandomRolloutEvaluator(1, luck)
        return TimedBot(game, evaluator, EXPLORATION, max_simulations=0, random_state=luck)

    @staticmethod
    def _choose(
        bot: TimedBot, game: KahunaGame, view: View, budget: Budget, luck: np.random.RandomState
    ) -> list[Alternative]:
        """Return the actions that were tried, the most visited first."""
        known, belief = Known(view.track), Belief(view)

        def resample() -> KahunaState:
            return game.supposed(known, belief.sample(luck.randint(SEEDS)))

        until = budget.share_used + SHARE_OF_REST * (1 - budget.share_used)
        root = bot.think(resample, budget, until)
        tried = sorted(root.child_info.items(), key=lambda child: -child[1].visits)
        return [
            Alternative((token(number, view.state),), (1 + child.value()) / 2)
            for number, child in tried
        ]


def _game(view: View) -> KahunaGame:
    """Return OpenSpiel's game with what was agreed in the view."""
    setup = view.track.setup
    agreed = Agreed(setup.starts, setup.variants, setup.handicap)
    game: KahunaGame = pyspiel.load_game(GAME_TYPE.short_name, parameters(agreed))
    return game
