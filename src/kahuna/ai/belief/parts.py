"""Parts of a multiset of cards: all of one size, and in how many ways each can be picked."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kahuna.board import N_ISLANDS
from kahuna.compiled.jit import jit
from kahuna.rules.cards import count, one, size

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

MAX_PARTS = 6188  # multisets of up to five cards out of twelve islands


@jit
def parts_of_size(cards: int, wanted: int) -> Ints:
    """Return every different part of the multiset that has this size."""
    found = np.zeros(MAX_PARTS, np.int64)
    n, left = 1, size(cards)
    for island in range(N_ISLANDS):
        copies = count(cards, island)
        left -= copies
        for i in range(n):
            part = found[i]
            for _ in range(copies):
                part += one(island)
                if size(part) <= wanted:
                    found[n] = part
                    n += 1
        n = _keep(found, n, wanted - left)
    return found[:n].copy()


@jit
def _keep(parts: Ints, n: int, least: int) -> int:
    """Drop the parts that are too small to grow to the size wanted; return how many are left."""
    kept = 0
    for i in range(n):
        if size(parts[i]) >= least:
            parts[kept] = parts[i]
            kept += 1
    return kept


@jit
def picks(cards: int, part: int) -> float:
    """Return in how many ways physical cards of the multiset make up the part."""
    ways = 1.0
    for island in range(N_ISLANDS):
        if count(cards, island) == 2 and count(part, island) == 1:
            ways *= 2.0
    return ways


@jit
def choose(n: int, k: int) -> float:
    """Return in how many ways k of n things can be chosen."""
    if k < 0 or k > n:
        return 0.0
    ways = 1.0
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways
