"""The commands in README.md and docs/ can be typed as they stand there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.core
import typer.main

from kahuna.cli import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND = re.compile(r"\bkahuna ([a-z]+ [^`\n#]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z-]+")


def commands(page: Path) -> Iterator[list[str]]:
    """Yield the words of each command, where an option is named."""
    for found in COMMAND.finditer(page.read_text()):
        line = re.sub(r'"[^"]*"', "…", found[1])  # of another program, perhaps
        if OPTION.search(line):
            yield re.findall(r"[\w-]+", line)


def options(words: list[str]) -> set[str]:
    """Return the options of the command that the words name, and of the groups it is in."""
    at, known = typer.main.get_command(app), {"--help"}
    for word in words:
        if isinstance(at, typer.core.TyperGroup) and word in at.commands:
            at = at.commands[word]
            known |= {name for part in at.params for name in part.opts + part.secondary_opts}
    return known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_option_in_the_docs_is_one_of_its_command(page: Path) -> None:
    for words in commands(page):
        named = {word for word in words if OPTION.fullmatch(word)}
        assert named <= options(words), " ".join(words)
