"""The dealer: every deal follows from the seed, and anyone can recompute it."""

import hashlib
import hmac
from collections import Counter

from kahuna import Dealer, Game
from kahuna.notation.tokens import cards
from kahuna.rules.cards import ALL_CARDS


def recompute(seed: bytes, round_number: int, order: list[str]) -> str:
    """Shuffle as the documentation says, written anew."""
    order = sorted(order)
    stream = b"".join(
        hmac.new(seed, f"kahuna 1 round {round_number} block {n}".encode(), hashlib.sha256).digest()
        for n in range(8)
    )
    words = [int.from_bytes(stream[n : n + 4], "big") for n in range(0, len(stream), 4)]
    for i in range(len(order) - 1, 0, -1):
        word = words.pop(0)
        while word >= 2**32 - 2**32 % (i + 1):
            word = words.pop(0)
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return "".join(order)


def test_the_published_test_vectors_hold() -> None:
    assert Dealer(b"aloha").shuffle(1, ALL_CARDS) == "DLFCDFGEHKGILJCJAEAHIBKB"
    assert Dealer(bytes(32)).shuffle(2, cards("AABCDEFGHIJKL")) == "FKABCGHJDIAEL"
    assert Dealer(b"aloha").commitment == hashlib.sha256(b"aloha").hexdigest()


def test_a_shuffle_can_be_recomputed_from_its_description() -> None:
    for seed in (b"", b"x", b"aloha", bytes(range(200))):
        for round_number in (1, 2, 3):
            deck = "AABBCDEFGHIJKKLL"
            shuffled = Dealer(seed).shuffle(round_number, cards(deck))
            assert shuffled == recompute(seed, round_number, list(deck))


def test_hands_row_and_pile_are_the_shuffled_cards_in_this_order() -> None:
    order = recompute(b"aloha", 1, list("ABCDEFGHIJKL" * 2))
    game = Game(seed=b"aloha")
    deal = game.setup.deal
    assert sorted(deal.white) == sorted(order[:3])
    assert sorted(deal.black) == sorted(order[3:6])
    assert deal.row == order[6:9]
    assert game.play("+?") == [f"+?{order[9]}"]
    assert game.play(f"+{deal.row[0]}") == [f"+{deal.row[0]}>{order[10]}"]


def test_without_a_seed_no_two_games_are_dealt_alike() -> None:
    assert len({Dealer().seed for _ in range(20)}) == 20
    assert len(Dealer().seed) == 32


def test_every_place_is_equally_likely_for_every_card() -> None:
    places = Counter(
        Dealer(str(n).encode()).shuffle(1, cards("ABCD")).index("A") for n in range(4000)
    )
    assert all(850 < count < 1150 for count in places.values())
