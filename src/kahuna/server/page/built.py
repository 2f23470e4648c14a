"""What the build made of web/: files with their compressed copies, and the page's version."""

import hashlib
import json
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any, NamedTuple

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


@cache
def preloads(module: str, language: str) -> str:
    """Return the HTML that fetches at once what a module needs, its words and its letters.

    Otherwise a browser learns of each only when it has read the one before.
    """
    found = file("manifest.json")
    chunks: dict[str, dict[str, Any]] = json.loads(found.plain) if found else {}
    needed: list[str] = [module, f"src/words/{language}/index.ts"]
    for name in needed:
        needed += [n for n in chunks.get(name, {}).get("imports", ()) if n not in needed]
    there = file("index.html")
    shell = there.plain.decode() if there else ""
    scripts = [chunks[name]["file"] for name in needed if name in chunks]
    letters = sorted(path.name for path in (FOLDER / "assets").glob("fraunces-latin-wght-*.woff2"))
    # Styles come with the scripts: before them they would keep the first paint waiting.
    links = [
        f'<link rel="modulepreload" fetchpriority="low" crossorigin href="/{name}">'
        for name in scripts
        if f'"/{name}"' not in shell
    ]
    font = '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/{}">'
    return "".join([*links, *(font.format(name) for name in letters)])
