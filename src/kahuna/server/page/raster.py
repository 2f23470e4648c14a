"""Pictures as pixels, for those who show no SVG: drawn by a process of its own.

It takes half a second in which Python could do nothing else, and the site has games to run.
"""

import asyncio
import sys
from collections import OrderedDict
from pathlib import Path

from kahuna.server.errors import RefusedError
from kahuna.server.page.built import FOLDER, Built, made

FONT = FOLDER / "picture.ttf"  # pictures are written in this, whatever the machine has
PROGRAM = Path(__file__).with_name("draw.py")
PATIENCE = 30.0  # seconds
MOST = 32  # pictures in memory, half a megabyte each


class Rasterizer:
    """Turns SVG into PNG, one picture after the other, and keeps the last ones."""

    def __init__(self) -> None:
        """Begin with none."""
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, int], Built] = OrderedDict()

    async def png(self, svg: str, width: int, background: str) -> Built:
        """Return the picture in that width, on that colour."""
        key = (svg, width)
        async with self._turn:
            if key not in self._kept:
                self._kept[key] = made(await _draw(svg, str(width), background), "image/png")
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
            return self._kept[key]


async def _draw(svg: str, *options: str) -> bytes:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, PROGRAM, *options, FONT, stdin=pipe, stdout=pipe
    )
    try:
        async with asyncio.timeout(PATIENCE):
            content, _ = await process.communicate(svg.encode())
    except TimeoutError:
        content = b""
    finally:
        if process.returncode is None:
            process.kill()
    if not content:
        raise RefusedError(503, "no-picture", "no picture can be drawn now", retry_after=60)
    return content
