"""`kahuna train`: the network from nothing, by self-play, or one that beats another."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from kahuna.cli.output import fail, stderr

if TYPE_CHECKING:
    from kahuna.ai.training.run import Training
    from kahuna.ai.training.workers import Crew

FIRST_MEASURE_SECONDS = 60.0


def train(  # noqa: PLR0917 - typer gives them by name
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the run is kept.")],
    minutes: Annotated[float | None, typer.Option(min=0.01, help="How long to learn.")] = None,
    games: Annotated[int | None, typer.Option(min=1, help="How many games to learn from.")] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, max=1024, help="How many threads play, 1 unless told; of a cluster, all."
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="dask:ADDRESS", help="Play on a Dask or Ray cluster (ray:ADDRESS)."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same games for the same number.")] = 1,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Begin with this network and learn only to beat it."),
    ] = None,
    resume: Annotated[bool, typer.Option(help="Go on from the last checkpoint in DIR.")] = False,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the network there at the end.")
    ] = None,
    checkpoint_seconds: Annotated[
        float, typer.Option(min=0.1, help="Time between two checkpoints.")
    ] = 60.0,
    measure_seconds: Annotated[
        float, typer.Option(min=0.1, help="Time between two measurements of strength.")
    ] = 600.0,
    deals: Annotated[
        int, typer.Option(min=1, help="Deals of a measurement, each played twice.")
    ] = 200,
) -> None:
    """Teach the network by self-play, from nothing or from a checkpoint.

    With --against, it plays against the network of FILE instead, which learns nothing: what it
    scores in the end shows how much can be gained from that network's weaknesses.

    DIR gets checkpoint.npz, weights.npz, log.jsonl and strength.svg. With --games, the
    same seed and number of jobs give the same network.
    """
    if minutes is None and games is None:
        fail("say how long: --minutes M or --games N", 2)
    from kahuna.ai.training.run import Goal, Training, begin_anew
    from kahuna.ai.training.settings import Settings, exploiting
    from kahuna.ai.training.workers import open_crew
    from kahuna.ai.weights import read, write

    frozen = None if against is None else read(against)
    settings = Settings(seed=seed) if frozen is None else exploiting(seed)
    run = Training(out, settings, Goal(games, minutes), frozen)
    if resume:
        run.resume()
    else:
        begin_anew(out)
    with open_crew(jobs, cluster) as crew:
        with stderr.status("Compiling, about a minute the first time …"):
            run.warm_up()
        learn_on(run, crew, (checkpoint_seconds, measure_seconds), deals)
    if export is not None:
        write(export, run.averaged)


def learn_on(run: "Training", crew: "Crew", every: tuple[float, float], deals: int) -> None:
    """Let the run go on to its goal, with progress, checkpoints and measurements."""
    saved, measured = time.monotonic(), time.monotonic() - every[1] + FIRST_MEASURE_SECONDS
    with Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=stderr
    ) as bar:
        task = bar.add_task("Learning …", total=1.0)
        while run.part < 1.0:
            run.round(crew)
            if time.monotonic() - measured > every[1]:
                run.measure(deals)
                measured = time.monotonic()
            if time.monotonic() - saved > every[0]:
                run.save()
                saved = time.monotonic()
            shown = f"{run.progress.games:,} games, Elo {run.progress.elo:+.0f}"
            bar.update(task, completed=run.part, description=shown)
        run.measure(deals)
        run.save()
