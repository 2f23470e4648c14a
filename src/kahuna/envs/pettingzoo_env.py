"""Kahuna for PettingZoo: two agents, one action at a time, with action masks.

>>> from kahuna.envs import kahuna_v0
>>> env = kahuna_v0.env(variants="1", handicap=("black", 2))
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, ended, cut_off, info = env.last()
...     env.step(None if ended else env.action_space(agent).sample(seen["action_mask"]))
"""

from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding

from kahuna.envs.encoding import N_ACTIONS, Mask, action_mask, token
from kahuna.envs.observation import SIZE, Vector, observation
from kahuna.game import Game
from kahuna.notation import Seat, Variants

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        "kahuna_v0 needs PettingZoo: pip install 'kahuna[research]'", name="pettingzoo"
    ) from error

Agent: TypeAlias = Literal["white", "black"]
Observed: TypeAlias = dict[str, Vector | Mask]

AGENTS: tuple[Agent, Agent] = ("white", "black")  # in the order of the seats
SEATS: dict[Agent, Seat] = {"white": "White", "black": "Black"}
SEED_BYTES = 16


def env(**options: Any) -> AECEnv:
    """Return the environment with PettingZoo's usual guards; who acts illegally has lost."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """A game of Kahuna in which an agent does one action of its turn at a time.

    An observation is a dict: ``observation``, what the agent's seat knows, and
    ``action_mask``, a 1 for each action it may take now. The reward comes at the end:
    1 for the winner, -1 for the loser, 0 for both in a draw.

    `variants` are ``none``, ``1``, ``2`` or ``1 2``; `starts` is an agent, or None for
    one at random; `handicap` is an agent and its number of bridges. The options of
    `reset` may name the same for a single game.
    """

    metadata = {  # noqa: RUF012 - as PettingZoo has it
        "name": "kahuna_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variants: Variants = "none",
        starts: Agent | None = None,
        handicap: tuple[Agent, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Keep what is agreed; `reset` deals."""
        EzPickle.__init__(self, variants, starts, handicap, render_mode)
        super().__init__()
        self.agreed = {"variants": variants, "starts": starts, "handicap": handicap}
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[Agent] = []
        self._luck, _ = seeding.np_random()
        self._actions = {agent: spaces.Discrete(N_ACTIONS) for agent in AGENTS}
        self._observations = {agent: _space() for agent in AGENTS}

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self._observations[agent]

    def action_space(self, agent: Agent) -> "spaces.Discrete[np.int64]":
        """Return the space of an agent's actions; `kahuna.envs.encoding` says which is which."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed brings the same cards for the same actions."""
        if seed is not None:
            self._luck, _ = seeding.np_random(seed)
        named = {name: value for name, value in (options or {}).items() if name in self.agreed}
        self.game = self._deal(**{**self.agreed, **named})
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._mover()

    def observe(self, agent: Agent) -> Observed:
        """Return what the agent's seat knows, and what it may do."""
        state, seat = self.game.view(SEATS[agent]).state, AGENTS.index(agent)
        return {"observation": observation(state, seat), "action_mask": action_mask(state, seat)}

    def step(self, action: int | None) -> None:
        """Do an action for the agent whose move it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.game.play(token(int(action), self.game.state))
        self._clear_rewards()
        if self.game.is_over:
            self._finish()
        else:
            self.agent_selection = self._mover()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board in characters, if the render mode is ``ansi``."""
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to be closed."""

    def _deal(
        self, variants: Variants, starts: Agent | None, handicap: tuple[Agent, int] | None
    ) -> Game:
        """Return a new game, all of its chance from the environment's own generator."""
        seed = self._luck.bytes(SEED_BYTES)
        starter = AGENTS[self._luck.integers(2)] if starts is None else starts
        weaker = None if handicap is None else (SEATS[handicap[0]], handicap[1])
        return Game(seed=seed, variants=variants, starts=SEATS[starter], handicap=weaker)

    def _mover(self) -> Agent:
        return AGENTS[self.game.state.turn.mover]

    def _finish(self) -> None:
        """End the game for both, with their rewards."""
        self.terminations = dict.fromkeys(AGENTS, True)
        if self.game.result != "Draw":
            for agent in AGENTS:
                self.rewards[agent] = 1.0 if SEATS[agent] == self.game.result else -1.0


def _space() -> spaces.Dict:
    """Return the space of observations."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
        }
    )
