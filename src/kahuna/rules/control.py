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


def takes(bridges: int, line: int, island: int) -> bool:
    """Tell whether a new bridge on the line gives control of the island at one of its ends."""
    return not controls(bridges, island) and controls(bridges | 1 << line, island)


def gained(bridges: int, line: int) -> int:
    """Return the islands that a new bridge on the line brings under control."""
    islands = 0
    for island in (FIRST[line], SECOND[line]):
        if takes(bridges, line, island):
            islands |= 1 << island
    return islands


def falling(bridges: int, others: int, line: int) -> int:
    """Return the opponent's bridges (`others`) that a new bridge on the line removes.

    Only an island that was not controlled before counts, at either end (R5.2, R5.4).
    """
    fallen = 0
    for island in (FIRST[line], SECOND[line]):
        if takes(bridges, line, island):
            fallen |= others & LINES_AT[island]
    return fallen


def lost(bridges: int, removed: int) -> int:
    """Return the islands whose control is lost with some of these bridges (R5.3)."""
    after = bridges & ~removed
    islands = 0
    for island in range(N_ISLANDS):
        if removed & LINES_AT[island] and controls(bridges, island) and not controls(after, island):
            islands |= 1 << island
    return islands
