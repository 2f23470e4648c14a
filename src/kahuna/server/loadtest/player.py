"""A player who knows no rules: picks any turn from what the view offers."""

import random
from collections.abc import Sequence

import msgspec

ENDS = "+-"  # how tokens that end a turn begin
DISCARD = "/"


class Offer(msgspec.Struct, frozen=True):
    """A choice, as far as a player without rules looks at it."""

    token: str
    removes: list[str]


class Bridges(msgspec.Struct, frozen=True):
    """A side, as far as it matters here."""

    bridges: list[str]


class Sight(msgspec.Struct, frozen=True):
    """A view, as far as a player without rules looks at it."""

    viewer: str
    turn: int
    mover: str | None
    row: str
    pile: int
    legal: list[Offer]
    white: Bridges
    black: Bridges


def any_turn(sight: Sight, rng: random.Random) -> list[str]:
    """Return a whole turn: often a card played, then a draw or none."""
    ends = [offer.token for offer in sight.legal if offer.token[0] in ENDS]
    plays = [offer.token for offer in sight.legal if _goes_on(offer, sight)]
    if not plays and not ends:  # a full hand, and one has to draw
        plays = [offer.token for offer in sight.legal if offer.token[0] == DISCARD]
    if plays and (not ends or rng.random() < 0.7):
        return [rng.choice(plays), rng.choice(ends or _draws(sight))]
    return [rng.choice(ends)]


def _goes_on(offer: Offer, sight: Sight) -> bool:
    """Tell whether the turn surely goes on after it: the last bridge removed may end the game."""
    if offer.token[0] in ENDS or offer.token[0] == DISCARD:
        return False
    others = sight.black if sight.viewer == "White" else sight.white
    return not offer.removes or len(offer.removes) < len(others.bridges)


def _draws(sight: Sight) -> Sequence[str]:
    """Return the draws that a full hand may make once a card has left it."""
    return [f"+{card}" for card in sight.row if card != "."] + (["+?"] if sight.pile else [])
