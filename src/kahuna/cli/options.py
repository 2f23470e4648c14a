"""Options that several commands share, from text to type."""

from kahuna.errors import KahunaError
from kahuna.notation import Seat, Variants
from kahuna.notation.setup import MAX_HANDICAP, VARIANTS

Handicap = tuple[Seat, int] | None

HANDICAPS: tuple[Handicap, ...] = (
    None,
    *(("White", n) for n in range(1, MAX_HANDICAP + 1)),
    *(("Black", n) for n in range(1, MAX_HANDICAP + 1)),
)


def parse_variants(text: str) -> Variants:
    """Read variants as in the notation: ``none``, ``1``, ``2`` or ``1 2``."""
    for variants in VARIANTS:
        if text == variants:
            return variants
    raise KahunaError(f"the variants are none, 1, 2 or '1 2', not {text!r}")


def parse_handicap(text: str) -> Handicap:
    """Read a handicap as in the notation, such as ``Black 2``, or ``none``."""
    for handicap in HANDICAPS:
        if text == ("none" if handicap is None else f"{handicap[0]} {handicap[1]}"):
            return handicap
    raise KahunaError(f"a handicap is none, or White or Black and 1 to 3, not {text!r}")
