"""A table played at by keyboard only: cards by number, lines by walking and looking around."""

from playwright.sync_api import Locator, Page, expect

from tests.web.table import Table

ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
ROW_KEYS = "asd"


class KeyboardTable(Table):
    """A game whose player has no mouse."""

    def choose_card(self, letter: str) -> None:
        place = self.page.locator("[data-card]").evaluate_all(
            "(all, letter) => all.findIndex(card => card.dataset.card === letter"
            " && card.ariaPressed === 'false')",
            letter,
        )
        self.page.keyboard.press(str(place + 1))

    def touch_line(self, line: str) -> None:
        """Walk to one of its ends, look around until it is looked at, and press Enter."""
        keyboard = self.page.keyboard
        keyboard.press("b")
        expect(self.page.locator("[data-board]")).to_be_focused()
        assert walk(self.page, until=self.page.locator(f'[data-island="{line[0]}"].walked'))
        looked = self.page.locator(f'[data-looked="{line}"]')
        while not looked.count():
            keyboard.press("Shift+ArrowRight")
        keyboard.press("Enter")

    def choose_option(self, option: Locator) -> None:
        option.focus()
        self.page.keyboard.press("Enter")

    def discard(self) -> None:
        self.page.keyboard.press("x")

    def draw(self, token: str) -> None:
        """Choose how the turn ends."""
        if token[:2] in ("+?", "-"):
            self.page.keyboard.press("n" if token == "-" else "f")
        else:
            self.page.keyboard.press(ROW_KEYS[self.view()["row"].index(token[1])])

    def press_main(self) -> None:
        self.page.keyboard.press("e")


def walk(page: Page, until: Locator) -> bool:
    """Walk the board by arrow keys, everywhere they lead, until something is seen."""
    ways: dict[tuple[str, str], str] = {}
    page.keyboard.press(ARROWS[0])  # the first only steps onto the board
    for _ in range(400):
        if until.count():
            return True
        here = page.locator("[data-island].walked").get_attribute("data-island") or ""
        for arrow in _way_on(ways, here):
            page.keyboard.press(arrow)
            there = page.locator("[data-island].walked").get_attribute("data-island") or ""
            ways[here, arrow] = there
            here = there
    return False


def _way_on(ways: dict[tuple[str, str], str], start: str) -> list[str]:
    """Return the shortest way to somewhere new, as far as it is known, and one step more."""
    paths: list[tuple[str, list[str]]] = [(start, [])]
    seen = {start}
    for here, path in paths:
        for arrow in ARROWS:
            there = ways.get((here, arrow))
            if there is None:
                return [*path, arrow]
            if there not in seen:
                seen.add(there)
                paths.append((there, [*path, arrow]))
    raise AssertionError("the arrow keys lead nowhere else")
