"""What would have followed: another turn in a finished game, and how it would have gone on.

The cards come as they came in the game: each round's pile lies in a fixed order, which the draws
of a full record tell. The following turns are the best that each player could find by what
that player would have known then.
"""

from collections.abc import Iterator, Sequence

from kahuna.ai.draws import with_chance
from kahuna.board import LETTERS
from kahuna.errors import KahunaError
from kahuna.history import TurnView
from kahuna.notation import tokens
from kahuna.rules import actions
from kahuna.rules.state import NOTHING, OVER, PLAY
from kahuna.study.depth import QUICK, Depth
from kahuna.study.effect import NO_DRAW, Turn, parse_turn
from kahuna.study.examine import Examiner
from kahuna.study.walk import Source, track_of
from kahuna.track import Track
from kahuna.view import MaskedTrack, look, seat_name


def follow_up(
    source: Source, number: int, words: Sequence[str], turns: int = 2, depth: Depth = QUICK
) -> tuple[TurnView, ...]:
    """Play another turn instead of that of this number, and some more, up to the round's end.

    Only of a finished game of which everything is known: it shows cards that were hidden.
    """
    track = track_of(source)
    if track.setup.viewer is not None or track.state.turn.phase != OVER:
        raise KahunaError("what would have followed can be told only of a finished, full game")
    part = _up_to(track, number)
    cards, examiner = _pile(track, len(part.actions)), Examiner(depth)
    told = [_play(part, parse_turn(part.state, words), cards)]
    while len(told) <= turns and part.state.turn.phase == PLAY:
        seat = seat_name(part.state.turn.mover)
        view = look(MaskedTrack(part, seat).track)
        told.append(_play(part, examiner.examine(view).best.turn, cards))
    return tuple(told)


def _up_to(track: Track, number: int) -> Track:
    """Return the game at the beginning of a turn."""
    for n, state in enumerate(track.states):
        turn = state.turn
        if turn.number == number and turn.phase == PLAY and turn.done == NOTHING:
            part = track.copy()
            part.cut_back(n)
            return part
    raise KahunaError(f"there is no turn {number} in this game")


def _pile(track: Track, start: int) -> Iterator[int]:
    """Yield the cards of the pile, from the top, as the game revealed them in this round."""
    for action in track.actions[start:]:
        kind = actions.kind(action)
        if kind == actions.LAY_ROW:
            return
        if kind == actions.DRAW_PILE:
            yield actions.card_of(action)
        elif kind == actions.DRAW_ROW and actions.refill_of(action) != actions.UNKNOWN:
            yield actions.refill_of(action)


def _play(track: Track, turn: Turn, pile: Iterator[int]) -> TurnView:
    """Play a turn with the cards that come; a game that was given up may know no more of them."""
    start, before = len(track.actions), track.state.turn
    for action in turn.plays:
        track.push(action)
    if turn.draw != NO_DRAW:
        draw = turn.draw
        if actions.kind(draw) != actions.ABSTAIN and track.state.table.pile:
            unseen = tokens.letters(track.state.table.unseen)
            draw = with_chance(draw, next(pile, LETTERS.index(unseen[0])))
        track.push(draw)
    return TurnView(before.number, seat_name(before.mover), tuple(track.tokens()[start:]))
