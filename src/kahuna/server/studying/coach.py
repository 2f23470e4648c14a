"""The coach: hints, a warning before a mistake, and a mark for a turn made.

Only in unrated games against the computer, and only from what the player may know: the coach
is told the player's masked record and nothing else.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from kahuna.ai.position import read_position
from kahuna.history import TurnView
from kahuna.notation import Record, tokens
from kahuna.notation.setup import Seat
from kahuna.server.errors import RefusedError, conflict, forbidden
from kahuna.server.play.room import Room
from kahuna.server.play.table import Table
from kahuna.server.studying.desk import NO_TIME, Desk
from kahuna.study.judgement import Judgement
from kahuna.view import View

Kind = Literal["build", "capture", "cut", "cut-and-build", "discard", "draw", "wait"]
Step = Literal[1, 2, 3]
NODES = 600  # a player waits for it, with a turn in hand
SERIOUS: tuple[Judgement, ...] = ("mistake", "blunder")


class Hint(msgspec.Struct, frozen=True):
    """A hint: step 1 says where to look, 2 also what kind of turn, 3 also the turn itself.

    `islands` is empty where the best turn does nothing on the board.
    """

    step: Step
    turn: int
    islands: list[str]
    kind: Kind | None = None
    tokens: list[str] | None = None
    win: float | None = None


class Opinion(msgspec.Struct, frozen=True):
    """What the coach thinks of a turn: how much winning probability it gives away."""

    turn: int
    judgement: Judgement
    loss: float
    serious: bool  # worth a second thought


class Coach:
    """Helps a player against the computer."""

    def __init__(self, desk: Desk) -> None:
        """Take who is asked."""
        self.desk = desk

    async def hint(self, room: Room, person: int, step: Step) -> Hint:
        """Return a hint for the turn to be made."""
        table, seat = pupil(room, person)
        if table.mover != seat or room.status != "running":
            raise conflict("not-your-turn", "a hint is for your own turn")
        if table.turn == 0:
            raise conflict("handicap", "the coach has no advice for the handicap's bridges")
        record = table.record(seat).one_line()
        found = await self.desk.best(person, record, 1, NODES)
        best = list(found.options[0].tokens)
        islands, kind = gist(read_position(record), best)
        return Hint(
            step=step,
            turn=table.turn,
            islands=islands[:1] if step == 1 else islands,
            kind=kind if step > 1 else None,
            tokens=best if step > 2 else None,
            win=found.win if step > 2 else None,
        )

    async def judge(self, room: Room, person: int, choices: Sequence[str]) -> Opinion | None:
        """Return an opinion on a whole turn before it is made; none if the game has gone on."""
        table, seat = pupil(room, person)
        if table.mover != seat or room.status != "running":
            return None
        record = table.record(seat).one_line()
        return await self._opinion(person, record, table.turn, tuple(choices))

    async def mark(self, room: Room, person: int) -> Opinion | None:
        """Return an opinion on the last turn that the player made, if there is one."""
        table, seat = pupil(room, person)
        history = table.view(seat).history
        for place in range(len(history) - 1, -1, -1):
            turn = history[place]
            if turn.seat == seat and is_made(turn, table):
                before = [token for earlier in history[:place] for token in earlier.tokens]
                record = Record(table.record(seat).tags, before).one_line()
                made = tuple(tokens.as_choice(token) for token in turn.tokens if token[0] != "@")
                return await self._opinion(person, record, turn.number, made)
        return None

    async def _opinion(
        self, person: int, record: str, turn: int, choices: tuple[str, ...]
    ) -> Opinion | None:
        """Ask for an opinion: a courtesy, so that there is none where there is no time for it."""
        try:
            tried = await self.desk.judge(person, record, choices, NODES)
        except RefusedError as error:
            if error.code in NO_TIME:
                return None
            raise
        return Opinion(turn, tried.judgement, tried.loss, tried.judgement in SERIOUS)


def pupil(room: Room, person: int) -> tuple[Table, Seat]:
    """Return the table and the seat of a player who may be coached; refuse everybody else."""
    seats = room.seats_of(person)
    if len(seats) != 1:
        raise forbidden("the coach is for who plays in this game")
    (seat,) = seats
    other = room.seats["Black" if seat == "White" else "White"]
    if room.terms.rated or other is None or not other.is_computer:
        raise forbidden("there is a coach only in unrated games against the computer")
    if room.table is None:
        raise conflict("not-begun", "the game has not begun")
    return room.table, seat


def is_made(turn: TurnView, table: Table) -> bool:
    """Tell whether a turn was made to its end, and not given up in."""
    if turn.number == 0 or (turn.number == table.turn and not table.is_over):
        return False
    return not any("resign" in token or token == "timeout" for token in turn.tokens)


def gist(view: View, turn: Sequence[str]) -> tuple[list[str], Kind]:
    """Return where the point of a turn lies, the most telling island first, and its kind."""
    gains, lines, cuts, builds = list[str](), list[str](), 0, 0
    discards = False
    for token in turn:
        if token[0] in "+-":
            break
        choice = next(choice for choice in view.legal if choice.token == token)
        line = tokens_line(token)
        discards |= token.startswith("/")
        cuts += "x" in token
        builds += line is not None and "x" not in token
        gains += choice.gains
        lines += [line] if line else []
        view = view.after(token)
    islands = list(dict.fromkeys([*gains, *"".join(lines)]))
    if discards:
        return [], "discard"
    if cuts:
        return islands, "cut-and-build" if builds else "cut"
    if builds:
        return islands, "capture" if gains else "build"
    return [], "wait" if turn and turn[-1] == "-" else "draw"


def tokens_line(token: str) -> str | None:
    """Return the line on which a token does something.

    >>> tokens_line("BA"), tokens_line("AAxAB"), tokens_line("=AB"), tokens_line("+?")
    ('AB', 'AB', 'AB', None)
    """
    name = token.partition("x")[2] or token.lstrip("=^")
    return "".join(sorted(name)) if len(name) == 2 and name.isalpha() and name.isupper() else None
