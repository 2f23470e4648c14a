"""The page as the server sends it: every place has its shell, every file the right headers."""

import asyncio
import gzip
import re
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kahuna.server.page import built, routes
from kahuna.server.page.facts import facts
from tests.paths import ROOT
from tests.server.asking import Asking, asking

WEB = ROOT / "web"
FOREVER = "public, max-age=31536000, immutable"
Story = Callable[[Asking], Awaitable[None]]


def tell(folder: Path, story: Story) -> None:
    async def told() -> None:
        async with asking(folder) as here:
            await story(here)

    asyncio.run(told())


@pytest.fixture(autouse=True)
def page_is_built() -> None:
    assert built.version(), "the page is not built: run `make page`"


@pytest.mark.parametrize("name", list(facts()))
def test_what_the_page_is_built_from_is_up_to_date(name: str) -> None:
    there = (WEB / "generated" / name).read_text(encoding="utf-8")
    assert there == facts()[name], "run `make facts`"


def test_the_page_was_built_from_what_is_in_web() -> None:
    index = built.file("index.html")
    assert index is not None
    assert f'<meta name="version" content="{built.version()}" />' in index.plain.decode()
    worker = built.file("worker.js")
    assert worker is not None
    kept = re.findall(r"/assets/[\w.-]+", worker.plain.decode())
    assert all(built.file(name.lstrip("/")) for name in kept)
    assert any(name.endswith(".woff2") for name in kept)


def test_every_place_has_a_shell_and_no_other_has(tmp_path: Path) -> None:
    async def story(here: Asking) -> None:
        places = {f"/{name}" for name in routes.PLAIN} | {f"/{n}/x" for n in routes.WITH_PART}
        for path in [*sorted(places), "/nowhere", "/abcdefgh", "/people", "/rules/more"]:
            answer = await here.browser.get(path)
            assert answer.status_code == (200 if path in places else 404), path
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert '<div id="app">' in answer.text

    tell(tmp_path, story)


def test_places_are_those_that_the_page_knows() -> None:
    source = (WEB / "src" / "pages" / "pages.ts").read_text(encoding="utf-8")
    for name, known in (("PLAIN", routes.PLAIN), ("WITH_PART", routes.WITH_PART)):
        block = re.search(rf"const {name}\b[^=]*= {{(.*?)\n}};", source, re.DOTALL)
        assert block is not None
        assert set(re.findall(r'^\s+"?(\w*)"?: \(\)', block[1], re.MULTILINE)) == known


def test_every_place_brings_what_it_needs_at_once(tmp_path: Path) -> None:
    async def story(here: Asking) -> None:
        for path in ("/", "/rules", "/settings", "/people/Lani", "/abcdefgh", "/nowhere"):
            source = routes.module_at(path)
            assert (WEB / source).is_file(), source
            text = (await here.browser.get(path)).text
            assert f"/assets/{Path(source).stem}-" in text
            named = re.findall(r'href="(/assets/[^"]+)"', text)
            assert len(named) == len(set(named))
            for name in named:
                assert (await here.browser.head(name)).status_code == 200

    tell(tmp_path, story)


def test_the_scripts_of_the_table_are_light(tmp_path: Path) -> None:
    async def story(here: Asking) -> None:
        text = (await here.browser.get("/abcdefgh")).text
        scripts = set(re.findall(r"/(assets/[\w.-]+\.js)", text))
        files = [built.file(name) for name in scripts]
        assert sum(len(file.packed["br"]) for file in files if file) <= 70_000

    tell(tmp_path, story)


def test_a_file_is_sent_compressed_and_kept_for_ever(tmp_path: Path) -> None:
    scripts = {path.name: path.read_bytes() for path in (built.FOLDER / "assets").glob("*.js")}
    name, plain = max(scripts.items(), key=lambda item: len(item[1]))

    async def story(here: Asking) -> None:
        for accepted, encoding in (("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0", None)):
            headers = {"accept-encoding": accepted}
            async with here.browser.stream("GET", f"/assets/{name}", headers=headers) as answer:
                raw = b"".join([part async for part in answer.aiter_raw()])
            assert answer.headers.get("content-encoding") == encoding
            assert answer.headers["vary"] == "Accept-Encoding"
            assert answer.headers["cache-control"] == FOREVER
            assert answer.headers["content-type"].startswith("text/javascript")
            assert (len(raw) < len(plain) / 2) == (encoding is not None)
            if encoding == "gzip":
                assert gzip.decompress(raw) == plain

    tell(tmp_path, story)


def test_who_has_it_is_not_sent_it_again(tmp_path: Path) -> None:
    async def story(here: Asking) -> None:
        for path in ("/", "/icon.svg", "/art/Black-night-under.svg", "/worker.js"):
            first = await here.browser.get(path)
            tag = first.headers["etag"]
            for had in (tag, f"W/{tag}", f'"other", {tag}'):
                again = await here.browser.get(path, headers={"if-none-match": had})
                assert (again.status_code, again.content) == (304, b""), path
        assert (await here.browser.get("/")).headers["cache-control"] == "no-cache"

    tell(tmp_path, story)


def test_everything_can_be_asked_for_its_head(tmp_path: Path) -> None:
    async def story(here: Asking) -> None:
        for path in ("/", "/rules", "/icon.svg", "/site.webmanifest", "/worker.js", "/favicon.ico"):
            assert (await here.browser.head(path)).status_code == 200, path

    tell(tmp_path, story)


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_icons_come_in_the_sizes_that_systems_ask_for(tmp_path: Path) -> None:
    async def story(here: Asking) -> None:
        manifest = (await here.browser.get("/site.webmanifest")).json()
        for icon in manifest["icons"]:
            answer = await here.browser.get(icon["src"])
            assert answer.headers["content-type"].startswith(icon["type"])
            if icon["type"] == "image/png":
                assert "x".join(map(str, size_of(answer.content))) == icon["sizes"]

    tell(tmp_path, story)


def test_the_preview_of_a_game_says_who_plays_and_shows_the_board(tmp_path: Path) -> None:
    async def story(here: Asking) -> None:
        await here.become("Lani")
        made = await here.browser.post("/api/games/", json={"opponent": "computer", "level": 1})
        link = made.json()["link"]
        page = (await here.browser.get(f"/{link}")).text
        assert re.search(r"<title>[^<]*Lani[^<]* · Kahuna</title>", page)
        image = re.search(r'property="og:image" content="([^"]+)"', page)
        assert image is not None
        assert image[1].endswith(f"/api/games/{link}/board.png?at=0")
        picture = await here.browser.get(f"/api/games/{link}/board.png")
        assert picture.headers["content-type"] == "image/png"
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
        assert size_of(picture.content) == (1200, 630)
        assert (await here.browser.get("/api/games/abcdefgh/board.png")).status_code == 404

    tell(tmp_path, story)


def test_the_preview_names_the_islands_with_a_font_of_its_own(tmp_path: Path) -> None:
    async def story(here: Asking) -> None:
        text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 30">{}</svg>'
        words = '<text y="20" font-family="\'Palatino\',serif">ALOA</text>'
        written = await here.site.rasterizer.png(text.format(words), 99, "#fff")
        empty = await here.site.rasterizer.png(text.format(""), 99, "#fff")
        assert written.plain != empty.plain

    tell(tmp_path, story)
