"""The picture of a position: what it shows, how it is turned, what it refuses."""

import re
import subprocess
import sys
from math import hypot
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kahuna.board import (
    ALL_LINES,
    DEGREE,
    FIRST,
    HEIGHT,
    LETTERS,
    LINES,
    N_ISLANDS,
    N_LINES,
    NAMES,
    POSITIONS,
    SECOND,
    WIDTH,
    line,
    line_names,
)
from kahuna.svg import Arrow, Picture, board, frame, pieces, shapes

WHITE = "AB AD BC BD CF FJ GJ JK"
BLACK = "EF EH EI EJ HI HL IL CK"
SVG = "{http://www.w3.org/2000/svg}"
SIDES = ("White", "Black")
THEMES = ("day", "night")
# Everything at once, so that tests of the whole picture miss no part of it.
FULL: dict[str, Any] = {
    "white": WHITE,
    "black": BLACK,
    "built": ["EH", "IL"],
    "removed": ["DE", "EH"],
    "arrows": [Arrow("A", "H"), Arrow("G", "K", "#ff8800"), Arrow("F", "F", "blue")],
    "caption": "Black gains <two> islands & wins",
    "size": 700,
}


def parsed(picture: str) -> Element:
    return ElementTree.fromstring(picture)


def of_class(picture: str, name: str) -> list[Element]:
    wanted = set(name.split())
    return [e for e in parsed(picture).iter() if wanted <= set(e.get("class", "").split())]


def values(picture: str, class_: str, attribute: str) -> list[str]:
    return sorted(e.get(attribute, "") for e in of_class(picture, class_))


def pips(plate: Element) -> str:
    """Return a plate's pips as letters: w, b or f for free."""
    uses = [use.get("href", "") for use in plate.iter(f"{SVG}use")]
    return "".join(href.rpartition("pip-")[2][0] for href in uses if "pip-" in href)


def shift(element: Element) -> tuple[float, float]:
    """Return where an element's transform puts its origin."""
    found = re.match(r"translate\((-?[\d.]+) ?(-?[\d.]+)\)", element.get("transform", ""))
    assert found, element.attrib
    return float(found[1]), float(found[2])


def middle(island: int, side: str) -> tuple[float, float]:
    x, y = POSITIONS[island]
    return (x, y) if side == "White" else (WIDTH - x, HEIGHT - y)


def crosses(box: shapes.Box, a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Return whether a segment meets a box, by cutting it down at the box's four sides."""
    first, last = 0.0, 1.0
    for start, end, centre, size in (
        (a[0], b[0], box.x, box.width),
        (a[1], b[1], box.y, box.height),
    ):
        low, high, step = centre - size / 2 - start, centre + size / 2 - start, end - start
        if step == 0:
            if low > 0 or high < 0:
                return False
            continue
        first, last = (
            max(first, min(low / step, high / step)),
            min(last, max(low / step, high / step)),
        )
    return first < last


def plates(side: Any) -> list[shapes.Box]:
    """Return where the picture has its name plates, island by island."""
    width, height = shapes.PLATE_WIDTH, shapes.PLATE_HEIGHT
    found = {e.get("data-island"): shift(e) for e in of_class(board(side=side), "plate")}
    return [shapes.Box(*found[letter], width, height) for letter in LETTERS]


# ------------------------------------------------------------------------- what it shows


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("position", [{}, {"white": WHITE, "black": BLACK}, FULL])
def test_a_picture_is_well_formed_and_has_a_title_and_words(
    side: Any, theme: Any, position: dict[str, Any]
) -> None:
    root = parsed(board(**position, side=side, theme=theme))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    labels = root.get("aria-labelledby", "").split()
    assert labels == [root[0].get("id"), root[1].get("id")]
    assert [e.tag for e in root[:2]] == [f"{SVG}title", f"{SVG}desc"]


def test_the_same_position_gives_the_same_picture() -> None:
    code = f"from kahuna.svg import board; print(board({WHITE!r}, {BLACK!r}), end='')"
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert again.stdout.decode() == board(WHITE.split(), BLACK.split())


def test_lines_are_given_as_bits_or_as_names() -> None:
    bits = sum(1 << line(name) for name in WHITE.split())
    assert board(bits) == board(WHITE) == board(WHITE.split()) == board(reversed(WHITE.split()))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from("wb."), min_size=N_LINES, max_size=N_LINES))
def test_every_line_is_a_white_bridge_a_black_bridge_or_free(owners: list[str]) -> None:
    white, black, free = (
        sum(1 << n for n, owner in enumerate(owners) if owner == who) for who in "wb."
    )
    picture = board(white, black)
    assert values(picture, "bridge white", "data-line") == line_names(white)
    assert values(picture, "bridge black", "data-line") == line_names(black)
    assert values(picture, "line free", "data-line") == line_names(free)


def test_a_token_lies_where_more_than_half_of_the_lines_are_held() -> None:  # R5.1
    picture = board(WHITE, BLACK)
    assert values(picture, "token white", "data-island") == ["A", "B", "J"]
    assert values(picture, "token black", "data-island") == ["E", "H", "I", "L"]
    assert values(picture, "plate free", "data-island") == ["C", "D", "F", "G", "K"]


def test_every_island_has_its_name_and_a_pip_for_each_of_its_lines() -> None:
    drawn = {e.get("data-island"): e for e in of_class(board(WHITE, BLACK), "plate")}
    texts = {letter: "".join(e.itertext()) for letter, e in drawn.items()}
    assert texts == dict(zip(LETTERS, NAMES, strict=True))
    assert [len(pips(drawn[letter])) for letter in LETTERS] == list(DEGREE)
    assert pips(drawn["J"]) == "wwwfb"
    assert pips(drawn["E"]) == "ffbbbb"


def test_the_last_move_glows_where_built_and_leaves_a_ghost_where_removed() -> None:
    picture = board(**FULL)
    assert values(picture, "built", "data-line") == ["EH", "IL"]
    assert values(picture, "removed", "data-line") == ["DE", "EH"]
    assert not of_class(board(WHITE, BLACK), "built")


@pytest.mark.parametrize("turned", [False, True])
def test_an_arrow_ends_at_the_shore_of_its_island(turned: bool) -> None:
    for start, end in ((0, 7), (6, 10), (11, 2)):
        a, b = shapes.between(start, end, turned)
        for island, point in ((start, a), (end, b)):
            x, y = shapes.middle(island, turned)
            off = hypot(point[0] - x, point[1] - y)
            assert 0.6 * shapes.radius(island) < off < 1.4 * shapes.radius(island)


def test_arrows_have_their_colours_and_may_ring_an_island() -> None:
    arrows = of_class(board(**FULL), "arrow")
    assert [(e.get("data-from"), e.get("data-to")) for e in arrows] == [
        ("A", "H"), ("G", "K"), ("F", "F"),
    ]  # fmt: skip
    assert arrows[1][0].get("fill") == "#ff8800"
    assert {e.tag for e in arrows[2]} == {f"{SVG}circle"}


def test_the_position_is_told_in_words() -> None:
    words = "".join(parsed(board("AB AD", "HL", removed=["AH"]))[1].itertext())
    assert words == (
        "White controls 1 island: Aloa. White has 2 bridges: Aloa–Bari, Aloa–Duda. "
        "Black controls no island. Black has 1 bridge: Huna–Lale. Just removed: Aloa–Huna."
    )


def test_a_caption_is_escaped_and_makes_the_picture_taller() -> None:
    picture = board(caption="1 < 2 &\x07\ue000“three”", size=560)
    (caption,) = of_class(picture, "caption")
    assert "".join(caption.itertext()).split() == ["1", "<", "2", "&", "“three”"]
    assert float(parsed(picture).get("height", 0)) > float(parsed(board(size=560)).get("height", 0))


def test_a_long_caption_is_broken_between_words() -> None:
    (caption,) = of_class(board(caption="Kahuna " * 30), "caption")
    assert len(caption) > 1
    assert " ".join(caption.itertext()).split() == ["Kahuna"] * 30


def test_a_notebook_shows_the_picture() -> None:
    picture = board()
    assert isinstance(picture, Picture)
    assert picture._repr_svg_() == picture


# ------------------------------------------------------------------------- how it lies


def test_a_half_turn_of_the_board_moves_every_bridge_to_the_opposite_place() -> None:
    for n in range(N_LINES):
        turned = {(round(WIDTH - x, 6), round(HEIGHT - y, 6)) for x, y in shapes.span(n, True)}
        assert turned == {(round(x, 6), round(y, 6)) for x, y in shapes.span(n, False)}


@pytest.mark.parametrize("side", SIDES)
def test_texts_tokens_and_palms_stay_upright(side: Any) -> None:
    root = parsed(board(**FULL, side=side))
    parents = {child: parent for parent in root.iter() for child in parent}
    upright = [e for e in root.iter() if e.tag == f"{SVG}text" or "token" in e.get("class", "")]
    (palms,) = of_class(board(**FULL, side=side), "palms")
    assert len(palms) > N_ISLANDS
    assert not any("rotate" in e.get("transform", "") for e in palms.iter())
    for element in upright:
        above: Element | None = element
        while above is not None:
            assert not re.search("rotate|scale|matrix", above.get("transform", ""))
            above = parents.get(above)


@pytest.mark.parametrize("side", SIDES)
def test_no_line_passes_through_a_name_plate_nor_would_a_bridge_touch_it(side: Any) -> None:
    for island, box in enumerate(plates(side)):
        corners = [
            (box.x + dx * box.width / 2, box.y + dy * box.height / 2)
            for dx in (-1, 1)
            for dy in (-1, 1)
        ]
        for n in range(N_LINES):
            way = middle(FIRST[n], side), middle(SECOND[n], side)
            assert not crosses(box, *way), (NAMES[island], LINES[n])
            near = min(shapes.off_segment(corner, way) for corner in corners)
            assert near > pieces.HALF_WIDTH + 2, (NAMES[island], LINES[n])


@pytest.mark.parametrize("side", SIDES)
def test_a_name_plate_is_near_its_own_island_and_covers_no_token(side: Any) -> None:
    for island, box in enumerate(plates(side)):
        off = [box.distance(middle(other, side)) for other in range(N_ISLANDS)]
        assert min(off) == off[island]
        assert pieces.TOKEN < off[island] < 1.25 * shapes.radius(island)


@pytest.mark.parametrize("side", SIDES)
def test_name_plates_lie_apart_and_within_the_frame(side: Any) -> None:
    boxes = plates(side)
    for island, box in enumerate(boxes):
        assert abs(box.x - WIDTH / 2) + box.width / 2 < frame.SEA_WIDTH / 2
        assert abs(box.y - HEIGHT / 2) + box.height / 2 < frame.SEA_HEIGHT / 2
        for other in boxes[:island]:
            assert abs(box.x - other.x) > box.width or abs(box.y - other.y) > box.height


def test_even_the_shortest_bridge_is_good_to_see() -> None:
    for n in range(N_LINES):
        (ax, ay), (bx, by) = shapes.between(FIRST[n], SECOND[n], False)
        assert hypot(bx - ax, by - ay) > 70, LINES[n]


# ------------------------------------------------------------------------- as a file


@pytest.mark.parametrize("theme", THEMES)
def test_ids_are_unique_and_every_reference_is_to_the_picture_itself(theme: Any) -> None:
    picture = board(**FULL, theme=theme)
    ids = re.findall(r'\bid="([^"]+)"', picture)
    assert len(ids) == len(set(ids))
    targets = re.findall(r'href="#([^"]+)"', picture) + re.findall(r"url\(#([^)]+)\)", picture)
    assert set(targets) <= set(ids)
    assert picture.count("href=") + picture.count("url(") == len(targets)
    assert picture.count("http") == 1  # the name of SVG itself
    assert not re.search(r"<(script|style|image|foreignObject)|\son\w+=", picture)


def test_two_pictures_in_one_page_share_no_id() -> None:
    ids = [
        set(re.findall(r'\bid="([^"]+)"', picture))
        for picture in (board(), board("AB"), board(side="Black"), board(theme="night"))
    ]
    assert sum(map(len, ids)) == len(set.union(*ids))


def test_a_picture_is_small() -> None:
    assert len(board(WHITE, BLACK).encode()) < 60_000


def test_numbers_have_one_decimal_in_every_path() -> None:
    paths = [e.get("d", "") for e in parsed(board(**FULL)).iter(f"{SVG}path")]
    assert not [d for d in paths if re.search(r"\.\d\d", d)]


def test_the_size_is_the_width_in_pixels() -> None:
    root = parsed(board(size=560))
    assert (root.get("width"), root.get("height")) == ("560", "452")
    assert root.get("viewBox") == "-60 -52 1120 904"
    assert parsed(board()).get("width") is None


def test_importing_the_module_loads_nothing_heavy() -> None:
    code = "import sys, kahuna.svg; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert not {"numba", "numpy", "rich", "typer", "xml"} & set(done.stdout.decode().split())


# ------------------------------------------------------------------------- what it refuses


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"white": "AC"}, "white: unknown line 'AC'; the lines are AB AD"),
        ({"black": ["BA"]}, "black: unknown line 'BA'; that line is written 'AB'"),
        ({"built": ["ab"]}, "built: unknown line 'ab'; that line is written 'AB'"),
        ({"removed": ["", "AB"]}, "removed: unknown line ''"),
        ({"white": ALL_LINES + 1}, "white=134217728 is no set of lines"),
        ({"black": -1}, "black=-1 is no set of lines"),
        ({"white": "AB EH", "black": "EH"}, "held by both White and Black: EH;"),
        ({"theme": "dusk"}, "unknown theme 'dusk'; the themes are day, night"),
        ({"side": "black"}, "unknown side 'black'; it is 'White' or 'Black'"),
        ({"size": 0}, "size=0 is no width"),
        ({"arrows": [Arrow("A", "Z")]}, "unknown island 'Z'; the islands are A B C"),
        ({"arrows": [Arrow("A", "")]}, "unknown island ''"),
        ({"arrows": [Arrow("A", "B", 'red"/>')]}, "unknown arrow color 'red\"/>'; use yellow"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(
    wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        board(**wrong)
