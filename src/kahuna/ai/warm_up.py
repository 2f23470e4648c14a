"""Machine code is made when it is first called: call it before somebody's clock runs."""

import atexit
import gc
import re
import subprocess
import sys
from collections.abc import Iterator

from kahuna.ai.player import Limit, Player
from kahuna.notation import Deal, Setup
from kahuna.notation.setup import VARIANTS
from kahuna.playout import random_action, seed_rng
from kahuna.rules.state import HANDICAP, NOTHING, OVER, PLAY, SEATS
from kahuna.track import Track
from kahuna.view import MaskedTrack, View, look, seat_name

SAMPLES = 10  # positions of a game, from its handicap to its last turns
# Long enough to get to everything that a player does, whichever way it counts.
MOMENT_MS = 30
MOMENT_NODES = 300


def prepare(spec: str) -> None:
    """Have the machine code of a level made by a process that ends, unless it is there already.

    Making it takes three times the memory of playing, which a process never gives back.
    Whatever goes wrong there, the player's own first turns make what is missing.
    """
    from kahuna.compiled.jit import CACHE  # Numba takes a third of a second to load

    if CACHE is None or not re.fullmatch(r"level:\d", spec):
        return
    ready = CACHE / f"{spec.replace(':', '-')}.ready"
    if ready.exists():
        return
    silent = subprocess.DEVNULL
    command = [sys.executable, "-m", "kahuna.ai.warm_up", spec]
    maker = subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent)  # noqa: S603 - our own
    atexit.register(maker.kill)
    if maker.wait() == 0:
        ready.touch()
    atexit.unregister(maker.kill)


def warm_up(player: Player) -> None:
    """Let the player think for a moment in all kinds of positions."""
    for variants in VARIANTS:
        views = list(
            sample_views(Setup(Deal("ABC", "DEF", "GHI"), "White", variants, ("Black", 1)))
        )
        for view in [*views[:: len(views) // SAMPLES], views[-1]]:
            player.decide(view, Limit(movetime=MOMENT_MS, nodes=MOMENT_NODES))
    gc.collect()
    gc.freeze()  # what is loaded stays: no collection has to walk through it in a turn


def sample_views(setup: Setup, seed: int = 1) -> Iterator[View]:
    """Yield the view of the player to move at every turn of a random game."""
    track, rng = Track(setup), seed_rng(seed)
    seen = {seat: MaskedTrack(track, seat_name(n)) for n, seat in enumerate(SEATS)}
    while track.state.turn.phase != OVER:
        turn = track.state.turn
        if turn.phase in (HANDICAP, PLAY) and turn.done == NOTHING:
            yield look(seen[SEATS[turn.mover]].follow(track).copy())
        action, rng = random_action(track.state, rng)
        track.push(action)


if __name__ == "__main__":
    from kahuna.ai.named import player_named

    warm_up(player_named(sys.argv[1], seed=0))
