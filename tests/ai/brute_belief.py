"""What a viewer may believe, counted the slow and plain way: for comparison only.

Every hidden hand and every set of cards face down is a state of its own, with the
number of histories of physical cards that lead to it.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import comb

from kahuna.board import LETTERS
from kahuna.notation import tokens
from kahuna.notation.setup import Viewer
from kahuna.track import Track
from kahuna.view import look

Cards = str  # sorted letters
World = tuple[Cards, Cards, Cards]  # cards known to be held, hidden cards held, cards face down
Worlds = dict[World, float]


class TooManyWorldsError(Exception):
    """The count would take too long."""


def less(cards: Cards, gone: Cards) -> Cards:
    left = Counter(cards) - Counter(gone)
    return "".join(sorted(left.elements()))


def more(cards: Cards, new: Cards) -> Cards:
    return "".join(sorted(cards + new))


def parts(cards: Cards, number: int) -> Iterator[tuple[Cards, int]]:
    """Yield each part of this size and the number of ways to pick it."""
    yield from Counter("".join(part) for part in combinations(cards, number)).items()


class BruteBelief:
    """Follows a masked track, action by action."""

    def __init__(self, track: Track, most: int) -> None:
        self.track, self.most = track, most
        self.viewer: Viewer = "White" if track.setup.masked == 2 else "Black"
        view = look(Track(track.setup))
        own = (view.white if self.viewer == "White" else view.black).hand
        self.pool = less(LETTERS * 2, own + view.row)
        self.worlds: Worlds = {("", hand, ""): n for hand, n in parts(self.pool, 3)}
        for n, token in enumerate(track.tokens()):
            self.step(n, token)

    def step(self, n: int, token: str) -> None:
        """Take in a token."""
        state = self.track.states[n]
        by_other = (state.turn.mover == 0) != (self.viewer == "White")
        side = state.white if state.turn.mover == 0 else state.black
        shown = tokens.letters(side.open)
        if token[0] == "@":
            self.new_round(tokens.letters(state.table.discard), token[1:])
        elif token[0] == "+":
            self.draw(token, by_other=by_other, open_cards=bool(state.terms.variants & 2))
        elif by_other and token[0] == "/":
            self.discard(token.count("?"), less(shown, token[1:].replace("?", "")))
        elif by_other and token[0] not in "-=^":
            cards = token[:2] if "x" in token else token[0]
            self.play(less(cards, shown))
        if len(self.worlds) > self.most:
            raise TooManyWorldsError

    def collect(self, branches: Iterator[tuple[World, float]]) -> None:
        found: Worlds = {}
        for world, weight in branches:
            if weight:
                found[world] = found.get(world, 0) + weight
        total = sum(found.values())
        self.worlds = {world: weight / total for world, weight in found.items()}

    def pile(self, world: World) -> Cards:
        return less(self.pool, "".join(world))

    def seen(self, card: str) -> None:
        self.collect(
            (world, weight * self.pile(world).count(card)) for world, weight in self.worlds.items()
        )
        self.pool = less(self.pool, card)

    def draw(self, token: str, *, by_other: bool, open_cards: bool) -> None:
        if token == "+?":
            self.collect(
                ((known, more(hidden, card), under), weight * ways)
                for (known, hidden, under), weight in self.worlds.items()
                for card, ways in parts(self.pile((known, hidden, under)), 1)
            )
            return
        if token[1] == "?" or ">" in token:
            self.seen(token[-1])
        if by_other and token[1] != "?" and not open_cards:
            self.pool = more(self.pool, token[1])
            self.collect(
                ((more(known, token[1]), hidden, under), weight)
                for (known, hidden, under), weight in self.worlds.items()
            )

    def play(self, cards: Cards) -> None:
        self.collect(self.plays(cards))
        self.pool = less(self.pool, cards)

    def plays(self, cards: Cards) -> Iterator[tuple[World, float]]:
        for (known, hidden, under), weight in self.worlds.items():
            found = less(cards, less(cards, known))
            missing = less(cards, found)
            ways = 1
            for card in set(missing):
                ways *= comb(hidden.count(card), missing.count(card))
            yield (less(known, found), less(hidden, missing), under), weight * ways

    def discard(self, number: int, stays_open: Cards) -> None:
        self.collect(self.discards(number, stays_open))

    def discards(self, number: int, stays_open: Cards) -> Iterator[tuple[World, float]]:
        for (known, hidden, under), weight in self.worlds.items():
            loose = [[c for c in cards if c not in stays_open] for cards in (known, hidden)]
            for n in range(number + 1):
                for (a, ways_a), (b, ways_b) in product(
                    parts("".join(loose[0]), n), parts("".join(loose[1]), number - n)
                ):
                    world = (less(known, a), less(hidden, b), more(under, a + b))
                    yield world, weight * ways_a * ways_b

    def new_round(self, discards: Cards, row: str) -> None:
        self.collect(
            ((more(known, hidden), "", ""), weight)
            for (known, hidden, _), weight in self.worlds.items()
        )
        self.pool = more(self.pool, discards)
        for card in row:
            self.seen(card)

    def secrets(self) -> dict[tuple[Cards, Cards], float]:
        """Return each hand, without open cards, with the cards face down, and its probability."""
        found: Counter[tuple[Cards, Cards]] = Counter()
        for (known, hidden, under), weight in self.worlds.items():
            found[more(known, hidden), under] += weight  # type: ignore[assignment]  # it adds up chances
        total = sum(found.values())
        return {secret: weight / total for secret, weight in found.items()}
