"""`kahuna replay`: read records and show where they end."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from kahuna.cli.output import write_whole
from kahuna.cli.records import Entry, entries
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
    """Read records by the rules, full ones and masked ones, and print where each ends.

    A file may have several records, as a site gives them when you take all your games along.
    """
    bad = 0
    for entry in (entry for file in files for entry in entries(file)):
        try:
            game = Game.from_record(entry.read())
        except RecordError as error:
            bad += 1
            _report(entry, str(error), as_json=as_json)
            continue
        if svg is not None:
            write_whole(svg / f"{_stem(entry)}.svg", str(game.picture()))
        if as_json:
            _print_json(entry, game.summary())
        else:
            print(_in_words(entry, game))
    if bad:
        raise typer.Exit(1)


def _report(entry: Entry, problem: str, *, as_json: bool) -> None:
    if as_json:
        _print_json(entry, {"error": problem})
    else:
        print(f"kahuna: {entry.path}: {problem}", file=sys.stderr)


def _print_json(entry: Entry, said: dict[str, object]) -> None:
    """Print a line of JSON; the number of a record is in it where a file has several."""
    number: dict[str, object] = {} if entry.number is None else {"record": entry.number}
    print(json.dumps({"file": entry.file.name, **number, **said}, separators=(",", ":")))


def _stem(entry: Entry) -> str:
    return entry.file.stem if entry.number is None else f"{entry.file.stem}-{entry.number}"


def _in_words(entry: Entry, game: Game) -> str:
    """Return a line about the game."""
    state = game.state
    where = f"round {state.round}, turn {state.turn.number}, {game.score}"
    if game.result == "*":
        return f"{entry.name}: {where}, {game.mover} to move"
    won = "nobody wins" if game.result == "Draw" else f"{game.result} wins"
    return f"{entry.name}: {where}, {won} ({game.termination})"
