"""Passwords: Argon2id, in threads of their own, so that nobody else waits."""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kahuna.server.errors import invalid

SHORTEST, LONGEST = 8, 200
AT_ONCE = 2  # each takes 64 MB for a moment

T = TypeVar("T")


class Passwords:
    """Hashes passwords and checks them."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        """Take how to hash; no thread starts before there is something to do."""
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._nobodys: str | None = None

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hash(self, password: str) -> str:
        """Return what is stored of a new password; refuse one that is too short or too long."""
        text = _normal(password)
        if len(text) < SHORTEST:
            raise invalid("password-short", f"a password has at least {SHORTEST} characters")
        if len(text) > LONGEST:
            raise invalid("password-long", f"a password has at most {LONGEST} characters")
        return await self._in_thread(self._hasher.hash, text)

    async def check(self, stored: str | None, password: str) -> bool:
        """Tell whether it is the password.

        Where none is stored, a hash of nobody's is checked: that takes as long, so the time of
        the answer does not tell whether somebody of that name exists.
        """
        if self._nobodys is None:
            self._nobodys = await self._in_thread(self._hasher.hash, "nobody's password")
        good = await self._in_thread(
            _verify, self._hasher, stored or self._nobodys, _normal(password)
        )
        return good and stored is not None

    async def renewed(self, stored: str, password: str) -> str | None:
        """Return a new hash of a password just checked, if the old one is weaker than today's."""
        if not self._hasher.check_needs_rehash(stored):
            return None
        return await self._in_thread(self._hasher.hash, _normal(password))

    async def _in_thread(self, work: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)


def _verify(hasher: PasswordHasher, stored: str, password: str) -> bool:
    try:
        return hasher.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False


def _normal(password: str) -> str:
    """Return the password in one form, however the keyboard wrote its letters."""
    return unicodedata.normalize("NFKC", password)
