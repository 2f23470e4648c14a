"""Boards for the moments of a report, by day and by night."""

from collections.abc import Iterable

from kahuna import svg
from kahuna.board import line_names
from kahuna.notation import tokens
from kahuna.rules import actions
from kahuna.rules.state import NOTHING, PLAY, State
from kahuna.study.shapes import TurnStudy
from kahuna.track import Track


class Pictures:
    """Draws positions of one game."""

    def __init__(self, track: Track) -> None:
        """Note where each turn begins."""
        self.track = track
        self.begins = {
            state.turn.number: n
            for n, state in reversed(list(enumerate(track.states)))
            if state.turn.phase == PLAY and state.turn.done == NOTHING
        }

    def before(self, turn: TurnStudy) -> str:
        """Return the position before a turn: its plays as red arrows, the better one's green."""
        state = self.track.states[self.begins[turn.number]]
        played = _lines(turn.tokens, state)
        best = _lines(turn.options[0].tokens, state) if turn.options else []
        arrows = [
            *(svg.Arrow(a, b, "red") for a, b in played if (a, b) not in best),
            *(svg.Arrow(a, b, "green") for a, b in best),
        ]
        return _both(state, turn, arrows)

    def after(self, turn: TurnStudy) -> str:
        """Return the position after a turn, with what it changed marked."""
        number = self.begins[turn.number]
        before = self.track.states[number]
        end = number
        while (
            end < len(self.track.actions)
            and self.track.states[end].turn.number == turn.number
            and self.track.states[end].turn.phase == PLAY
        ):
            end += 1
        after = self.track.states[end]
        white, black = after.white.bridges, after.black.bridges
        built = line_names(white & ~before.white.bridges | black & ~before.black.bridges)
        fallen = (before.white.bridges | before.black.bridges) & ~(white | black)
        return _both(after, turn, (), built, line_names(fallen))


def _lines(words: Iterable[str], state: State) -> list[tuple[str, str]]:
    """Return the islands that the plays of a turn go from and to."""
    found: list[tuple[str, str]] = []
    for word in words:
        action = tokens.parse(word, state.turn.mover)
        if actions.kind(action) in actions.ON_A_LINE:
            found.append((word[-2], word[-1]))
    return found


def _both(
    state: State,
    turn: TurnStudy,
    arrows: Iterable[svg.Arrow],
    built: Iterable[str] = (),
    removed: Iterable[str] = (),
) -> str:
    """Return the picture twice; the page shows the one that suits its colours."""
    drawn, fresh, gone = list(arrows), list(built), list(removed)
    pictures = [
        svg.board(
            state.white.bridges,
            state.black.bridges,
            side=turn.seat,
            built=fresh,
            removed=gone,
            arrows=drawn,
            theme=theme,
        )
        for theme in ("day", "night")
    ]
    return f'<div class="day">{pictures[0]}</div><div class="night">{pictures[1]}</div>'
