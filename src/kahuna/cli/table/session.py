"""A game at the table: whose turn it is, what they type, and what comes of it."""

from pathlib import Path

from rich.text import Text

from kahuna.errors import IllegalTokenError, KahunaError
from kahuna.game import Game
from kahuna.notation import Seat, Viewer
from kahuna.view import Scoring, View

from . import files, guide, typed, words
from .computer import SIMPLE, Computer
from .screen import Screen, hint
from .story import Story
from .terminal import LeaveError, Terminal

SEATS: tuple[Seat, Seat] = ("White", "Black")


class Session:
    """One game, from where it stands to its end or until somebody leaves."""

    def __init__(
        self,
        game: Game,
        terminal: Terminal,
        *,
        computer: Computer | None,
        save: Path | None = None,
    ) -> None:
        """Sit down, with the computer or without."""
        self.game = game
        self.terminal = terminal
        self.computer = computer
        self.file = save
        self.screen = Screen(terminal, {seat: self._name(seat) for seat in SEATS})
        self.scorings = len(game.view("Spectator").scorings)
        self.at_keyboard: Seat | None = None if computer is None else words.other(computer.seat)

    def run(self) -> None:
        """Play to the end; raises `LeaveError` if somebody leaves before."""
        with self.terminal.opened():
            while self.game.mover is not None:
                if self.computer is not None and self.game.mover == self.computer.seat:
                    self._let_act(self.computer)
                else:
                    self._take_turn(self.game.mover)
                self._show_scoring()
            self._show_end()
        if self.terminal.is_live:  # once more, where it stays
            for line in self._last_words():
                self.terminal.print(line)

    # A person's turn

    def _take_turn(self, seat: Seat) -> None:
        """Let a person play one turn, or place their handicap bridges."""
        self._hand_over(seat)
        self._show(seat)
        now = self._when()
        while self._when() == now:
            line = self.terminal.ask(f"{seat}> ")
            try:
                note = self._obey(seat, line)
            except KahunaError as error:
                note = _problem(error)
            if self._when() == now:
                self._answer(seat, note)
        self._see_off(seat)

    def _when(self) -> tuple[int, str, Seat | None]:
        view = self.game.view("Spectator")
        return view.turn, view.phase, view.mover

    def _obey(self, seat: Seat, line: str) -> Text | None:
        """Do what was typed; return what to say to it, if anything."""
        command = typed.command(line)
        if command is not None:
            return self._commanded(seat, command)
        view = self.game.view(seat)
        self.game.play(" ".join(typed.moves(line, handicap=view.phase == "handicap")))
        if line and not self.terminal.is_live:
            self._tell(seat, len(view.history[-1].tokens) if self._in_turn(view) else 0)
        return None

    def _commanded(self, seat: Seat, command: typed.Command) -> Text | None:
        view = self.game.view(seat)
        match command.name:
            case "?":
                self.terminal.page(guide.lines(view))
            case "undo":
                return Text(self._undo(view), "green")
            case "save":
                return Text(self._save(command.rest), "green")
            case "resign":
                if self.terminal.confirm(f"{seat}, do you give up?"):
                    self.game.play("resign")
            case "quit":
                self._quit()
            case "board" if not self.terminal.is_live:  # where it is shown anyway
                self._show(seat)
        return None

    def _undo(self, view: View) -> str:
        if not self._in_turn(view):
            raise KahunaError("there is nothing to take back in this turn")
        return f"Taken back: {self.game.undo()}."

    @staticmethod
    def _in_turn(view: View) -> bool:
        """Tell whether the mover has done something in this turn."""
        if not view.history:
            return False
        number = 0 if view.phase == "handicap" else view.turn
        return view.history[-1].number == number

    def _save(self, name: str) -> str:
        path = files.place(name) if name else self.file
        if path is None:
            raise KahunaError("name a file to save to, such as: save game.kgn")
        files.save(self.game, path)
        self.file = path
        return f"Saved in {path}. To go on later: kahuna play --load {path}"

    def _quit(self) -> None:
        """Leave, if that is meant."""
        if not self.terminal.confirm("Leave this game?"):
            return
        while self.terminal.is_live and self.file is None:
            name = self.terminal.ask("Save it in a file? Its name, or Enter for no: ")
            if not name:
                break
            try:
                self._save(name)
            except KahunaError as error:
                self.terminal.print(f"{error}.")
        raise LeaveError

    # What is shown

    def _name(self, seat: Seat) -> str:
        name = self.game.tags.get(seat, "")
        if self.computer is not None and seat == self.computer.seat:
            strength = self.computer.strength
            level = "" if strength == SIMPLE else f", level {strength}"
            return f"{seat} (the computer{level})"
        you = " (you)" if self.computer is not None else ""
        return f"{seat} ({name})" if name else f"{seat}{you}"

    def _show(self, viewer: Viewer, *notes: Text) -> None:
        view = self.game.view(viewer)
        if not notes and view.mover == viewer:
            notes = (hint(view),)
        self.screen.show(view, list(notes))

    def _answer(self, seat: Seat, note: Text | None) -> None:
        """Answer what was typed: with the screen, or behind a pipe in a line."""
        if self.terminal.is_live:
            self._show(seat, *([note] if note else []))
        elif note:
            self.terminal.print(note)

    def _tell(self, seat: Seat, done: int) -> None:
        """Say in words what was just done, after the actions done before in this turn."""
        story = Story(self.game.view(seat))
        last = next(deed.number for deed in reversed(story.deeds) if deed.seat == seat)
        for deed in story.turn(last)[done:]:
            self.terminal.print(f"  {deed.token}: {deed}")

    def _see_off(self, seat: Seat) -> None:
        """Show what was drawn, before the screen is cleared for the other player."""
        if self.computer is None and self.terminal.is_live and self.game.mover not in (None, seat):
            self._show(seat, Text("Your turn is over.", "green"))
            self.terminal.wait(f"Press Enter to clear the screen for {self.game.mover}. ")

    def _hand_over(self, seat: Seat) -> None:
        """Hide one hand before the other is shown, when two people share the keyboard."""
        if self.at_keyboard == seat:
            return
        self.at_keyboard = seat
        self.terminal.clear()
        self.terminal.print(f"{self.screen.players[seat]} is next.")
        self.terminal.wait(f"{seat}, press Enter when {words.other(seat)} is not looking. ")

    def _let_act(self, computer: Computer) -> None:
        before = self._when()
        if self.terminal.is_live:
            once = (
                "" if computer.is_ready else " It has to get ready first, which takes a while once."
            )
            self.terminal.print(f"The computer thinks ...{once}")
        while self._when() == before:
            self.game.play(computer.act(self.game.view(computer.seat)))

    def _show_scoring(self) -> None:
        """Show the scoring of a round that has just ended; the final one comes with the end."""
        view = self.game.view("Spectator")
        new = view.scorings[self.scorings :]
        self.scorings = len(view.scorings)
        for scored in new:
            if scored.round < words.LAST_ROUND:
                self.terminal.page(_scoring_page(view, scored))

    def _show_end(self) -> None:
        viewer: Viewer = "Spectator" if self.computer is None else words.other(self.computer.seat)
        self._show(viewer, *self._last_words())
        self.terminal.wait("Press Enter to leave. ")

    def _last_words(self) -> list[Text]:
        view = self.game.view("Spectator")
        lines = [Text("--- The game is over ---", "bold")]
        if view.scorings and view.scorings[-1].round == words.LAST_ROUND:
            lines.append(Text(f"Final scoring: {words.scoring(view.scorings[-1])}"))
        lines.append(Text(f"Points: {words.points(view)}."))
        return [*lines, Text(words.verdict(view), "bold green")]


def _scoring_page(view: View, scored: Scoring) -> list[str]:
    lines = [
        f"--- Round {scored.round} is over: scoring ---",
        words.scoring(scored),
        f"Points: {words.points(view)}.",
    ]
    if view.mover is None:
        return lines
    return [*lines, f"The discards are shuffled; round {view.round} begins, {view.mover} to move."]


def _problem(error: KahunaError) -> Text:
    """Return in a line why something was refused."""
    is_unknown = isinstance(error, IllegalTokenError) and error.code == "unknown-token"
    more = "; type ? for what you may do" if is_unknown else ""
    return Text(f"{error}{more}.", "bold red")
