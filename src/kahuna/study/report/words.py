"""The words of a report, in English. The site has its own, in the languages of its users."""

from typing import Final

from kahuna.study.judgement import Judgement
from kahuna.study.shapes import Analysis, PlayerStudy, TurnStudy

NAMES: Final[dict[Judgement, str]] = {
    "best": "best",
    "good": "good",
    "inaccuracy": "inaccuracy",
    "mistake": "mistake",
    "blunder": "blunder",
    "forced": "forced",
}
MANY: Final[dict[Judgement, str]] = {
    "best": "best",
    "good": "good",
    "inaccuracy": "inaccuracies",
    "mistake": "mistakes",
    "blunder": "blunders",
    "forced": "forced",
}
SIGNS: Final[dict[Judgement, str]] = {
    "best": "★",
    "good": "✓",
    "inaccuracy": "?!",
    "mistake": "?",
    "blunder": "??",
    "forced": "–",
}
ENDINGS: Final = {
    "points": "by points",
    "final-scoring": "by the final scoring",
    "bridges": "by bridges on the board",
    "draw": "equal in everything",
    "no-bridges": "the other has no bridge left",
    "resignation": "by resignation",
    "time": "on time",
}


UNIT: Final = "\N{NO-BREAK SPACE}%"  # on the same line as its number


def percent(share: float) -> str:
    r"""Return a probability for people.

    >>> percent(0.125), percent(1.0)
    ('12.5\xa0%', '100.0\xa0%')
    """
    return f"{100 * share:.1f}{UNIT}"


def signed(share: float) -> str:
    r"""Return a change of probability for people.

    >>> signed(0.125), signed(-0.125)
    ('+12.5\xa0%', '−12.5\xa0%')
    """
    return f"{'−' if share < 0 else '+'}{100 * abs(share):.1f}{UNIT}"


def ending(analysis: Analysis) -> str:
    """Return how the game ended, in a few words."""
    if analysis.result == "*":
        return "not over"
    if analysis.result == "Draw":
        return "a draw"
    how = ENDINGS.get(analysis.termination or "", "")
    return f"{analysis.result} wins {analysis.score}" + (f", {how}" if how else "")


def turn_text(turn: TurnStudy) -> str:
    """Return what was played."""
    return " ".join(turn.tokens)


def better(turn: TurnStudy) -> str:
    """Return the best turn, if another was played that is worse."""
    if turn.judgement in (None, "best", "forced") or not turn.options:
        return ""
    return " ".join(turn.options[0].tokens)


def of_each(player: PlayerStudy) -> str:
    """Return how many turns of each kind somebody played."""
    return ", ".join(
        f"{number} {(NAMES if number == 1 else MANY)[kind]}"
        for kind, number in player.judgements.items()
    )
