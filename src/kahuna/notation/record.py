"""A record's text: tags, tokens and comments. What they mean is `game`'s business.

>>> record = Record.parse('[KGN "1"] 1. AB {bold} +C>D')
>>> record.tags, record.tokens
({'KGN': '1'}, ['AB', '+C>D'])
>>> print(record)
[KGN "1"]
<BLANKLINE>
1. AB {bold} +C>D
<BLANKLINE>
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kahuna.errors import RecordError, shorten

MAX_BYTES = 1_000_000  # a long game with a comment at every token is a tenth of this

SCAN = re.compile(
    r"""(?P<space>\s+)
    | (?P<tag>\[ [ \t]* (?P<name>[A-Za-z][A-Za-z0-9_-]*) [ \t]+
               "(?P<value>(?:[^"\\\r\n]|\\["\\])*)" [ \t]* \])
    | \{(?P<braced>[^}]*)\}
    | ;(?P<rest>[^\r\n]*)
    | (?P<token>[^\s{};\[\]]+)""",
    re.VERBOSE,
)
_TURN_NUMBER = re.compile(r"[0-9]{1,6}\.", re.ASCII)


@dataclass
class Comment:
    """A comment before the token of this index; `to_line_end` if it began with a semicolon."""

    before: int
    text: str
    to_line_end: bool = False

    def __str__(self) -> str:
        """Return the comment as it is written."""
        return f";{self.text}\n" if self.to_line_end else f"{{{self.text}}}"


@dataclass
class Record:
    """A game as text: tags in their order, the tokens, the comments."""

    tags: dict[str, str] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Read a record's text; what its tokens mean is not looked at."""
        record = cls()
        if len(text) > MAX_BYTES:
            raise RecordError(f"too long: a record has at most {MAX_BYTES:,} bytes")
        text = text.removeprefix("\ufeff")
        position = 0
        while position < len(text):
            match = SCAN.match(text, position)
            if match is None:
                raise record._unreadable(text, position)
            record._take(match)
            position = match.end()
        return record

    @classmethod
    def from_bytes(cls, data: bytes) -> "Record":
        """Read a record from a file's bytes."""
        if len(data) > MAX_BYTES:
            raise RecordError(f"too long: a record has at most {MAX_BYTES:,} bytes")
        return cls.parse(decoded(data))

    def _take(self, match: re.Match[str]) -> None:
        """Add what the scanner found."""
        if match["tag"]:
            self._take_tag(match["name"], re.sub(r"\\(.)", r"\1", match["value"]))
        elif match["braced"] is not None:
            self.comments.append(Comment(len(self.tokens), match["braced"]))
        elif match["rest"] is not None:
            self.comments.append(Comment(len(self.tokens), match["rest"], to_line_end=True))
        elif match["token"] and not _TURN_NUMBER.fullmatch(match["token"]):
            self.tokens.append(match["token"])

    def _take_tag(self, name: str, value: str) -> None:
        if self.tokens:
            raise RecordError(f"the tag {shorten(name)} stands after the moves began")
        if name in self.tags:
            raise RecordError(f"the tag {shorten(name)} stands twice")
        self.tags[name] = value

    def _unreadable(self, text: str, position: int) -> RecordError:
        """Return the error for text that is neither tag, token nor comment."""
        start = shorten(text[position : position + 40].split("\n", maxsplit=1)[0])
        if text[position] == "{":
            return RecordError(f"{start}: this comment is never closed", len(self.tokens) + 1)
        if text[position] == "[" and not self.tokens:
            return RecordError(f'{start}: not a tag; a tag is [Name "value"]')
        return RecordError(f"{start}: unknown token", len(self.tokens) + 1)

    def turns(self) -> Iterator[tuple[int, list[int]]]:
        """Yield for each turn its number and the indices of its tokens.

        Handicap bridges are turn 0. The row that a draw brings about belongs to the draw's turn.
        """
        handicap = [n for n, token in enumerate(self.tokens) if token.startswith("^")]
        if handicap:
            yield 0, handicap
        number, turn = 1, list[int]()
        for index in range(len(handicap), len(self.tokens)):
            turn.append(index)
            row_follows = self.tokens[index + 1 : index + 2] and self.tokens[index + 1][0] == "@"
            if self.tokens[index][0] in "+-@" and not row_follows:
                yield number, turn
                number, turn = number + 1, []
        if turn:
            yield number, turn

    def __str__(self) -> str:
        """Return the record's text, a line for each turn."""
        lines = [f'[{name} "{_escape(value)}"]' for name, value in self.tags.items()]
        moves = list(self._move_lines())
        return "\n".join([*lines, "", *moves]) + ("\n" if moves else "")

    def one_line(self) -> str:
        """Return tags and tokens on one line, without the comments."""
        return " ".join([*(f'[{n} "{_escape(v)}"]' for n, v in self.tags.items()), *self.tokens])

    def _move_lines(self) -> Iterator[str]:
        comments: dict[int, list[str]] = {}
        for comment in self.comments:
            comments.setdefault(comment.before, []).append(str(comment))
        for number, indices in self.turns():
            words = [f"{number}."] if number else []
            for index in indices:
                words += [*comments.pop(index, []), self.tokens[index]]
            yield _join(words + comments.pop(indices[-1] + 1, []))
        for words in comments.values():  # of a record without moves
            yield _join(words)


def decoded(data: bytes) -> str:
    """Return a file's text; what is no text is a `RecordError`."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"not a text in UTF-8 (byte {error.start + 1})") from None


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _join(words: list[str]) -> str:
    """Join words by spaces, except after a comment that ends its line."""
    text = "".join(word if word.endswith("\n") else f"{word} " for word in words)
    return text[:-1]
