"""Where machine code is kept between runs.

Numba keeps compiled functions on disk, but notices only changes of the file
in which the compiled function stands, not of the rules it calls. So the
folder's name holds a digest of all their sources.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import platformdirs
from numba.core import config


def sources_digest(modules: Iterable[ModuleType], folder: Path | None = None) -> str:
    """Return a short digest of the modules' sources, and of those in the folder that use `jit`."""
    digest = hashlib.sha256()
    for module in modules:
        digest.update(Path(module.__file__ or "").read_bytes())
    for path in sorted(folder.rglob("*.py")) if folder else ():
        if b"@jit" in (source := path.read_bytes()):
            digest.update(source)
    return digest.hexdigest()[:16]


def cache_folder(digest: str) -> Path | None:
    """Return a folder for machine code, made if need be; None if none can be written.

    ``KAHUNA_CACHE_DIR`` names another place than the user's cache directory.
    """
    root = os.environ.get("KAHUNA_CACHE_DIR") or platformdirs.user_cache_dir("kahuna")
    folder = Path(root) / f"compiled-{digest}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


@contextmanager
def numba_cache(folder: Path) -> Iterator[None]:
    """Let functions that are defined inside keep their machine code in the folder."""
    before = vars(config)["CACHE_DIR"]
    vars(config)["CACHE_DIR"] = str(folder)
    try:
        yield
    finally:
        vars(config)["CACHE_DIR"] = before
