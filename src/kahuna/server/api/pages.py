"""What the server's own pages share: the frame, in the look of the game."""

from html import escape

from litestar import Response, get

A_WHILE = {"cache-control": "public, max-age=3600"}
FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def page(title: str, body: str) -> str:
    """Return a page; `body` is HTML."""
    return FRAME.format(title=escape(title), body=body)


@get("/style.css", include_in_schema=False, sync_to_thread=False)
def style() -> Response[str]:
    """Return how these pages look."""
    return Response(_style(), media_type="text/css; charset=utf-8", headers=A_WHILE)


def _style() -> str:
    """Return how pages look, in the colours of the pictures, by day and by night."""
    day, night = (_colours(theme) for theme in ("day", "night"))
    return (
        f":root {{ {day} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {night} }} }}\n{STYLE}"
    )


def _colours(theme: str) -> str:
    from kahuna.svg.palette import SERIF, THEMES

    palette = THEMES[theme]
    names = ("deep", "open_sea", "paper", "paper_edge", "ink", "brass", "plate", "plate_text")
    colours = " ".join(f"--{name.replace('_', '-')}: {getattr(palette, name)};" for name in names)
    return f"{colours} --serif: {SERIF};"


STYLE = """\
* { box-sizing: border-box; }
html { background: linear-gradient(var(--open-sea), var(--deep)) fixed; min-height: 100%; }
body {
  margin: 0; padding: clamp(0.75rem, 4vw, 3rem);
  color: var(--ink); font: 1.0625rem/1.6 var(--serif);
}
main {
  max-width: 52rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3rem);
  background: var(--paper); border: 1px solid var(--paper-edge); border-radius: 0.75rem;
  box-shadow: 0 1.5rem 4rem rgb(0 0 0 / 35%);
}
h1 { margin: 0 0 0.5rem; font-size: clamp(2rem, 6vw, 3.25rem); line-height: 1.1; }
h2 { margin: 2.5rem 0 0.5rem; padding-bottom: 0.25rem; border-bottom: 2px solid var(--brass); }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1.0625rem; overflow-wrap: anywhere; }
p { margin: 0.5rem 0; }
a { color: inherit; text-decoration-color: var(--brass); text-underline-offset: 0.2em; }
a:focus-visible { outline: 3px solid var(--brass); outline-offset: 2px; border-radius: 2px; }
img { display: block; width: 100%; height: auto; margin: 1.5rem 0; border-radius: 0.5rem; }
code { font: 0.9em ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { padding: 0.75rem 1rem; background: var(--plate); color: var(--plate-text);
  border-radius: 0.5rem; overflow-x: auto; }
dl { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: 0.15rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.lead { font-size: 1.2rem; }
.method { padding: 0.1rem 0.5rem; background: var(--plate); color: var(--plate-text);
  border-radius: 0.35rem; font-size: 0.8em; }
"""
