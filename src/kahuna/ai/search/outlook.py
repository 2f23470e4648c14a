"""From where a viewer looks ahead: what they believe, and what the opponent can know of them."""

import zlib

import numpy as np

from kahuna.ai.belief import Belief
from kahuna.ai.search.lookahead import Outlook, make_worlds
from kahuna.ai.search.other import shown_cards
from kahuna.ai.search.settings import Settings
from kahuna.view import View


def outlook_of(view: View, seed: int, settings: Settings, worlds: int) -> Outlook:
    """Return the viewer's outlook, with room for so many worlds.

    Which worlds they are depends on nothing but the seed and what has happened.
    """
    belief, track = Belief(view), view.track
    history = np.array(track.actions, np.int64)
    named, buried = shown_cards(track.states[0], history, 1 - belief.seat)
    luck = zlib.crc32(history.tobytes(), seed & 0xFFFFFFFF) & 0x3FFFFFFF
    return Outlook(
        belief.beliefs,
        named,
        buried,
        make_worlds(worlds),
        luck,
        settings.turns,
        settings.plays,
        settings.width,
    )
