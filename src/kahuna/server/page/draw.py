"""A program: SVG comes in, PNG goes out. It loads nothing else, to be quick; see `raster`."""

import os
import sys

import resvg_py


def main(width: str, background: str, font: str) -> None:
    """Draw a picture of that width on that colour, with that font if it is there."""
    if hasattr(os, "nice"):
        os.nice(10)  # games come first
    there = os.path.isfile(font)  # noqa: PTH113 - importing pathlib would take longer
    content = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        width=int(width),
        background=background,
        skip_system_fonts=there,
        font_files=[font] if there else None,
        serif_family="Fraunces SemiBold" if there else None,
    )
    sys.stdout.buffer.write(bytes(content))


if __name__ == "__main__":
    main(*sys.argv[1:])
