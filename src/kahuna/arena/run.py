"""A whole match: which games are to be played, and playing them on any number of processes."""

from collections.abc import Generator, Sequence
from pathlib import Path

from kahuna.ai.workers import spread
from kahuna.arena.match import MATCH_TAG, Outcome, outcome_of, play
from kahuna.arena.pairing import Fixture
from kahuna.arena.players import dismiss_engines
from kahuna.errors import KahunaError, RecordError
from kahuna.game import Game


def run(
    games: Sequence[Fixture], *, jobs: int = 1, cluster: str | None = None
) -> Generator[Outcome, None, None]:
    """Yield the outcomes of the games, in the order in which they end."""
    try:
        yield from spread(play, games, jobs=jobs, cluster=cluster)
    finally:
        dismiss_engines()


def file_name(number: int) -> str:
    """Return the name of a game's record."""
    return f"game-{number:06}.kgn"


def already_played(games: Sequence[Fixture], folder: Path) -> list[Outcome]:
    """Return the outcomes of those games whose records are in the folder.

    A record of another match there is an error: its games must not be mixed up with this one's.
    """
    found = []
    for fixture in games:
        path = folder / file_name(fixture.number)
        if path.exists():
            found.append(_read(path, fixture))
    return found


def _read(path: Path, fixture: Fixture) -> Outcome:
    try:
        game = Game.from_record(path.read_bytes(), seed=fixture.deal_seed)
    except RecordError as error:
        raise KahunaError(f"{path} is not of this match: {error}") from None
    if game.tags.get(MATCH_TAG) != fixture.match.title or not game.is_over:
        raise KahunaError(
            f"{path} is of another match: {game.tags.get(MATCH_TAG, 'no match')}; "
            "name another folder, or empty this one"
        )
    return outcome_of(game, fixture)
