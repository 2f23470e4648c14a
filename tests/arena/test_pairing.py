"""Who plays whom: each deal twice, with the seats swapped."""

from kahuna.ai.go import Go
from kahuna.arena.pairing import Fixture, Match, fixtures

MATCH = Match("greedy", "random", Go(nodes=1), Go(nodes=1))


def test_a_pair_has_the_same_cards_and_starter_and_swapped_seats() -> None:
    for first, second in zip(fixtures(MATCH, 10)[::2], fixtures(MATCH, 10)[1::2], strict=True):
        assert first.deal_seed == second.deal_seed
        assert first.starts == second.starts
        assert (first.seat("A"), second.seat("A")) == ("White", "Black")
        assert first.who("White") == second.who("Black") == "A"


def test_every_pair_has_its_own_cards_and_the_other_seat_starts() -> None:
    games = fixtures(MATCH, 20)
    assert len({game.deal_seed for game in games}) == 10
    assert [game.starts for game in games[::2]] == ["White", "Black"] * 5


def test_another_seed_deals_other_cards() -> None:
    other = Match("greedy", "random", Go(nodes=1), Go(nodes=1), seed="2")
    assert Fixture(MATCH, 1).deal_seed != Fixture(other, 1).deal_seed
    assert Fixture(MATCH, 1).player_seed("A") != Fixture(other, 1).player_seed("A")


def test_an_odd_number_of_games_is_made_even() -> None:
    assert len(fixtures(MATCH, 7)) == 8


def test_a_handicap_goes_with_the_seat_or_with_the_player() -> None:
    of_seat = Match("greedy", "random", Go(nodes=1), Go(nodes=1), handicap=("Black", 2))
    of_b = Match("greedy", "random", Go(nodes=1), Go(nodes=1), handicap=("B", 1))
    assert [Fixture(of_seat, n).handicap for n in (1, 2)] == [("Black", 2), ("Black", 2)]
    assert [Fixture(of_b, n).handicap for n in (1, 2)] == [("Black", 1), ("White", 1)]
