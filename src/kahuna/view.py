"""What somebody may know: the only door out of a game.

`mask` turns an action into what a viewer sees of it. A viewer's `Track` is the
fold of the rules over masked actions, so nothing in it can depend on what the
viewer may not know, and a `View` is made from such a track and nothing else.
People, browsers, bots and engines get views.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from kahuna import outcome
from kahuna.board import N_BRIDGES, island_letters, line_names
from kahuna.choices import Choice, choices, consequence
from kahuna.encoding import encode
from kahuna.history import History, TurnView
from kahuna.notation import tokens
from kahuna.notation.setup import Seat, Setup, Viewer
from kahuna.rules import actions, legal, scoring
from kahuna.rules.cards import common, size
from kahuna.rules.control import controlled
from kahuna.rules.state import (
    DRAWN,
    HANDICAP,
    NEW_ROW,
    OVER,
    PLAY,
    SEATS,
    WHITE,
    Side,
    State,
    mine,
)
from kahuna.rules.step import apply
from kahuna.track import Track

PHASES = ("handicap", "play", "new-row", "over")
_TRACK = "_track"  # what a view has beside its content: the same for programs, masked as well


def mask(action: int, state: State, viewer: Viewer) -> int:
    """Return the action, done in this position, as the viewer sees it.

    Hidden from all but the mover are the card drawn from the pile and the cards
    discarded face down, except those that lay open (R3.4, R11.2).
    """
    if SEATS[state.turn.mover] == viewer:
        return action
    if actions.kind(action) == actions.DRAW_PILE:
        return actions.draw_pile()
    if actions.kind(action) == actions.DISCARD:
        cards = actions.cards_of(action)
        shown = common(cards, mine(state).open)
        return actions.discard(shown, size(cards - shown) + actions.unnamed_of(action))
    return action


class MaskedTrack:
    """A viewer's track, kept in step with the game that it follows."""

    def __init__(self, game: Track, viewer: Viewer) -> None:
        """Begin with what the viewer sees of the deal."""
        self.viewer = viewer
        self.track = Track(game.setup.mask(viewer))
        self.follow(game)

    def follow(self, game: Track) -> Track:
        """Take in what has happened in the game since; return the viewer's track."""
        for n in range(len(self.track.actions), len(game.actions)):
            self.track.push(mask(game.actions[n], game.states[n], self.viewer))
        return self.track


class SideView(msgspec.Struct, frozen=True, gc=False):
    """One player, as the viewer knows them."""

    seat: Seat
    bridges: list[str]
    bridges_left: int
    islands: list[str]
    tokens: int
    points: int
    cards: int  # how many
    open: str
    hand: str  # every card that the viewer can name, the open ones included
    hidden: int  # how many the viewer cannot


class Scoring(msgspec.Struct, frozen=True, gc=False):
    """The scoring at the end of a round."""

    round: int
    white: int
    black: int
    winner: Seat | None
    points: int


class View(msgspec.Struct, frozen=True, dict=True):
    """All that a viewer may know of a game.

    `hand` of the other side holds what perfect memory would know: cards seen
    taken and not yet played. `unseen` are the cards whose place the viewer does
    not know: they are in the pile, in hidden hands or face down.
    """

    viewer: Viewer
    starts: Seat
    variants: str
    handicap: tuple[Seat, int] | None
    round: int
    turn: int  # the handicap is turn 0
    phase: str
    mover: Seat | None
    last_turns: int
    must_draw: bool
    white: SideView
    black: SideView
    row: str
    pile: int
    discard: int
    discard_seen: str
    unseen: str
    scorings: list[Scoring]
    history: Sequence[TurnView]
    last: list[Choice]  # the last turn of the history, step by step
    legal: list[Choice]
    result: str
    termination: str | None
    score: str

    @property
    def track(self) -> Track:
        """The game as the viewer knows it, for programs."""
        track: Track = self.__dict__[_TRACK]
        return track

    @property
    def state(self) -> State:
        """The position as the viewer knows it, for programs."""
        return self.track.state

    def after(self, token: str) -> "View":
        """Return the view after an action of the viewer, in the midst of their turn.

        >>> from kahuna import Game
        >>> view = Game(seed=b"aloha").view("White")
        >>> view.white.hand, view.after(view.legal[0].token).white.hand
        ('DFL', 'FL')
        """
        track = self.track.copy()
        track.push(tokens.parse(token, track.state.turn.mover))
        return look(track)

    def json(self) -> str:
        """Return the view as JSON, the same text for the same view."""
        return encode(self).decode()


def look(track: Track) -> View:
    """Return the view that a masked track gives."""
    story = Story()
    for n, action in enumerate(track.actions):
        story.add(track.states[n], action, track.states[n + 1])
    view = show(track.setup, track.state, story)
    view.__dict__[_TRACK] = track.copy()  # it stays as it is when the game goes on
    return view


class Seen:
    """A game as one viewer sees it, without its past positions: small, for games by the thousand.

    Its views have no track, so they are for people and browsers, not for computer players.
    """

    __slots__ = ("ready", "setup", "state", "story", "viewer")

    def __init__(self, setup: Setup, viewer: Viewer) -> None:
        """Begin with what the viewer sees of the deal."""
        self.viewer, self.setup = viewer, setup.mask(viewer)
        self.state, self.story = self.setup.state(), Story()
        self.ready: View | None = None

    def follow(self, action: int, before: State) -> None:
        """Take in an action of the game, done in this true position."""
        masked = mask(action, before, self.viewer)
        after = apply(self.state, masked)
        self.story.add(self.state, masked, after)
        self.state, self.ready = after, None

    def prepare(self) -> None:
        """Make the view that will soon be asked for."""
        self.ready = show(self.setup, self.state, self.story)

    def view(self) -> View:
        """Return all that the viewer may know."""
        ready, self.ready = self.ready, None  # kept for each game, views would need much memory
        return ready or show(self.setup, self.state, self.story)

    def copy(self) -> "Seen":
        """Return one that goes on by itself."""
        other = Seen.__new__(Seen)
        other.viewer, other.setup, other.state = self.viewer, self.setup, self.state
        other.story, other.ready = self.story.copy(), None
        return other


class Story:
    """What has happened in a game: its turns, the last one with what it did, and its scorings."""

    __slots__ = ("last", "scorings", "turns")

    def __init__(self) -> None:
        """Begin with nothing."""
        self.turns = History()
        self.last: list[Choice] = []
        self.scorings: list[Scoring] = []

    def add(self, before: State, action: int, after: State) -> None:
        """Tell of an action that led from one position to the next."""
        seat, token = seat_name(before.turn.mover), tokens.name(action, before.turn.mover)
        turns = self.turns.then(turn_number(before), seat, token)
        if len(turns) > len(self.turns):
            self.last = []
        self.turns = turns
        self.last.append(consequence(before, action))
        if after.turn.phase == NEW_ROW or (after.turn.phase == OVER and after.ending <= DRAWN):
            self.scorings.append(_scoring(before, after))  # R8.2, R9.2

    def copy(self) -> "Story":
        """Return one that goes on by itself."""
        other = Story()
        other.turns, other.scorings = self.turns, self.scorings.copy()
        other.last = self.last.copy()
        return other


def show(setup: Setup, state: State, story: Story) -> View:
    """Return the view of a masked game."""
    viewer = setup.viewer
    if viewer is None:
        raise ValueError("this game is not masked: a view shows only what somebody may know")
    over, mover = state.turn.phase == OVER, seat_name(state.turn.mover)
    table = state.table
    return View(
        viewer=viewer,
        starts=setup.starts,
        variants=setup.variants,
        handicap=setup.handicap,
        round=state.round,
        turn=turn_number(state),
        phase=PHASES[state.turn.phase],
        mover=None if over else mover,
        last_turns=state.last_turns,
        must_draw=state.turn.phase == PLAY and not legal.may_abstain(state),
        white=_side("White", state.white),
        black=_side("Black", state.black),
        row=_row(table.row),
        pile=table.pile,
        discard=size(table.discard) + table.buried,
        discard_seen=tokens.letters(table.discard),
        unseen=tokens.letters(table.unseen),
        scorings=story.scorings.copy(),
        history=story.turns,
        last=story.last.copy(),
        legal=choices(state) if viewer == mover and not over else [],
        result=outcome.result(state),
        termination=outcome.TERMINATIONS[state.ending],
        score=outcome.score(state),
    )


def seat_name(seat: int) -> Seat:
    """Return the seat's name."""
    return "White" if seat == WHITE else "Black"


def turn_number(state: State) -> int:
    """Return the number of the position's turn; the handicap is turn 0."""
    return 0 if state.turn.phase == HANDICAP else state.turn.number


def _scoring(before: State, after: State) -> Scoring:
    white = after.white.points - before.white.points
    black = after.black.points - before.black.points
    return Scoring(
        round=after.round,
        white=scoring.tokens(after.white.bridges),
        black=scoring.tokens(after.black.bridges),
        winner="White" if white else "Black" if black else None,
        points=white + black,
    )


class _Held(NamedTuple):
    """What a set of bridges means, in words."""

    bridges: tuple[str, ...]
    islands: tuple[str, ...]
    tokens: int


@lru_cache(maxsize=1024)  # the views of both players, and of the next turn, ask for the same
def _held(bridges: int) -> _Held:
    return _Held(
        tuple(line_names(bridges)),
        tuple(island_letters(controlled(bridges))),
        scoring.tokens(bridges),
    )


def _side(seat: Seat, side: Side) -> SideView:
    held = _held(side.bridges)
    return SideView(
        seat=seat,
        bridges=list(held.bridges),
        bridges_left=N_BRIDGES - len(held.bridges),
        islands=list(held.islands),
        tokens=held.tokens,
        points=side.points,
        cards=legal.hand_size(side),
        open=tokens.letters(side.open),
        hand=tokens.letters(side.hand),
        hidden=side.hidden,
    )


_row = lru_cache(maxsize=4096)(tokens.row_text)
