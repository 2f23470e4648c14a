"""The shell of the page: its HTML, told apart for link previews."""

from html import escape
from typing import get_args

from kahuna.server.page import built
from kahuna.server.page.routes import module_at
from kahuna.server.people.me import Language
from kahuna.server.people.person import GONE
from kahuna.server.play.room import Room

NOT_BUILT = (
    b"<!doctype html><title>Kahuna</title><p>The page is not built: run <code>make page</code>."
)
LANGUAGES: tuple[str, ...] = get_args(Language)
TITLE = "<title>Kahuna</title>"
ABOUT = "Islands and bridges, for two. Play against a friend, the computer or a stranger."
PICTURE = {
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": "The board of Kahuna: twelve islands, and bridges between them",
}


def shell(address: str, path: str, language: str, room: Room | None) -> bytes:
    """Return the page's HTML for a place; of a game it says who plays, and shows the board."""
    found = built.file("index.html")
    if found is None:
        return NOT_BUILT
    title, image, place = "Kahuna", "/board.png", "/"
    if room is not None:
        # What changes has another address, so that those who show it do not show what was.
        title, image = _title(room), f"/api/games/{room.link}/board.png?at={room.seq}"
        place = f"/{room.link}"
    tags = {
        "og:site_name": "Kahuna",
        "og:type": "website",
        "og:title": title,
        "og:description": ABOUT,
        "og:url": f"{address}{place}",
        "og:image": f"{address}{image}",
        **PICTURE,
    }
    metas = [f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items()]
    metas.append('<meta name="twitter:card" content="summary_large_image">')
    preloads = built.preloads(module_at(path), language)
    head = f"<title>{escape(title)}</title>{''.join(metas)}{preloads}"
    return found.plain.decode().replace(TITLE, head, 1).encode()


def language_of(accepted: str) -> str:
    """Return the language that the page will most likely choose for a browser.

    >>> language_of("de-AT,de;q=0.9,en;q=0.8"), language_of("fr"), language_of("")
    ('de', 'en', 'en')
    """
    wanted = (part.strip()[:2].lower() for part in accepted.split(","))
    return next((name for name in wanted if name in LANGUAGES), LANGUAGES[0])


def _title(room: Room) -> str:
    white, black = (who.name if who and who.kind != GONE else "…" for who in room.seats.values())
    return f"{white} – {black} · Kahuna"
