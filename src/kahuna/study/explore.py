"""Any position, explored: its best turns with their values.

>>> from kahuna import Game
>>> found = best_turns(Game(seed=b"aloha"), Depth(nodes=60), lines=2)
>>> len(found.options), found.exact
(2, False)
"""

from kahuna.errors import KahunaError
from kahuna.game import Game
from kahuna.study.depth import STANDARD, Depth
from kahuna.study.effect import effect_of, parse_turn
from kahuna.study.examine import Examiner
from kahuna.study.judgement import judge_loss
from kahuna.study.shapes import Explored, Option, Tried
from kahuna.view import View

PLACES = 4


def best_turns(
    source: View | Game, depth: Depth = STANDARD, lines: int = 5, examiner: Examiner | None = None
) -> Explored:
    """Return the best turns of the player to move, by what that player knows.

    A game gives its mover's view; a view has to be the mover's own.
    """
    view = mover_view(source)
    found = (examiner or Examiner(depth._replace(lines=max(lines, depth.lines)))).examine(view)
    mover = view.state.turn.mover
    return Explored(
        seat=view.mover,
        win=round(found.value, PLACES),
        options=tuple(
            Option(judged.turn.tokens(mover), round(judged.value, PLACES))
            for judged in found.turns[:lines]
        ),
        exact=found.exact,
    )


def try_turn(source: View | Game, tokens: tuple[str, ...], depth: Depth = STANDARD) -> Tried:
    """Judge one turn beside the best; one that is not legal is refused with the reason."""
    view = mover_view(source)
    turn = parse_turn(view.state, tokens)
    found = Examiner(depth).examine(view, (turn,))
    judged, mover = found.find(effect_of(view.state, turn)), view.state.turn.mover
    assert judged is not None
    loss = round(found.value - judged.value, PLACES)
    return Tried(
        played=Option(turn.tokens(mover), round(judged.value, PLACES)),
        best=Option(found.best.turn.tokens(mover), round(found.value, PLACES)),
        loss=loss,
        judgement=judge_loss(loss),
        exact=found.exact,
    )


def mover_view(source: View | Game) -> View:
    """Return what the player to move knows."""
    if source.mover is None:
        raise KahunaError("the game is over")
    view = source.view(source.mover) if isinstance(source, Game) else source
    if view.viewer != view.mover:
        raise KahunaError(f"{view.mover} is to move, but the view is {view.viewer}'s")
    return view
