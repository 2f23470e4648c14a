"""Going on from any position of a game: what chance brings is what it would have brought.

A record with its seed has a dealer, who goes on as in the game. Without one, the cards come by
lot, but the same ones whenever the same is played.
"""

import hashlib
from collections.abc import Sequence
from random import Random

from kahuna.board import LETTERS
from kahuna.errors import IllegalTokenError, KahunaError
from kahuna.game import Game
from kahuna.notation import Record, tokens
from kahuna.outcome import OUTCOME_TAGS
from kahuna.rules import actions
from kahuna.rules.state import NEW_ROW
from kahuna.server.errors import invalid
from kahuna.server.play.table import MOST_TOKENS
from kahuna.server.play.turns import illegal

MOST_TURNS = 200


def beginning(game: Game, length: int) -> Game:
    """Return the game as it was after so many tokens, with its dealer if that is known."""
    record = game.to_record()
    if length > len(record.tokens):
        raise invalid("record", f"the game has only {len(record.tokens)} tokens")
    tags = {name: value for name, value in record.tags.items() if name not in OUTCOME_TAGS}
    seed = tags.pop("Seed", None)
    part = Record(tags, record.tokens[:length])
    try:
        return Game.from_record(part, seed=None if seed is None else bytes.fromhex(seed))
    except (KahunaError, ValueError):  # a seed that is none, or another game's
        return Game.from_record(part)


def go_on(game: Game, choices: Sequence[str]) -> list[str]:
    """Play on, by what the players choose; return the tokens as recorded, chance included."""
    if len(choices) > MOST_TOKENS * MOST_TURNS:
        raise invalid("too-many", "no game is so long")
    before = len(game.tokens)
    try:
        for token in choices:
            if not token.startswith("@"):  # laid out by chance after the draw before it
                _play(game, tokens.as_choice(token))
    except IllegalTokenError as error:
        raise illegal(error) from None
    except KahunaError as error:
        raise invalid("illegal", str(error)) from None
    return game.tokens[before:]


def _play(game: Game, token: str) -> None:
    if game.dealer is not None:
        game.play(token)
        return
    game.play(_with_a_card(game, token))
    if game.state.turn.phase == NEW_ROW:
        row = _lot(game, tokens.letters(game.state.table.discard), 3)
        game.play("@" + "".join(row))


def _with_a_card(game: Game, token: str) -> str:
    """Return a draw with the card that comes by lot."""
    state = game.state
    kind = actions.kind(tokens.parse(token, state.turn.mover))
    if state.table.pile == 0 or kind not in (actions.DRAW_ROW, actions.DRAW_PILE):
        return token
    (card,) = _lot(game, tokens.letters(state.table.unseen), 1)
    return f"{token}>{card}" if kind == actions.DRAW_ROW else f"{token}{card}"


def _lot(game: Game, cards: str, number: int) -> list[str]:
    """Return some of the cards, the same for the same game."""
    seed = hashlib.sha256(" ".join([str(game.setup.deal), *game.tokens]).encode()).digest()
    assert set(cards) <= set(LETTERS)
    return Random(seed).sample(cards, min(number, len(cards)))
