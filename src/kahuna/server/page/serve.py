"""Serving the page: files that never change, a shell that always is fresh, the scenery.

The build gives every file under assets a name with a digest of its content, so that browsers
keep it for ever, and leaves compressed copies beside it.
"""

import gzip
from functools import cache

from litestar import HttpMethod, route
from litestar.di import NamedDependency
from litestar.params import FromPath

from kahuna.server.errors import RefusedError, not_found
from kahuna.server.page import built
from kahuna.server.page.routes import game_at, is_place
from kahuna.server.page.sending import A_DAY, FOREVER, FRESH, Asking, Bytes, send
from kahuna.server.page.shell import language_of, shell
from kahuna.server.play.room import Room
from kahuna.server.site import Site
from kahuna.svg.scenery import SHEETS, scenery

READ = [HttpMethod.GET, HttpMethod.HEAD]


@route("/art/{name:str}", http_method=READ, include_in_schema=False, sync_to_thread=False)
def art(request: Asking, name: FromPath[str]) -> Bytes:
    """Return a sheet of the scenery, such as White-day-under.svg."""
    if name not in SHEETS:
        raise not_found("picture")
    return send(request, _sheet(name), A_DAY)


@route("/assets/{name:str}", http_method=READ, include_in_schema=False, sync_to_thread=False)
def asset(request: Asking, name: FromPath[str]) -> Bytes:
    """Return a file whose name tells its content."""
    return send(request, built.file(f"assets/{name}"), FOREVER)


@route(
    ["/icon.svg", "/icon-turn.svg", "/site.webmanifest"],
    http_method=READ,
    include_in_schema=False,
    sync_to_thread=False,
)
def fixed(request: Asking) -> Bytes:
    """Return one of the few files with a fixed name."""
    return send(request, built.file(request.url.path.lstrip("/")), A_DAY)


@route("/worker.js", http_method=READ, include_in_schema=False, sync_to_thread=False)
def worker(request: Asking) -> Bytes:
    """Return the service worker, by which browsers learn of a new version."""
    return send(request, built.file("worker.js"), FRESH)


@route("/favicon.ico", http_method=READ, include_in_schema=False, sync_to_thread=False)
def favicon(request: Asking) -> Bytes:
    """Return the icon to who asks for it by its old name; they go by its type, not its name."""
    return send(request, built.file("icon.svg"), A_DAY)


@route(
    ["/", "/{first:str}", "/{first:str}/{second:str}"],
    http_method=READ,
    include_in_schema=False,
)
async def page(
    request: Asking,
    site: NamedDependency[Site],
    first: FromPath[str] = "",
    second: FromPath[str] = "",
) -> Bytes:
    """Return the shell of the page, for whatever it shows; of a game, with a picture of it."""
    del first, second
    path = request.url.path
    link = game_at(path)
    room = await _room(site, link) if link else None
    known = room is not None or (link is None and is_place(path))
    language = language_of(request.headers.get("accept-language", ""))
    text = shell(site.settings.address, path, language, room)
    return send(request, built.made(text, "text/html"), FRESH, status=200 if known else 404)


async def _room(site: Site, link: str) -> Room | None:
    try:
        return await site.rooms.visit(link)
    except RefusedError:
        return None


@cache
def _sheet(name: str) -> built.Built:
    content = scenery(*SHEETS[name]).encode()
    packed = {"gzip": gzip.compress(content, 9, mtime=0)}
    return built.made(content, "image/svg+xml", packed)
