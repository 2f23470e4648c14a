"""While the opponent thinks: their clock runs out, or a notice says that they have moved."""

import re
import sqlite3

import msgspec
import pytest
from playwright.sync_api import expect

from kahuna.server.people.notify.push import Message
from tests.server.site_process import SiteProcess
from tests.web.conftest import NewPlayer
from tests.web.players import CONTROLLED, PHONE
from tests.web.table import Table

MINUTE = 60_000  # milliseconds
LIVE = {"starts": "White", "clock": {"pace": "live", "base": MINUTE}}
# Resolves to the notices that are shown, when one of them says this.
NOTICES = """async (wanted) => {
  const worker = await navigator.serviceWorker.ready;
  for (;;) {
    const shown = (await worker.getNotifications()).map(({ body, data }) => [body, data]);
    if (shown.some(([body]) => body === wanted)) return shown;
    await new Promise((done) => setTimeout(done, 50));
  }
}"""


@pytest.mark.parametrize("screen", [{}, {"viewport": PHONE, "has_touch": True}])
def test_who_waits_in_vain_claims_the_game(
    new_player: NewPlayer, own_site: SiteProcess, screen: dict[str, object]
) -> None:
    lani = new_player("Lani", url=own_site.url)
    kai = new_player("Kai", url=own_site.url, **screen)
    link = lani.makes(opponent="friend", seat="White", terms=LIVE)
    kai.joins(link)
    away, waits = Table(lani.page, link).open(), Table(kai.page, link).open()
    expect(waits.main).to_be_disabled()  # it is Lani's turn
    with lani.outage(), kai.outage():
        own_site.end()
        _let_time_pass(own_site)
        own_site.start()
        expect(waits.main).to_be_enabled()  # clocks run on, whatever the server does
        expect(away.page.get_by_text("until Kai claims the win")).to_be_visible()
        waits.press_main()
        for table in (waits, away):
            expect(table.over).to_have_attribute("data-over", "Black")
            expect(table.over).to_contain_text("Lani was out of time")


@pytest.mark.parametrize(
    ("way", "starts", "said"),
    [("computer", "I do", "Lani was out of time"), ("device", "Sun", "Sun was out of time")],
)
def test_where_nobody_waits_the_clock_ends_the_game(
    new_player: NewPlayer, own_site: SiteProcess, way: str, starts: str, said: str
) -> None:
    lani = new_player("Lani", url=own_site.url)
    card = lani.visit().locator(f'[data-way="{way}"]')
    card.locator("button.more").click()
    dialog = lani.page.get_by_role("dialog")
    for wish in ("5 min + 5 s", starts):
        dialog.get_by_text(wish, exact=True).click()
    dialog.locator("button.main").click()
    table = Table(lani.page)
    expect(table.page.locator(".clock")).to_have_count(2)
    with lani.outage():
        own_site.end()
        _let_time_pass(own_site)
        own_site.start()
        expect(table.over).to_have_attribute("data-over", re.compile("White|Black"))
        expect(table.over).to_contain_text(said)


def _let_time_pass(site: SiteProcess) -> None:
    """Let a stopped site find that its clocks have run for ten minutes."""
    (file,) = site.server.folder.glob("*.sqlite")
    with sqlite3.connect(file) as database:
        change = (
            f"UPDATE games SET moved = moved - {10 * MINUTE}, deadline = deadline - {10 * MINUTE}"
        )
        assert database.execute(change).rowcount == 1
    database.close()


def test_a_notice_is_shown_and_a_later_one_of_the_same_game_takes_its_place(
    new_player: NewPlayer,
) -> None:
    """There is no push service here; the browser hands over what one would have brought."""
    lani = new_player("Lani", permissions=["notifications"])
    lani.visit()
    lani.page.evaluate(CONTROLLED)
    session, worker = lani.context.new_cdp_session(lani.page), list[str]()

    def registered(said: dict[str, list[dict[str, str]]]) -> None:
        worker.extend(each["registrationId"] for each in said["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", registered)
    session.send("ServiceWorker.enable")
    while not worker:
        lani.page.wait_for_timeout(50)
    first, other = f"{lani.url}/abcdefgh", f"{lani.url}/hgfedcba"
    for message in (
        Message("Your turn", "Kai has moved.", first, "abcdefgh"),
        Message("Your turn", "Ann has moved.", other, "hgfedcba"),
        Message("Your turn", "Kai has moved again.", first, "abcdefgh"),
    ):
        data = msgspec.json.encode(message).decode()
        parcel = {"origin": lani.url, "registrationId": worker[-1], "data": data}
        session.send("ServiceWorker.deliverPushMessage", parcel)
        shown = lani.page.evaluate(NOTICES, message.body)  # one after the other, as they come
    assert sorted(shown) == [["Ann has moved.", other], ["Kai has moved again.", first]]
