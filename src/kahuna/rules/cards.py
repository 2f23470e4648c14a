"""Multisets of cards in one integer, and the few bit tricks the rules need.

A multiset of island cards has two bits for each island, which hold 0, 1 or 2:
no island has a third card (R1.2). Bit tricks live here and nowhere else.

>>> hand = one(0) + one(0) + one(4)  # ALOA twice, ELAI once
>>> size(hand), count(hand, 0), count(hand, 4)
(3, 2, 1)
"""

from kahuna.board import LINES_AS_FIRST, LINES_AS_SECOND, N_ISLANDS

LOW = sum(1 << 2 * island for island in range(N_ISLANDS))
ALL_CARDS = LOW << 1  # two of each
FIRST_HALF = (1 << 2 * (N_ISLANDS // 2)) - 1  # all bits of the first six islands


def one(island: int) -> int:
    """Return the multiset of one card of the island."""
    return 1 << 2 * island


def count(cards: int, island: int) -> int:
    """Return how many cards of the island there are."""
    return cards >> 2 * island & 3


def size(cards: int) -> int:
    """Return the number of cards."""
    return (cards & LOW).bit_count() + 2 * (cards >> 1 & LOW).bit_count()


def some(cards: int) -> int:
    """Return one card of each island of which there is one at least."""
    return (cards | cards >> 1) & LOW


def doubles(cards: int) -> int:
    """Return one card of each island of which there are two."""
    return cards >> 1 & LOW


def common(cards: int, others: int) -> int:
    """Return the cards that both multisets hold."""
    return (some(cards) & some(others)) + (doubles(cards) & doubles(others))


def n_parts(cards: int) -> int:
    """Return how many different parts the multiset has, the empty one and itself included."""
    parts = 1
    for island in range(N_ISLANDS):
        parts *= count(cards, island) + 1
    return parts


def nth_part(cards: int, n: int) -> int:
    """Return the n-th of its different parts; number 0 is the empty one."""
    part = 0
    for island in range(N_ISLANDS):
        choices = count(cards, island) + 1
        part += n % choices * one(island)
        n //= choices
    return part


def lowest(bits: int) -> int:
    """Return the number of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


def nth_bit(bits: int, n: int) -> int:
    """Return the number of the n-th bit that is set, counting from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


def lines_first(cards: int) -> int:
    """Return the lines whose first island is on one of the cards."""
    lines = 0
    left = some(cards)
    while left:
        lines |= LINES_AS_FIRST[lowest(left) >> 1]
        left &= left - 1
    return lines


def lines_second(cards: int) -> int:
    """Return the lines whose second island is on one of the cards."""
    lines = 0
    left = some(cards)
    while left:
        lines |= LINES_AS_SECOND[lowest(left) >> 1]
        left &= left - 1
    return lines
