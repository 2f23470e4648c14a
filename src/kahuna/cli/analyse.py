"""`kahuna analyse`: judge every turn of a game by what its player knew."""

import contextlib
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.counting import counting_bar
from kahuna.cli.output import read_game, stderr, write_whole
from kahuna.errors import KahunaError
from kahuna.game import Game

if TYPE_CHECKING:
    from kahuna.study.shapes import Analysis


def analyse(
    file: Annotated[Path, typer.Argument(help="The record of a game, in KGN, full or masked.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with pictures, in one file.")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=10**6, help="How deep to look at a turn; 1500 unless told."),
    ] = None,
) -> None:
    """Judge every turn of a game by what its player knew, and tell luck from skill.

    Prints White's probability of winning before every turn, what each turn lost against the best
    one, and how luck and skill add up to the result. The same record gives the same report.
    """
    game = read_game(file)
    try:
        analysis = _study(game, nodes)
    except KahunaError as error:
        raise KahunaError(f"{file}: {error}") from None
    names: dict[str, str] = {seat: game.tags.get(seat, "") for seat in ("White", "Black")}
    if html is not None:
        from kahuna.study.report.page import page
        from kahuna.study.walk import track_of

        write_whole(html, page(analysis, track_of(game), names))
    if as_json:
        import msgspec

        print(msgspec.json.encode(analysis).decode())
    elif html is None:
        from kahuna.study.report.text import in_text

        print(in_text(analysis, names))


def _study(game: Game, nodes: int | None) -> "Analysis":
    """Study turn after turn, with progress on standard error."""
    from kahuna.study.analysis import conclude, study_turns
    from kahuna.study.depth import STANDARD

    depth = STANDARD if nodes is None else STANDARD._replace(nodes=nodes)
    turns = []
    total = game.state.turn.number
    with _progress(total) as tell:
        for turn in study_turns(game, depth):
            turns.append(turn)
            tell(f"turn {turn.number}")
    return conclude(game, turns, depth)


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[str], None]]:
    """Show on standard error how far it is: a bar in a terminal, else a line now and then."""
    if not stderr.is_terminal:
        yield _log(total)
        return
    with counting_bar() as bar:
        # The first turn may have to wait for machine code.
        task = bar.add_task("getting ready (the first time, for a minute or two)", total=total)
        yield lambda told: bar.update(task, advance=1, description=told)


def _log(total: int) -> Callable[[str], None]:
    step, done = max(1, total // 5), itertools.count(1)

    def tell(told: str) -> None:
        if next(done) % step == 0:
            stderr.print(f"{told} of {total}")

    return tell
