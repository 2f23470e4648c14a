"""Players by name, as the arena and the engine are told them.

======================  ===========================================================
``level:N``             the computer at level N, 1 to 8
``random``, ``greedy``  the two yardsticks
``ismcts``              information-set tree search with random playouts
``openspiel``           the same by OpenSpiel (an extra: `docs/research.md`)
``network``             the network alone, without look-ahead
``network:FILE``        the same with the network of a file that `kahuna train` wrote
``py:MODULE:NAME``      any class with `Player`'s method, called as ``NAME(seed=…)``
======================  ===========================================================

>>> player_named("greedy", seed=1).name
'greedy'
>>> player_named("clever", seed=1)
Traceback (most recent call last):
kahuna.errors.KahunaError: there is no player 'clever': level:1 to level:8, random, greedy, ...
"""

from importlib import import_module
from typing import cast

from kahuna.ai.player import Player
from kahuna.errors import KahunaError, shorten

LEVELS = range(1, 9)
# Where each is made. Imported when asked for: most of them load Numba.
MAKERS = {
    "random": "kahuna.ai.simple_players:RandomPlayer",
    "greedy": "kahuna.ai.simple_players:GreedyPlayer",
    "ismcts": "kahuna.ai.ismcts:IsmctsPlayer",
    "openspiel": "kahuna.envs.openspiel_bot:OpenSpielIsmctsPlayer",
}
NETWORK_MAKER = "kahuna.ai.network_player:network_player"
LEVEL_MAKER = "kahuna.ai.levels:level_player"


def player_named(spec: str, seed: int, threads: int = 1) -> Player:
    """Return a new player; its choices may depend on the seed. A level may use several threads."""
    kind, _, rest = spec.partition(":")
    if kind == "level" and rest in map(str, LEVELS):
        return _make(spec, LEVEL_MAKER, int(rest), seed=seed, threads=threads)
    if kind == "py" and rest.count(":") == 1:
        return _make(spec, rest, seed=seed)
    if kind == "network" and spec != "network:":  # it leaves nothing to chance
        return _make(spec, NETWORK_MAKER, rest)
    if spec in MAKERS:
        return _make(spec, MAKERS[spec], seed=seed)
    raise KahunaError(
        f"there is no player {shorten(spec)!r}: level:1 to level:8, "
        f"{', '.join(MAKERS)}, network, network:FILE or py:MODULE:NAME"
    )


def _make(spec: str, place: str, *arguments: int | str, **settings: int) -> Player:
    """Call the maker of that name, written ``module:name``."""
    module, _, name = place.partition(":")
    try:
        maker = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise KahunaError(f"the player {shorten(spec, 60)!r} cannot be loaded: {error}") from error
    return cast(Player, maker(*arguments, **settings))
