"""The tags that tell how a game stands or ended: checked when read, kept when written."""

from collections.abc import Mapping

from kahuna.errors import KahunaError, RecordError, shorten
from kahuna.rules.state import NOBODY, OVER, SEATS, State

OUTCOME_TAGS = ("Result", "Score", "Termination")
TERMINATIONS = (
    None,
    "points",
    "final-scoring",
    "bridges",
    "draw",
    "no-bridges",
    "resignation",
    "time",
)  # by the numbers of `State.ending`
ABANDONED = "abandoned"  # of a game that just stopped: no token says so


def result(state: State) -> str:
    """Return who won, as in the tag `Result`."""
    if state.turn.phase != OVER:
        return "*"
    return "Draw" if state.winner == NOBODY else SEATS[state.winner]


def score(state: State) -> str:
    """Return the points, White's first."""
    return f"{state.white.points}-{state.black.points}"


def tags(state: State) -> dict[str, str]:
    """Return the tags that the position gives."""
    found = {"Result": result(state), "Score": score(state)}
    termination = TERMINATIONS[state.ending]
    return found | {"Termination": termination} if termination else found


def check(given: Mapping[str, str], state: State) -> None:
    """Refuse tags that do not follow from the moves."""
    expected = tags(state)
    if state.turn.phase != OVER and given.get("Termination") == ABANDONED:
        expected["Termination"] = ABANDONED
    for name in OUTCOME_TAGS:
        if name in given and given[name] != expected.get(name):
            right = expected.get(name)
            follows = f"{right} follows" if right else "none follows: the game is not over"
            raise RecordError(
                f"the tag {name} is {shorten(given[name])!r}, but from the moves {follows}"
            )


def update(given: Mapping[str, str], state: State, *, add: bool) -> dict[str, str]:
    """Return the tags with the outcome brought up to date, and added where it is missing."""
    current = tags(state)
    kept = {
        name: value
        for name, value in given.items()
        if name != "Termination" or name in current or value == ABANDONED
    }
    return kept | {name: value for name, value in current.items() if add or name in given}


def checked(given: Mapping[str, str]) -> dict[str, str]:
    """Refuse tags that cannot be written in a line each."""
    for name, value in given.items():
        if not (name.isascii() and name.replace("_", "").replace("-", "").isalnum()):
            raise KahunaError(f"{shorten(name)!r} is not a tag's name: letters and digits")
        if not all(character.isprintable() for character in value):
            raise KahunaError(f"the tag {name} has a character that cannot be written in a line")
    return dict(given)
