"""The first page, until the game's own page is here: what this is, and where to go on."""

from litestar import MediaType, Response, get

from kahuna import svg
from kahuna.server.api import pages

WELCOME = """\
<h1>Kahuna</h1>
<p class="lead">Two players, twelve islands, 27 lines, and a hand of cards: build bridges, take
islands, and see your opponent’s bridges fall into the sea.</p>
<img src="/board.svg" width="1000" height="750"
  alt="The archipelago: twelve islands, with bridges of both players between them">
<p>This is a table for two. It keeps games, deals the cards so that everybody can check them
afterwards, and shows each player what that player may see. The board to play on in the browser is
being built; what plays here already are programs, by the API.</p>
<h2>Go on</h2>
<dl>
<dt><a href="/api/schema">The API</a></dt><dd>games, people and live play, for programs</dd>
<dt><a href="/api/schema/openapi.json">OpenAPI</a></dt><dd>the same, to be read by programs</dd>
<dt><code>kahuna play</code></dt><dd>a game in the terminal, right now</dd>
</dl>
<p><small>Kahuna is a game by Günter Cornett, published by KOSMOS. This is an unofficial
implementation for everyone who loves it.</small></p>
"""
A_WHILE = {"cache-control": "public, max-age=3600"}


@get("/", include_in_schema=False, sync_to_thread=False)
def welcome() -> Response[str]:
    """Return the page."""
    return Response(pages.page("Kahuna", WELCOME), media_type=MediaType.HTML)


@get("/style.css", include_in_schema=False, sync_to_thread=False)
def style() -> Response[str]:
    """Return how it looks."""
    return Response(pages.style(), media_type="text/css; charset=utf-8", headers=A_WHILE)


@get("/board.svg", include_in_schema=False, sync_to_thread=False)
def picture() -> Response[str]:
    """Return a position of nobody's game."""
    board = svg.board("AB AD BC CF FG GJ", "EH EI EJ HI IK KL", built=["EH"])
    return Response(str(board), media_type="image/svg+xml", headers=A_WHILE)
