"""KGN, the Kahuna Game Notation: tokens, records, and the tags that set a game up."""

from kahuna.notation.record import Comment, Record
from kahuna.notation.setup import Deal, Seat, Setup, Variants, Viewer

__all__ = ["Comment", "Deal", "Record", "Seat", "Setup", "Variants", "Viewer"]
