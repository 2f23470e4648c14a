"""What loses a game without a move: a player that crashes, hangs or answers nonsense."""


class FailureError(Exception):
    """A player cannot go on; `out_of_time` if it was too slow."""

    def __init__(self, reason: str, *, out_of_time: bool = False) -> None:
        """Keep the reason, fit for one line of a report and for a comment in a record."""
        plain = "".join(character if character.isprintable() else " " for character in reason)
        super().__init__(plain.replace("{", "(").replace("}", ")")[:200])
        self.out_of_time = out_of_time
