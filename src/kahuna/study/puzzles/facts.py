"""What a turn does on the board, told as facts, and the themes that follow from them."""

from collections.abc import Collection
from typing import Final, Literal, get_args

import msgspec

from kahuna.board import LINES
from kahuna.choices import consequence
from kahuna.notation import tokens
from kahuna.rules import actions
from kahuna.rules.scoring import tokens as marked
from kahuna.rules.state import OVER, State, mine, theirs
from kahuna.rules.step import apply
from kahuna.study.effect import Turn

Theme = Literal[
    "double-capture",  # one bridge gives two islands
    "cut-and-rebuild",  # a bridge is cut and one's own put in its place
    "chain-loss",  # falling bridges cost the opponent islands
    "last-turn",  # nothing is drawn any more
    "starving",  # the opponent is left without bridges, or almost
    "when-not-to-draw",
    "capture",  # none of the above: an island is taken
    "cut",  # or a bridge is cut
    "build",  # or neither
]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
PLAIN: Final[tuple[Theme, ...]] = ("capture", "cut", "build")  # of turns with no other theme
FEW: Final = 1  # bridges with which somebody is starving


class PlayFacts(msgspec.Struct, frozen=True):
    """What one play of a turn does."""

    token: str
    gains: tuple[str, ...] = ()  # islands
    removes: tuple[str, ...] = ()  # bridges of the opponent
    loses: tuple[str, ...] = ()  # islands of the opponent


class Facts(msgspec.Struct, frozen=True):
    """What a whole turn does."""

    plays: tuple[PlayFacts, ...]
    draw: str | None  # None: the plays ended the game
    wins: bool  # at once (R10.2)
    left: int  # the opponent's bridges afterwards
    tokens_before: tuple[int, int]  # the mover's and the opponent's
    tokens_after: tuple[int, int]


def facts_of(state: State, turn: Turn) -> Facts:
    """Return what the turn does in a position, as the mover knows it."""
    mover, plays = state.turn.mover, list[PlayFacts]()
    before = marked(mine(state).bridges), marked(theirs(state).bridges)
    for action in turn.plays:
        done = consequence(state, action)
        plays.append(
            PlayFacts(done.token, tuple(done.gains), tuple(done.removes), tuple(done.loses))
        )
        state = apply(state, action)
    me, other = mine(state).bridges, theirs(state).bridges
    over = state.turn.phase == OVER
    return Facts(
        plays=tuple(plays),
        draw=None if over else tokens.name(turn.draw, mover),
        wins=over,
        left=other.bit_count(),
        tokens_before=before,
        tokens_after=(marked(me), marked(other)),
    )


def themes_of(
    state: State, turn: Turn, facts: Facts, needed: Collection[str] | None
) -> tuple[Theme, ...]:
    """Return the themes of a turn, in the order of the list above.

    With `needed`, the essential parts of the turn (see `essentials`), only what these do counts:
    a turn with nothing essential on the board and no reason not to draw has no theme.
    """
    lines = [actions.line_of(action) for action in turn.plays]
    plays = [
        (action, line, play)
        for action, line, play in zip(turn.plays, lines, facts.plays, strict=True)
        if actions.kind(action) in actions.ON_A_LINE and _matters(action, LINES[line], needed)
    ]
    cuts = {line for action, line in zip(turn.plays, lines, strict=True) if is_cut(action)}
    builds = [play for action, _, play in plays if not is_cut(action)]
    abstains = facts.draw == tokens.ABSTAIN and (needed is None or tokens.ABSTAIN in needed)
    few = facts.left <= FEW < theirs(state).bridges.bit_count()
    found: dict[Theme, bool] = {
        "double-capture": any(len(play.gains) == 2 for play in builds),
        "cut-and-rebuild": any(line in cuts for action, line, _ in plays if not is_cut(action)),
        "chain-loss": any(play.loses for play in builds),
        "last-turn": state.last_turns > 0 and bool(plays),
        "starving": state.round > 1 and few and bool(plays),
        "when-not-to-draw": abstains and state.last_turns == 0,
    }
    themes = tuple(theme for theme, has in found.items() if has)
    if themes or not plays:
        return themes
    if any(play.gains for play in builds):
        return ("capture",)
    return ("build",) if builds else ("cut",)


def is_cut(action: int) -> bool:
    """Tell whether the action cuts a bridge."""
    return actions.kind(action) == actions.CUT


def _matters(action: int, line: str, needed: Collection[str] | None) -> bool:
    """Tell whether a play is essential."""
    if needed is None:
        return True
    return (f"x{line}" if is_cut(action) else line) in needed
