"""Every rule has a test that cites it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NUMBERS = re.findall(r"^- (R\d+\.\d+)", (ROOT / "docs" / "rules.md").read_text(), re.MULTILINE)


def test_the_rules_are_numbered() -> None:
    assert len(NUMBERS) == len(set(NUMBERS)) == 33


@pytest.mark.parametrize("number", NUMBERS)
def test_a_rule_has_a_test_that_cites_it(number: str) -> None:
    tests = "\n".join(path.read_text() for path in (ROOT / "tests" / "rules").glob("test_*.py"))
    cited = re.findall(r"def test_[^\n]*(?:\n(?!def )[^\n]*)*?-> None:  # ([R\d. ]+)", tests)
    assert number in {one for cites in cited for one in cites.split()}
