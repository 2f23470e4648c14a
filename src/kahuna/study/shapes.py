"""What an analysis consists of, fit to be sent as JSON.

Probabilities are White's unless a name says otherwise, rounded to four places, and
what is derived from them is derived from the rounded ones: so luck and skill add up exactly.
"""

from typing import Literal

import msgspec

from kahuna.notation import Seat
from kahuna.study.judgement import Judgement
from kahuna.view import Scoring

MomentKind = Literal["loss", "luck", "scoring"]


class Option(msgspec.Struct, frozen=True):
    """A turn that could be played, and its player's probability of winning with it."""

    tokens: tuple[str, ...]
    value: float


class TurnStudy(msgspec.Struct, frozen=True):
    """A turn, judged by what its player knew before it.

    `win` is White's probability before the turn: the mean of what both players could tell, or
    what the one viewer could. `win` + `skill` + `luck` is the next turn's `win`.
    """

    number: int
    seat: Seat
    round: int
    last_turns: int
    tokens: tuple[str, ...]
    win: float
    skill: float  # in White's favour: what the player lost against the best turn
    luck: float  # in White's favour: everything else
    # Of turns whose player's cards we may know:
    mover_win: float | None = None  # the player's own estimate, playing the best turn
    options: tuple[Option, ...] = ()  # the best turns, best first
    played: float | None = None  # the player's own estimate of the turn played
    loss: float | None = None
    judgement: Judgement | None = None
    drawn: float | None = None  # in White's favour: what the card that came changed for its player
    exact: bool = False
    scoring: Scoring | None = None  # which this turn brought about


class Moment(msgspec.Struct, frozen=True):
    """A turn to look at, and why: a loss (the player's), a stroke of luck (White's), a scoring."""

    kind: MomentKind
    turn: int
    amount: float


class PlayerStudy(msgspec.Struct, frozen=True):
    """One player's game."""

    seat: Seat
    accuracy: float | None  # 0 to 100; None if no turn could be judged
    turns: int  # judged
    lost: float  # winning probability given away, in all
    luck: float  # in this player's favour, in all
    judgements: dict[Judgement, int]


class Analysis(msgspec.Struct, frozen=True):
    """A whole game."""

    viewer: Seat | None  # None: the whole truth is known
    result: str
    termination: str | None
    score: str
    start: float  # White's probability before the first turn
    end: float  # and after the last: of a finished game the result
    skill: float  # `start` + `skill` + `luck` is `end`
    luck: float
    turns: tuple[TurnStudy, ...]
    players: tuple[PlayerStudy, ...]
    moments: tuple[Moment, ...]
    nodes: int  # the depth


class Explored(msgspec.Struct, frozen=True):
    """A position's best turns; all values are those of the player to move."""

    seat: Seat | None
    win: float
    options: tuple[Option, ...]
    exact: bool


class Tried(msgspec.Struct, frozen=True):
    """A turn beside the best one."""

    played: Option
    best: Option
    loss: float
    judgement: Judgement
    exact: bool
