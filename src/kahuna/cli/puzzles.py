"""`kahuna puzzles`: find puzzles in the computer's own games, check them, write them out."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from kahuna.cli.counting import counting_bar
from kahuna.cli.output import stderr
from kahuna.errors import KahunaError, shorten

if TYPE_CHECKING:
    from kahuna.study.puzzles.check import Checked
    from kahuna.study.puzzles.facts import Theme
    from kahuna.study.puzzles.puzzle import Puzzle

app = typer.Typer(
    help="Find puzzles in the computer's own games, check them, write them out.",
    no_args_is_help=True,
)


@app.command()
def mine(
    file: Annotated[Path, typer.Argument(help="Where finds go; a mine that was left goes on.")],
    seed: Annotated[str, typer.Option(help="Any text; the same text plays the same games.")] = "1",
    each: Annotated[
        int, typer.Option(min=1, help="How many puzzles of each theme; of plain ones half.")
    ] = 50,
    theme: Annotated[
        list[str] | None, typer.Option(help="Only these themes; may be given several times.")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Stop after so many games.")] = None,
) -> None:
    """Let the computer play, and keep positions in which one turn is clearly best.

    Every find is written at once with its rating, which tells what levels of the computer solve
    it. Ctrl-C loses nothing but the game that was being played.
    """
    from kahuna.study.puzzles.mine import Mine

    digging = Mine(file, seed, each, _themes(theme))
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=stderr
    ) as bar:
        task = bar.add_task("", total=digging.wanted, completed=digging.found)
        for _ in digging.dig(games):
            told = f"{digging.games} games, {len(digging.puzzles)} puzzles"
            bar.update(task, description=told, completed=digging.found)
    print(_by_theme(digging.puzzles))


@app.command()
def check(
    file: Annotated[
        Path | None, typer.Argument(help="A mine or a file of puzzles; else the packaged ones.")
    ] = None,
    factor: Annotated[
        int, typer.Option(min=1, max=1000, help="How many times deeper than they were made.")
    ] = 10,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what was found; a check that was left goes on."),
    ] = None,
) -> None:
    """Check every solution with a search ten times deeper; last turns are solved again.

    Ends with 1 if a solution does not hold.
    """
    from kahuna.study.puzzles import checks, library
    from kahuna.study.puzzles.check import Checker

    puzzles = library.load() if file is None else library.read(file)
    done = checks.read(out) if out is not None and out.exists() else {}
    left = [puzzle for puzzle in puzzles if puzzle.id not in done]
    found = [done[puzzle.id] for puzzle in puzzles if puzzle.id in done]
    checker = Checker(factor)
    for puzzle in _progress(left, len(puzzles)):
        found.append(checker.check(puzzle))
        if out is not None:
            checks.append(out, found[-1])
    _tell(found)


@app.command()
def export(
    out: Annotated[
        Path, typer.Argument(help="A JSON line a puzzle; compressed if it ends in .gz.")
    ],
    checked: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="FILE", help="What `check --out` kept; else the packaged."),
    ] = None,
    number: Annotated[int, typer.Option(min=1, help="How many at most.")] = 500,
    from_a_game: Annotated[int, typer.Option(min=1, help="How many of one game at most.")] = 2,
) -> None:
    """Write puzzles to a file: the packaged ones, or the best of those that were checked."""
    from kahuna.study.puzzles import checks, library
    from kahuna.study.puzzles.select import select

    puzzles: Iterable[Puzzle] = library.load() if not checked else checks.holding(checked)
    chosen = select(puzzles, number, from_a_game) if checked else list(puzzles)[:number]
    data = library.pack(chosen) if out.suffix == ".gz" else library.encode(chosen)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(data)
    print(_by_theme(chosen))


def _themes(names: list[str] | None) -> "tuple[Theme, ...]":
    from kahuna.study.puzzles.facts import THEMES

    for name in names or ():
        if name not in THEMES:
            raise KahunaError(f"the themes are {', '.join(THEMES)}, not {shorten(name)!r}")
    return tuple(theme for theme in THEMES if not names or theme in names)


def _progress(puzzles: list["Puzzle"], total: int) -> Iterator["Puzzle"]:
    with counting_bar() as bar:
        task = bar.add_task("checking", total=total, completed=total - len(puzzles))
        for puzzle in puzzles:
            yield puzzle
            bar.advance(task)


def _tell(found: list["Checked"]) -> None:
    bad = [checked for checked in found if not checked.holds]
    for checked in bad:
        print(f"{checked.id}: {checked.failure}")
    print(f"{len(found) - len(bad)} of {len(found)} solutions hold")
    if bad:
        raise typer.Exit(1)


def _by_theme(puzzles: Iterable["Puzzle"]) -> str:
    found = list(puzzles)
    themes = Counter(theme for puzzle in found for theme in puzzle.themes)
    told = ", ".join(f"{number} {theme}" for theme, number in themes.most_common())
    return f"{len(found)} puzzles" + (f": {told}" if told else "")
