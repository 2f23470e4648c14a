"""Fair dealing: was a finished game dealt as it was promised before the first card?

What a record says of it is a chain (docs/dealing.md). Of a game on a site:

    ServerSeedHash → ServerSeed → WhiteNumber, BlackNumber → Seed → SeedHash → every card

Of any other game it begins at SeedHash. Each link has to fit the next.

>>> game = Game(seed=b"aloha")
>>> _ = game.play("DE +?"), game.play("resign")
>>> print(check(game.to_record()))
The seed fits its hash, and it gives the deal and the only draw.
"""

import hashlib
from collections.abc import Mapping
from typing import Final, NamedTuple

from kahuna.dealer import mix
from kahuna.errors import RecordError
from kahuna.game import Game
from kahuna.notation import Record

SITE_TAGS: Final = ("ServerSeed", "ServerSeedHash", "WhiteNumber", "BlackNumber")
SEED_BYTES: Final = 32  # of a seed that a site promises; of two who were paired there are two


class NotOverError(RecordError):
    """The record of a game that goes on: its seed is still a secret."""


class Checked(NamedTuple):
    """What was checked and found right, in words."""

    links: str
    dealt: str
    promise: str = ""  # what the hash given fits, if one was

    def __str__(self) -> str:
        """Return it as sentences."""
        return f"{self.links}{self.dealt}.{self.promise and ' '}{self.promise}"


def check(record: Record, seed: str | None = None, published: str | None = None) -> Checked:
    """Check a record by its tags, by a seed and by a hash that was published before the game.

    Both are hexadecimal. What is missing or does not fit is a `RecordError` that names it.
    """
    tags = _with_seed(record.tags, seed)
    is_told = "Seed" in record.tags or "ServerSeed" in record.tags  # as of a game called off
    if not Game.from_record(record).is_over and not is_told:
        raise NotOverError("the game is not over, so its seed is still a secret")
    if _is_of_a_site(tags):
        secret, promise = _of_a_site(tags, published)
        links = (
            "The server's seed fits its hash; mixed with both players' numbers it makes the seed "
            "of the cards, and that gives "
        )
    else:
        secret, promise = _of_one_seed(tags, published)
        links = "The seed fits its hash, and it gives "
    game = Game.from_record(record, seed=secret)
    draws = sum(token.startswith("+") for token in game.tokens)
    return Checked(links, _in_words(draws), promise)


def _with_seed(given: Mapping[str, str], seed: str | None) -> dict[str, str]:
    """Return the tags with the seed given: the one that is missing, or one of those there."""
    tags = dict(given)
    if seed is None:
        return tags
    secret = _hex("the seed given", seed)
    there = [name for name in ("Seed", "ServerSeed") if name in tags]
    if any(_tag(tags, name) == secret for name in there):
        return tags
    is_servers = "ServerSeedHash" in tags and _tag(tags, "ServerSeedHash") == _hash(secret)
    is_servers = is_servers or ("Seed" in tags and _is_of_a_site(tags))
    name = "ServerSeed" if is_servers else "Seed"
    if name in tags:
        raise RecordError(f"the seed given differs from the record's {' and its '.join(there)}")
    return tags | {name: secret.hex()}


def _of_a_site(tags: Mapping[str, str], published: str | None) -> tuple[bytes, str]:
    """Check what a site has promised; return the seed of the cards, and what was published."""
    for name in ("ServerSeed", "WhiteNumber", "BlackNumber"):
        if name not in tags:
            raise RecordError(f"there is no tag {name}, so what the site promised is not proved")
    servers = _tag(tags, "ServerSeed")
    if "ServerSeedHash" in tags:
        _fit("ServerSeedHash", _tag(tags, "ServerSeedHash"), _hash(servers), "ServerSeed")
    elif published is None:
        raise RecordError("there is no tag ServerSeedHash, and no --hash was given")
    promise = "" if published is None else _promised(tags, servers, published)
    secret = mix(servers, tags["WhiteNumber"], tags["BlackNumber"])
    if "Seed" in tags and _tag(tags, "Seed") != secret:
        raise RecordError(
            f"ServerSeed mixed with WhiteNumber and BlackNumber gives {secret.hex()}, "
            f"but the tag Seed is {tags['Seed']}"
        )
    if "SeedHash" in tags:
        _fit("SeedHash", _tag(tags, "SeedHash"), _hash(secret), "Seed")
    return secret, promise


def _promised(tags: Mapping[str, str], servers: bytes, published: str) -> str:
    """Return which promise the hash given is, in words; refuse one that nobody can have made."""
    promise = _hex("the hash given", published)
    if promise == _hash(servers):
        return "Its hash is the one given."
    if len(servers) == 2 * SEED_BYTES:  # quick pairing: each was promised a seed
        for seat, half in (("White", servers[:SEED_BYTES]), ("Black", servers[SEED_BYTES:])):
            if promise == _hash(half):
                return f"The hash given is that of {seat}'s half of the server's seed."
    if "SeedHash" in tags and promise == _tag(tags, "SeedHash"):
        raise RecordError(
            "the hash given is SeedHash, which a site shows only after the game: "
            "what it published before is ServerSeedHash"
        )
    raise RecordError(
        f"the hash given is {promise.hex()}, but the server's seed has {_hash(servers).hex()}: "
        "it is not the seed that was promised"
    )


def _of_one_seed(tags: Mapping[str, str], published: str | None) -> tuple[bytes, str]:
    """Check a seed that nobody has added to; return it, and what was published."""
    if "Seed" not in tags:
        raise RecordError("there is no tag Seed, and no --seed was given")
    secret = _tag(tags, "Seed")
    if "SeedHash" in tags:
        _fit("SeedHash", _tag(tags, "SeedHash"), _hash(secret), "Seed")
    elif published is None:
        raise RecordError("there is no tag SeedHash, and no --hash was given")
    if published is None:
        return secret, ""
    promise = _hex("the hash given", published)
    if promise != _hash(secret):
        raise RecordError(
            f"the hash given is {promise.hex()}, but the seed has {_hash(secret).hex()}: "
            "it is not the seed that was promised"
        )
    return secret, "Its hash is the one given."


def _fit(tag: str, promise: bytes, found: bytes, seed: str) -> None:
    """Refuse a seed that is not the one promised."""
    if promise != found:
        raise RecordError(
            f"{seed} has the SHA-256 {found.hex()}, but {tag} says that {promise.hex()} was "
            "published"
        )


def _is_of_a_site(tags: Mapping[str, str]) -> bool:
    return any(name in tags for name in SITE_TAGS)


def _tag(tags: Mapping[str, str], name: str) -> bytes:
    return _hex(f"the tag {name}", tags[name])


def _hex(what: str, value: str) -> bytes:
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise RecordError(f"{what} is not written in hexadecimal") from None


def _hash(seed: bytes) -> bytes:
    return hashlib.sha256(seed).digest()


def _in_words(draws: int) -> str:
    if draws < 2:
        return "the deal and the only draw" if draws else "the deal; there was no draw"
    return f"the deal and all {draws} draws"
