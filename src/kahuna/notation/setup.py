"""The tags that set a game up: who starts, variants, handicap, the deal.

>>> setup = Setup.from_tags(
...     {
...         "KGN": "1",
...         "Starts": "White",
...         "Variants": "1 2",
...         "Deal": "White ABE Black ??? Row FGI",
...         "Handicap": "Black 2",
...     }
... )
>>> setup.deal.black, setup.handicap, setup.viewer
('???', ('Black', 2), 'White')
"""

from typing import Literal, NamedTuple, TypeVar, get_args

from kahuna.board import LETTERS
from kahuna.errors import RecordError, shorten
from kahuna.notation.tokens import cards
from kahuna.rules.state import NOBODY, SEATS, State, Terms, row_of, start

Seat = Literal["White", "Black"]
Viewer = Literal["White", "Black", "Spectator"]
Variants = Literal["none", "1", "2", "1 2"]

VIEWERS: tuple[Viewer, ...] = get_args(Viewer)
VARIANTS: tuple[Variants, ...] = get_args(Variants)  # the index is the set of bits
MAX_HANDICAP = 3  # R2.3
HIDDEN_HAND = "???"


Choice = TypeVar("Choice", bound=str)


class Deal(NamedTuple):
    """The cards dealt, as letters; a hidden hand is ``???``."""

    white: str
    black: str
    row: str

    def __str__(self) -> str:
        """Return the value of the tag `Deal`."""
        return f"White {self.white} Black {self.black} Row {self.row}"


class Setup(NamedTuple):
    """All that a game begins with."""

    deal: Deal
    starts: Seat = "White"
    variants: Variants = "none"
    handicap: tuple[Seat, int] | None = None

    @classmethod
    def from_tags(cls, tags: dict[str, str]) -> "Setup":
        """Read the set-up from a record's tags."""
        for name in ("KGN", "Starts", "Variants", "Deal"):
            if name not in tags:
                raise RecordError(f"the tag {name} is missing")
        if tags["KGN"] != "1":
            raise RecordError(_wrong("KGN", tags["KGN"], "1"))
        return cls(
            deal=_deal(tags["Deal"]),
            starts=_one_of("Starts", tags["Starts"], get_args(Seat)),
            variants=_one_of("Variants", tags["Variants"], VARIANTS),
            handicap=_handicap(tags["Handicap"]) if "Handicap" in tags else None,
        )

    def tags(self) -> dict[str, str]:
        """Return the tags that say this."""
        tags: dict[str, str] = {"KGN": "1", "Starts": self.starts, "Variants": self.variants}
        if self.handicap:
            tags["Handicap"] = f"{self.handicap[0]} {self.handicap[1]}"
        return {**tags, "Deal": str(self.deal)}

    @property
    def masked(self) -> int:
        """Whose cards are hidden, as bits."""
        return (self.deal.white == HIDDEN_HAND) | (self.deal.black == HIDDEN_HAND) << 1

    @property
    def viewer(self) -> Viewer | None:
        """For whom the set-up is masked; None if nothing is hidden."""
        return (None, "Black", "White", "Spectator")[self.masked]

    def mask(self, viewer: Viewer) -> "Setup":
        """Return the set-up as the viewer may know it."""
        white = self.deal.white if viewer == "White" else HIDDEN_HAND
        black = self.deal.black if viewer == "Black" else HIDDEN_HAND
        return self._replace(deal=Deal(white, black, self.deal.row))

    def state(self) -> State:
        """Return the position after the deal."""
        weaker, bridges = self.handicap or (None, 0)
        terms = Terms(VARIANTS.index(self.variants), SEATS.index(self.starts), self.masked)
        return start(
            terms,
            _hand(self.deal.white),
            _hand(self.deal.black),
            row_of(*(LETTERS.index(letter) for letter in self.deal.row)),
            bridges,
            NOBODY if weaker is None else SEATS.index(weaker),
        )


def _hand(text: str) -> int:
    return 0 if text == HIDDEN_HAND else cards(text)


def _one_of(name: str, value: str, choices: tuple[Choice, ...]) -> Choice:
    for choice in choices:
        if value == choice:
            return choice
    raise RecordError(_wrong(name, value, " or ".join(choices)))


def _deal(value: str) -> Deal:
    match value.split(" "):
        case ["White", white, "Black", black, "Row", row]:
            deal = Deal(white, black, row)
        case _:
            raise RecordError(_wrong("Deal", value, "White ABC Black DEF Row GHI"))
    try:
        shown = "".join(part for part in deal if part != HIDDEN_HAND)
        cards(shown)
    except ValueError as error:
        raise RecordError(f"the tag Deal is wrong: {error}") from None
    if row == HIDDEN_HAND or any(len(part) != 3 for part in deal):
        raise RecordError("the tag Deal is wrong: each hand and the row have three cards")
    return deal


def _handicap(value: str) -> tuple[Seat, int]:
    match value.split(" "):
        case ["White" | "Black" as seat, "1" | "2" | "3" as number]:
            return seat, int(number)
        case _:
            raise RecordError(_wrong("Handicap", value, "White or Black and 1 to 3, as in Black 2"))


def _wrong(name: str, value: str, right: str) -> str:
    return f"the tag {name} is {shorten(value)!r}, but has to be {right}"
