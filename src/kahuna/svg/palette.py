"""The colours: one palette for each theme, and the scene that a picture is drawn in."""

from typing import NamedTuple


class Palette(NamedTuple):
    """The colours of a theme, named by what they paint."""

    # Water, from the deep to the beach
    deep: str
    open_sea: str
    bright_sea: str
    lagoon: str
    shoal: str
    reef: str
    surf: str
    wave: str
    engraving: str
    # The frame of the chart
    paper: str
    paper_edge: str
    ink: str
    brass: str
    # Land
    sand_light: str
    sand_dark: str
    sand_edge: str
    wood_light: str
    wood_dark: str
    tree_light: str
    tree: str
    tree_dark: str
    clearing: str
    stone: str
    trunk: str
    frond: str
    shade: str
    # White's side
    ivory: str
    ivory_dark: str
    ivory_edge: str
    sun: str
    sun_edge: str
    # Black's side
    lacquer: str
    lacquer_light: str
    lacquer_edge: str
    lashing: str
    foam: str
    # Plates, lines and marks
    plate: str
    plate_edge: str
    plate_text: str
    tray: str
    pip_edge: str
    free_line: str
    built: str
    removed: str


DAY = Palette(
    deep="#0a4866",
    open_sea="#1a84a0",
    bright_sea="#2ba3b4",
    lagoon="#5fd3cc",
    shoal="#8ee6d8",
    reef="#c4f5e6",
    surf="#ffffff",
    wave="#dff8f4",
    engraving="#f7ecd0",
    paper="#f2e4c3",
    paper_edge="#d8bf8d",
    ink="#4a3519",
    brass="#a97f3d",
    sand_light="#fdf2d6",
    sand_dark="#e8c98f",
    sand_edge="#b88f50",
    wood_light="#86bd5c",
    wood_dark="#3f8a4d",
    tree_light="#a5d06f",
    tree="#5fa554",
    tree_dark="#2b6f46",
    clearing="#e9d7a2",
    stone="#8d7a55",
    trunk="#6d4726",
    frond="#4f9c4e",
    shade="#06303f",
    ivory="#fdf6e3",
    ivory_dark="#e6d3a6",
    ivory_edge="#6e4a20",
    sun="#f2a61f",
    sun_edge="#b5650f",
    lacquer="#17131a",
    lacquer_light="#4d4453",
    lacquer_edge="#e0553a",
    lashing="#d9a441",
    foam="#9fe3ea",
    plate="#0d4a60",
    plate_edge="#e9d9ae",
    plate_text="#fff6dd",
    tray="#3596a6",
    pip_edge="#fff6dd",
    free_line="#ffffff",
    built="#ffd84a",
    removed="#ff4d3d",
)

NIGHT = Palette(
    deep="#0a1230",
    open_sea="#182f5e",
    bright_sea="#23467c",
    lagoon="#2f6f9a",
    shoal="#3f95b3",
    reef="#6fd0d8",
    surf="#c9fbff",
    wave="#9fc4ee",
    engraving="#e4d6a8",
    paper="#1d1a2c",
    paper_edge="#0e0c18",
    ink="#d8b76a",
    brass="#b8924a",
    sand_light="#c9c3c4",
    sand_dark="#8f86a0",
    sand_edge="#4d4768",
    wood_light="#4f8272",
    wood_dark="#1f4a4f",
    tree_light="#6fa389",
    tree="#356a60",
    tree_dark="#173c44",
    clearing="#8b7f92",
    stone="#ffd084",
    trunk="#3d2c2e",
    frond="#3d7568",
    shade="#02040f",
    ivory="#f5ecd6",
    ivory_dark="#cdbb96",
    ivory_edge="#4a3420",
    sun="#f5b03a",
    sun_edge="#b5650f",
    lacquer="#0b090e",
    lacquer_light="#4f4760",
    lacquer_edge="#ff6a4a",
    lashing="#e3b04f",
    foam="#8fdcf2",
    plate="#14224a",
    plate_edge="#b9a877",
    plate_text="#f6ecd0",
    tray="#46679c",
    pip_edge="#f6ecd0",
    free_line="#d6e6ff",
    built="#ffe06a",
    removed="#ff6152",
)

THEMES = {"day": DAY, "night": NIGHT}

# The colours of arrows by name; any other is written as a hexadecimal number.
ARROW_COLORS = {
    "yellow": "#ffcf3f",
    "red": "#f4503c",
    "green": "#4fd07a",
    "blue": "#4aa8ff",
}

SERIF = "'Palatino Linotype',Palatino,P052,'Book Antiqua',Georgia,'Times New Roman',serif"


# Stands for the picture's own prefix in ids until the picture is finished. It is from
# the private use area, so that no caption can contain it (`markup.escape`).
OWN = "\ue000"


class Scene(NamedTuple):
    """How a picture is drawn: its colours and its side of the table."""

    palette: Palette
    turned: bool

    def id(self, name: str) -> str:
        """Return the id of a part, which will be unlike any id of another picture."""
        return OWN + name

    def href(self, name: str) -> str:
        """Return the reference with which ``<use>`` draws a part again."""
        return f"#{OWN}{name}"

    def url(self, name: str) -> str:
        """Return the reference with which a gradient fills a shape."""
        return f"url(#{OWN}{name})"
