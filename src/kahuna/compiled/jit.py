"""How plain functions become machine code."""

import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload_method, register_jitable

from kahuna import board, playout
from kahuna.compiled.cache import cache_folder, numba_cache, sources_digest
from kahuna.rules import actions, cards, control, ends, legal, scoring, state, step

PLAIN_MODULES = (cards, state, control, scoring, actions, legal, ends, step, playout)

Function = TypeVar("Function", bound=Callable[..., object])


def _count_bits(context: Any, number: Any) -> Any:
    """Count the bits of a 64-bit integer by the machine's own instruction."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


def _leading_zeros(context: Any, number: Any) -> Any:
    """Count the zeros above the highest bit of a 64-bit integer."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], cgutils.false_bit)

    return types.int64(types.int64), generate


count_bits: Any = intrinsic(_count_bits)
leading_zeros: Any = intrinsic(_leading_zeros)


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Any:
    """Teach Numba `int.bit_count`, for numbers that are not negative."""

    def count(number: Any) -> Any:  # Numba wants the same signature, annotations included
        return count_bits(number)

    return count


@overload_method(types.Integer, "bit_length")
def _bit_length(number: Any) -> Any:
    """Teach Numba `int.bit_length`, for numbers that are not negative."""

    def length(number: Any) -> Any:
        return 64 - leading_zeros(number)

    return length


def register(module: ModuleType) -> None:
    """Let compiled code call the module's plain functions."""
    for _, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__:
            register_jitable(function)


for _module in PLAIN_MODULES:
    register(_module)

AI = Path(__file__).parents[1] / "ai"  # functions there call each other across files
CACHE = cache_folder(sources_digest((board, *PLAIN_MODULES), AI))


def jit(function: Function) -> Function:
    """Compile a function when it is first called, and keep the machine code on disk.

    It runs without holding the interpreter's lock.
    """
    if CACHE is None:
        return cast(Function, numba.njit(nogil=True)(function))
    with numba_cache(CACHE):
        return cast(Function, numba.njit(nogil=True, cache=True)(function))
