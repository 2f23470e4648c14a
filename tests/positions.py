"""Positions for tests, said in the words of the notation."""

from kahuna.board import LETTERS, island_letters, line, line_names
from kahuna.notation.setup import VARIANTS
from kahuna.notation.tokens import cards, name, parse
from kahuna.rules import legal, moves
from kahuna.rules.cards import ALL_CARDS, size
from kahuna.rules.control import controlled
from kahuna.rules.reasons import why_illegal
from kahuna.rules.state import (
    EMPTY,
    LAST_ROUND,
    NO_LINE,
    NOBODY,
    NOTHING,
    PLAY,
    RUNNING,
    SEATS,
    Side,
    State,
    Table,
    Terms,
    Turn,
    row_of,
)
from kahuna.rules.step import apply


def lines(text: str) -> int:
    """Return lines such as "AB AD" as a set."""
    return sum(1 << line(name_) for name_ in text.split())


def position(
    white: str = "",
    black: str = "",
    *,
    hand: str = "",
    other: str = "",
    opened: str = "",
    row: str = "...",
    discard: str = "",
    mover: str = "White",
    round_number: int = 1,
    points: tuple[int, int] = (0, 0),
    variants: str = "none",
    last_turns: int = 0,
    abstained: bool = False,
    pile: bool = True,
) -> State:
    """Return a position: the mover holds `hand`, the opponent `other`.

    `opened` are those of the mover's cards that lie open. Cards that are not named anywhere are
    in the pile or, without a pile, discarded.
    """
    row_cards = cards(row.replace(".", ""))
    rest = ALL_CARDS - cards(hand) - cards(other) - row_cards - cards(discard)
    thrown = cards(discard) + (0 if pile else rest)
    unseen = rest if pile else 0
    seat = SEATS.index(mover)
    hands = [(cards(hand), cards(opened)), (cards(other), 0)]
    if seat == 1:
        hands.reverse()
    places = [EMPTY if card == "." else LETTERS.index(card) for card in row]
    return State(
        white=Side(lines(white), *hands[0], 0, points[0]),
        black=Side(lines(black), *hands[1], 0, points[1]),
        table=Table(row_of(*places), size(unseen), unseen, thrown, 0),
        turn=Turn(seat, 9, PLAY, NOTHING, NO_LINE, int(abstained)),
        terms=Terms(VARIANTS.index(variants), 0, 0),
        round=LAST_ROUND if last_turns else round_number,
        last_turns=last_turns,
        handicap=0,
        ending=RUNNING,
        winner=NOBODY,
    )


def play(state: State, text: str) -> State:
    """Return the position after these tokens, all of which have to be legal."""
    for token in text.split():
        action = parse(token, state.turn.mover)
        assert why_illegal(state, action) is None, (token, why_illegal(state, action))
        state = apply(state, action)
    return state


def refusal(state: State, token: str) -> str | None:
    """Return the code of the reason why the token is not legal, or None if it is."""
    action = parse(token, state.turn.mover)
    reason = why_illegal(state, action)
    assert (reason is None) == legal.is_legal(state, action)
    return reason.code if reason else None


def legal_tokens(state: State) -> set[str]:
    """Return all tokens that can come next, with every outcome of chance."""
    return {name(action, state.turn.mover) for action in moves.outcomes(state)}


def bridges(side: Side) -> str:
    """Return a side's bridges as text."""
    return " ".join(line_names(side.bridges))


def islands(side: Side) -> str:
    """Return the islands that a side controls as letters."""
    return "".join(island_letters(controlled(side.bridges)))


def winner(state: State) -> str | None:
    """Return who has won, if anybody."""
    return None if state.winner == NOBODY else SEATS[state.winner]
