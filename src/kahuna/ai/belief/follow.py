"""What a history says about cards that the viewer cannot see: the exact filter.

A history of physical cards is the deal, every card drawn from the pile and
every choice of cards for a face-down discard. All those that agree with what the
viewer has seen are equally likely; a card played was, if there was one, a copy
that had been taken from the row or held since the round before, else any of
the hidden copies. `docs/opponent.md` says more.
"""

import numpy as np

from kahuna.ai.belief.hypotheses import Hypotheses, add, empty, tidy
from kahuna.ai.belief.parts import Floats, Ints, choose, parts_of_size, picks
from kahuna.board import FIRST, N_ISLANDS, SECOND
from kahuna.compiled.jit import jit
from kahuna.rules import actions
from kahuna.rules.cards import common, count, one, size, some
from kahuna.rules.legal import hand_size, played_cards
from kahuna.rules.state import EMPTY, OPEN_CARDS, WHITE, Side, State
from kahuna.rules.step import apply

MAX_GROUPS = 20  # discards in a round that R11.2 restricts
GROUP_BITS = 3
MAX_HANDS = 6188  # different hands of up to five cards
MAX_BRANCHES = 32  # ways to choose among five known cards


@jit
def side_of(state: State, seat: int) -> Side:
    """Return the seat's side."""
    return state.white if seat == WHITE else state.black


@jit
def pool(state: State, seat: int) -> int:
    """Return all cards that may be in the seat's hand, in the pile or face down."""
    side = side_of(state, seat)
    return state.table.unseen + side.hand - side.open


@jit
def secret_size(state: State, seat: int) -> int:
    """Return how many cards the seat holds that do not lie open."""
    side = side_of(state, seat)
    return hand_size(side) - size(side.open)


@jit
def follow(state: State, history: Ints, seat: int) -> tuple[Hypotheses, Ints, State]:
    """Return the hypotheses after a masked history, about the seat that is masked.

    With them come, for each discard of the round that R11.2 restricts, the islands
    that its hidden cards cannot show, and the last position.
    """
    hyps = empty(1)
    add(hyps, 0, 0, 0, 1.0)
    masks = np.zeros(MAX_GROUPS, np.int64)
    n_masks = 0
    for action in history:
        what = actions.kind(action)
        if what == actions.LAY_ROW:
            hyps = _new_round(hyps, state, seat, masks)
            hyps = _new_row(hyps, state, actions.row_of_action(action))
            masks[:] = 0
            n_masks = 0
        elif what in (actions.DRAW_ROW, actions.DRAW_PILE):
            hyps = _draw(hyps, state, action, seat)
        elif state.turn.mover == seat:
            if what == actions.DISCARD and actions.unnamed_of(action) > 0:
                barred = _barred(state, action, seat)
                hyps = _discard(hyps, state, actions.unnamed_of(action), barred, n_masks)
                if barred:
                    masks[n_masks] = barred
                    n_masks = min(n_masks + 1, MAX_GROUPS - 1)
            elif what in (actions.BUILD, actions.CUT):
                hyps = _play(hyps, state, action)
        state = apply(state, action)
    return hyps, masks, state


@jit
def _seen(hyps: Hypotheses, cards: int, card: int) -> Hypotheses:
    """Take in that a card from the pile was this one; `cards` is the pool it came from."""
    after = empty(hyps.length[0])
    for i in range(hyps.length[0]):
        rest = cards - hyps.held[i] - hyps.buried[i]
        if count(rest, card) > 0:
            weight = hyps.weight[i] * count(rest, card) / size(rest)
            add(after, hyps.held[i], hyps.buried[i], hyps.groups[i], weight)
    return tidy(after)


@jit
def _draw(hyps: Hypotheses, state: State, action: int, seat: int) -> Hypotheses:
    """Take in a draw: a card taken in sight is held, a card turned up leaves the pool."""
    drawn, in_row = actions.card_of(action), actions.kind(action) == actions.DRAW_ROW
    turned_up = actions.refill_of(action) if in_row else drawn
    if turned_up != actions.UNKNOWN:
        hyps = _seen(hyps, pool(state, seat), turned_up)
    if not in_row or state.turn.mover != seat or state.terms.variants & OPEN_CARDS:
        return hyps
    after = empty(hyps.length[0])
    for i in range(hyps.length[0]):
        held = hyps.held[i] + one(drawn)
        add(after, held, hyps.buried[i], hyps.groups[i], hyps.weight[i])
    return after


@jit
def _play(hyps: Hypotheses, state: State, action: int) -> Hypotheses:
    """Take in the cards played out of the hand; those that lay open say nothing (R11.2)."""
    seat, line, how = state.turn.mover, actions.line_of(action), actions.how_of(action)
    if actions.kind(action) == actions.CUT:
        cards = played_cards(line, how)
    else:
        cards = one(SECOND[line] if how else FIRST[line])
    cards -= common(cards, side_of(state, seat).open)
    everything, secret = pool(state, seat), secret_size(state, seat)
    after = empty(hyps.length[0])
    for i in range(hyps.length[0]):
        held = hyps.held[i]
        known = common(cards, held)
        rest = everything - held - hyps.buried[i]
        chance = _hidden_play(cards - known, rest, secret - size(held))
        if chance > 0.0:
            weight = hyps.weight[i] * chance
            add(after, held - known, hyps.buried[i], hyps.groups[i], weight)
    return tidy(after)


@jit
def _hidden_play(cards: int, rest: int, hidden: int) -> float:
    """Return the chance that so many hidden cards out of the rest hold these one or two."""
    chance, total = 1.0, size(rest)
    for island in range(N_ISLANDS):
        copies = count(cards, island)
        for n in range(copies):
            if hidden <= 0 or count(rest, island) - n <= 0:
                return 0.0
            chance *= hidden * (count(rest, island) - n) / total
            hidden -= 1
            total -= 1
        if copies == 2:  # both at once, in no order
            chance /= 2.0
    return chance


@jit
def _barred(state: State, action: int, seat: int) -> int:
    """Return the islands of which a discard can hide no card: one stays open (R11.2)."""
    named = actions.cards_of(action)
    side = side_of(state, seat)
    return some(side.open - common(named, side.open)) & some(pool(state, seat))


@jit
def _discard(hyps: Hypotheses, state: State, unnamed: int, barred: int, group: int) -> Hypotheses:
    """Take in a face-down discard: each choice among the cards held is equally likely."""
    seat = state.turn.mover
    secret = secret_size(state, seat)
    after = empty(hyps.length[0] * MAX_BRANCHES)
    for i in range(hyps.length[0]):
        held = hyps.held[i]
        hidden = secret - size(held)
        loose = held - common(held, 3 * barred)
        for known in range(min(unnamed, size(loose)) + 1):
            ways = choose(hidden, unnamed - known)
            if ways == 0.0:
                continue
            groups = hyps.groups[i]
            if barred:
                groups += (unnamed - known) << GROUP_BITS * group
            for part in parts_of_size(loose, known):
                weight = hyps.weight[i] * ways * picks(loose, part)
                add(after, held - part, hyps.buried[i] + part, groups, weight)
    return tidy(after)


@jit
def _new_round(hyps: Hypotheses, state: State, seat: int, masks: Ints) -> Hypotheses:
    """Write out what the hand may be, before the discards become the pile (R8.3)."""
    everything, secret = pool(state, seat), secret_size(state, seat)
    after = empty(MAX_HANDS)
    for i in range(hyps.length[0]):
        rest = everything - hyps.held[i] - hyps.buried[i]
        hidden = secret - size(hyps.held[i])
        total = choose(size(rest), hidden)
        for part in parts_of_size(rest, hidden):
            weight = hyps.weight[i] * picks(rest, part) / total
            weight *= fitting(rest - part, hyps.groups[i], masks)
            if weight > 0.0:
                add(after, hyps.held[i] + part, 0, 0, weight)
    return tidy(after)


@jit
def _new_row(hyps: Hypotheses, state: State, row: int) -> Hypotheses:
    """Take in the row of the new round: three cards from the top of the new pile (R8.3)."""
    seat = 0 if state.terms.masked & 1 else 1
    cards = pool(state, seat) + state.table.discard
    for place in range(3):
        card = row >> 4 * place & 15
        if card != EMPTY:
            hyps = _seen(hyps, cards, card)
            cards -= one(card)
    return hyps


@jit
def fitting(rest: int, groups: int, masks: Ints) -> float:
    """Return how likely a random split of the rest obeys R11.2 in the restricted discards.

    The rest are the cards outside the hand, each of which is in one place. A barred
    card's other copy lay open, so it is single: a sum over sets of such cards is enough.
    """
    if groups == 0:
        return 1.0
    islands = 0
    for group in range(MAX_GROUPS):
        if groups >> GROUP_BITS * group & 7:
            islands |= masks[group] & some(rest)
    n, free = islands.bit_count(), size(rest)
    ways = np.zeros(1 << n)
    ways[0] = 1.0
    for group in range(MAX_GROUPS):
        for _ in range(groups >> GROUP_BITS * group & 7):
            _fill_place(ways, islands, masks[group])
            free -= 1
    for _ in range(free):
        _fill_place(ways, islands, 0)
    chance = float(ways[-1])
    for i in range(n):
        chance /= size(rest) - i
    return chance


@jit
def _fill_place(ways: Floats, islands: int, barred: int) -> None:
    """Let one more place hold one of the cards, unless barred, or any other card."""
    for placed in range(len(ways) - 1, -1, -1):
        left, i = islands, 0
        while left:
            lowest = left & -left
            if not placed >> i & 1 and not barred & lowest:
                ways[placed | 1 << i] += ways[placed]
            left ^= lowest
            i += 1
