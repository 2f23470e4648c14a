"""The table agrees with the game it stands for, whatever is played."""

import random

import pytest

from kahuna.dealer import Dealer
from kahuna.errors import IllegalTokenError
from kahuna.game import Game
from kahuna.notation.setup import VIEWERS, Seat, Setup, Variants
from kahuna.notation.tokens import as_choice
from kahuna.server.play.table import Table


def _pair(seed: bytes, variants: Variants = "none") -> tuple[Game, Table]:
    handicap: tuple[Seat, int] | None = ("Black", 2) if variants == "1 2" else None
    game = Game(seed=seed, variants=variants, handicap=handicap)
    return game, Table(Setup(Dealer(seed).deal(), "White", variants, handicap), Dealer(seed))


def _turn(game: Game, chance: random.Random) -> list[str]:
    """Play any turn; return it as its player chose it."""
    number, before = (game.mover, game.state.turn.number), len(game.tokens)
    while not game.is_over and (game.mover, game.state.turn.number) == number:
        game.play(chance.choice(game.legal()))
    return [as_choice(token) for token in game.tokens[before:] if token[0] != "@"]


@pytest.mark.parametrize("variants", ["none", "1", "2", "1 2"])
def test_a_table_shows_what_the_game_shows_and_goes_back_to_any_turn(variants: Variants) -> None:
    game, table = _pair(b"aloha " + variants.encode(), variants)
    chance, past = random.Random(variants), list[tuple[int, list[str]]]()
    while not game.is_over:
        past.append((table.turn, game.tokens))
        mover, turn = table.mover, table.turn
        choices = _turn(game, chance)
        plan = table.plan(choices)
        table.follow(plan)
        assert table.made(mover, turn) == choices
        assert table.state == game.state
    for viewer in VIEWERS:
        assert table.view(viewer).json() == game.view(viewer).json()
    for turn, tokens in past:
        earlier = table.back_to(turn)
        assert earlier.turn == turn
        replayed = Table(table.setup, table.dealer)
        replayed.replay(" ".join(tokens))
        assert (replayed.log, replayed.state) == (earlier.log, earlier.state)
        assert replayed.shuffled == earlier.shuffled


def test_a_plan_changes_nothing_until_it_is_followed() -> None:
    _, table = _pair(b"aloha")
    state = table.state
    plan = table.plan(["DE", "+G"])
    assert plan.tokens == ["DE", "+G>K"]
    assert (table.state, len(table.log)) == (state, 0)
    table.follow(plan)
    assert table.state == plan.state != state


def test_what_is_worked_out_ahead_is_shown_once_the_turn_is_followed_and_not_before() -> None:
    game, table = _pair(b"ahead")
    chance = random.Random(1)
    while not game.is_over:
        before = [table.view(viewer).json() for viewer in VIEWERS]
        plan = table.plan(_turn(game, chance))
        table.look_ahead(plan)
        assert [table.view(viewer).json() for viewer in VIEWERS] == before
        table.follow(plan)
        table.look_ahead(plan)  # too late, so it does nothing
        for _ in range(2):
            shown = [table.view(viewer).json() for viewer in VIEWERS]
            assert shown == [game.view(viewer).json() for viewer in VIEWERS]


def test_a_turn_of_too_many_parts_is_refused_at_once() -> None:
    _, table = _pair(b"aloha")
    for refuse in (table.plan, table.draft):
        with pytest.raises(IllegalTokenError, match="no turn has so many parts"):
            refuse(["DE"] * 25)
