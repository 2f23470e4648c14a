"""What the build made of web/: files with their compressed copies, and the page's version."""

import hashlib
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "built"
# As the build leaves them beside a file, the smallest first.
ENCODINGS = {"br": ".br", "gzip": ".gz"}
FURTHER_TYPES = {  # what not every system knows
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Built(NamedTuple):
    """A file: its content as it is and compressed, its type, and a digest of it."""

    plain: bytes
    packed: dict[str, bytes]
    kind: str
    etag: str


@cache
def file(name: str) -> Built | None:
    """Return a file of the build, if there is one of that name."""
    path = (FOLDER / name).resolve()
    if not path.is_relative_to(FOLDER) or not path.is_file():
        return None
    packed = {
        encoding: copy.read_bytes()
        for encoding, ending in ENCODINGS.items()
        if (copy := path.with_name(path.name + ending)).is_file()
    }
    kind = FURTHER_TYPES.get(path.suffix) or guess_type(name)[0] or "application/octet-stream"
    return made(path.read_bytes(), kind, packed)


def made(content: bytes, kind: str, packed: dict[str, bytes] | None = None) -> Built:
    """Return something as if it were a file of the build."""
    etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return Built(content, packed or {}, kind, etag)


@cache
def version() -> str:
    """Return the version of the page; empty if it is not built."""
    found = file("version")
    return found.plain.decode() if found else ""
