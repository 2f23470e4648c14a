"""A game: what has happened so far, what may happen next, and who may know what.

>>> game = Game(seed=b"aloha")
>>> game.view("White").white.hand, game.view("White").row
('DFL', 'GEH')
>>> game.play("DE +G")
['DE', '+G>K']
>>> game.mover, game.view("White").white.hand
('Black', 'FGL')
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from kahuna import outcome, showing
from kahuna.dealer import Dealer
from kahuna.errors import IllegalTokenError, KahunaError, RecordError, shorten
from kahuna.notation import tokens
from kahuna.notation.record import Comment, Record
from kahuna.notation.setup import Deal, Seat, Setup, Variants, Viewer
from kahuna.rules import actions, legal, moves
from kahuna.rules.state import NEW_ROW, OVER, State, is_masked
from kahuna.shuffles import cards_shuffled, dealt, played
from kahuna.track import Track
from kahuna.view import MaskedTrack, View, look, seat_name

if TYPE_CHECKING:
    from kahuna import svg

# What any viewer may see. A comment or an unknown tag may say anything, so a
# masked record has none; nor has it the seed's hash, which hangs on hidden cards.
PUBLIC_TAGS = {
    *("KGN", "Starts", "Variants", "Handicap", "Deal"),
    *("White", "Black", "Date", "Event", "Site"),
    *outcome.OUTCOME_TAGS,
}


class Game:
    """One game of Kahuna.

    A new game has a dealer, with the given seed or a fresh one: draws are played
    as choices (``+B``, ``+?``), and the dealer says what they bring. A game with a
    given deal, or read from a record without a seed, has none: draws are played
    with their outcome (``+B>F``, ``+?B``), and new rows too (``@CFH``).

    >>> Game(variants="1 2", starts="Black", handicap=("White", 2)).mover
    'White'
    >>> Game(deal=Deal("ABE", "HHE", "FGI")).play("AB +F>C")
    ['AB', '+F>C']
    """

    def __init__(
        self,
        *,
        seed: bytes | None = None,
        variants: Variants = "none",
        starts: Seat = "White",
        handicap: tuple[Seat, int] | None = None,
        deal: Deal | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> None:
        """Deal a new game; `tags` are further ones for its record, such as the players' names."""
        self.dealer = Dealer(seed) if deal is None else None
        dealt = self.dealer.deal() if self.dealer else deal
        assert dealt is not None
        setup = Setup.from_tags(Setup(dealt, starts, variants, handicap).tags())
        self.tags = {**outcome.checked(tags or {}), **setup.tags(), "Result": "*", "Score": "0-0"}
        self.comments: list[Comment] = []
        self._track = Track(setup)
        self._viewers: dict[Viewer, MaskedTrack] = {}
        self._as_read = False

    @classmethod
    def from_record(cls, record: str | bytes | Record, *, seed: bytes | None = None) -> "Game":
        """Read a record in KGN, full or masked; with a seed, every deal has to follow from it.

        >>> game = Game(seed=b"aloha")
        >>> Game.from_record(game.record()) == game
        True
        >>> Game.from_record(game.record("White")).viewer
        'White'
        >>> Game.from_record("[KGN 1]")
        Traceback (most recent call last):
        kahuna.errors.RecordError: [KGN 1]: not a tag; a tag is [Name "value"]
        """
        if isinstance(record, bytes):
            record = Record.from_bytes(record)
        elif isinstance(record, str):
            record = Record.parse(record)
        game = cls.__new__(cls)
        game.dealer = None if seed is None else Dealer(seed)
        game.tags, game.comments = dict(record.tags), list(record.comments)
        game._track = Track(Setup.from_tags(record.tags))
        game._viewers = {}
        game._as_read = True  # until something is played, its record is written just as it was
        game._check_deal()
        for number, token in enumerate(record.tokens, 1):
            try:
                game._push(game._parse(token))
            except IllegalTokenError as error:
                raise RecordError(f"{shorten(token)}: {error.reason}", number) from None
        outcome.check(record.tags, game.state)
        return game

    # What is

    @property
    def state(self) -> State:
        """The present position, as far as this game knows it."""
        return self._track.state

    @property
    def setup(self) -> Setup:
        """What the game began with."""
        return self._track.setup

    @property
    def viewer(self) -> Viewer | None:
        """For whom the game is masked; None if it is the whole truth."""
        return self._track.setup.viewer

    @property
    def mover(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        return None if self.is_over else seat_name(self.state.turn.mover)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.turn.phase == OVER

    @property
    def result(self) -> str:
        """``White``, ``Black``, ``Draw``, or ``*`` while the game runs."""
        return outcome.result(self.state)

    @property
    def termination(self) -> str | None:
        """How the game ended, in the words of the notation."""
        return outcome.TERMINATIONS[self.state.ending]

    @property
    def score(self) -> str:
        """The points, White's first."""
        return outcome.score(self.state)

    @property
    def tokens(self) -> list[str]:
        """All that has happened, in the notation."""
        return self._track.tokens()

    def __iter__(self) -> Iterator[State]:
        """Iterate over the positions, from the deal to now.

        >>> game = Game(seed=b"aloha")
        >>> _ = game.play("DE FG +?")
        >>> [state.white.bridges.bit_count() for state in game]
        [0, 1, 2, 2]
        """
        return iter(tuple(self._track.states))

    # What may be

    def legal(self) -> list[str]:
        """Return every token that `play` would take now, giving up excepted.

        >>> Game(seed=b"aloha").legal()[-4:]
        ['+E', '+H', '+?', '-']
        """
        state = self.state
        if is_masked(state.terms, state.turn.mover) and not self.is_over:
            raise KahunaError(f"the cards of {self.mover} are hidden in this game")
        found = moves.choices(state) if self.dealer else moves.outcomes(state)
        return [tokens.name(action, state.turn.mover) for action in found]

    def play(self, text: str) -> list[str]:
        """Play a token, or several with spaces between; either all are played or none.

        Returns them as recorded, with what chance brought.

        >>> Game(seed=b"aloha").play("DE FG +?")
        ['DE', 'FG', '+?K']
        """
        before = len(self._track.actions)
        try:
            for token in text.split():
                self._push(self._with_chance(self._parse(token)))
                if self.dealer and self.state.turn.phase == NEW_ROW:
                    self._push(self._dealt(actions.lay_row(0)))
        except KahunaError:
            self._cut_back(before)
            raise
        self._as_read = False
        return self.tokens[before:]

    def undo(self) -> str:
        """Take back the last token and return it; a row that the dealer laid goes with its draw.

        >>> game = Game(seed=b"aloha")
        >>> _ = game.play("DE FG")
        >>> game.undo(), game.tokens
        ('FG', ['DE'])
        """
        if not self._track.actions:
            raise KahunaError("there is nothing to take back")
        length = len(self._track.actions) - 1
        if self.dealer and actions.kind(self._track.actions[length]) == actions.LAY_ROW:
            length -= 1
        token = self.tokens[length]
        self._cut_back(length)
        self._as_read = False
        return token

    # Who may know what

    def view(self, viewer: Viewer) -> View:
        """Return all that the viewer may know: ``White``, ``Black`` or ``Spectator``.

        >>> view = Game(seed=b"aloha").view("Black")
        >>> view.black.hand, view.white.hand, view.white.hidden
        ('CDF', '', 3)
        """
        return look(self._seen_by(viewer))

    def record(self, viewer: Viewer | None = None) -> str:
        """Return the record in KGN: the whole truth, or what the viewer may know of it.

        >>> game = Game(seed=b"aloha")
        >>> _ = game.play("DE +?")
        >>> print(game.record("Black"))
        [KGN "1"]
        [Starts "White"]
        [Variants "none"]
        [Deal "White ??? Black CDF Row GEH"]
        [Result "*"]
        [Score "0-0"]
        <BLANKLINE>
        1. DE +?
        <BLANKLINE>
        """
        return str(self.to_record(viewer))

    def to_record(self, viewer: Viewer | None = None) -> Record:
        """Return the record as an object, for its parts or its `one_line`."""
        tags = self._current_tags()
        if viewer is None:
            return Record(tags, self.tokens, list(self.comments))
        track = self._seen_by(viewer)
        public = {name: value for name, value in tags.items() if name in PUBLIC_TAGS}
        return Record(public | {"Deal": str(track.setup.deal)}, track.tokens())

    def summary(self) -> dict[str, object]:
        """Return the position in brief, as `kahuna replay --json` prints it."""
        return showing.summary(self.state)

    def copy(self) -> "Game":
        """Return a game that goes on by itself."""
        other = Game.__new__(Game)
        other.dealer, other._as_read = self.dealer, self._as_read
        other.tags, other.comments = dict(self.tags), list(self.comments)
        other._track, other._viewers = self._track.copy(), {}
        return other

    def __eq__(self, other: object) -> bool:
        """Tell whether the same has happened in both games, from the same deal."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.setup == other.setup and self._track.actions == other._track.actions

    __hash__ = None  # type: ignore[assignment]  # a game changes; its states can be hashed

    def __repr__(self) -> str:
        """Return the game in a line: where it stands and whose bridges lie where."""
        return f"<Game {showing.in_a_line(self.state)}>"

    def __str__(self) -> str:
        """Return the board drawn with characters."""
        from kahuna import text

        return text.board(self.state.white.bridges, self.state.black.bridges)

    def _repr_svg_(self) -> str:
        """Return the board as a picture, for notebooks."""
        return str(self.picture())

    def picture(self, *, side: Seat = "White") -> "svg.Picture":
        """Return the board as an SVG picture with the last turn marked."""
        return showing.picture(self._track.states, side)

    # Inside

    def _check_deal(self) -> None:
        """Refuse a deal that does not follow from the seed."""
        if self.dealer is None:
            return
        right, given = self.dealer.deal(), self.setup.deal
        same_hands = [sorted(hand) for hand in given[:2]] == [sorted(hand) for hand in right[:2]]
        if not same_hands or given.row != right.row:
            raise RecordError(f"the tag Deal is {str(given)!r}, but the seed gives {str(right)!r}")

    def _parse(self, token: str) -> int:
        return tokens.parse(token, self.state.turn.mover)

    def _push(self, action: int) -> None:
        """Go on by an action, which the dealer, if there is one, has to agree with."""
        if self.dealer and legal.is_legal(self.state, action):
            right = self._dealt(action)
            if action != right:
                mover = self.state.turn.mover
                raise IllegalTokenError(
                    tokens.name(action, mover),
                    "not-dealt",
                    f"the seed gives {tokens.name(right, mover)} here",
                )
        self._track.push(action)

    def _with_chance(self, action: int) -> int:
        """Return a player's action with the outcome that the dealer, if there is one, gives it."""
        if self.dealer is None:
            return action
        return played(self.dealer, self.state, cards_shuffled(self._track), action)

    def _dealt(self, action: int) -> int:
        """Return the action with the outcome that the dealer gives."""
        assert self.dealer is not None
        return dealt(self.dealer, self.state, cards_shuffled(self._track), action)

    def _cut_back(self, length: int) -> None:
        """Forget what came after so many tokens, for every viewer too."""
        self._track.cut_back(length)
        for seen in self._viewers.values():
            seen.track.cut_back(length)
        self.comments = [comment for comment in self.comments if comment.before <= length]

    def _seen_by(self, viewer: Viewer) -> Track:
        """Return the game as the viewer knows it."""
        if viewer == self.viewer:
            return self._track
        if self.viewer not in (None, viewer) and viewer != "Spectator":
            raise KahunaError(f"this game shows only what {self.viewer} may know, not {viewer}")
        if viewer not in self._viewers:
            self._viewers[viewer] = MaskedTrack(self._track, viewer)
        return self._viewers[viewer].follow(self._track)

    def _current_tags(self) -> dict[str, str]:
        """Return the tags with the outcome as it is now, and the seed once the game is over."""
        tags = outcome.update(self.tags, self.state, add=not self._as_read)
        if self.dealer and not self._as_read:
            tags["SeedHash"] = self.dealer.commitment
            if self.is_over:
                tags["Seed"] = self.dealer.seed.hex()
        return tags
