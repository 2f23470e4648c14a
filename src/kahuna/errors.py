"""What can be wrong with what somebody gives us.

Every error of this package that comes from input is a `KahunaError`; its text
is one line that says what was wrong and, where it helps, what would be right.
"""


class KahunaError(ValueError):
    """Something given to this package is not acceptable."""


class IllegalTokenError(KahunaError):
    """A token that is unknown, or not legal at its place.

    `code` names the reason for programs (`"must-draw"`), `reason` says it in words.
    """

    def __init__(self, token: str, code: str, reason: str) -> None:
        """Keep the token and why it was refused."""
        super().__init__(f"{shorten(token)}: {reason}")
        self.token = token
        self.code = code
        self.reason = reason


class RecordError(KahunaError):
    """A record that cannot be read; `number` is that of the token at fault, from 1, if any is."""

    def __init__(self, reason: str, number: int | None = None) -> None:
        """Keep the reason and the token's number."""
        super().__init__(reason if number is None else f"token {number}, {reason}")
        self.reason = reason
        self.number = number


def shorten(text: str, limit: int = 24) -> str:
    """Return the text fit for one line of an error: short, and without control characters.

    >>> shorten("AB" * 20)
    'ABABABABABABABABABABABAB…'
    """
    plain = "".join(character if character.isprintable() else "·" for character in text[:limit])
    return plain + "…" if len(text) > limit else plain
