"""The rules of Kahuna once more, as plainly as they can be written.

This is the oracle of the differential tests: it shares no code with the engine, not even the
board, and was written from the rules (``R…`` in the comments) and the notation alone. Speed is no
aim. A game is fed KGN tokens and names those that may follow:

>>> oracle = Oracle("White ABE Black HHE Row FGI", "White", "none", None)
>>> oracle.tokens()[:4]
['AB', 'AD', 'AH', 'BA']
>>> for token in ["AB", "+F>C", "HA"]:
...     oracle.play(token)
>>> oracle.summary()["white"]
{'bridges': ['AB'], 'islands': [], 'hand': 'BEF', 'open': ''}
"""

import random
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations, permutations

ISLANDS = "ABCDEFGHIJKL"
BOARD = "AB AD AH BC BD BE BF CF CG CK DE DH EF EH EI EJ FG FJ GJ GK HI HL IJ IK IL JK KL"
LINES = BOARD.split()
CARDS = sorted(ISLANDS * 2)  # R1.2
BRIDGES, TOKENS, HAND_LIMIT, ROUNDS = 25, 10, 5, 3  # R1.2, R7.2, R8.1
OTHER = {"White": "Black", "Black": "White"}
SIGNS = {"^": "handicap", "@": "shuffle", "=": "free", "/": "discard", "-": "pass"}
EMPTY = "."


@dataclass
class Side:
    """What one player has; the open cards of R11.2 are kept apart from the hidden ones."""

    hidden: list[str]
    open: list[str] = field(default_factory=list)
    bridges: set[str] = field(default_factory=set)
    points: int = 0

    def hand(self) -> list[str]:
        """All cards held: open cards are hand cards too."""  # R11.2
        return sorted(self.hidden + self.open)

    def controls(self, island: str) -> bool:
        """Whether this player's bridges lie on more than half of the island's lines."""  # R5.1
        lines = [line for line in LINES if island in line]
        return 2 * len([line for line in lines if line in self.bridges]) > len(lines)

    def islands(self) -> list[str]:
        """Every controlled island, even the eleventh that no token can mark."""  # R5.5
        return [island for island in ISLANDS if self.controls(island)]

    def summary(self) -> dict[str, object]:
        """The player's part of the game's summary."""
        return {
            "bridges": sorted(self.bridges),
            "islands": self.islands(),
            "hand": "".join(self.hand()),
            "open": "".join(sorted(self.open)),
        }


class Oracle:
    """One game. The arguments are the values of the KGN tags of the same names."""

    def __init__(self, deal: str, starts: str, variants: str, handicap: str | None) -> None:
        dealt = re.fullmatch("White ([A-L]{3}) Black ([A-L]{3}) Row ([A-L]{3})", deal)
        given = re.fullmatch("(White|Black) ([123])", handicap or "")  # R2.3
        if not dealt or starts not in OTHER or variants not in ("none", "1", "2", "1 2"):
            raise ValueError(f"not a game: {deal!r}, {starts!r}, {variants!r}")
        if handicap is not None and not given:
            raise ValueError(f"not a handicap: {handicap!r}")
        self.sides = {"White": Side(list(dealt[1])), "Black": Side(list(dealt[2]))}
        self.row = list(dealt[3])
        self.discard: list[str] = []
        self.pile = list(CARDS)  # in no order: the tokens tell which card lay on top
        for card in "".join(dealt.groups()):
            if card not in self.pile:
                raise ValueError(f"a third {card} in the deal {deal!r}")
            self.pile.remove(card)
        self.protected_islands = "1" in variants  # R11.1
        self.open_cards = "2" in variants  # R11.2
        self.starts = starts
        self.mover = given[1] if given else starts
        self.handicap_left = int(given[2]) if given else 0
        self.result, self.termination = "*", ""
        self.round = self.turn = 1
        self.played = False  # a card has been played in this turn
        self.discarded = False  # cards have been discarded in this turn
        self.just_cut = ""  # the line that the last action of this turn freed
        self.opponent_abstained = False  # in the turn just before this one
        self.shuffling = False  # round 1 or 2 is over, the new row does not lie yet
        self.last_turns = 0  # how many of the two last turns have not ended yet

    def me(self) -> Side:
        """Whose turn it is, or who draws or places the handicap."""
        return self.sides[self.mover]

    def opponent(self) -> Side:
        """The other player."""
        return self.sides[OTHER[self.mover]]

    # ---- What may come next ----

    def tokens(self) -> list[str]:
        """Every token that may come next, `resign` and `timeout` apart; none after the end."""
        if self.result != "*":
            return []
        if self.shuffling:  # R8.3
            return sorted({"@" + "".join(row) for row in permutations(self.discard, 3)})
        if self.handicap_left:  # R2.3
            return ["^" + line for line in LINES if self.is_free(line)]
        plays = [] if self.discarded else self.builds() + self.free_bridges() + self.cuts()  # R3.4
        return plays + self.discards() + self.draws() + self.passes()

    def is_free(self, line: str) -> bool:
        """Whether no bridge lies on the line."""
        return line not in self.me().bridges and line not in self.opponent().bridges

    def may_build(self, line: str) -> bool:
        """Whether the mover may put a bridge on the line, cards apart."""
        if not self.is_free(line) or len(self.me().bridges) == BRIDGES:  # R4.1, R4.3
            return False
        guarded = self.opponent().controls(line[0]) or self.opponent().controls(line[1])
        return not (self.protected_islands and guarded)  # R4.2, R11.1

    def builds(self) -> list[str]:
        """A bridge by a card; the card's letter comes first."""  # R4.1
        cards = sorted(set(self.me().hand()))
        lines = [line for line in LINES if self.may_build(line)]
        return [card + line.replace(card, "") for card in cards for line in lines if card in line]

    def free_bridges(self) -> list[str]:
        """A bridge without a card, on the line that the last action cut."""  # R11.1
        if self.protected_islands and self.just_cut and self.may_build(self.just_cut):
            return ["=" + self.just_cut]
        return []

    def cuts(self) -> list[str]:
        """An opponent's bridge removed by two cards, each of one of its ends."""  # R6.1
        pairs = sorted({a + b for a, b in combinations(self.me().hand(), 2)})
        lines = sorted(self.opponent().bridges)
        return [f"{pair}x{line}" for line in lines for pair in pairs if set(pair) <= set(line)]

    def discards(self) -> list[str]:
        """Any cards of the hand, once, instead of playing; not in the last turns."""  # R3.4
        if self.played or self.discarded or self.last_turns:
            return []
        hand = self.me().hand()
        choices = [cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size)]
        return sorted({"/" + "".join(cards) for cards in choices})

    def draws(self) -> list[str]:
        """Every draw, with every card that chance may bring."""  # R7.1
        if len(self.me().hand()) == HAND_LIMIT:  # R7.2
            return []
        row, pile = sorted(set(self.row) - {EMPTY}), sorted(set(self.pile))
        if not pile:
            return [f"+{card}" for card in row]
        return [f"+{card}>{top}" for card in row for top in pile] + [f"+?{top}" for top in pile]

    def passes(self) -> list[str]:
        """The end of a turn without a draw."""  # R7.3, R7.4, R9.1
        return ["-"] if self.last_turns or not self.opponent_abstained else []

    # ---- What a token does ----

    def play(self, token: str) -> None:
        """Apply a token; a ValueError if it may not come next."""
        quitters = {"resign": self.mover, "timeout": self.mover}
        quitters[f"{OTHER[self.mover]}:resign"] = OTHER[self.mover]
        if token in quitters and self.result == "*":
            self.finish(OTHER[quitters[token]], "time" if token == "timeout" else "resignation")
            return
        if token not in self.tokens():
            raise ValueError(f"not legal here: {token!r}")
        match kind_of(token):
            case "shuffle":
                self.play_shuffle(token[1:])
            case "handicap":
                self.play_handicap(token[1:])
            case "row" | "pile":
                self.play_draw(token)
            case "pass":
                self.play_pass()
            case action:
                self.play_action(action, token)

    def play_action(self, action: str, token: str) -> None:
        """Build, cut, put a free bridge or discard."""
        self.just_cut = ""  # R11.1: the free bridge is the very next action or none
        if action == "build":
            self.give_away(token[0])
            self.put_bridge("".join(sorted(token)))
        elif action == "cut":
            cards, self.just_cut = token.split("x")
            self.give_away(cards)
            self.opponent().bridges.remove(self.just_cut)
        elif action == "free":
            self.put_bridge(token[1:])
        else:
            self.give_away(token[1:])
        self.discarded = action == "discard"
        self.played = not self.discarded
        self.check_bridges()

    def give_away(self, cards: str) -> None:
        """Put cards from the mover's hand on the discard pile, open ones first."""  # R3.3, R11.2
        for card in cards:
            (self.me().open if card in self.me().open else self.me().hidden).remove(card)
            self.discard.append(card)

    def put_bridge(self, line: str) -> None:
        """Put the mover's bridge on the line; at each island it wins the opponent's ones go."""
        before = self.me().islands()
        self.me().bridges.add(line)
        for island in line:
            if self.me().controls(island) and island not in before:  # R5.2, R5.4
                self.opponent().bridges -= {other for other in LINES if island in other}

    def play_handicap(self, line: str) -> None:
        """Put a bridge before the first turn; after the last one the game begins."""  # R2.3
        self.put_bridge(line)
        self.handicap_left -= 1
        if self.handicap_left == 0:
            self.mover = self.starts

    def play_draw(self, token: str) -> None:
        """Draw from the row or the pile, which ends the turn and perhaps the round."""  # R7.1
        if token.startswith("+?"):
            self.pile.remove(token[2])
            self.me().hidden.append(token[2])
        else:
            place = self.row.index(token[1])  # the leftmost, if two
            self.row[place] = token[3] if ">" in token else EMPTY
            if ">" in token:
                self.pile.remove(token[3])
            (self.me().open if self.open_cards else self.me().hidden).append(token[1])  # R11.2
        round_over = not self.pile and self.row == [EMPTY] * 3  # R8.1
        if round_over and self.round < ROUNDS:
            self.give_points(self.round)  # R8.2
            self.shuffling = True
            return
        if round_over:
            self.last_turns = 2  # R9.1
        self.next_turn(abstained=False)

    def play_shuffle(self, row: str) -> None:
        """Make the discard pile row and pile: the next round begins."""  # R8.3
        self.row, self.pile, self.discard = list(row), self.discard, []
        for card in row:
            self.pile.remove(card)
        self.shuffling = False
        self.round += 1
        self.check_bridges()
        if self.result == "*":
            self.next_turn(abstained=False)  # R7.5

    def play_pass(self) -> None:
        """End the turn without drawing; the second of the last turns ends the game."""  # R9
        if self.last_turns == 1:
            self.final_scoring()
            return
        self.last_turns = 1 if self.last_turns else 0
        self.next_turn(abstained=True)

    def next_turn(self, *, abstained: bool) -> None:
        """Hand over to the other player, who may not abstain if the mover did."""  # R7.3
        self.turn += 1
        self.mover = OTHER[self.mover]
        self.played = self.discarded = False
        self.just_cut = ""
        self.opponent_abstained = abstained

    # ---- Scoring and the end ----

    def lead(self) -> int:
        """White's tokens less Black's; each has ten at most."""  # R5.5
        white, black = (min(len(side.islands()), TOKENS) for side in self.sides.values())
        return white - black

    def give_points(self, points: int) -> None:
        """Give points to whoever has more tokens."""  # R8.2, R9.2
        if self.lead() != 0:
            self.sides["White" if self.lead() > 0 else "Black"].points += points

    def final_scoring(self) -> None:
        """Give the last points and find the winner."""  # R9.2, R10.1
        self.give_points(abs(self.lead()))
        white, black = self.sides["White"], self.sides["Black"]
        points, bridges = white.points - black.points, len(white.bridges) - len(black.bridges)
        reasons = [(points, "points"), (self.lead(), "final-scoring"), (bridges, "bridges")]
        margin, reason = next((why for why in reasons if why[0] != 0), (0, "draw"))
        self.finish("White" if margin > 0 else "Black" if margin < 0 else "Draw", reason)

    def check_bridges(self) -> None:
        """End the game if, after round 1, exactly one player has no bridge."""  # R10.2
        bare = [player for player, side in self.sides.items() if not side.bridges]
        if self.round > 1 and len(bare) == 1:
            self.finish(OTHER[bare[0]], "no-bridges")

    def finish(self, result: str, termination: str) -> None:
        """End the game."""
        self.result, self.termination = result, termination

    def summary(self) -> dict[str, object]:
        """Everything on the table, all cards face up, in plain values to compare."""
        return {
            "result": self.result,
            "termination": self.termination or None,
            "score": f"{self.sides['White'].points}-{self.sides['Black'].points}",
            "round": self.round,
            "turn": self.turn,
            "white": self.sides["White"].summary(),
            "black": self.sides["Black"].summary(),
            "row": "".join(self.row),
            "pile": len(self.pile),
            "discard": len(self.discard),
        }


def kind_of(token: str) -> str:
    """The kind of a token: build, cut, row, pile or one of `SIGNS`."""
    if token.startswith("+"):
        return "pile" if token[1] == "?" else "row"
    return SIGNS.get(token[0]) or ("cut" if "x" in token else "build")


def perft(oracle: Oracle, depth: int) -> int:
    """Count the different token sequences of this length that may follow."""
    if depth == 0:
        return 1
    count = 0
    for token in oracle.tokens():
        after = deepcopy(oracle)
        after.play(token)
        count += perft(after, depth - 1)
    return count


def random_game(
    rng: random.Random,
    starts: str = "White",
    variants: str = "none",
    handicap: str | None = None,
    weights: Mapping[str, float] | None = None,
) -> tuple[str, list[str]]:
    """Play a random game to its end; the value of its deal tag, and its tokens.

    The kind of token (see `kind_of`) is chosen first, so that the many outcomes of chance do not
    drown the builds. A kind weighs 1 unless `weights` gives it another weight above 0.
    """
    cards = "".join(rng.sample(CARDS, 9))
    deal = f"White {cards[:3]} Black {cards[3:6]} Row {cards[6:]}"
    oracle = Oracle(deal, starts, variants, handicap)
    played: list[str] = []
    while tokens := oracle.tokens():
        kinds = sorted({kind_of(token) for token in tokens})
        kind = rng.choices(kinds, [(weights or {}).get(kind, 1.0) for kind in kinds])[0]
        played.append(rng.choice([token for token in tokens if kind_of(token) == kind]))
        oracle.play(played[-1])
    return deal, played
