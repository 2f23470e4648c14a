"""Players are honest: other hidden cards, and they do the same."""

import random
from collections.abc import Iterator

import pytest

from kahuna import Game
from kahuna.ai.ismcts import IsmctsPlayer
from kahuna.ai.levels import level_player
from kahuna.ai.network import make_weights
from kahuna.ai.player import Limit, Player
from kahuna.board import LETTERS
from kahuna.errors import KahunaError
from kahuna.notation.setup import VARIANTS, Seat
from tests.ai.positions import at_turn, mover, random_game

WEIGHTS = make_weights(1)
PLAYERS: dict[str, Player] = {
    "ismcts": IsmctsPlayer(seed=1),
    **{f"level {n}": level_player(n, seed=1, weights=WEIGHTS) for n in range(1, 9)},
}


def twin(game: Game, viewer: Seat, rng: random.Random) -> Game | None:
    """Return a game with other hidden cards that looks the same to the viewer, if one is found."""
    deal, played = game.setup.deal, game.tokens
    other = "black" if viewer == "White" else "white"
    hidden = [
        n
        for n, (token, state) in enumerate(zip(played, game, strict=False))
        if token.startswith("+?") and (state.turn.mover == 0) == (viewer == "Black")
    ]
    for _ in range(200):
        letter, place = rng.choice(LETTERS), rng.randrange(3 + len(hidden))
        new_deal, new_tokens = deal, played.copy()
        if place < 3:
            hand = list(getattr(deal, other))
            hand[place] = letter
            new_deal = deal._replace(**{other: "".join(sorted(hand))})
        else:
            new_tokens[hidden[place - 3]] = f"+?{letter}"
        try:
            found = Game(deal=new_deal, variants=game.setup.variants, starts=game.setup.starts)
            found.play(" ".join(new_tokens))
        except KahunaError:
            continue
        same = found.to_record(viewer).tokens == game.to_record(viewer).tokens
        if found.state != game.state and same:
            return found
    return None


def pairs() -> Iterator[tuple[Game, Game]]:
    """Yield games with their twins, for the player to move."""
    rng = random.Random(1)
    for n in range(24):
        game = random_game(n, VARIANTS[n % 4], at_turn(2 + 2 * n))
        if game is not None and (other := twin(game, mover(game), rng)):
            yield game, other


PAIRS = list(pairs())


def test_there_are_twins_from_all_parts_of_a_game() -> None:
    assert len(PAIRS) >= 10
    assert {game.state.round for game, _ in PAIRS} >= {1, 2}


@pytest.mark.parametrize("name", PLAYERS)
def test_hidden_cards_do_not_change_what_a_player_does(name: str) -> None:
    for game, other in PAIRS:
        seat = mover(game)
        assert game.state != other.state
        assert game.view(seat) == other.view(seat)
        decisions = [
            PLAYERS[name].decide(each.view(seat), Limit(nodes=30)) for each in (game, other)
        ]
        assert decisions[0] == decisions[1]
