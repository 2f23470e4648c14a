"""Before the game: who plays, on which side, by which variants. What is not said is asked."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kahuna.cli.options import parse_handicap, parse_variants
from kahuna.errors import KahunaError, shorten
from kahuna.game import Game
from kahuna.notation import Seat

from . import files
from .session import COMPUTER, SEATS
from .terminal import Terminal
from .words import listed, other

OPPONENTS = ("computer", "human")
SIDES = ("White", "Black", "lot")
VARIANTS = ("none", "1", "2", "1 2")


@dataclass(frozen=True)
class Wishes:
    """What was said about the game on the command line; None is whatever was not."""

    opponent: str | None = None
    side: str | None = None
    starts: str | None = None
    variants: str | None = None
    handicap: str | None = None
    seed: str | None = None
    white: str | None = None
    black: str | None = None


def begin(
    wishes: Wishes, load: Path | None, terminal: Terminal, rng: random.Random
) -> tuple[Game, Seat | None]:
    """Return a game, new or loaded, and the computer's seat, if it plays."""
    if load is not None:
        return _loaded(wishes, load)
    return _new(wishes, terminal, rng)


def _loaded(wishes: Wishes, load: Path) -> tuple[Game, Seat | None]:
    given = [
        f"--{name}"
        for name in ("starts", "variants", "handicap", "seed", "white", "black")
        if getattr(wishes, name) is not None
    ]
    if given:
        raise KahunaError(f"{listed(given)} cannot be changed: --load brings a game as it is")
    game = files.load(load)
    computer = next((seat for seat in SEATS if game.tags.get(seat) == COMPUTER), None)
    if wishes.side is not None:
        computer = other(_seat("side", wishes.side, random.Random()))
    if wishes.opponent is not None:
        is_computer = one_of("opponent", wishes.opponent, OPPONENTS) == "computer"
        computer = (computer or "Black") if is_computer else None
    return game, computer


def _new(wishes: Wishes, terminal: Terminal, rng: random.Random) -> tuple[Game, Seat | None]:
    ask = _Questions(terminal)
    opponent = ask("opponent", "Play against the computer or a human", wishes.opponent, OPPONENTS)
    computer: Seat | None = None
    if opponent == "computer":
        computer = other(_seat("side", ask("side", "Your side", wishes.side, SIDES), rng))
    elif wishes.side is not None:
        raise KahunaError("--side is for games against the computer")
    variants = ask("variants", _VARIANTS_QUESTION, wishes.variants, VARIANTS)
    names = {"White": wishes.white, "Black": wishes.black}
    if computer is not None:
        names[computer] = names[computer] or COMPUTER
    today = datetime.now(UTC).astimezone().strftime("%Y.%m.%d")
    game = Game(
        seed=None if wishes.seed is None else wishes.seed.encode(errors="replace"),
        starts=_seat("starts", wishes.starts or "lot", rng),
        variants=parse_variants(variants),
        handicap=parse_handicap(_tidy_handicap(wishes.handicap or "none")),
        tags={**{seat: name for seat, name in names.items() if name}, "Date": today},
    )
    return game, computer


_VARIANTS_QUESTION = "Variants: 1 protected islands, 2 open cards"


class _Questions:
    """Takes what was said, or else asks, or else takes the first choice."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.is_first = True

    def __call__(self, name: str, question: str, said: str | None, choices: tuple[str, ...]) -> str:
        if said is not None:
            return one_of(name, said, choices)
        if self.terminal.is_live and self.is_first:
            self.terminal.print("Aloha! Welcome to Kahuna. Enter takes what stands in [brackets].")
            self.is_first = False
        while self.terminal.is_live:
            rest = ", ".join(choices[1:])
            answer = self.terminal.ask(f"{question}? [{choices[0]}], {rest}: ")
            try:
                return one_of(name, answer or choices[0], choices)
            except KahunaError as error:
                self.terminal.print(f"{error}.")
        return choices[0]


def _tidy_handicap(text: str) -> str:
    """Return a handicap with the capitals that the notation wants."""
    seat, *bridges = text.split() or ["none"]
    seat = seat.lower() if seat.lower() == "none" else seat.capitalize()
    return " ".join([seat, *bridges])


def one_of(name: str, value: str, choices: tuple[str, ...]) -> str:
    """Return the choice that was meant: capitals do not matter, nor does the rest of a word."""
    meant = " ".join(value.replace(",", " ").lower().split())
    for choice in choices:
        if meant == choice.lower():
            return choice
    started = [choice for choice in choices if meant and choice.lower().startswith(meant)]
    if len(started) == 1:
        return started[0]
    raise KahunaError(f"{name} is {' or '.join(choices)}, not {shorten(value)!r}")


def _seat(name: str, value: str, rng: random.Random) -> Seat:
    """Return a seat, drawn by lot if so wished."""
    chosen = one_of(name, value, SIDES)
    return rng.choice(SEATS) if chosen == "lot" else "White" if chosen == "White" else "Black"
