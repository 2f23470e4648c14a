"""A game step by step: every position, and what each player could know then.

The page that shows it needs no rules: it draws what stands here.
"""

from typing import NamedTuple

import msgspec

from kahuna.board import island_letters, line_names
from kahuna.choices import consequence
from kahuna.game import Game
from kahuna.notation import tokens
from kahuna.notation.setup import Seat, Viewer
from kahuna.rules import scoring
from kahuna.rules.cards import size
from kahuna.rules.control import controlled
from kahuna.rules.legal import hand_size
from kahuna.rules.state import OVER, Side, State
from kahuna.view import PHASES, Scoring, Seen, Story, seat_name, turn_number

SEATS: tuple[Seat, ...] = ("White", "Black")


class SideNow(msgspec.Struct, frozen=True):
    """One player at a moment of the game."""

    bridges: list[str]
    islands: list[str]
    tokens: int
    points: int
    cards: int
    hand: str  # every card that the record names, the open ones included
    open: str
    hidden: int  # how many it does not


class Guess(msgspec.Struct, frozen=True):
    """What somebody could know of the other's hand: these cards, and so many out of the unseen."""

    hand: str
    hidden: int
    unseen: str


class ReplayStep(msgspec.Struct, frozen=True):
    """A position, and what led to it; the first is the deal, and nothing led to it."""

    token: str | None
    seat: Seat | None  # who did it; nobody lays a row
    gains: list[str]
    removes: list[str]
    loses: list[str]
    turn: int
    round: int
    phase: str
    mover: Seat | None
    last_turns: int
    white: SideNow
    black: SideNow
    row: str
    pile: int
    discard: int
    guesses: dict[Seat, Guess]  # what each player, of those that the record is for, could know
    scoring: Scoring | None  # that this step brought about


class Remark(msgspec.Struct, frozen=True):
    """A comment, after so many tokens."""

    after: int
    text: str


class Replay(msgspec.Struct, frozen=True):
    """A whole game."""

    kgn: str
    tags: dict[str, str]
    viewer: Viewer | None  # None: nothing is hidden
    steps: list[ReplayStep]
    remarks: list[Remark]
    result: str
    score: str
    termination: str | None


class _Eyes(NamedTuple):
    """A player, and what they see."""

    seat: Seat
    seen: Seen


def replay(game: Game) -> Replay:
    """Return a game step by step."""
    record = game.to_record()
    return Replay(
        kgn=str(record),
        tags=record.tags,
        viewer=game.viewer,
        steps=steps(game),
        remarks=[Remark(comment.before, comment.text.strip()) for comment in record.comments],
        result=game.result,
        score=game.score,
        termination=game.termination,
    )


def steps(game: Game, first: int = 0) -> list[ReplayStep]:
    """Return the positions of a game from so many tokens on."""
    states, viewer, story = list(game), game.viewer, Story()
    eyes = [_Eyes(seat, Seen(game.setup, seat)) for seat in SEATS if viewer in (None, seat)]
    found = [_step(None, states[0], eyes, None)] if first == 0 else []
    for number, (token, before, after) in enumerate(
        zip(game.tokens, states, states[1:], strict=False), 1
    ):
        action, scorings = tokens.parse(token, before.turn.mover), len(story.scorings)
        for one in eyes:
            one.seen.follow(action, before)
        story.add(before, action, after)
        if number >= max(first, 1):
            scored = story.scorings[-1] if len(story.scorings) > scorings else None
            found.append(_step((before, action), after, eyes, scored))
    return found


def _step(
    came: tuple[State, int] | None, state: State, eyes: list[_Eyes], scored: Scoring | None
) -> ReplayStep:
    """Return a position, and what it came from."""
    done = None if came is None else consequence(*came)
    before = state if came is None else came[0]
    by_chance = done is None or done.token.startswith("@")
    table, over = state.table, state.turn.phase == OVER
    return ReplayStep(
        token=None if done is None else done.token,
        seat=None if by_chance else seat_name(before.turn.mover),
        gains=list(done.gains) if done else [],
        removes=list(done.removes) if done else [],
        loses=list(done.loses) if done else [],
        turn=turn_number(before),
        round=state.round,
        phase=PHASES[state.turn.phase],
        mover=None if over else seat_name(state.turn.mover),
        last_turns=state.last_turns,
        white=_side(state.white),
        black=_side(state.black),
        row=tokens.row_text(table.row),
        pile=table.pile,
        discard=size(table.discard) + table.buried,
        guesses={one.seat: _guess(one) for one in eyes},
        scoring=scored,
    )


def _side(side: Side) -> SideNow:
    return SideNow(
        bridges=line_names(side.bridges),
        islands=island_letters(controlled(side.bridges)),
        tokens=scoring.tokens(side.bridges),
        points=side.points,
        cards=hand_size(side),
        hand=tokens.letters(side.hand),
        open=tokens.letters(side.open),
        hidden=side.hidden,
    )


def _guess(one: _Eyes) -> Guess:
    state = one.seen.state
    other = state.black if one.seat == "White" else state.white
    return Guess(tokens.letters(other.hand), other.hidden, tokens.letters(state.table.unseen))
