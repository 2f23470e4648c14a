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
from .computer import SIMPLE, STRENGTHS, Computer, strength_of
from .session import SEATS
from .terminal import Terminal
from .words import listed, other

OPPONENTS = ("computer", "human")
SIDES = ("White", "Black", "lot")
VARIANTS = ("none", "1", "2", "1 2")
USUAL = "4"  # the level of whoever asks for none, as on the web page


@dataclass(frozen=True)
class Wishes:
    """What was said about the game on the command line; None is whatever was not."""

    opponent: str | None = None
    level: str | None = None
    side: str | None = None
    starts: str | None = None
    variants: str | None = None
    handicap: str | None = None
    seed: str | None = None
    white: str | None = None
    black: str | None = None


def begin(
    wishes: Wishes, load: Path | None, terminal: Terminal, rng: random.Random
) -> tuple[Game, Computer | None]:
    """Return a game, new or loaded, and the computer, if it plays."""
    if load is not None:
        return _loaded(wishes, load, rng)
    return _new(wishes, terminal, rng)


def _loaded(wishes: Wishes, load: Path, rng: random.Random) -> tuple[Game, Computer | None]:
    given = [
        f"--{name}"
        for name in ("starts", "variants", "handicap", "seed", "white", "black")
        if getattr(wishes, name) is not None
    ]
    if given:
        raise KahunaError(f"{listed(given)} cannot be changed: --load brings a game as it is")
    game = files.load(load)
    strengths = {seat: strength_of(game.tags.get(seat, "")) for seat in SEATS}
    computer = next((seat for seat in SEATS if strengths[seat] is not None), None)
    strength = strengths[computer] if computer else None
    if wishes.side is not None:
        computer = other(_seat("side", wishes.side, random.Random()))
    if wishes.opponent is not None:
        is_computer = one_of("opponent", wishes.opponent, OPPONENTS) == "computer"
        computer = (computer or "Black") if is_computer else None
    if computer is None:
        _refuse_level(wishes)
        return game, None
    return game, Computer(computer, _strength(wishes.level or strength or SIMPLE), rng)


def _new(wishes: Wishes, terminal: Terminal, rng: random.Random) -> tuple[Game, Computer | None]:
    ask = _Questions(terminal)
    opponent = ask("opponent", "Play against the computer or a human", wishes.opponent, OPPONENTS)
    seat, strength = None, SIMPLE
    if opponent == "computer":
        # Behind a pipe, who asks for no level gets the opponent who needs not get ready.
        usual = USUAL if terminal.is_live else SIMPLE
        levels = (usual, *(each for each in STRENGTHS if each != usual))
        strength = ask("level", "Its level, 8 is the strongest", wishes.level, levels)
        seat = other(_seat("side", ask("side", "Your side", wishes.side, SIDES), rng))
    elif wishes.side is not None:
        raise KahunaError("--side is for games against the computer")
    else:
        _refuse_level(wishes)
    variants = ask("variants", _VARIANTS_QUESTION, wishes.variants, VARIANTS)
    names = {"White": wishes.white, "Black": wishes.black}
    computer = None if seat is None else Computer(seat, strength, rng)
    if computer is not None:
        names[computer.seat] = names[computer.seat] or computer.name
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


def _strength(said: str) -> str:
    return one_of("level", said, STRENGTHS)


def _refuse_level(wishes: Wishes) -> None:
    if wishes.level is not None:
        raise KahunaError("--level is for games against the computer")


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
