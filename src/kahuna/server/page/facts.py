"""Facts that the page is built from, written once in Python and derived for it here.

`make facts` writes them to web/generated; a test sees to it that they are up to date.
"""

import json
from pathlib import Path

from kahuna.board import (
    DEGREE,
    LETTERS,
    LINES,
    MAJORITY,
    N_BRIDGES,
    N_ISLANDS,
    N_LINES,
    NAMES,
    POSITIONS,
)
from kahuna.svg.frame import SEA_HEIGHT, SEA_LEFT, SEA_TOP, SEA_WIDTH
from kahuna.svg.palette import THEMES
from kahuna.svg.shapes import PLATE_OFFSETS, radius, span


def board_facts() -> dict[str, object]:
    """Return the board: its islands and lines, and where they lie with White's side down."""
    return {
        "box": [SEA_LEFT, SEA_TOP, SEA_WIDTH, SEA_HEIGHT],
        "bridges": N_BRIDGES,
        "islands": [
            {
                "letter": LETTERS[i],
                "name": NAMES[i].capitalize(),
                "lines": DEGREE[i],
                "majority": MAJORITY[i],
                "x": POSITIONS[i][0],
                "y": POSITIONS[i][1],
                "radius": round(radius(i), 1),
                "plate": list(PLATE_OFFSETS[i]),
            }
            for i in range(N_ISLANDS)
        ],
        "lines": [
            {
                "name": LINES[n],
                "span": [[round(x, 1) for x in end] for end in span(n, turned=False)],
            }
            for n in range(N_LINES)
        ],
    }


def palette_css() -> str:
    """Return the colours of both themes as CSS variables."""
    blocks = []
    for theme, palette in THEMES.items():
        colors = "".join(
            f"  --{name.replace('_', '-')}: {color};\n" for name, color in palette._asdict().items()
        )
        blocks.append(f':root[data-theme="{theme}"] {{\n{colors}}}\n')
    return "".join(blocks)


def facts() -> dict[str, str]:
    """Return the files that the page is built from, by their names."""
    from kahuna.server.api.app import create_app
    from kahuna.server.api.document import complete
    from kahuna.server.settings import Settings
    from kahuna.server.site import Site

    openapi = create_app(Site(Settings())).openapi_schema.to_schema()
    return {
        "board.json": _json(board_facts()),
        "openapi.json": _json(complete(openapi)),
        "palette.css": palette_css(),
    }


def write_facts(folder: Path) -> None:
    """Write what the page is built from."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in facts().items():
        (folder / name).write_text(text, encoding="utf-8")


def _json(content: object) -> str:
    return json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    write_facts(Path("web/generated"))
