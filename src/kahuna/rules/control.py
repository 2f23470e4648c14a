"""Control of islands (R5): always just what the bridges say."""

from kahuna.board import FIRST, LINES_AT, MAJORITY, N_ISLANDS, SECOND


def controls(bridges: int, island: int) -> bool:
    """Tell whether these bridges control the island (R5.1)."""
    return (bridges & LINES_AT[island]).bit_count() >= MAJORITY[island]


def controlled(bridges: int) -> int:
    """Return the set of islands that these bridges control (R5.1)."""
    islands = 0
    for island in range(N_ISLANDS):
        if (bridges & LINES_AT[island]).bit_count() >= MAJORITY[island]:
            islands |= 1 << island
    return islands


def lines_at_controlled(bridges: int) -> int:
    """Return all lines that touch an island which these bridges control."""
    lines = 0
    for island in range(N_ISLANDS):
        if (bridges & LINES_AT[island]).bit_count() >= MAJORITY[island]:
            lines |= LINES_AT[island]
    return lines


def lines_that_gain(bridges: int) -> int:
    """Return all lines, with or without a bridge, at islands that one more bridge controls."""
    lines = 0
    for island in range(N_ISLANDS):
        if (bridges & LINES_AT[island]).bit_count() == MAJORITY[island] - 1:
            lines |= LINES_AT[island]
    return lines


def falling(bridges: int, others: int, line: int) -> int:
    """Return the opponent's bridges (`others`) that a new bridge on the line removes.

    Only an island that was not controlled before counts, at either end (R5.2, R5.4).
    """
    after = bridges | 1 << line
    lost = 0
    for island in (FIRST[line], SECOND[line]):
        if controls(after, island) and not controls(bridges, island):
            lost |= others & LINES_AT[island]
    return lost
