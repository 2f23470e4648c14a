"""The log: a line of JSON for each thing worth knowing, or words on a terminal.

It never tells who did what: no cookies, tokens, addresses, names or bodies, no paths (a
game's link is in one), and of an error of ours its kind and place in the code but not its
text, which could quote any of these.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import TextIO

QUIET = ("alembic", "asyncio", "httpx", "httpcore", "sqlalchemy", "uvicorn", "websockets")


def set_up(level: str = "info", stream: TextIO | None = None) -> None:
    """Send the log to standard error; of other packages only what is wrong."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Words() if stream.isatty() else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("kahuna").setLevel(level.upper())
    for name in QUIET:  # set apart: at a lower level, some log what went over the wire
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)


class Lines(logging.Formatter):
    """Each record a line of JSON, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= getattr(record, "facts", {})
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = kind_and_place(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


class Words(logging.Formatter):
    """Each record a line to be read."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created).astimezone()
        words = [f"{at:%H:%M:%S}", f"{record.levelname.lower():7}", record.getMessage()]
        words += [str(value) for value in getattr(record, "facts", {}).values()]
        if record.exc_info and record.exc_info[1] is not None:
            words += [f"\n  {line}" for line in kind_and_place(record.exc_info[1])]
        return " ".join(words)


def kind_and_place(error: BaseException) -> list[str]:
    """Return what kind of error it is and where it came up, without its text.

    >>> try:
    ...     int("a secret")
    ... except ValueError as error:
    ...     kind_and_place(error)
    ['ValueError', '<doctest ...> line 2 in <module>']
    """
    cause = error.__cause__ or error.__context__
    place = [
        f"{frame.filename.rpartition('site-packages/')[2]} line {frame.lineno} in {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    return [type(error).__name__, *place, *(kind_and_place(cause) if cause is not None else [])]
