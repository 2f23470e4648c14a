"""What a request can be refused for, as problem details (RFC 9457)."""

from kahuna.errors import KahunaError


class RefusedError(KahunaError):
    """A request that cannot be granted.

    `code` is for programs and never changes; the text is for people.
    """

    def __init__(self, status: int, code: str, reason: str, **more: object) -> None:
        """Take the HTTP status, the code, the reason, and what else may help."""
        self.status, self.code, self.reason, self.more = status, code, reason, more
        super().__init__(reason)


def not_found(what: str) -> RefusedError:
    """Return the refusal for something that does not exist, or that one may not see."""
    return RefusedError(404, "not-found", f"there is no such {what}")


def forbidden(reason: str) -> RefusedError:
    """Return the refusal for something that is not the caller's to do."""
    return RefusedError(403, "forbidden", reason)


def conflict(code: str, reason: str, **more: object) -> RefusedError:
    """Return the refusal for something that does not fit what has happened since."""
    return RefusedError(409, code, reason, **more)


def invalid(code: str, reason: str, **more: object) -> RefusedError:
    """Return the refusal for input that makes no sense."""
    return RefusedError(422, code, reason, **more)
