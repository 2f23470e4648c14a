"""How large a request may be, its body aside, which the application limits itself.

And a character that PostgreSQL keeps in no text, so that nothing of that name can be here.
"""

from litestar.types import Scope

from kahuna.server.errors import RefusedError

HEADERS = 16 * 1024  # bytes
TARGET = 4 * 1024


def sizes(scope: Scope) -> None:
    """Refuse headers or an address that nobody needs."""
    if "\0" in scope["path"]:
        raise RefusedError(404, "not-found", "there is nothing at an address with that character")
    if len(scope["path"]) + len(scope["query_string"]) > TARGET:
        raise RefusedError(414, "too-large", "the address is too long")
    if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADERS:
        raise RefusedError(431, "too-large", "the headers are too long")
