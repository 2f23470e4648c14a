"""`kahuna replay`: read records and show where they end."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from kahuna.cli.output import read_record, write_whole
from kahuna.errors import RecordError
from kahuna.game import Game


def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Records in KGN.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the last position as JSON, a line a record.")
    ] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Draw each last position into this folder.")
    ] = None,
) -> None:
    """Read records by the rules, full ones and masked ones, and print where each ends."""
    bad = 0
    for file in files:
        try:
            game = Game.from_record(read_record(file))
        except RecordError as error:
            bad += 1
            _report(file, str(error), as_json=as_json)
            continue
        if svg is not None:
            write_whole(svg / f"{file.stem}.svg", str(game.picture()))
        if as_json:
            print(json.dumps({"file": file.name, **game.summary()}, separators=(",", ":")))
        else:
            print(_in_words(file, game))
    if bad:
        raise typer.Exit(1)


def _report(file: Path, problem: str, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"file": file.name, "error": problem}, separators=(",", ":")))
    else:
        print(f"kahuna: {file}: {problem}", file=sys.stderr)


def _in_words(file: Path, game: Game) -> str:
    """Return a line about the game."""
    state = game.state
    where = f"round {state.round}, turn {state.turn.number}, {game.score}"
    if game.result == "*":
        return f"{file.name}: {where}, {game.mover} to move"
    won = "nobody wins" if game.result == "Draw" else f"{game.result} wins"
    return f"{file.name}: {where}, {won} ({game.termination})"
