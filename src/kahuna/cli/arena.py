"""`kahuna arena`: two computer players against each other, and what the score proves."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from kahuna.ai.go import Go
from kahuna.arena import players, report
from kahuna.arena.pairing import Fixture, Handicap, Match, fixtures
from kahuna.arena.run import already_played, file_name, run
from kahuna.arena.tally import Tally
from kahuna.cli.counting import counting_bar
from kahuna.cli.options import parse_handicap, parse_variants
from kahuna.cli.output import stderr, write_whole
from kahuna.errors import KahunaError

INTERRUPTED = 130


def arena(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="level:1 to level:8, random, greedy, ismcts, network, network:FILE, "
            "py:MODULE:NAME, or cmd:COMMAND: any program that speaks KEP.",
        ),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="The other player, named likewise.")],
    *,
    games: Annotated[
        int, typer.Option(min=2, max=1_000_000, help="How many; an odd number takes one more.")
    ] = 100,
    go: Annotated[
        str, typer.Option(help="How long a turn may take: 'movetime MS' or 'nodes N'.")
    ] = "movetime 200",
    go_b: Annotated[str | None, typer.Option(help="The same for B alone.")] = None,
    variants: Annotated[str, typer.Option(help="none, 1, 2 or '1 2'.")] = "none",
    handicap: Annotated[
        str, typer.Option(help="none, 'Black 2' for a seat, or 'B 2' for a player.")
    ] = "none",
    seed: Annotated[str, typer.Option(help="Any text: the same text deals the same cards.")] = "1",
    jobs: Annotated[
        int, typer.Option(min=1, max=1024, help="How many games at a time, a process each.")
    ] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="dask:ADDRESS", help="Play on a Dask or Ray cluster (ray:ADDRESS)."),
    ] = None,
    patience: Annotated[
        float,
        typer.Option(
            min=0.1, help="Seconds that an external engine may be silent beyond its movetime."
        ),
    ] = 10.0,
    elo0: Annotated[float, typer.Option(help="SPRT: A is stronger by so much Elo, or …")] = 0.0,
    elo1: Annotated[float, typer.Option(help="SPRT: … by so much.")] = 30.0,
    as_json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all figures here.")
    ] = None,
    kgn: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write every game here. A match that was stopped goes on from it."
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the score over the games, as SVG.")
    ] = None,
) -> None:
    """Let two computer players play a match, each deal twice with the seats swapped.

    Prints A's score, its win rate with a 95 % interval, the difference in Elo, a sequential
    test (SPRT), and the time that turns took. An engine that crashes, hangs or answers
    illegally loses that game. Ctrl-C ends the match and prints the result so far.
    """
    match = Match(
        a=_checked(a),
        b=_checked(b),
        go_a=Go.parse(go),
        go_b=Go.parse(go if go_b is None else go_b),
        variants=parse_variants(variants),
        handicap=_parse_handicap(handicap),
        seed=_printable(seed),
        patience=patience,
    )
    if elo0 >= elo1:
        raise KahunaError(f"elo0 has to be less than elo1, but {elo0:g} is not below {elo1:g}")
    every = fixtures(match, games)
    tally = Tally(already_played(every, kgn) if kgn else [])
    done = {outcome.number for outcome in tally.outcomes}
    interrupted = False
    try:
        _play([one for one in every if one.number not in done], tally, jobs, cluster, kgn)
    except KeyboardInterrupt:
        interrupted = True
    print(report.in_words(match, tally, elo0, elo1))
    if as_json:
        figures = report.as_json(match, tally, elo0, elo1)
        write_whole(as_json, json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    if plot:
        from kahuna.arena.plot import plot as draw

        write_whole(plot, draw(f"{match.a} against {match.b}", tally))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _play(
    games: list[Fixture], tally: Tally, jobs: int, cluster: str | None, kgn: Path | None
) -> None:
    """Play the games, show how far they are, and write each down as soon as it is over."""
    with (
        _progress(tally, tally.games + len(games)) as show,
        contextlib.closing(run(games, jobs=jobs, cluster=cluster)) as outcomes,
    ):
        for outcome in outcomes:
            if kgn is not None:
                write_whole(kgn / file_name(outcome.number), outcome.record)
            tally.add(outcome)
            next(show)


@contextlib.contextmanager
def _progress(tally: Tally, games: int) -> Iterator[Iterator[None]]:
    """Show the score on standard error: as a bar in a terminal, else as a line now and then."""
    if not stderr.is_terminal:
        yield _log(tally, games)
        return
    with counting_bar() as bar:
        yield _bar(bar, tally, games)


def _bar(bar: Progress, tally: Tally, games: int) -> Iterator[None]:
    task = bar.add_task(f"A {report.brief(tally)} B", total=games, completed=tally.games)
    while True:
        bar.update(task, completed=tally.games, description=f"A {report.brief(tally)} B")
        yield


def _log(tally: Tally, games: int) -> Iterator[None]:
    step = max(1, games // 10)
    while True:
        if tally.games % step == 0 or tally.games == games:
            stderr.print(f"{tally.games} of {games} games: A {report.brief(tally)} B")
        yield


def _checked(spec: str) -> str:
    players.check(spec)
    return _printable(spec)


def _printable(text: str) -> str:
    """Refuse what cannot be written into a tag of a record."""
    if not text.isprintable():
        raise KahunaError(f"{text!r} cannot be written in a line")
    return text


def _parse_handicap(text: str) -> Handicap | None:
    """Read a handicap of a seat, as in the notation, or of a player, such as ``B 2``."""
    match text.split(" "):
        case ["A" | "B" as who, "1" | "2" | "3" as bridges]:
            return who, int(bridges)
        case _:
            return parse_handicap(text)
