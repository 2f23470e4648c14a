"""Free exploring: any position of a game that is over, or of no game at all."""

import msgspec

from kahuna.game import Game
from kahuna.server.studying.desk import Asker, Desk
from kahuna.server.studying.going_on import beginning, go_on
from kahuna.server.studying.positions import masked_for_mover
from kahuna.server.studying.replay import ReplayStep, steps
from kahuna.study.shapes import Explored
from kahuna.view import View


class Exploration(msgspec.Struct, frozen=True):
    """Where one has come to: the positions on the way, and what can be done.

    `view` is that of the player to move, with the legal choices and their consequences; it is
    missing when the game is over, or when the record does not show that player's cards.
    """

    tokens: list[str]  # as recorded, what chance brought included
    steps: list[ReplayStep]  # the first is the position that one started from
    view: View | None
    best: Explored | None
    result: str
    score: str


async def explore(
    desk: Desk, asker: Asker, game: Game, at: int, tokens: list[str], lines: int
) -> Exploration:
    """Go on from a position by these choices; look for so many best lines there, if any."""
    going = beginning(game, at)
    recorded, part = go_on(going, tokens), going.game
    view = view_of_mover(part)
    best = None
    if view is not None and lines and view.phase == "play":
        best = await desk.best(asker, masked_for_mover(part), lines)
    return Exploration(
        tokens=recorded,
        steps=steps(part, at),
        view=view,
        best=best,
        result=part.result,
        score=part.score,
    )


def view_of_mover(game: Game) -> View | None:
    """Return what the player to move knows, if that is known."""
    mover = game.mover
    if mover is None or game.viewer not in (None, mover):
        return None
    return game.view(mover)
