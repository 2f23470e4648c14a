"""Pictures for elsewhere: a game's board for link previews, the icons of the installed page."""

from litestar import HttpMethod, route
from litestar.di import NamedDependency
from litestar.params import FromPath

from kahuna import svg
from kahuna.server.errors import not_found
from kahuna.server.page import built
from kahuna.server.page.sending import A_DAY, Asking, Bytes, send
from kahuna.server.play.room import Room
from kahuna.server.site import Site
from kahuna.svg.palette import THEMES
from kahuna.view import View

READ = [HttpMethod.GET, HttpMethod.HEAD]
WIDTH, HEIGHT = 1200, 630  # what those who show previews ask for
AN_HOUR = "public, max-age=3600"
ICONS = {"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512}
NOBODYS = ("AB AD AH BC CF FG GJ", "EH EI EJ HI IK KL")  # a position
SEA = THEMES["day"].deep
# Anybody may show it, as it is for other sites.
EVERYWHERE = {"Cross-Origin-Resource-Policy": "cross-origin"}


@route(
    "/api/games/{link:str}/board.png",
    http_method=[HttpMethod.GET],
    summary="The board as a picture",
    media_type="image/png",
    tags=["games"],
)
async def board_picture(request: Asking, link: FromPath[str], site: NamedDependency[Site]) -> Bytes:
    """Return the board as everybody may see it, in the size of link previews."""
    room = await site.rooms.visit(link)
    picture = await site.rasterizer.png(preview(board_of(room)), WIDTH, SEA)
    answer = send(request, picture, AN_HOUR)
    answer.headers.update(EVERYWHERE)
    return answer


@route("/board.png", http_method=READ, include_in_schema=False)
async def picture(request: Asking, site: NamedDependency[Site]) -> Bytes:
    """Return a position of nobody's game, for previews of all other places."""
    drawn = await site.rasterizer.png(preview(str(svg.board(*NOBODYS))), WIDTH, SEA)
    answer = send(request, drawn, A_DAY)
    answer.headers.update(EVERYWHERE)
    return answer


@route([f"/{name}" for name in ICONS], http_method=READ, include_in_schema=False)
async def icon(request: Asking, site: NamedDependency[Site]) -> Bytes:
    """Return the icon in a size; it fills its square, so that a system may cut it to a shape."""
    drawn = built.file("icon.svg")
    if drawn is None:
        raise not_found("file")
    size = ICONS[request.url.path.lstrip("/")]
    picture = await site.rasterizer.png(drawn.plain.decode(), size, SEA)
    return send(request, picture, A_DAY)


def board_of(room: Room | None) -> str:
    """Return the picture of a game as its spectators see it; before it begins, of an empty sea."""
    view: View | None = None
    if room is not None and room.table is not None:
        view = room.table.view("Spectator")
    if view is None:
        return str(svg.board())
    return str(svg.board(view.white.bridges, view.black.bridges))


def preview(board: str) -> str:
    """Return a board in the middle of a wide picture."""
    inner = board.replace("<svg ", f'<svg x="0" y="12" width="{WIDTH}" height="{HEIGHT - 24}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{SEA}"/>{inner}</svg>'
    )
