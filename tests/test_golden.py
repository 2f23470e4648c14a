"""The golden records: games that every version has to replay line by line."""

from pathlib import Path

import pytest

from kahuna import Game, Record
from tests.golden_records import FOLDER, commented

RECORDS = sorted(FOLDER.glob("*.kgn"))


def test_there_are_golden_records_of_all_variants_handicaps_and_endings() -> None:
    tags = [Record.parse(path.read_text()).tags for path in RECORDS]
    assert len(tags) >= 100
    kinds = {(tag["Variants"], tag.get("Handicap"), tag["Starts"]) for tag in tags}
    assert len(kinds) == 4 * 7 * 2
    endings = {"points", "final-scoring", "bridges", "draw", "no-bridges"}
    assert {tag["Termination"] for tag in tags} == endings


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_replays_line_by_line(path: Path) -> None:
    text = path.read_text()
    record = Record.parse(text)
    assert str(commented(record)).splitlines() == text.splitlines()
    assert Game.from_record(record).record() == text
