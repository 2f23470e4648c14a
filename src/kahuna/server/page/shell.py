"""The shell of the page: its HTML, told apart for link previews."""

from html import escape
from pathlib import Path

from kahuna.server.play.room import Room

NOT_BUILT = (
    "<!doctype html><title>Kahuna</title><p>The page is not built: run <code>make web</code>."
)


def shell(file: Path, address: str, room: Room | None) -> str:
    """Return the page's HTML; of a game it says who plays, and shows the board."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        return NOT_BUILT
    title = "Kahuna"
    tags = [("og:site_name", "Kahuna"), ("og:type", "website")]
    if room is not None:
        white, black = (who.name if who else "…" for who in room.seats.values())
        title = f"{white} – {black} · Kahuna"
        tags += [
            ("og:title", title),
            ("og:url", f"{address}/{room.link}"),
            ("og:image", f"{address}/api/games/{room.link}/board.svg"),
        ]
    metas = "".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in tags)
    return text.replace("<title>Kahuna</title>", f"<title>{escape(title)}</title>{metas}")
