"""Fair dealing: every link of the chain from the published hash to the cards is looked at."""

import hashlib

import pytest

from kahuna import Game
from kahuna.dealer import mix
from kahuna.errors import RecordError
from kahuna.fairness import NotOverError, check
from kahuna.notation import Record

SERVERS = bytes(range(32))
OTHER = "00" * 32


def hash_of(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def local_game() -> Record:
    game = Game(seed=b"aloha")
    game.play("DE +?")
    game.play("resign")
    return game.to_record()


def site_game(servers: bytes = SERVERS, *, white: str = "77a", black: str = "") -> Record:
    """Return a game as a site records it."""
    tags = {"ServerSeed": servers.hex(), "ServerSeedHash": hash_of(servers)}
    numbers = {"WhiteNumber": white, "BlackNumber": black}
    game = Game(seed=mix(servers, white, black), tags=tags | numbers)
    for draw in ("+?", "+?", "resign"):
        game.play(draw)
    return game.to_record()


def without(record: Record, *names: str) -> Record:
    """Return a record that lacks some tags."""
    tags = {name: value for name, value in record.tags.items() if name not in names}
    return Record(tags, record.tokens)


def test_a_game_as_promised_is_fair_and_it_is_said_what_was_checked() -> None:
    assert str(check(local_game())) == (
        "The seed fits its hash, and it gives the deal and the only draw."
    )
    assert str(check(site_game())) == (
        "The server's seed fits its hash; mixed with both players' numbers it makes the seed of "
        "the cards, and that gives the deal and all 2 draws."
    )


@pytest.mark.parametrize(
    ("tag", "value", "problem"),
    [
        ("ServerSeed", OTHER, "but ServerSeedHash says that 630d"),
        ("ServerSeedHash", OTHER, "but ServerSeedHash says that 0000"),
        ("WhiteNumber", "77b", "ServerSeed mixed with WhiteNumber and BlackNumber gives "),
        ("BlackNumber", "1", "ServerSeed mixed with WhiteNumber and BlackNumber gives "),
        ("Seed", OTHER, "but the tag Seed is 0000"),
        ("SeedHash", OTHER, "but SeedHash says that 0000"),
        ("ServerSeed", "xyz", "the tag ServerSeed is not written in hexadecimal"),
    ],
)
def test_whatever_is_changed_in_the_record_of_a_sites_game_does_not_fit(
    tag: str, value: str, problem: str
) -> None:
    record = site_game()
    assert tag in record.tags
    record.tags[tag] = value
    with pytest.raises(RecordError, match=problem):
        check(record)


def test_other_cards_do_not_fit_even_if_all_hashes_do() -> None:
    record = site_game()
    right = record.tokens[1]
    record.tokens[1] = "+?A" if right != "+?A" else "+?B"
    with pytest.raises(RecordError, match=r"token 2, .*: the seed gives "):
        check(record)


@pytest.mark.parametrize("tag", ["ServerSeed", "ServerSeedHash", "WhiteNumber", "BlackNumber"])
def test_a_promise_of_which_a_part_is_missing_is_not_proved(tag: str) -> None:
    with pytest.raises(RecordError, match=f"there is no tag {tag}"):
        check(without(site_game(), tag))


def test_what_follows_from_the_rest_need_not_be_told() -> None:
    assert check(without(site_game(), "Seed", "SeedHash"))
    record = without(site_game(), "ServerSeed", "Seed")
    assert check(record, SERVERS.hex())
    assert check(without(site_game(), "ServerSeedHash"), published=hash_of(SERVERS))


def test_the_hash_that_a_site_published_is_the_one_to_check() -> None:
    record = site_game()
    assert str(check(record, published=hash_of(SERVERS))).endswith("Its hash is the one given.")
    assert check(record, published=hash_of(SERVERS).upper())
    with pytest.raises(RecordError, match="not the seed that was promised"):
        check(record, published=OTHER)
    with pytest.raises(RecordError, match="which a site shows only after the game"):
        check(record, published=record.tags["SeedHash"])


def test_of_a_local_game_it_is_the_hash_of_its_seed() -> None:
    record = local_game()
    assert str(check(record, published=hash_of(b"aloha"))).endswith("Its hash is the one given.")
    with pytest.raises(RecordError, match="not the seed that was promised"):
        check(record, published=OTHER)


@pytest.mark.parametrize(("seat", "half"), [("White", SERVERS), ("Black", SERVERS[::-1])])
def test_two_who_were_paired_were_promised_a_half_each(seat: str, half: bytes) -> None:
    record = site_game(SERVERS + SERVERS[::-1])
    said = str(check(record, published=hash_of(half)))
    assert said.endswith(f"The hash given is that of {seat}'s half of the server's seed.")


def test_a_seed_may_be_given_but_has_to_be_the_records() -> None:
    record = site_game()
    for seed in (SERVERS.hex(), record.tags["Seed"]):
        assert check(record, seed)
        with pytest.raises(RecordError, match="differs from the record's Seed and its ServerSeed"):
            check(record, OTHER)
    with pytest.raises(RecordError, match="differs from the record's Seed"):
        check(local_game(), "00")


def test_a_game_that_goes_on_keeps_its_secret() -> None:
    game = Game(seed=b"aloha")
    with pytest.raises(NotOverError, match="not over"):
        check(game.to_record(), b"aloha".hex())
    with pytest.raises(NotOverError, match="not over"):
        check(game.to_record("Black"))


def test_a_game_that_was_called_off_can_be_checked_too() -> None:
    record = site_game()
    outcome = ("Result", "Score", "Termination")
    stopped = Record(without(record, *outcome).tags, record.tokens[:-1])
    assert "all 2 draws" in str(check(stopped))
    stopped.tags["WhiteNumber"] = ""
    with pytest.raises(RecordError, match="WhiteNumber"):
        check(stopped)
