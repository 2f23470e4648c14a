"""Going on from any position of a game: what chance brings is what it would have brought.

A record with its seed has a dealer, who goes on as in the game. Without one, the cards come as
the rest of the record tells, and then by lot, but the same ones whenever the same is played.
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


class Going:
    """A game from some position on: the part before it, and the cards that will come."""

    def __init__(self, game: Game, coming: Sequence[str] = ()) -> None:
        """Take the game, and the pile as far as it is known, its top first."""
        self.game, self.coming = game, list(coming)


def beginning(game: Game, length: int) -> Going:
    """Return the game as it was after so many tokens, with its dealer if that is known."""
    record = game.to_record()
    if length > len(record.tokens):
        raise invalid("record", f"the game has only {len(record.tokens)} tokens")
    tags = {name: value for name, value in record.tags.items() if name not in OUTCOME_TAGS}
    seed = tags.pop("Seed", None)
    part = Record(tags, record.tokens[:length])
    if seed is not None:
        try:
            return Going(Game.from_record(part, seed=bytes.fromhex(seed)))
        except (KahunaError, ValueError):  # a seed that is none, or another game's
            pass
    return Going(Game.from_record(part), pile_of(record.tokens[length:]))


def pile_of(rest: Sequence[str]) -> list[str]:
    """Return the cards that came from the pile in the rest of a round, in their order.

    >>> pile_of(["AB", "+?C", "+D>E", "-", "+F", "@ABC", "+?G"])
    ['C', 'E']
    """
    found = list[str]()
    for token in rest:
        if token.startswith("@"):
            break
        if len(token) > 2 and token[0] == "+":
            found.append(token[-1])
    return found


def go_on(going: Going, choices: Sequence[str]) -> list[str]:
    """Play on, by what the players choose; return the tokens as recorded, chance included."""
    if len(choices) > MOST_TOKENS * MOST_TURNS:
        raise invalid("too-many", "no game is so long")
    game = going.game
    before = len(game.tokens)
    try:
        for token in choices:
            if not token.startswith("@"):  # laid out by chance after the draw before it
                _play(going, tokens.as_choice(token))
    except IllegalTokenError as error:
        raise illegal(error) from None
    except KahunaError as error:
        raise invalid("illegal", str(error)) from None
    return game.tokens[before:]


def _play(going: Going, token: str) -> None:
    game = going.game
    if game.dealer is not None:
        game.play(token)
        return
    game.play(_with_a_card(going, token))
    if game.state.turn.phase == NEW_ROW:
        row = _lot(game, tokens.letters(game.state.table.discard), 3)
        game.play("@" + "".join(row))
        going.coming.clear()


def _with_a_card(going: Going, token: str) -> str:
    """Return a draw with the card that comes."""
    game, state = going.game, going.game.state
    kind = actions.kind(tokens.parse(token, state.turn.mover))
    if state.table.pile == 0 or kind not in (actions.DRAW_ROW, actions.DRAW_PILE):
        return token
    card = going.coming.pop(0) if going.coming else ""
    if card not in LETTERS or not card:  # a masked record does not tell
        (card,) = _lot(game, tokens.letters(state.table.unseen), 1)
    return f"{token}>{card}" if kind == actions.DRAW_ROW else f"{token}{card}"


def _lot(game: Game, cards: str, number: int) -> list[str]:
    """Return some of the cards, the same for the same game."""
    seed = hashlib.sha256(" ".join([str(game.setup.deal), *game.tokens]).encode()).digest()
    return Random(seed).sample(cards, min(number, len(cards)))
