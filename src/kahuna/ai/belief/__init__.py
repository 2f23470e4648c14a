"""What a player who cannot see all cards believes about them.

>>> from kahuna import Game
>>> from kahuna.notation import Deal
>>> game = Game(deal=Deal("ABC", "DEF", "GHI"))
>>> _ = game.play("AB +G>J")
>>> belief = Belief(game.view("Black"))
>>> state = belief.sample(seed=1)
>>> state.terms.masked, state.table.pile
(0, 14)
"""

from functools import cached_property

import numpy as np

from kahuna.ai.belief.follow import follow, side_of
from kahuna.ai.belief.sample import Beliefs, beliefs_of, hands_of, sample_state
from kahuna.playout import seed_rng
from kahuna.rules.state import State
from kahuna.track import Track
from kahuna.view import View

__all__ = ["Belief", "Beliefs"]

MOST_HANDS = 6188


class Belief:
    """What the viewer of a game, one of the two players, believes about the hidden cards."""

    def __init__(self, view: View) -> None:
        """Draw every conclusion from what the viewer has seen."""
        self.seat = masked_seat(view.track)  # whose cards they are
        history = np.array(view.track.actions, np.int64)
        hyps, masks, state = follow(view.track.states[0], history, self.seat)
        self.beliefs: Beliefs = beliefs_of(state, self.seat, hyps, masks)

    def sample(self, seed: int) -> State:
        """Return a full position, drawn with this seed."""
        return sample_state(self.beliefs, seed_rng(seed))[0]

    @cached_property
    def hands(self) -> dict[int, float]:
        """Every hand the other player may hold, as a multiset of cards, with its probability."""
        shown = side_of(self.beliefs.state, self.seat).open
        held, chances = hands_of(self.beliefs, MOST_HANDS)
        return {
            int(cards) + shown: float(chance) for cards, chance in zip(held, chances, strict=True)
        }


def masked_seat(track: Track) -> int:
    """Return the one seat whose cards the track does not show."""
    masked = track.setup.masked
    if masked not in (1, 2):
        raise ValueError("a belief is a player's: the view of one seat is needed")
    return masked - 1
