"""Kahuna as PettingZoo's own tests want it, and a game in which agents act as they should."""

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test

from kahuna.envs import kahuna_v0
from kahuna.envs.encoding import index
from kahuna.notation.setup import VARIANTS
from kahuna.notation.tokens import parse

# PettingZoo's advice about names and about observations that are not plain arrays.
ADVICE = [
    "ignore:We recommend agents to be named",
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",  # of an agent whose game is over
]


def play(env: AECEnv, seed: int) -> dict[str, float]:
    """Play a random game; return the rewards."""
    env.reset(seed=seed)
    rewards: dict[str, float] = {}
    rng = np.random.default_rng(seed)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        choices = np.flatnonzero(seen["action_mask"])
        env.step(None if ended else rng.choice(choices))
    return rewards


@pytest.mark.filterwarnings(*ADVICE)
@pytest.mark.parametrize("variants", VARIANTS)
def test_it_passes_the_api_test_of_pettingzoo(variants: str) -> None:
    api_test(kahuna_v0.env(variants=variants, handicap=("black", 2)), num_cycles=100)


@pytest.mark.parametrize("variants", VARIANTS)
def test_it_passes_the_seed_test_of_pettingzoo(variants: str) -> None:
    seed_test(lambda: kahuna_v0.env(variants=variants), num_cycles=100)


def test_the_winner_gets_what_the_loser_loses() -> None:
    env = kahuna_v0.env()
    results = [play(env, seed) for seed in range(4)]
    assert {tuple(sorted(rewards.values())) for rewards in results} <= {(-1, 1), (0, 0)}
    for seed, rewards in enumerate(results):
        play(env, seed)
        won = {"White": 1.0, "Black": -1.0, "Draw": 0.0}[env.unwrapped.game.result]
        assert rewards == {"white": won, "black": -won}


def test_who_acts_illegally_has_lost() -> None:
    env = kahuna_v0.env(starts="white")
    env.reset(seed=1)
    seen, *_ = env.last()
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.terminations == {"white": True, "black": True}
    assert env.rewards == {"white": -1.0, "black": 0}


def test_an_agent_acts_until_its_turn_is_over() -> None:  # R3.1
    env = kahuna_v0.raw_env(starts="white")
    env.reset(seed=1)
    movers = [env.agent_selection]
    for _ in range(3):
        legal = env.game.legal()
        built = next(token for token in legal if token[0] not in "/+-")
        for token in (built, legal[-1]):  # a build, then no draw or, if there has to be, the pile
            env.step(index(parse(token, env.game.state.turn.mover), env.game.state))
            movers.append(env.agent_selection)
    assert movers == ["white", "white", "black", "black", "white", "white", "black"]


@pytest.mark.parametrize(
    ("options", "first"),
    [
        ({"starts": "black"}, "black"),
        ({"starts": "white", "handicap": ("black", 1)}, "black"),  # R2.3
    ],
)
def test_starter_and_handicap_are_agreed(options: dict[str, Any], first: str) -> None:
    env = kahuna_v0.env(**options)
    env.reset(seed=1)
    assert env.agent_selection == first
    env = kahuna_v0.env()
    env.reset(seed=1, options=options)
    assert env.agent_selection == first


def test_without_a_starter_agreed_it_is_one_at_random() -> None:
    env = kahuna_v0.env()
    starters = set()
    for seed in range(20):
        env.reset(seed=seed)
        starters.add(env.agent_selection)
    assert starters == {"white", "black"}


def test_games_differ_when_no_seed_is_given_again() -> None:
    env = kahuna_v0.raw_env()
    deals = []
    for seed in (1, None, 1, None):
        env.reset(seed=seed)
        deals.append(env.game.setup.deal)
    assert deals[:2] == deals[2:]
    assert deals[0] != deals[1]


def test_it_shows_the_board_and_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(kahuna_v0.raw_env(variants="1", render_mode="ansi")))
    env.reset(seed=1)
    assert env.agreed["variants"] == "1"
    assert env.render() == str(env.game)
    env.close()


@pytest.mark.parametrize(
    ("missing", "module", "says"),
    [
        (("pettingzoo", "pyspiel"), "kahuna.envs", "kahuna.envs needs PettingZoo or OpenSpiel"),
        (("pettingzoo",), "kahuna.envs.pettingzoo_env", "kahuna_v0 needs PettingZoo"),
        (("pyspiel",), "kahuna.envs.openspiel_game", "python_kahuna needs OpenSpiel"),
        (("pyspiel",), "kahuna.envs.openspiel_bot", "python_kahuna needs OpenSpiel"),
    ],
)
def test_without_the_extra_it_says_what_to_install(
    missing: tuple[str, ...], module: str, says: str
) -> None:
    hide = "".join(f"sys.modules[{name!r}] = None; " for name in missing)
    code = f"import sys; {hide}import {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert last == f"ImportError: {says}: pip install 'kahuna[research]'"
