"""Serving the page: files that never change, a shell that always is fresh, the scenery.

The build gives every file under assets a name with a digest of its content, so that
browsers keep it for ever; it also leaves a compressed copy beside it.
"""

import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath

from kahuna.server.errors import RefusedError, not_found
from kahuna.server.page.shell import shell
from kahuna.server.site import Site
from kahuna.svg.scenery import SHEETS, scenery

BUILT = Path(__file__).parent / "built"
FOREVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
FRESH = "no-cache"

Bytes = Response[bytes]
Asking = Request[Any, Any, State]


@get("/art/{name:str}", include_in_schema=False, sync_to_thread=False)
def art(name: FromPath[str]) -> Bytes:
    """Return a sheet of the scenery, such as White-day-under.svg."""
    if name not in SHEETS:
        raise not_found("picture")
    return Response(_sheet(name), media_type="image/svg+xml", headers={"Cache-Control": A_DAY})


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Asking, name: FromPath[str]) -> Bytes:
    """Return a file whose name tells its content."""
    return _file(request, f"assets/{name}", FOREVER)


@get(
    ["/icon.svg", "/site.webmanifest", "/worker.js"], include_in_schema=False, sync_to_thread=False
)
def fixed(request: Asking) -> Bytes:
    """Return one of the few files with a fixed name."""
    return _file(request, request.url.path.lstrip("/"), A_DAY)


@get(
    ["/", "/{first:str}", "/{first:str}/{second:str}"],
    include_in_schema=False,
)
async def page(
    site: NamedDependency[Site], first: FromPath[str] = "", second: FromPath[str] = ""
) -> Response[str]:
    """Return the shell of the page, for whatever it shows; of a game, with a picture of it."""
    del second
    room = None
    if first and len(first) == 8:
        try:
            room = await site.rooms.get(first)
        except RefusedError:
            room = None
    text = shell(BUILT / "index.html", site.settings.address, room)
    return Response(text, media_type="text/html", headers={"Cache-Control": FRESH})


def _file(request: Asking, name: str, keep: str) -> Bytes:
    """Return a file of the build, compressed for who takes it so."""
    packed = "gzip" in request.headers.get("accept-encoding", "")
    content = _content(f"{name}.gz") if packed else None
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    if content is not None:
        headers["Content-Encoding"] = "gzip"
    else:
        content = _content(name)
    if content is None:
        raise not_found("file")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(content, media_type=kind, headers=headers)


@cache
def _content(name: str) -> bytes | None:
    path = (BUILT / name).resolve()
    return path.read_bytes() if path.is_relative_to(BUILT) and path.is_file() else None


@cache
def _sheet(name: str) -> bytes:
    return scenery(*SHEETS[name]).encode()
