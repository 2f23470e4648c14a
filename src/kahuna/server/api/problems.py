"""What was refused, and why, as problem details (RFC 9457)."""

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from kahuna.server.errors import RefusedError
from kahuna.server.storage.database import is_away

PROBLEM = "application/problem+json"
SOON = 2  # seconds
log = logging.getLogger(__name__)


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem: `code` is for programs, `detail` for people."""

    status: int
    code: str
    detail: str
    more: dict[str, Any] = msgspec.field(default_factory=dict)


def refused(_request: Request[Any, Any, Any], error: RefusedError) -> Response[Problem]:
    """Say why something cannot be granted."""
    return _response(problem_of(error), problem_headers(error))


def problem_of(error: RefusedError) -> Problem:
    """Return a refusal as a problem."""
    return Problem(error.status, error.code, error.reason, error.more)


def problem_headers(error: RefusedError) -> dict[str, str]:
    """Return the headers of a refusal: when to try again, where that is known."""
    after = error.more.get("retry_after")
    return {} if after is None else {"retry-after": str(after)}


def http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Say what is wrong with a request itself."""
    more: dict[str, Any] = {}
    if error.status_code == 400 and isinstance(error.extra, list):
        more["fields"] = [
            {"key": str(part.get("key", "")), "message": str(part.get("message", ""))}
            for part in error.extra
            if isinstance(part, dict)
        ]
    code = {400: "bad-request", 404: "not-found", 405: "method", 413: "too-large"}
    problem = Problem(error.status_code, code.get(error.status_code, "refused"), error.detail, more)
    return _response(problem, error.headers)


def unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Own up to a mistake of ours, or a lost database, and tell nothing of what was going on."""
    route = request.scope.get("path_template", "")  # the path itself may hold a game's link
    log.error("%s %s failed", request.method, route, exc_info=error)
    if is_away(error):
        away = Problem(503, "away", "the database of this site does not answer: try again")
        return _response(away, {"retry-after": str(SOON)})
    return _response(Problem(500, "our-fault", "something went wrong here; it has been noted"))


def _response(problem: Problem, headers: dict[str, str] | None = None) -> Response[Problem]:
    return Response(problem, status_code=problem.status, media_type=PROBLEM, headers=headers or {})
