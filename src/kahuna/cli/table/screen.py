"""The screen: the board, both sides, the row, and what happened last."""

from rich.table import Table
from rich.text import Text

from kahuna import text
from kahuna.board import LETTERS, NAMES
from kahuna.notation import Seat
from kahuna.text import MIN_COLUMNS, MIN_ROWS
from kahuna.view import SideView, View

from .story import Deed, Story
from .terminal import Terminal
from .words import LAST_ROUND, counted, names, points

SEA, SHOAL = "on #2377a0", "on #3f9cc4"
STYLES: dict[text.Role, str] = {
    "sea": SEA,
    "free": f"#a9d3e6 {SEA}",
    "white-bridge": f"bold #ffffff {SEA}",
    "black-bridge": f"bold #000000 {SEA}",
    "just-built-white": f"bold #ffffff {SHOAL}",
    "just-built-black": f"bold #000000 {SHOAL}",
    "just-removed": f"#ffc9a8 {SEA}",
    "island": "#3b2a12 on #e3c98f",
    "white-island": "bold #000000 on #ffffff",
    "black-island": "bold #ffffff on #000000",
}
PANEL = 40  # columns beside the board, where there is room
BEST_COLUMNS, BEST_ROWS = 78, 26
PIPE_ROWS = 20
ROOMY_ROWS = 32  # from here on there is room for two turns below the board


class Screen:
    """Draws what one viewer may know; it is given views, never games."""

    def __init__(self, terminal: Terminal, players: dict[Seat, str]) -> None:
        """Keep the players' names as they are to be shown."""
        self.terminal = terminal
        self.players = players

    def show(self, view: View, notes: list[Text]) -> None:
        """Draw it all; `notes` are the last lines, in answer to what was typed."""
        console, story = self.terminal.console, Story(view)
        beside = console.width >= BEST_COLUMNS + 2 + PANEL
        width = console.width - BEST_COLUMNS - 2 if beside else console.width
        panel = self._panel(view, story, width, spaced=beside)
        answer = [part for note in notes for part in self.terminal.wrap(note)]
        taken = len(answer) + 1 + (0 if beside else len(panel))  # the prompt takes a line
        board = self._board(view, story, taken)
        self.terminal.clear()
        if beside:
            grid = Table.grid(padding=(0, 1))
            grid.add_row(Text("\n").join(board), Text("\n").join(panel))
            console.print(grid)
        for line in [*([] if beside else [*panel[:1], *board, *panel[1:]]), *answer]:
            self.terminal.print(line)

    def _board(self, view: View, story: Story, taken: int) -> list[Text]:
        """Return the board, as high as the lines that are taken already let it be."""
        console = self.terminal.console
        columns = min(BEST_COLUMNS, console.width - 1)
        if columns < MIN_COLUMNS:
            return _board_in_lists(self.terminal, view)
        free = console.height - taken if self.terminal.is_live else PIPE_ROWS
        built, removed = story.changed_since(view.turn - 1)
        rows = text.cells(
            view.state.white.bridges,
            view.state.black.bridges,
            built=built,
            removed=removed,
            columns=columns,
            rows=min(BEST_ROWS, max(MIN_ROWS, free)),
        )
        is_plain = console.no_color or not console.color_system
        return [
            Text.assemble(*((s.text, "" if is_plain else STYLES[s.role]) for s in row))
            for row in rows
        ]

    def _panel(self, view: View, story: Story, width: int, *, spaced: bool) -> list[Text]:
        """Return the lines about the game; the first is the heading."""
        lines = [
            Text(_heading(view), "bold"),
            *(self._side(view, side) for side in (view.white, view.black)),
            _row(view),
        ]
        roomy = spaced or self.terminal.console.height >= ROOMY_ROWS
        lines += _last_turns(view, story, 2 if roomy else 1)
        gap = [Text()] if spaced else []
        return [part for line in lines for part in [*self.terminal.wrap(line, width), *gap]]

    def _side(self, view: View, side: SideView) -> Text:
        islands = f" ({' '.join(side.islands)})" if side.islands else ""
        line = Text.assemble(
            (f"{self.players[side.seat]}: ", "bold"),
            f"{counted(len(side.islands), 'island')}{islands}, ",
            f"{counted(len(side.bridges), 'bridge')}; ",
        )
        if side.seat == view.viewer:
            return line.append("hand ").append(_hand(side) or "empty", "bold yellow")
        shown = f", open {_spelled(side.open)}" if side.open else ""
        return line.append(f"{counted(side.cards, 'card')}{shown}")


def _heading(view: View) -> str:
    when = f"Round {view.round} of {LAST_ROUND}, turn {view.turn}"
    if view.phase == "handicap":
        when = "Before the first turn: the handicap"
    if view.last_turns:
        when += ", the last turn" if view.last_turns == 1 else ", the last turn but one"
    return f"{when}. Points: {points(view)}."


def _spelled(cards: str) -> str:
    return " ".join(NAMES[LETTERS.index(letter)] for letter in cards)


def _hand(side: SideView) -> str:
    """Return the hand's names; those that lie open are marked."""
    spelled, shown = [], list(side.open)
    for letter in side.hand:
        is_open = letter in shown
        if is_open:
            shown.remove(letter)
        spelled.append(f"{_spelled(letter)} (open)" if is_open else _spelled(letter))
    return " ".join(spelled)


def _row(view: View) -> Text:
    return Text.assemble(
        ("Row: ", "bold"),
        (_spelled(view.row.replace(".", "")) or "empty", "bold cyan"),
        f"; pile {view.pile}, discards {view.discard}",
    )


def _told(who: str, deeds: list[Deed]) -> Text:
    return Text.assemble(
        (who, "bold"),
        "; ".join(str(deed) for deed in deeds) + ". ",
        (" ".join(deed.token for deed in deeds), "dim"),
    )


def _last_turns(view: View, story: Story, back: int) -> list[Text]:
    """Return as many turns before this one, and what this one has brought so far."""
    lines = []
    for number in range(view.turn - back, view.turn + 1):
        if deeds := story.turn(number):
            is_now = number == view.turn and view.mover is not None
            lines.append(_told("So far: " if is_now else f"{deeds[0].seat}'s last turn: ", deeds))
    return lines


def _board_in_lists(terminal: Terminal, view: View) -> list[Text]:
    """Return the bridges and islands as lists, for screens too narrow for a board."""
    lines = []
    for side in (view.white, view.black):
        lines.append(f"{side.seat}'s bridges: {' '.join(side.bridges) or 'none'}")
        lines.append(f"{side.seat}'s islands: {names(side.islands) or 'none'}")
    return [part for line in lines for part in terminal.wrap(line)]


def hint(view: View) -> Text:
    """Return in a line what the player to move may do, with an example of each."""
    if view.phase == "handicap":
        return _hint(f"Place {counted(view.state.handicap, 'bridge')}, such as ^AB.")
    tokens = [choice.token for choice in view.legal]
    examples = {_kind(token): token for token in reversed(tokens)}
    parts = [f"{kind} ({examples[kind]}…)" for kind in _EXPLAINED if kind in examples]
    draws = [token for token in tokens if token[0] == "+"]
    parts += [f"draw ({' '.join(draws)})"] if draws else []
    parts += ["end (-)"] if "-" in tokens else []
    return _hint(f"You may {', '.join(parts)}; ? lists all.")


def _hint(line: str) -> Text:
    return Text(line, "green")


_EXPLAINED = ("build", "cut", "build free", "discard")


def _kind(token: str) -> str:
    signs = {"/": "discard", "=": "build free", "+": "", "-": ""}
    return signs.get(token[0], "cut" if "x" in token else "build")
