"""The game as an environment for research: PettingZoo and OpenSpiel.

Both come with the extra `research`; `docs/research.md` shows how to use them.

=====================  ======================================================
`kahuna_v0`            the PettingZoo environment, `env()` and `raw_env`
`openspiel_game`       registers ``python_kahuna`` with OpenSpiel
`openspiel_bot`        OpenSpiel's tree search as a player for the arena
`encoding`             the actions and observations that all of them share
=====================  ======================================================
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

if find_spec("pettingzoo") is None and find_spec("pyspiel") is None:
    raise ImportError("kahuna.envs needs PettingZoo or OpenSpiel: pip install 'kahuna[research]'")


def __getattr__(name: str) -> ModuleType:
    """Load the PettingZoo environment by the name that PettingZoo gives such modules."""
    if name == "kahuna_v0":
        return import_module("kahuna.envs.pettingzoo_env")
    raise AttributeError(f"module 'kahuna.envs' has no attribute {name!r}")
