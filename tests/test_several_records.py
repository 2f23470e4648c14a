"""A file of several records is taken apart, and a single record is read as strictly as ever."""

import pytest

from kahuna import Game
from kahuna.errors import RecordError
from kahuna.notation import Record
from kahuna.notation.several import split
from tests.golden_records import FOLDER

ONE = '[KGN "1"]\n[White "Lani"]\n\n1. AB -\n'


@pytest.mark.parametrize(
    ("text", "records"),
    [
        (ONE, 1),
        (ONE * 3, 3),
        (ONE.replace("\n", " ") * 3, 3),
        (f'[KGN "1"]\n\n{ONE}', 2),  # nothing was played in the first
        (f'{ONE}[Event "cup"] [KGN "1"] AB -\n{ONE}', 3),
        (f"\ufeff{ONE}; the end\n{ONE}", 2),
        (f'{ONE}{{ as in [KGN "1"] AB }}\n', 1),
        (f'{ONE}; as in [KGN "1"]\n', 1),
        (f'{ONE[:-1]} [Event "late"]\n', 1),
        (f"{ONE}}}\n{ONE}", 2),  # a brace too many
        (f"{ONE}[KGN 1]\n{ONE}", 3),
        ("no record at all", 1),
        ("", 1),
    ],
)
def test_a_record_begins_at_each_tag_kgn_where_there_cannot_be_another(
    text: str, records: int
) -> None:
    parts = split(text)
    assert len(parts) == records
    assert "".join(parts) == text


def test_all_golden_records_in_one_text_are_the_same_records() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.kgn"))]
    assert split("".join(texts)) == texts


def test_the_tags_before_kgn_are_those_of_its_own_record() -> None:
    tidy = Game(seed=b"aloha", tags={"White": "Lani"})
    tidy.play("resign")
    assert split(tidy.record() * 2) == [tidy.record()] * 2


def test_a_single_record_is_read_as_strictly_as_ever() -> None:
    with pytest.raises(RecordError, match="the tag KGN stands after the moves began"):
        Record.parse(ONE * 2)
    with pytest.raises(RecordError, match="the tag KGN stands twice"):
        Game.from_record(f'[KGN "1"]\n{ONE}')
