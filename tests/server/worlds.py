"""Games that differ only in what somebody cannot know: the same cards, in other hidden places.

Every card has a number here, a new one when it is shuffled, and a world says which letter is
on which. A story is a whole game told in cards: who moves which of them where. In another
world, whose letters differ only on cards that somebody has not seen, the same story can be
told, and whoever has not seen those cards cannot tell the two worlds apart.
"""

import random
from collections import Counter
from collections.abc import Sequence, Set
from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

from kahuna.dealer import Dealer
from kahuna.notation.setup import VIEWERS, Seat, Setup, Variants, Viewer
from kahuna.notation.tokens import cards as multiset
from kahuna.server.play.table import Table

Card = int
World = Sequence[str]  # the letter of each card
Part = str | tuple[Card, ...]  # of a turn: a token, or the cards that are discarded
SEED = bytes(32)  # of all games: what is published of it is the same in all worlds
DECK = "AABBCCDDEEFFGGHHIIJJKKLL"
TRIES, ENOUGH = 300, 10
BY_CHANCE = {"build": 6, "draw": 8, "discard": 2}


@dataclass
class Places:
    """Where the cards are, and who has seen which of them."""

    hands: dict[Seat, list[Card]]  # those from the row first: they are played first (R11.2)
    row: list[Card | None]
    pile: list[Card]
    discard: list[Card] = field(default_factory=list)
    seen: dict[Viewer, set[Card]] = field(default_factory=dict)

    def show(self, cards: Sequence[Card], viewers: Sequence[Viewer] = VIEWERS) -> None:
        """Let somebody see cards."""
        for viewer in viewers:
            self.seen.setdefault(viewer, set()).update(cards)


@dataclass(frozen=True)
class Turn:
    """A turn, told in cards."""

    seat: Seat
    number: int
    parts: tuple[Part, ...]

    def tokens(self, world: World) -> list[str]:
        """Return what its player chooses in a world."""
        return [
            part if isinstance(part, str) else "/" + "".join(sorted(world[c] for c in part))
            for part in self.parts
        ]


@dataclass(frozen=True)
class TakeBack:
    """The player takes their last turn back, with their opponent's leave."""

    seat: Seat


Step = Turn | TakeBack


class Shuffle(NamedTuple):
    """A round's new cards, in their order, and those that they were before."""

    cards: list[Card]
    of: list[Card]


@dataclass
class Story:
    """A whole game. `seen` and `hands` are after so many steps, from 0."""

    variants: Variants
    handicap: tuple[Seat, int] | None
    steps: list[Step] = field(default_factory=list)
    first: list[str] = field(default_factory=list)  # the world it was first told in
    shuffles: list[Shuffle] = field(default_factory=list)  # one a round
    seen: list[dict[Viewer, frozenset[Card]]] = field(default_factory=list)
    hands: list[dict[Seat, list[Card]]] = field(default_factory=list)

    def other_world(self, viewer: Viewer, steps: int, chance: random.Random) -> World | None:
        """Return a world that the viewer cannot tell from the first after so many steps.

        It is as different as chance finds; None, if nobody else holds other cards in any.
        """
        held = {c for seat, hand in self.hands[steps].items() if seat != viewer for c in hand}
        ours = sorted(self.first[card] for card in held)
        found: list[World] = []
        for _ in range(TRIES):
            world = self._any_world(self.seen[steps][viewer], chance)
            if world is not None and sorted(world[card] for card in held) != ours:
                found.append(world)
            if len(found) == ENOUGH:
                break
        return max(found, key=self._difference) if found else None

    def _difference(self, world: World) -> int:
        return sum(ours != other for ours, other in zip(self.first, world, strict=True))

    def _any_world(self, seen: Set[Card], chance: random.Random) -> World | None:
        """Return any world with the same letters on the cards seen, if chance finds one."""
        world: list[str] = []
        for shuffle in self.shuffles:
            letters = Counter(world[card] for card in shuffle.of) if world else Counter(DECK)
            letters.subtract(self.first[card] for card in shuffle.cards if card in seen)
            if min(letters.values()) < 0:
                return None
            unseen = list(letters.elements())
            chance.shuffle(unseen)
            world += [
                self.first[card] if card in seen else unseen.pop() for card in sorted(shuffle.cards)
            ]
        return world

    def dealer(self, world: World) -> type[Dealer]:
        """Return who shuffles as it is told, in a world."""
        orders: dict[tuple[int, int], str] = {}
        for round_number, shuffle in enumerate(self.shuffles, 1):
            order = "".join(world[card] for card in shuffle.cards)
            orders[round_number, multiset(order)] = order

        class ToldDealer(Dealer):
            def __init__(self, seed: bytes | None = None) -> None:
                super().__init__(SEED if seed is None else seed)

            def shuffle(self, round_number: int, cards: int) -> str:
                return orders[round_number, cards]

        return ToldDealer


def story(variants: Variants, handicap: tuple[Seat, int] | None, seed: int) -> Story:
    """Return a whole game in the first world, with turns taken back."""
    return _Telling(variants, handicap, random.Random(seed)).tell()


class _Telling:
    """A story in the making: the game as the rules play it, and its cards beside it."""

    def __init__(
        self, variants: Variants, handicap: tuple[Seat, int] | None, chance: random.Random
    ) -> None:
        self.chance, self.story = chance, Story(variants, handicap)
        self.places = Places({}, [], [])
        cards = self._shuffle([])
        self.places = Places({"White": cards[:3], "Black": cards[3:6]}, [*cards[6:9]], cards[9:])
        self.places.show(cards[:3], ["White"])
        self.places.show(cards[3:6], ["Black"])
        self.places.show(cards[6:9])
        dealer = self._dealer()
        self.table = Table(Setup(dealer.deal(), "White", variants, handicap), dealer)
        self.past: dict[int, Places] = {}  # before each turn

    def tell(self) -> Story:
        """Let any turns happen until the game is over; some are taken back."""
        self._mark()
        while not self.table.is_over:
            self._turn()
            if self.chance.random() < 0.06:
                self._take_back()
        return self.story

    def _dealer(self) -> Dealer:
        told = self

        class LiveDealer(Dealer):
            def shuffle(self, round_number: int, cards: int) -> str:
                if round_number > len(told.story.shuffles):
                    told.lay_out()
                return told.story.dealer(told.story.first)().shuffle(round_number, cards)

        return LiveDealer(SEED)

    def lay_out(self) -> None:
        """Shuffle the discarded cards for the next round."""
        cards = self._shuffle(self.places.discard)
        places = self.places
        places.row, places.pile, places.discard = [*cards[:3]], cards[3:], []
        places.show(cards[:3])

    def _shuffle(self, old: list[Card]) -> list[Card]:
        """Return new cards for old ones, in their new order."""
        first = self.story.first
        letters = [first[card] for card in old] or list(DECK)
        self.chance.shuffle(letters)
        cards = list(range(len(first), len(first) + len(letters)))
        self.story.first += letters
        self.story.shuffles.append(Shuffle(cards, old))
        return cards

    def _turn(self) -> None:
        """Make any turn, and move its cards."""
        seat, number, parts = self.table.mover, self.table.turn, list[Part]()
        self.past[number] = deepcopy(self.places)
        view, choices = self.table.draft([]), list[str]()
        while view.mover == seat and view.turn == number:
            token = self._any([choice.token for choice in view.legal])
            choices.append(token)
            parts.append(self._moved(seat, token))
            if token[0] in "+-":
                break
            view = self.table.draft(choices)
        self.table.follow(self.table.plan(choices))
        self.story.steps.append(Turn(seat, number, tuple(parts)))
        self._mark()

    def _take_back(self) -> None:
        """Take the last turn back, unless the cards were shuffled since: then all is new."""
        turn = self.story.steps[-1]
        if self.table.is_over or not isinstance(turn, Turn) or turn.number == 0:
            return
        earlier = self.table.back_to(turn.number)
        if earlier.state.round != self.table.state.round:
            return
        self.table, seen = earlier, self.places.seen  # what was seen stays seen
        self.places = deepcopy(self.past[turn.number])
        self.places.seen = seen
        self.story.steps.append(TakeBack(turn.seat))
        self._mark()

    def _any(self, tokens: list[str]) -> str:
        kinds = {
            "draw": [token for token in tokens if token[0] in "+-"],
            "discard": [token for token in tokens if token[0] == "/"],
        }
        kinds["build"] = [t for t in tokens if t not in kinds["draw"] + kinds["discard"]]
        there = [kind for kind, of_it in kinds.items() if of_it]
        (kind,) = self.chance.choices(there, [BY_CHANCE[kind] for kind in there])
        return self.chance.choice(kinds[kind])

    def _moved(self, seat: Seat, token: str) -> Part:
        """Move the cards of a token; return it, told in cards."""
        kind = token[0]
        if kind in "^=-":
            return token
        if kind == "/":
            return tuple(self._leave(seat, token[1:]))
        if kind == "+":
            self._draw(seat, token)
        else:
            played = self._leave(seat, token.partition("x")[0] if "x" in token else token[0])
            self.places.show(played)
        return token

    def _draw(self, seat: Seat, token: str) -> None:
        places, hand = self.places, self.places.hands[seat]
        if token == "+?":
            hand.append(places.pile.pop(0))
            places.show(hand[-1:], [seat])
            return
        on_row = [None if card is None else self.story.first[card] for card in places.row]
        place = on_row.index(token[1])
        card = places.row[place]
        assert card is not None
        hand.insert(0, card)
        places.row[place] = refill = places.pile.pop(0) if places.pile else None
        if refill is not None:
            places.show([refill])

    def _leave(self, seat: Seat, letters: str) -> list[Card]:
        """Take cards out of a hand, those that came from the row first; return them."""
        gone = []
        for letter in letters:
            hand = self.places.hands[seat]
            gone.append(hand.pop([self.story.first[card] for card in hand].index(letter)))
        self.places.discard += gone
        return gone

    def _mark(self) -> None:
        """Note who has seen what by now."""
        seen, hands = self.places.seen, self.places.hands
        self.story.seen.append({viewer: frozenset(cards) for viewer, cards in seen.items()})
        self.story.hands.append({seat: list(hand) for seat, hand in hands.items()})
