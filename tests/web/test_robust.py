"""What happens when something fails: the server, the network, or a tab that is too old."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import WebSocketRoute, expect

from tests.server.site_process import SiteProcess
from tests.web.conftest import NewPlayer
from tests.web.players import CONTROLLED, Player
from tests.web.table import Table
from tests.web.test_turns import first_build, line_of


def test_a_killed_server_is_waited_for_and_the_turn_goes_on(
    new_player: NewPlayer, own_site: SiteProcess
) -> None:
    lani = new_player("Lani", url=own_site.url)
    kai = new_player("Kai", url=own_site.url)
    link = lani.makes(opponent="friend", seat="White", terms={"starts": "White"})
    kai.joins(link)
    table, other = Table(lani.page, link).open(), Table(kai.page, link).open()
    token = first_build(table)
    table.do(token)
    with lani.outage(), kai.outage():
        own_site.server.kill()
        banner = table.page.get_by_role("status").filter(has_text="connection")
        expect(banner.first).to_be_visible()
        expect(table.bridge(line_of(token))).to_have_count(1)  # the draft stays
        table.end("+?")  # sent as soon as somebody hears it
        own_site.start()
        expect(banner).to_have_count(0)
        expect(other.bridge(line_of(token))).to_have_count(1)
        other.my_turn()
    history = other.view()["history"]
    assert [turn["tokens"][0] for turn in history] == [token]  # once


def test_without_a_server_the_page_opens_says_so_and_comes_back(
    new_player: NewPlayer, own_site: SiteProcess
) -> None:
    lani = new_player("Lani", url=own_site.url)
    page = lani.visit()
    page.evaluate(CONTROLLED)
    with lani.outage():
        own_site.server.stop()
        page.goto("/games")
        banner = page.locator("[data-connection]")
        expect(banner).to_have_attribute("data-connection", "lost")
        expect(banner).to_contain_text("offline")
        own_site.start()
        expect(banner).to_have_attribute("data-connection", "there")
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_service_worker_keeps_nothing_of_the_api(new_player: NewPlayer) -> None:
    lani = new_player("Lani")
    page = lani.visit()
    page.evaluate(CONTROLLED)
    lani.visit("/games")
    kept = page.evaluate(
        "caches.keys().then(async names => (await Promise.all(names.map(async name => "
        "(await (await caches.open(name)).keys()).map(x => new URL(x.url).pathname)))).flat())"
    )
    assert "/" in kept
    assert not [path for path in kept if path.startswith(("/api", "/healthz"))]


class Cable:
    """Between a page and the server: the live connection can be cut, and mended."""

    def __init__(self, player: Player) -> None:
        self._cut = False
        self._sockets = list[WebSocketRoute]()
        player.page.route_web_socket(re.compile("/api/live$"), self._relay)

    def _relay(self, socket: WebSocketRoute) -> None:
        if self._cut:
            socket.close()
            return
        socket.connect_to_server()
        self._sockets.append(socket)

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Let no message through, either way."""
        self._cut = True
        for socket in self._sockets:
            socket.close()
        self._sockets.clear()
        yield
        self._cut = False


def test_who_is_paired_while_cut_off_gets_to_the_table_all_the_same(new_player: NewPlayer) -> None:
    lani, kai = new_player("Lani", service_workers="block"), new_player("Kai")
    cable = Cable(lani)
    page, other = lani.visit("/lobby"), kai.visit("/lobby")
    page.get_by_role("button", name="5 min + 5 s").click()
    expect(page.locator(".looking")).to_be_visible()
    with lani.outage(), cable.cut():
        other.get_by_role("button", name="5 min + 5 s").click()
        expect(other.locator("[data-board]")).to_be_visible()
    expect(page).to_have_url(other.url)


def test_what_is_said_while_one_is_cut_off_is_heard_afterwards(new_player: NewPlayer) -> None:
    lani, kai = new_player("Lani", service_workers="block"), new_player("Kai")
    link = lani.makes(opponent="friend", seat="White", terms={"starts": "White"})
    kai.joins(link)
    cable = Cable(lani)
    table = Table(lani.page, link).open()
    with lani.outage(), cable.cut():
        said = kai.context.request.post(f"/api/games/{link}/chat", data={"text": "Aloha!"})
        assert said.ok
    expect(table.page.get_by_role("button", name="Aloha!")).to_be_visible()


def test_a_tab_that_is_outdated_reloads_itself(new_player: NewPlayer) -> None:
    lani = new_player("Lani", service_workers="block")
    newer = [True]

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def answer(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "pong" and newer:
                newer.pop()
                said["page"] = "0" * 12
            socket.send(json.dumps(said))

        server.on_message(answer)

    lani.page.route_web_socket(re.compile("/api/live"), relay)
    table, loaded = Table(lani.page, lani.makes(opponent="one-device")), list[str]()
    lani.page.on("load", lambda page: loaded.append(page.url))
    table.open()
    table.until(lambda: len(loaded) > 1)  # it may do so before the table was seen to be there
    expect(lani.page.locator("[data-board]")).to_be_visible()
    assert newer == []


def test_a_game_that_is_not_there_is_told_in_words(new_player: NewPlayer) -> None:
    lani = new_player("Lani")
    with lani.outage():  # the browser itself notes every 404
        for path in ("/abcdefgh", "/nowhere"):
            page = lani.page
            page.goto(path)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.locator("a[href='/']").first).to_be_visible()
            expect(page.get_by_role("navigation").first).to_be_visible()  # the way on
