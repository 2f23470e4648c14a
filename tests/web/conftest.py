"""A real site, a real browser, and players who open the page in it."""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from kahuna.server.page import built
from tests.server.site_process import SiteProcess
from tests.web import chromium
from tests.web.players import Player

ELSEWHERE = "kahuna.test"  # this machine, as if it were another: at no secure address
QUIET = (
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
)
NewPlayer = Callable[..., Player]
NewSite = Callable[..., SiteProcess]
FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here takes a while."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    """A site that all tests of a process share."""
    assert built.version(), "the page is not built: run `make page`"
    # A quick look at each turn is enough to see that there is one.
    server = SiteProcess(tmp_path_factory.mktemp("site"), study_nodes="40").start()
    yield server
    server.close()


@pytest.fixture
def new_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewSite]:
    """Makes sites with settings of their own."""
    with ExitStack() as sites:

        def new(**settings: str) -> SiteProcess:
            folder = tmp_path_factory.mktemp("site")
            server = SiteProcess(folder, thinkers=0, **settings).start()
            sites.callback(server.close)
            return server

        yield new


@pytest.fixture
def own_site(new_site: NewSite) -> SiteProcess:
    """A site that may be killed."""
    return new_site()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser. It does not outlive its module: while it runs, no other test could use asyncio."""
    path = chromium.find()
    assert path is not None, chromium.HELP
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let fixtures know whether the test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def new_player(
    request: pytest.FixtureRequest,
    browser: Browser,
    site: SiteProcess,
    new_site: NewSite,  # noqa: ARG001 - players leave before their site ends, or they complain
    tmp_path: Path,
) -> Iterator[NewPlayer]:
    """Makes players; at the end none must have had anything to complain of.

    Of a test that failed there is a picture of what each of them saw last.
    """
    players: list[Player] = []

    def new(name: str = "", url: str = site.url, **options: Any) -> Player:
        player = Player(browser, url, **options)
        players.append(player)
        if name:
            player.become(name)
        return player

    yield new
    if request.node.stash.get(FAILED, False):
        for n, player in enumerate(players):
            picture = tmp_path / f"player-{n}.png"
            player.page.screenshot(path=picture)
            print(f"seen last: {picture}", *player.complaints, sep="\n")
            player.context.close()
        return
    for player in players:
        player.close()
