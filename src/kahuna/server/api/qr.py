"""A game's address as a QR code, for the device of a friend who sits beside."""

import io

import segno
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from kahuna.server.play.records import page_of
from kahuna.server.site import Site

SVG = "image/svg+xml"


@get(
    "/api/games/{link:str}/qr.svg",
    summary="The game's address as a QR code",
    media_type=SVG,
    tags=["games"],
)
async def qr_code(link: FromPath[str], site: NamedDependency[Site]) -> Response[bytes]:
    """Return a picture that another device's camera reads."""
    room = await site.rooms.visit(link)
    code = segno.make(page_of(room, site.settings.address), micro=False, error="m")
    picture = io.BytesIO()
    code.save(picture, kind="svg", omitsize=True, svgclass=None, lineclass=None, light="#fff")
    return Response(picture.getvalue(), media_type=SVG)
