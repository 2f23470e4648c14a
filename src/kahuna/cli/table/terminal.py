"""The terminal: printing, asking, clearing. Behind a pipe it is plain lines without questions."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper

from rich.console import Console
from rich.text import Text

PIPE_WIDTH = 80


class LeaveError(Exception):
    """Somebody left the table: the input ended, or was ended by Ctrl-C (`interrupted`)."""

    def __init__(self, *, interrupted: bool = False) -> None:
        """Keep how."""
        super().__init__()
        self.interrupted = interrupted


class Terminal:
    """Where the players sit. `is_live` says that people look at it and type."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.is_live = (
            sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        )
        width = None if self.is_live or "COLUMNS" in os.environ else PIPE_WIDTH
        self.console = Console(markup=False, highlight=False, emoji=False, width=width)

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Play on a screen of its own: nothing of it, least of all hands, is left to scroll to."""
        if not self.is_live:
            yield
            return
        _edit_lines_without_history()
        self.console.set_alt_screen(True)
        try:
            yield
        finally:
            self.console.set_alt_screen(False)

    def print(self, text: str | Text = "") -> None:
        """Print a line, wrapped between words where it is too long."""
        self.console.print(text)

    def clear(self) -> None:
        """Begin a new screen; behind a pipe, a new paragraph."""
        if self.is_live:
            self.console.clear()
        else:
            self.print()

    def ask(self, prompt: str) -> str:
        """Return what is typed; the end of the input raises `LeaveError`."""
        try:
            if self.is_live:
                return input(prompt).strip()
            line = sys.stdin.readline()
        except EOFError:
            raise LeaveError from None
        except KeyboardInterrupt:
            raise LeaveError(interrupted=True) from None
        if not line:
            raise LeaveError
        typed = "".join(c if c.isprintable() else " " for c in line).strip()
        self.print(f"{prompt}{typed}")  # a pipe does not echo what comes through it
        return typed

    def wait(self, prompt: str) -> None:
        """Wait for Enter, if there is anybody to press it."""
        if self.is_live:
            self.ask(prompt)

    def confirm(self, question: str) -> bool:
        """Return whether the answer is yes; behind a pipe, what was typed was meant."""
        return not self.is_live or self.ask(f"{question} [y/N] ").lower() in ("y", "yes")

    def page(self, lines: Iterable[str | Text]) -> None:
        """Show lines on a screen of their own, or on as many as they need."""
        wrapped = [part for line in lines for part in self.wrap(line)]
        size = max(5, self.console.height - 2) if self.is_live else len(wrapped) or 1
        for start in range(0, len(wrapped), size):
            self.clear()
            for part in wrapped[start : start + size]:
                self.print(part)
            more = start + size < len(wrapped)
            self.wait("Press Enter for more. " if more else "Press Enter to go on. ")

    def wrap(self, line: str | Text, width: int | None = None) -> list[Text]:
        """Return a line as the lines that it takes; they keep its indent."""
        text = line if isinstance(line, Text) else Text(line)
        indent = len(text.plain) - len(text.plain.lstrip())
        width = max(20, width or self.console.width)
        if text.cell_len <= width:
            return [text]
        hanging = Text(" " * (indent + 2))
        first, *rest = text[indent:].wrap(self.console, width - indent - 2)
        return [Text(" " * indent) + first, *(hanging + part for part in rest)]


def _edit_lines_without_history() -> None:
    """Let people edit what they type; no history, for it would show the other player's cards."""
    with suppress(ImportError):
        import readline

        readline.set_auto_history(False)
