"""One game of a match, from the deal to its record."""

import contextlib
from dataclasses import dataclass, field, replace

from kahuna.arena.failure import FailureError
from kahuna.arena.pairing import Fixture, Name
from kahuna.arena.players import Seated, seated
from kahuna.errors import KahunaError
from kahuna.game import Game
from kahuna.notation import Comment, Seat
from kahuna.notation.tokens import as_choice

SLOW = 1.2  # times its movetime: a turn that took longer is counted
MATCH_TAG = "Match"
FAILURE_TAG = "Failure"
NOT_FOR_PLAYERS = ("timeout", "White:resign", "Black:resign")
NAMES: tuple[Name, Name] = ("A", "B")


@dataclass(frozen=True, slots=True)
class Clock:
    """How long the turns of one player took, in seconds."""

    turns: int = 0
    total: float = 0.0
    overrun: float = 0.0  # at most, beyond the movetime
    slow: int = 0

    def add(self, seconds: float, movetime: int | None) -> "Clock":
        """Return the clock after one more turn."""
        allowed = seconds if movetime is None else movetime / 1000
        return Clock(
            self.turns + 1,
            self.total + seconds,
            max(self.overrun, seconds - allowed),
            self.slow + (seconds > allowed * SLOW),
        )

    def __add__(self, other: "Clock") -> "Clock":
        """Return both together."""
        return Clock(
            self.turns + other.turns,
            self.total + other.total,
            max(self.overrun, other.overrun),
            self.slow + other.slow,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game went; `points` are A's: 1, ½ or 0."""

    number: int
    points: float
    seat: Seat  # A's
    termination: str
    record: str
    failure: tuple[Name, str] | None = None  # who failed, and how
    clocks: dict[Name, Clock] = field(default_factory=dict)


class Table:
    """A game in progress between two players."""

    def __init__(self, fixture: Fixture) -> None:
        """Deal."""
        self.fixture, match = fixture, fixture.match
        self.failure: tuple[Name, str] | None = None
        self.clocks: dict[Name, Clock] = {who: Clock() for who in NAMES}
        self.game = Game(
            seed=fixture.deal_seed,
            variants=match.variants,
            starts=fixture.starts,
            handicap=fixture.handicap,
            # The title says the seed, so it must not stand in a tag that players are shown.
            tags={"White": "", "Black": "", "Event": "Arena", MATCH_TAG: match.title},
        )

    def seat(self, who: Name, stack: contextlib.ExitStack) -> Seated:
        """Seat a player; who does not even come has lost, but is named."""
        match, seat = self.fixture.match, self.fixture.seat(who)
        self.game.tags[seat] = match.spec(who)
        lent = seated(match.spec(who), self.fixture.player_seed(who), match.patience)
        player = stack.enter_context(lent)
        self.game.tags[seat] = player.name
        return player

    def take_turn(self, who: Name, player: Seated) -> None:
        """Let the player to move play a turn."""
        seat, go = self.fixture.seat(who), self.fixture.match.go(who)
        tokens, seconds = player.turn(self.game.view(seat), self.game.to_record(seat), go)
        self.clocks[who] = self.clocks[who].add(seconds, go.movetime)
        play_turn(self.game, tokens)

    def give_up(self, who: Name, failed: FailureError) -> None:
        """End the game by a failure, with the reason as a comment."""
        seat = self.fixture.seat(who)
        self.game.comments.append(Comment(len(self.game.tokens), f"{seat} {failed}"))
        if seat != self.game.mover:
            self.game.play(f"{seat}:resign")
        else:
            self.game.play("timeout" if failed.out_of_time else "resign")
        self.failure = (who, str(failed))
        self.game.tags[FAILURE_TAG] = f"{who}: {failed}"

    def outcome(self) -> Outcome:
        """Return how the game went."""
        return replace(outcome_of(self.game, self.fixture), clocks=self.clocks)


def play(fixture: Fixture) -> Outcome:
    """Play a game of the match, whatever its players do."""
    table = Table(fixture)
    game, players = table.game, dict[Name, Seated]()
    to_move: Name = "A"
    try:
        with contextlib.ExitStack() as stack:
            for to_move in NAMES:
                players[to_move] = table.seat(to_move, stack)
            while game.mover is not None:
                to_move = fixture.who(game.mover)
                table.take_turn(to_move, players[to_move])
    except FailureError as failed:
        table.give_up(to_move, failed)
    return table.outcome()


def play_turn(game: Game, tokens: list[str]) -> None:
    """Play exactly one turn, or refuse it with the reason and leave the game as it was."""
    before, turn = len(game.tokens), game.state.turn
    said = f"answered {' '.join(tokens) or 'nothing'}"
    try:
        for token in tokens:
            now = game.state.turn
            if (now.number, now.phase) != (turn.number, turn.phase):
                raise KahunaError(f"{token} comes after the end of the turn")
            if as_choice(token) != token or token in NOT_FOR_PLAYERS:
                raise KahunaError(f"{token} is not for a player to say")
            game.play(token)
        now = game.state.turn
        if (now.number, now.phase) == (turn.number, turn.phase):
            raise KahunaError("the turn has no end")
    except KahunaError as error:
        while len(game.tokens) > before:
            game.undo()
        raise FailureError(f"{said}: {error}") from None


def outcome_of(game: Game, fixture: Fixture) -> Outcome:
    """Return how a finished game of the match went, as far as its record tells."""
    seat = fixture.seat("A")
    blame, _, reason = game.tags.get(FAILURE_TAG, "").partition(": ")
    who: Name = "A" if blame == "A" else "B"
    return Outcome(
        number=fixture.number,
        points=0.5 if game.result == "Draw" else float(game.result == seat),
        seat=seat,
        termination=game.termination or "",
        record=game.record(),
        failure=(who, reason) if blame else None,
    )
