"""The weights in the package: reading and writing networks as files.

A file holds half-precision numbers, which are precise enough and half as large.
"""

import functools
import os
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from kahuna.ai.features import INPUTS, STAGES
from kahuna.ai.network import FIRST, SECOND, Weights
from kahuna.errors import KahunaError

PACKAGED: Final = "weights.npz"
# What can come of reading arrays from any file at all.
UNREADABLE: Final = (
    OSError,
    EOFError,
    KeyError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
SHAPES: Final = {
    "columns": (INPUTS, FIRST),
    "first_bias": (FIRST,),
    "second": (STAGES, FIRST, SECOND),
    "second_bias": (STAGES, SECOND),
    "output": (STAGES, SECOND),
    "output_bias": (STAGES,),
}


@functools.cache
def load() -> Weights:
    """Return the packaged network."""
    with resources.as_file(resources.files("kahuna.ai") / "data" / PACKAGED) as path:
        return read(path)


def read(path: Path) -> Weights:
    """Read a network from a file."""
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            parts = {name: file[name].astype(np.float32) for name in Weights._fields}
    except UNREADABLE as error:
        raise KahunaError(f"{path} is not a file of weights: {error}") from None
    for name, shape in SHAPES.items():
        if parts[name].shape != shape:
            raise KahunaError(f"{path}: {name} is {parts[name].shape}, should be {shape}")
    return Weights(**{name: np.ascontiguousarray(part) for name, part in parts.items()})


def write(path: Path, weights: Weights) -> None:
    """Write a network to a file, whole or not at all."""
    halves = {
        name: part.astype(np.float16) for name, part in zip(Weights._fields, weights, strict=True)
    }
    write_arrays(path, halves)


def write_arrays(path: Path, arrays: Mapping[str, npt.NDArray[np.generic]]) -> None:
    """Write arrays to a file, whole or not at all, even if the process is killed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
