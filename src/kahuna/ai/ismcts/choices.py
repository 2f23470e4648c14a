"""What the tree search considers, and what chance may bring."""

from kahuna.ai.belief.parts import Ints
from kahuna.ai.draws import draws
from kahuna.board import N_LINES
from kahuna.compiled.jit import jit
from kahuna.playout import next_random, random_card, random_row
from kahuna.rules import actions, legal
from kahuna.rules.cards import lowest, size, some
from kahuna.rules.state import MAX_HAND, State, mine


@jit
def _put_lines(lines: int, first: int, into: Ints, n: int) -> int:
    """Write an action for each line, counted on from the first line's; return the new end."""
    while lines:
        into[n] = first + lowest(lines)
        lines &= lines - 1
        n += 1
    return n


@jit
def choices(state: State, skipped: int, into: Ints) -> int:
    """Write what the mover can choose, without the builds skipped, into an array; return how many.

    Discards, up to 31 of them, are hardly ever good: one card of a full hand is enough.
    """
    builds = legal.builds(state) & ~skipped
    n = _put_lines(builds & (1 << N_LINES) - 1, actions.build(0, 0), into, 0)
    n = _put_lines(builds >> N_LINES, actions.build(0, 1), into, n)
    for how in range(3):
        n = _put_lines(legal.cuts(state, how), actions.cut(0, how), into, n)
    n = _put_lines(legal.free_bridges(state), actions.free_bridge(0), into, n)
    n = _put_lines(legal.handicap_lines(state), actions.handicap_bridge(0), into, n)
    if legal.may_discard(state) and size(mine(state).hand) == MAX_HAND:
        cards = some(mine(state).hand)
        while cards:
            into[n] = actions.discard(cards & -cards)
            cards &= cards - 1
            n += 1
    return n + draws(state, into[n:])


@jit
def skipped_after(state: State, action: int) -> int:
    """Return the builds, as in `legal.builds`, that could as well have come before the action.

    In whatever order bridges are built, the same islands are gained and the same bridges fall;
    so of two that could be built either way the lower comes first, and cuts come after both.
    """
    kind, lines = actions.kind(action), legal.open_lines(state)
    both_ends = lines | lines << N_LINES
    if kind == actions.CUT:
        return both_ends
    if kind == actions.BUILD:
        bit = actions.line_of(action) + N_LINES * actions.how_of(action)
        return both_ends & (1 << bit) - 1
    return 0


@jit
def with_chance(state: State, choice: int, rng: int) -> tuple[int, int]:
    """Return the choice with what chance brings, and the generator."""
    kind = actions.kind(choice)
    if kind == actions.LAY_ROW:
        row, rng = random_row(state.table.discard, rng)
        return actions.lay_row(row), rng
    if state.table.pile == 0 or kind not in (actions.DRAW_ROW, actions.DRAW_PILE):
        return choice, rng
    rng = next_random(rng)
    card = random_card(state.table.unseen, rng)
    if kind == actions.DRAW_PILE:
        return actions.draw_pile(card), rng
    return actions.draw_row(actions.card_of(choice), card), rng
