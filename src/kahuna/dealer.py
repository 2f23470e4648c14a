"""The dealer: where chance comes from, so that anyone can recompute it.

A game's cards depend on nothing but its seed (any bytes; 32 from the operating
system unless given) and on what the players do. For round *r*, all cards to be
shuffled are written in alphabetical order and shuffled by Fisher and Yates: for
*i* from the last place down to 1, swap place *i* with place *j*, where *j* is
drawn evenly from 0 to *i*. The numbers come from the blocks

    HMAC-SHA-256(key = seed, message = "kahuna 1 round R block N")    N = 0, 1, 2 …

read as big-endian 32-bit words; a word *w* gives *j* = *w* mod (*i* + 1), unless
it is not below the largest multiple of *i* + 1 up to 2**32: then the next word
is taken. In round 1 the shuffled cards are White's hand, Black's hand and the
row, three each, then the pile from its top; in rounds 2 and 3 the row, then the
pile (R2.1, R8.3).

The commitment to a seed is its SHA-256 in hexadecimal: published before the
game, it proves afterwards that the seed was not chosen later.

>>> Dealer(b"aloha").deal()
Deal(white='DFL', black='CDF', row='GEH')
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator

from kahuna.notation import Deal
from kahuna.notation.tokens import letters
from kahuna.rules.cards import ALL_CARDS

WORDS = 1 << 32


class Dealer:
    """Shuffles the cards of one game."""

    def __init__(self, seed: bytes | None = None) -> None:
        """Take the seed, or a fresh one from the operating system."""
        self.seed = secrets.token_bytes(32) if seed is None else seed
        self._last: tuple[int, int, str] | None = None  # a round is asked for with every draw

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, to be published before the game."""
        return hashlib.sha256(self.seed).hexdigest()

    def shuffle(self, round_number: int, cards: int) -> str:
        """Return a multiset of cards as letters, in the order of the round's shuffle."""
        if self._last is not None and self._last[:2] == (round_number, cards):
            return self._last[2]
        order = list(letters(cards))
        words = self._words(round_number)
        for i in range(len(order) - 1, 0, -1):
            j = _below(i + 1, words)
            order[i], order[j] = order[j], order[i]
        self._last = (round_number, cards, "".join(order))
        return self._last[2]

    def deal(self) -> Deal:
        """Return the deal of the game: hands, sorted, and the row (R2.1)."""
        order = self.shuffle(1, ALL_CARDS)
        return Deal("".join(sorted(order[:3])), "".join(sorted(order[3:6])), order[6:9])

    def _words(self, round_number: int) -> Iterator[int]:
        """Yield the round's random numbers of 32 bits."""
        block = 0
        while True:
            message = f"kahuna 1 round {round_number} block {block}".encode()
            digest = hmac.digest(self.seed, message, "sha256")
            for start in range(0, len(digest), 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1


def mix(seed: bytes, white: str, black: str) -> bytes:
    """Return the seed of a game to which both players have added a number of their own.

    It is the SHA-256 of "kahuna 1 mix", the first seed in hexadecimal and the two numbers,
    each on a line. Whoever published the first seed's hash before the numbers came cannot
    have chosen the cards.

    >>> mix(b"aloha", "7", "").hex()[:16]
    'a26056c40256426c'
    """
    return hashlib.sha256(f"kahuna 1 mix\n{seed.hex()}\n{white}\n{black}\n".encode()).digest()


def _below(limit: int, words: Iterator[int]) -> int:
    """Return a number from 0 to limit - 1, each equally likely."""
    fair = WORDS - WORDS % limit
    return next(word for word in words if word < fair) % limit
