"""Sets of weighted hypotheses about cards that somebody saw taken, as arrays."""

from typing import NamedTuple

import numpy as np

from kahuna.ai.belief.parts import Floats, Ints
from kahuna.compiled.jit import jit

LIMIT = 4096  # hypotheses kept; of more, the least likely are let go


class Hypotheses(NamedTuple):
    """Where the cards are of which the viewer once knew the holder.

    All cards that a hypothesis does not mention are exchangeable: hidden cards in
    hand, hidden ones face down, and the pile are a random split of them.
    """

    held: Ints  # cards in the other hand, without those that lie open
    buried: Ints  # cards that went from there, face down, to the discards of this round
    groups: Ints  # further such cards, by discard: three bits each (see `follow`)
    weight: Floats
    slots: Ints  # a hash table of the above: 0 or the number + 1
    length: Ints  # how many there are, in an array of one


@jit
def empty(capacity: int) -> Hypotheses:
    """Return room for so many hypotheses."""
    slots = 16
    while slots < 2 * capacity:
        slots *= 2
    return Hypotheses(
        np.zeros(capacity, np.int64),
        np.zeros(capacity, np.int64),
        np.zeros(capacity, np.int64),
        np.zeros(capacity, np.float64),
        np.zeros(slots, np.int64),
        np.zeros(1, np.int64),
    )


@jit
def add(hyps: Hypotheses, held: int, buried: int, groups: int, weight: float) -> None:
    """Add a hypothesis; the weights of equal ones add up."""
    last = len(hyps.slots) - 1
    mixed = held * 0x9E3779B1 ^ buried * 0x85EBCA77 ^ groups * 0xC2B2AE3D
    place = (mixed ^ mixed >> 23) & last
    while hyps.slots[place] != 0:
        n = hyps.slots[place] - 1
        if hyps.held[n] == held and hyps.buried[n] == buried and hyps.groups[n] == groups:
            hyps.weight[n] += weight
            return
        place = place + 1 & last
    n = hyps.length[0]
    hyps.held[n], hyps.buried[n], hyps.groups[n] = held, buried, groups
    hyps.weight[n] = weight
    hyps.length[0] = n + 1
    hyps.slots[place] = n + 1


@jit
def tidy(hyps: Hypotheses) -> Hypotheses:
    """Return the hypotheses, `LIMIT` at most, with weights that add up to 1."""
    n = hyps.length[0]
    order = np.arange(n)
    if n > LIMIT:
        order = np.argsort(-hyps.weight[:n])[:LIMIT]
    total = 0.0
    for i in order:
        total += hyps.weight[i]
    kept = empty(len(order))
    for i in order:
        add(kept, hyps.held[i], hyps.buried[i], hyps.groups[i], hyps.weight[i] / total)
    return kept
