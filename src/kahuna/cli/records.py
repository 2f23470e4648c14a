"""The records of a file, one or several, each with what a line about it calls it."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kahuna.cli.output import read_texts
from kahuna.errors import RecordError, shorten
from kahuna.notation import Record


class Entry(NamedTuple):
    """One record of a file."""

    file: Path
    number: int | None  # from 1; none, if the file has no other
    record: Record | None
    problem: RecordError | None = None  # why it cannot be read

    @property
    def name(self) -> str:
        """What a line about it begins with: the file, the number and the players."""
        return self._named(self.file.name)

    @property
    def path(self) -> str:
        """The same with the file's whole path, for errors."""
        return self._named(str(self.file))

    def read(self) -> Record:
        """Return the record, or say why there is none."""
        if self.problem is not None:
            raise self.problem
        assert self.record is not None
        return self.record

    def _named(self, file: str) -> str:
        if self.number is None:
            return file
        tags = self.record.tags if self.record else {}
        names = [shorten(tags[seat]) for seat in ("White", "Black") if seat in tags]
        players = f" ({' – '.join(names)})" if names else ""
        return f"{file}, record {self.number}{players}"


def entries(file: Path) -> Iterator[Entry]:
    """Yield the records of a file; one that cannot be read is among them, with its problem."""
    try:
        texts = read_texts(file)
    except RecordError as error:
        yield Entry(file, None, None, error)
        return
    for index, text in enumerate(texts, 1):
        number = index if len(texts) > 1 else None
        try:
            yield Entry(file, number, Record.from_bytes(text))
        except RecordError as error:
            yield Entry(file, number, None, error)
