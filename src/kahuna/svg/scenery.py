"""The archipelago without pieces, in two sheets: what lies under bridges, and palms over them.

A page puts its own bridges and tokens between the two, and can keep both for ever.
"""

from typing import Literal, get_args

from . import islands, ornaments, palms, sea
from .frame import SEA_HEIGHT, SEA_LEFT, SEA_TOP, SEA_WIDTH
from .markup import number, tag
from .palette import OWN, THEMES, Scene

Side = Literal["White", "Black"]
Theme = Literal["day", "night"]
Sheet = Literal["under", "over"]


def scenery(side: Side, theme: Theme, sheet: Sheet) -> str:
    """Return a sheet as a picture of its own, seen from that side.

    >>> scenery("White", "day", "over").count('class="palms"')
    1
    """
    scene = Scene(THEMES[theme], turned=side == "Black")
    if sheet == "over":
        content = tag("defs", palms.definitions(scene)) + palms.palms(scene)
    else:
        drawn = (sea.water, ornaments.rhumb_lines, ornaments.compass, ornaments.canoe)
        content = tag("defs", sea.definitions(scene), islands.definitions(scene))
        content += "".join(draw(scene) for draw in (*drawn, ornaments.whale))
        content += islands.motus(scene) + islands.land(scene)
    box = (SEA_LEFT, SEA_TOP, SEA_WIDTH, SEA_HEIGHT)
    picture = tag(
        "svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=" ".join(map(number, box))
    )
    return picture.replace(OWN, "k")


SHEETS: dict[str, tuple[Side, Theme, Sheet]] = {
    f"{side}-{theme}-{sheet}.svg": (side, theme, sheet)
    for side in get_args(Side)
    for theme in get_args(Theme)
    for sheet in get_args(Sheet)
}
