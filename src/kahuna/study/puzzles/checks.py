"""What checks have found, in a file: a line each, so that a check that was left can go on."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from kahuna.errors import KahunaError
from kahuna.study.puzzles.check import Checked
from kahuna.study.puzzles.puzzle import Puzzle


def append(path: Path, checked: Checked) -> None:
    """Write down what came of a check."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.write(msgspec.json.encode(checked) + b"\n")


def read(path: Path) -> dict[str, Checked]:
    """Return what was found, by puzzle; a last line that was cut off is left out."""
    found: dict[str, Checked] = {}
    for line in path.read_bytes().splitlines(keepends=True):
        try:
            checked = msgspec.json.decode(line, type=Checked)
        except msgspec.MsgspecError as error:
            if not line.endswith(b"\n"):
                break
            raise KahunaError(f"{path} is not what a check has found: {error}") from None
        found[checked.id] = checked
    return found


def holding(paths: Iterable[Path]) -> Iterator[Puzzle]:
    """Yield the puzzles whose solutions hold."""
    for path in paths:
        for checked in read(path).values():
            if checked.puzzle is not None:
                yield checked.puzzle
