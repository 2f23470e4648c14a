"""Secrets that a client keeps and the site stores only as a hash."""

import hashlib
import secrets

LINK_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


def new_secret() -> str:
    """Return a new secret of 256 bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """Return what is stored of it. A hash without salt is enough for 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_link() -> str:
    """Return a short link of 40 bits, easy to read aloud, never only digits."""
    while (link := "".join(secrets.choice(LINK_LETTERS) for _ in range(8))).isdigit():
        pass
    return link
