"""How files are sent: compressed for who takes it so, and not at all for who has them."""

from typing import Any

from litestar import Request, Response
from litestar.datastructures import State

from kahuna.server.errors import not_found
from kahuna.server.page.built import Built

FOREVER = "public, max-age=31536000, immutable"  # what has its digest in its name
A_DAY = "public, max-age=86400"
FRESH = "no-cache"  # keep it, but ask each time whether it is still the same

Bytes = Response[bytes]
Asking = Request[Any, Any, State]


def send(request: Asking, found: Built | None, keep: str, *, status: int = 200) -> Bytes:
    """Return a file as an answer to that request."""
    if found is None:
        raise not_found("file")
    headers = {"Cache-Control": keep, "ETag": found.etag}
    if found.packed:
        headers["Vary"] = "Accept-Encoding"
    if status == 200 and _has(request, found.etag):
        return Response(b"", status_code=304, headers=headers)
    taken = _accepted(request)
    for encoding, content in found.packed.items():
        if encoding in taken:
            headers["Content-Encoding"] = encoding
            return Response(content, status_code=status, media_type=found.kind, headers=headers)
    return Response(found.plain, status_code=status, media_type=found.kind, headers=headers)


def _has(request: Asking, etag: str) -> bool:
    """Tell whether the client has it; a proxy that compresses makes the tag a weak one."""
    had = request.headers.get("if-none-match", "")
    return any(tag.strip().removeprefix("W/") == etag for tag in had.split(","))


def _accepted(request: Asking) -> set[str]:
    """Return the encodings that the client takes."""
    parts = (part.partition(";") for part in request.headers.get("accept-encoding", "").split(","))
    return {name.strip().lower() for name, _, weight in parts if weight.strip() != "q=0"}
