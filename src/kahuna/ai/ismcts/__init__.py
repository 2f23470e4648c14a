"""Information-set tree search with random playouts: a baseline that knows only the rules.

Single-observer ISMCTS over single actions: each iteration draws the hidden cards
from the player's belief, walks down one tree shared by all of them (UCB over
what is legal with these cards), adds a node and plays out at random. Choices that
would only blur the tree are left out: discards but for a full hand, and all but one
of the orders in which the same bridges can be built.
"""

from kahuna.ai.ismcts.player import IsmctsPlayer

__all__ = ["IsmctsPlayer"]
