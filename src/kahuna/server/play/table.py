"""A running game in memory, small enough for thousands: the truth, and what each seat sees.

It knows nothing of storage, people or clocks. A turn is first planned (`plan`), then
made durable by whoever holds the table, and only then followed (`follow`), so that
nobody is ever shown a turn that could still be lost.
"""

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kahuna.dealer import Dealer
from kahuna.errors import IllegalTokenError
from kahuna.notation import Record, tokens
from kahuna.notation.setup import Seat, Setup, Viewer
from kahuna.rules import actions
from kahuna.rules.cards import ALL_CARDS
from kahuna.rules.state import NEW_ROW, OVER, State
from kahuna.rules.step import apply
from kahuna.shuffles import dealt, played
from kahuna.track import advance
from kahuna.view import Seen, View, seat_name, turn_number

MOST_TOKENS = 24  # more than any turn has
ENDS_OF_A_TURN = (actions.DRAW_ROW, actions.DRAW_PILE, actions.ABSTAIN)
NO_PARTS_OF_A_TURN = (actions.RESIGN, actions.TIME_OUT, actions.LAY_ROW)


class Plan(NamedTuple):
    """A turn that is legal but not yet made: its actions, and the position after each."""

    before: State
    actions: list[int]
    states: list[State]
    tokens: list[str]
    ahead: dict[Viewer, Seen]  # what will be seen after it, as far as that was worked out

    @property
    def state(self) -> State:
        """The position after it."""
        return self.states[-1]


class Table:
    """The position of a game, and what its seats see of it."""

    __slots__ = ("_seen", "dealer", "log", "setup", "shuffled", "state")

    def __init__(self, setup: Setup, dealer: Dealer) -> None:
        """Sit down with the cards dealt."""
        self.setup, self.dealer = setup, dealer
        self.state, self.shuffled = setup.state(), ALL_CARDS
        self.log = array("q")  # every action so far, chance included
        # Of those who have looked: where the players are at different processes, each
        # process has one of them.
        self._seen: dict[Viewer, Seen] = {}

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.turn.phase == OVER

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""
        return seat_name(self.state.turn.mover)

    @property
    def turn(self) -> int:
        """The number of the turn to come; the handicap is turn 0."""
        return turn_number(self.state)

    def plan(self, choices: Sequence[str]) -> Plan:
        """Return a whole turn of the mover, with what chance brings; refuse what is not one."""
        _check_number(choices)
        state, shuffled, begun = self.state, self.shuffled, self.turn
        plan, states = list[int](), list[State]()
        for token in choices:
            if state.turn.phase == OVER or turn_number(state) != begun:
                raise IllegalTokenError(token, "turn-over", "the turn is over already")
            action = played(self.dealer, state, shuffled, player_action(token, state))
            state = advance(state, action)
            plan.append(action)
            states.append(state)
            if state.turn.phase == NEW_ROW:
                action = dealt(self.dealer, state, shuffled, actions.lay_row(0))
                shuffled, state = state.table.discard, advance(state, action)
                plan.append(action)
                states.append(state)
        if state.turn.phase != OVER and turn_number(state) == begun:
            last = choices[-1] if choices else "-"
            missing = "place the bridges left" if begun == 0 else "draw a card, or end with -"
            raise IllegalTokenError(last, "turn-unfinished", f"the turn is not finished: {missing}")
        return Plan(self.state, plan, states, self.named(plan), {})

    def quit(self, action: int) -> Plan:
        """Return the end of the game by giving up or by running out of time."""
        return Plan(self.state, [action], [advance(self.state, action)], self.named([action]), {})

    def named(self, plan: Iterable[int]) -> list[str]:
        """Return actions of the mover as tokens."""
        return [tokens.name(action, self.state.turn.mover) for action in plan]

    def look_ahead(self, plan: Plan) -> None:
        """Work out what will be seen after a turn, while it is being made durable.

        It is kept with the plan, and seen by nobody before the plan is followed.
        """
        if self.state is plan.before:
            for viewer, seen in self._seen.items():
                plan.ahead[viewer] = _after(seen, plan)
                plan.ahead[viewer].prepare()

    def follow(self, plan: Plan) -> None:
        """Go on by a turn that has been made durable."""
        for viewer, seen in self._seen.items():
            self._seen[viewer] = plan.ahead.get(viewer) or _after(seen, plan)
        for action, after in zip(plan.actions, plan.states, strict=True):
            self._record(action, after)

    def replay(self, text: str) -> None:
        """Go on by tokens of the log."""
        for token in text.split():
            action = tokens.parse(token, self.state.turn.mover)
            self._go_on(action, apply(self.state, action))

    def back_to(self, turn: int) -> "Table":
        """Return the table as it was before that turn."""
        table = Table(self.setup, self.dealer)
        for action in self.log:
            if table.turn == turn:
                break
            table._go_on(action, apply(table.state, action))
        return table

    def view(self, viewer: Viewer) -> View:
        """Return what the viewer may know."""
        return self._seen_by(viewer).view()

    def record(self, viewer: Viewer) -> Record:
        """Return the same as a masked record, for programs that think."""
        seen = self._seen_by(viewer)
        said = [token for turn in seen.story.turns for token in turn.tokens]
        return Record(seen.setup.tags(), said)

    def made(self, seat: Seat, turn: int) -> list[str] | None:
        """Return a turn that the seat has made, as its player chose it."""
        for told in reversed(self._seen_by(seat).story.turns):
            if told.number == turn and told.seat == seat:
                return [tokens.as_choice(token) for token in told.tokens if token[0] != "@"]
        return None

    def draft(self, choices: Sequence[str]) -> View:
        """Return what the mover would see after these parts of a turn, which no one else learns.

        A draw cannot be drafted: it would show a card.
        """
        _check_number(choices)
        seen = self._seen_by(self.mover).copy()
        begun = turn_number(seen.state)
        for token in choices:
            action = player_action(token, seen.state)
            if actions.kind(action) in ENDS_OF_A_TURN or turn_number(seen.state) != begun:
                reason = "a draft ends before the draw, which ends the turn"
                raise IllegalTokenError(token, "not-in-draft", reason)
            advance(seen.state, action)  # refuses what is not legal
            seen.follow(action, seen.state)
        return seen.view()

    def _go_on(self, action: int, after: State) -> None:
        """Go on by an action, which leads to this position."""
        for seen in self._seen.values():
            seen.follow(action, self.state)
        self._record(action, after)

    def _record(self, action: int, after: State) -> None:
        """Note an action of the true game, and the position after it."""
        if self.state.turn.phase == NEW_ROW:
            self.shuffled = self.state.table.discard
        self.state = after
        self.log.append(action)

    def _seen_by(self, viewer: Viewer) -> Seen:
        if viewer not in self._seen:  # they look for the first time
            seen, state = Seen(self.setup, viewer), self.setup.state()
            for action in self.log:
                seen.follow(action, state)
                state = apply(state, action)
            self._seen[viewer] = seen
        return self._seen[viewer]


def _after(seen: Seen, plan: Plan) -> Seen:
    """Return a game as it will be seen after a turn."""
    ahead, state = seen.copy(), plan.before
    for action, after in zip(plan.actions, plan.states, strict=True):
        ahead.follow(action, state)
        state = after
    return ahead


def player_action(token: str, state: State) -> int:
    """Read a part of a turn. Giving up and running out of time are no parts of one."""
    action = tokens.parse(token, state.turn.mover)
    if actions.kind(action) in NO_PARTS_OF_A_TURN:
        raise IllegalTokenError(token, "not-in-turn", "that is no part of a turn")
    return action


def _check_number(choices: Sequence[str]) -> None:
    if len(choices) > MOST_TOKENS:
        raise IllegalTokenError("…", "too-many", "no turn has so many parts")
