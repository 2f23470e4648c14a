"""Games for the tests of the study: played fast, by players who want to win."""

from collections.abc import Iterator
from functools import cache

from kahuna import Game
from kahuna.ai.network import score_of
from kahuna.ai.player import Limit
from kahuna.ai.simple_players import GreedyPlayer
from kahuna.notation.setup import Variants
from kahuna.rules import moves
from kahuna.rules.state import OVER, State
from kahuna.rules.step import apply
from kahuna.study.depth import Depth

SMALL = Depth(nodes=40, worlds=8, wide=12, most=8)  # shallow, but the real search


@cache
def greedy_game(seed: int, variants: Variants = "none") -> Game:
    """Return a finished game between greedy players. It is shared: do not play on in it."""
    game, players = Game(seed=b"greedy %d" % seed, variants=variants), GreedyPlayer(seed=seed)
    while game.mover is not None:
        game.play(" ".join(players.decide(game.view(game.mover), Limit(nodes=1)).tokens))
    return game


def cut_off(game: Game, turns: int) -> Game:
    """Return the game as it was at the beginning of this turn."""
    part = Game(seed=game.dealer.seed if game.dealer else b"", variants=game.setup.variants)
    for token in game.tokens:
        if part.state.turn.number >= turns and part.state.turn.done == 0:
            break
        if not token.startswith("@"):
            part.play(token[:2] if token.startswith("+") else token)
    return part


def last_results(state: State) -> Iterator[float]:
    """Yield how the game can end for the mover of its very last turn, by the plain rules alone."""
    seat, left, seen = state.turn.mover, [state], {state}
    while left:
        at = left.pop()
        if at.turn.phase == OVER:
            yield score_of(at, seat)
            continue
        for action in moves.choices(at):
            after = apply(at, action)
            if after not in seen:
                seen.add(after)
                left.append(after)
