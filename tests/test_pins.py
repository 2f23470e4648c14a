"""What is installed is what was pinned: the part of a dependency audit that needs no network."""

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

FOLDER = Path(__file__).parents[1] / "requirements"
FILES = sorted(FOLDER.glob("*.txt"))
FLAG = re.compile(r"\\\n\s+")


def pins(file: Path) -> list[str]:
    """Return the lines of a file, each with its hashes."""
    lines = FLAG.sub(" ", file.read_text()).splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_dependency_is_one_version_with_hashes_from_no_named_place(file: Path) -> None:
    assert pins(file)
    for line in pins(file):
        pin, *hashes = line.split(" --hash=")
        assert re.fullmatch(r"[\w.\-\[\],]+==[\w.+!]+( ; .+)?", pin.strip()), line
        assert hashes, line
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", value.strip()) for value in hashes), line


def test_what_is_installed_is_what_was_pinned() -> None:
    different = {}
    for line in pins(FOLDER / "dev.txt"):
        pin = Requirement(line.split(" --hash=")[0])
        if pin.marker is None or pin.marker.evaluate():
            try:
                found = version(pin.name)
            except PackageNotFoundError:
                found = "nothing"
            if not pin.specifier.contains(found, prereleases=True):
                different[pin.name] = (str(pin.specifier), found)
    assert different == {}
