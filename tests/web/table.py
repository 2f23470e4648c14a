"""A table of the page, played at by hand: real clicks on what the page offers.

What a turn could be is asked of the server, as the page itself does; what is done, is done at
the page.
"""

import random
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

Json = dict[str, Any]
Choose = Callable[[Sequence[str]], str]
PATIENCE = 30.0  # seconds for somebody else's turn
BUILD = re.compile(r"[A-L]{2}$")
ACTIONS = re.compile(r"[A-L=^]")
HAND = ".hand > *"  # its cards, or that there are none


class Table:
    """A game, as one player has it on the screen."""

    def __init__(self, page: Page, link: str = "") -> None:
        self.page = page
        self.link = link or link_of(page)
        self.touches = False  # whether by finger
        self.doing = ""

    # ---- What there is to see

    def state(self) -> Json:
        """Return the game as the server tells it to this player."""
        seat = self._curtain_seat()
        query = f"?seat={seat}" if seat else ""
        answer = self.page.request.get(f"/api/games/{self.link}{query}")
        assert answer.ok, answer.text()
        state: Json = answer.json()
        return state

    def view(self) -> Json:
        view: Json = self.state()["view"]
        return view

    @property
    def main(self) -> Locator:
        """The main button."""
        return self.page.locator("[data-main]")

    @property
    def over(self) -> Locator:
        """What is shown at the end."""
        return self.page.locator("[data-over]")

    def card(self, letter: str) -> Locator:
        """A card of the own hand that is not chosen yet."""
        return self.page.locator(f'[data-card="{letter}"][aria-pressed="false"]').first

    def cards(self) -> str:
        """The own hand as it is shown, when it is: it comes a moment after the table."""
        expect(self.page.locator(HAND)).not_to_have_count(0)
        shown = self.page.locator("[data-card]").evaluate_all("all => all.map(x => x.dataset.card)")
        return "".join(shown)

    def bridge(self, line: str) -> Locator:
        return self.page.locator(f'[data-bridge="{line}"]')

    def bridges(self) -> set[str]:
        """The bridges that stand on the board, ghosts aside."""
        shown = self.page.locator("[data-bridge]:not(.ghost)")
        return set(shown.evaluate_all("all => all.map(x => x.dataset.bridge)"))

    # ---- What is done

    def open(self) -> "Table":
        """Sit down at it."""
        self.page.goto(f"/{self.link}")
        expect(self.page.locator("[data-board]")).to_be_visible()
        return self

    def touch(self, what: Locator) -> None:
        """Touch something, by finger or mouse."""
        if self.touches:
            what.tap()
        else:
            what.click()

    def place_of_line(self, line: str) -> tuple[float, float]:
        """Return the middle of a line that is offered."""
        box = self.page.locator(f'[data-line="{line}"]').bounding_box()
        assert box is not None, f"{line} is not offered"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def point_at(self, line: str) -> None:
        """Look at a line with the mouse."""
        self.page.mouse.move(*self.place_of_line(line))

    def touch_line(self, line: str) -> None:
        """Touch a line, as a hand would: a place, not an element."""
        x, y = self.place_of_line(line)
        if self.touches:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def do(self, token: str) -> None:
        """Do one thing of a turn, and see that it is done."""
        self.doing = token
        if token.startswith("/"):
            for letter in token[1:]:
                self.choose_card(letter)
            before = len(self.cards())
            self.discard()
            expect(self.page.locator("[data-card]")).to_have_count(before - len(token) + 1)
            return
        cards, _, cut = token.partition("x")
        line = cut or "".join(sorted(token.lstrip("=^")))
        letters = cards if cut else token[0] if token[0].isalpha() else ""
        for letter in letters:
            self.choose_card(letter)
        self.touch_line(line)
        option = self.page.locator(f'[data-option="{token}"]')
        done = self.bridge(line).and_(self.page.locator(":not(.ghost)"))
        if cut:
            self.until(lambda: option.count() > 0 or done.count() == 0)
        else:
            self.until(lambda: option.count() > 0 or done.count() > 0)
        if option.count():
            self.choose_option(option)
        expect(done).to_have_count(0 if cut else 1)

    def end(self, draw: str | None) -> None:
        """End the turn by a draw, or without one."""
        if draw is not None:
            self.draw(draw)
        expect(self.main).to_be_enabled()
        self.press_main()

    def choose_card(self, letter: str) -> None:
        self.touch(self.card(letter))

    def choose_option(self, option: Locator) -> None:
        self.touch(option)

    def discard(self) -> None:
        self.touch(self.page.locator("[data-discard]"))

    def draw(self, token: str) -> None:
        """Choose how the turn ends, where there is a choice."""
        if token.startswith("+?"):
            self.touch(self.page.locator("[data-pile]"))
        elif token.startswith("+"):
            self.touch(self.page.locator(f'[data-row="{token[1]}"]').first)
        elif self.page.locator("[data-none]").count():
            self.touch(self.page.locator("[data-none]"))

    def press_main(self) -> None:
        self.touch(self.main)

    def turn(self, choose: Choose) -> None:
        """Make a turn of what `choose` chooses, as soon as the page shows that it may be made."""
        expect(self.page.locator("[data-undo]")).to_be_visible(timeout=PATIENCE * 1000)
        view = self.view()
        number, tokens = view["turn"], list[str]()
        while view["phase"] != "over" and view["turn"] == number and view["legal"]:
            token = choose([choice["token"] for choice in view["legal"]])
            if not (ACTIONS.match(token) or token.startswith("/")):
                self.end(token)
                break
            self.do(token)
            tokens.append(token)
            view = self.draft(tokens)
        else:
            self.end(None)
        self.wait_for_move(number)

    def turn_unseen(self, choose: Choose) -> None:
        """Make a turn without the page, to come to what is to be seen."""
        self.turn_unseen_by(lambda view: choose([choice["token"] for choice in view["legal"]]))

    def turn_unseen_by(self, choose: Callable[[Json], str]) -> None:
        """Make a turn without the page, by a choice that looks at the whole position."""
        view = self.view()
        number, tokens = view["turn"], list[str]()
        while view["phase"] != "over" and view["turn"] == number and view["legal"]:
            tokens.append(choose(view))
            if tokens[-1][0] in "+-":
                break
            view = self.draft(tokens)
        answer = self.page.request.post(
            f"/api/games/{self.link}/turns", data={"turn": number, "tokens": tokens}
        )
        assert answer.ok, answer.text()

    def offers(self, token: str, before: Sequence[str]) -> bool:
        """Tell whether a turn may go on like that."""
        return any(choice["token"] == token for choice in self.draft(before)["legal"])

    def resigns(self) -> None:
        """Give up, without the page."""
        assert self.page.request.post(f"/api/games/{self.link}/resign").ok

    def draft(self, tokens: Sequence[str]) -> Json:
        """Return what the server says of a turn so far."""
        answer = self.page.request.post(f"/api/games/{self.link}/draft", data={"tokens": tokens})
        assert answer.ok, answer.text()
        view: Json = answer.json()
        return view

    def wait_for_move(self, turn: int) -> None:
        """Wait until the turn of that number is made; what the coach warns of is done anyway."""
        anyway = self.page.locator("[data-anyway]")

        def moved() -> bool:
            if anyway.count():
                self.touch(anyway)
            state = self.state()
            return bool(state["status"] != "running" or state["view"]["turn"] != turn)

        self.until(moved)

    def my_turn(self) -> bool:
        """Wait until it is this player's turn at the page; tell whether it still comes."""

        def ready() -> bool:
            return self.over.count() > 0 or (
                self.page.locator("[data-undo]").count() > 0
                and self.page.locator(HAND).count() > 0
                and self.page.locator(".banner").count() == 0
            )

        self.until(ready)
        return self.over.count() == 0

    def until(self, ready: Callable[[], bool]) -> None:
        """Wait until something is so."""
        until = time.monotonic() + PATIENCE
        while not ready():
            assert time.monotonic() < until, f"it did not come: {self.doing}"
            self.page.wait_for_timeout(30)

    def _curtain_seat(self) -> str | None:
        """On one device: who has the device now."""
        seats = self.page.locator('[data-seat][data-place="me"]')
        return seats.get_attribute("data-seat") if seats.count() == 1 else None


def link_of(page: Page) -> str:
    """Return the link of the game that a page shows, as soon as it does."""
    page.wait_for_url(re.compile(r"/[a-hjkmnp-z2-9]{8}$"))
    return page.url.rpartition("/")[2]


def play_out(choose: Choose, *tables: Table) -> None:
    """Play in turn until the game is over at all of them."""
    while all(table.over.count() == 0 for table in tables):
        for table in tables:
            # The page may not know yet that the turn it shows is made.
            if table.page.locator("[data-undo]").count() and table.view()["legal"]:
                table.turn(choose)
        tables[0].page.wait_for_timeout(20)
    for table in tables:
        expect(table.over).to_be_visible()


def idle(*, builds: bool) -> Choose:
    """Do nothing but draw, after building once if so and possible; with a full hand, discard."""
    todo = [builds]

    def choose(legal: Sequence[str]) -> str:
        acts = [token for token in legal if BUILD.match(token)]
        if todo and todo.pop() and acts:
            return acts[0]
        draws = [token for token in legal if token.startswith("+")]
        discards = [token for token in legal if token.startswith("/")]
        return (draws or discards or list(legal))[0]

    return choose


def lively(seed: int) -> Choose:
    """Play something, then draw: so that much happens on the board."""
    chance = random.Random(seed)

    def choose(legal: Sequence[str]) -> str:
        acts = [token for token in legal if ACTIONS.match(token)]
        draws = [token for token in legal if token[0] in "+-"]
        if acts and (not draws or chance.random() < 0.6):
            return chance.choice(acts)
        takes = [token for token in draws if token.startswith("+")]
        return chance.choice(takes or draws or list(legal))

    return choose
