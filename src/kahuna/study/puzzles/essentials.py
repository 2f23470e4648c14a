"""What matters in a turn: the parts without which every turn is clearly worse.

Many turns differ in trifles: a further bridge, another card of the row. So "one turn is best"
is said of its parts: the bridges it builds, the bridges it makes fall, how it ends. A
part is essential if the best turn without it loses at least a margin. A puzzle has such parts;
all its right answers share them.
"""

from collections.abc import Sequence

from kahuna.board import line_names
from kahuna.notation import tokens
from kahuna.rules import actions
from kahuna.rules.state import State, mine, theirs
from kahuna.study.effect import NO_DRAW, Effect, Turn
from kahuna.study.judged import Judged

DISCARDS = "/"


def parts(state: State, turn: Turn, effect: Effect) -> frozenset[str]:
    """Return the parts of a turn: ``AB`` built, ``xAB`` fallen, ``/`` discarded, ``+C`` drawn."""
    built = line_names(effect.mine & ~mine(state).bridges)
    fallen = line_names(theirs(state).bridges & ~effect.theirs)
    found = {*built, *(f"x{line}" for line in fallen)}
    if any(actions.kind(action) == actions.DISCARD for action in turn.plays):
        found.add(DISCARDS)
    if turn.draw != NO_DRAW and state.last_turns == 0:
        found.add(tokens.name(turn.draw, state.turn.mover))
    return frozenset(found)


def essentials(state: State, turns: Sequence[Judged], margin: float) -> dict[str, float]:
    """Return the best turn's essential parts, and by how much the best turn without each is worse.

    The turns come best first. A part that all of them have says nothing: it was never missed.
    """
    best = turns[0]
    all_parts = [parts(state, judged.turn, judged.effect) for judged in turns]
    found: dict[str, float] = {}
    for part in sorted(all_parts[0]):
        without = [
            judged.value for judged, has in zip(turns, all_parts, strict=True) if part not in has
        ]
        if without and best.value - max(without) >= margin:
            found[part] = best.value - max(without)
    return found
