"""Search on top of the network: see `docs/opponent.md`."""

from kahuna.ai.search.player import SearchPlayer
from kahuna.ai.search.settings import Settings

__all__ = ["SearchPlayer", "Settings"]
