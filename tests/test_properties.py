"""What holds in every game, whatever is played."""

import random
from itertools import combinations
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kahuna import Game, KahunaError, Record, RecordError
from kahuna.board import DEGREE, LETTERS, LINES
from kahuna.notation.setup import VARIANTS, VIEWERS, Viewer
from kahuna.rules.cards import ALL_CARDS, size
from kahuna.rules.control import controlled
from kahuna.rules.state import State, row_cards
from tests.golden_records import FOLDER

HANDICAPS = [None, ("White", 1), ("White", 3), ("Black", 2)]
MOST_TURNS = 160  # a card is drawn in one of any two turns, and three rounds have 66 at most
GOLDEN = [path.read_text() for path in sorted(Path(FOLDER).glob("*.kgn"))[::9]]

new_games = st.builds(
    Game,
    seed=st.binary(min_size=1, max_size=4),
    variants=st.sampled_from(VARIANTS),
    starts=st.sampled_from(["White", "Black"]),
    handicap=st.sampled_from(HANDICAPS),
)


class AnyGame(RuleBasedStateMachine):
    """Plays and takes back whatever hypothesis comes up with."""

    @initialize(game=new_games)
    def begin(self, game: Game) -> None:
        self.game = game

    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        before = self.game.copy()
        self.game.play(data.draw(st.sampled_from(self.game.legal())))
        undone = self.game.copy()
        undone.undo()
        assert undone == before
        assert undone.state == before.state
        assert undone.record() == before.record()

    @precondition(lambda self: self.game.tokens)
    @rule()
    def undo(self) -> None:
        views = [self.game.view(viewer) for viewer in VIEWERS]  # which have to forget as well
        state = self.game.state
        token = self.game.undo()
        self.game.play(token[:2] if token[0] == "+" else token)
        assert self.game.state == state
        assert [self.game.view(viewer) for viewer in VIEWERS] == views
        self.game.undo()

    @precondition(lambda self: not self.game.is_over)
    @rule(token=st.sampled_from(["AB", "BA", "AAxAB", "=AB", "^AB", "/A", "+A", "+?", "-", "@ABC"]))
    def try_anything(self, token: str) -> None:
        before = self.game.copy()
        try:
            self.game.play(f"{token} nonsense")
        except KahunaError:
            assert self.game == before

    @invariant()
    def cards_are_24_two_of_each_and_nobody_holds_more_than_five(self) -> None:
        state = self.game.state
        table = state.table
        everything = state.white.hand + state.black.hand + table.unseen + table.discard
        assert everything + row_cards(table.row) == ALL_CARDS
        assert size(table.unseen) == table.pile
        assert max(size(state.white.hand), size(state.black.hand)) <= 5
        assert state.white.hidden == state.black.hidden == table.buried == 0

    @invariant()
    def control_is_what_the_bridges_say(self) -> None:
        for side in (self.game.state.white, self.game.state.black):
            names = [line for number, line in enumerate(LINES) if side.bridges >> number & 1]
            held = [sum(letter in name for name in names) for letter in LETTERS]
            expected = sum(1 << n for n, count in enumerate(held) if 2 * count > DEGREE[n])
            assert controlled(side.bridges) == expected

    @invariant()
    def a_masked_record_reads_back_into_the_very_view_it_was_made_from(self) -> None:
        for viewer in VIEWERS:
            masked = self.game.record(viewer)
            read = Game.from_record(masked)
            assert read.record() == masked
            assert read.view(viewer).json() == self.game.view(viewer).json()


AnyGame.TestCase.settings = settings(
    max_examples=40, stateful_step_count=80, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAnyGame = AnyGame.TestCase


@settings(max_examples=40, deadline=None)
@given(game=new_games, seed=st.integers(0, 2**32), thrift=st.floats(0, 1))
def test_a_game_always_ends(game: Game, seed: int, thrift: float) -> None:
    """However rarely somebody draws."""
    rng = random.Random(seed)
    while not game.is_over:
        choices = game.legal()
        if "-" in choices and rng.random() < thrift:
            game.play("-")
        else:
            game.play(rng.choice(choices))
        assert game.state.turn.number <= MOST_TURNS


@settings(max_examples=60, deadline=None)
@given(game=new_games, seed=st.integers(0, 2**32), viewer=st.sampled_from(VIEWERS))
def test_games_that_differ_only_in_what_a_viewer_may_not_know_look_the_same(
    game: Game, seed: int, viewer: Viewer
) -> None:
    rng = random.Random(seed)
    for _ in range(rng.randrange(4, 120)):
        if not game.is_over:
            game.play(rng.choice(game.legal()))
    seen, record = game.view(viewer).json(), game.record(viewer)
    for other in _with_other_hidden_cards(game, viewer, rng):
        assert other.view(viewer).json() == seen
        assert other.record(viewer) == record
        assert other.record() != game.record()


def _with_other_hidden_cards(game: Game, viewer: Viewer, rng: random.Random) -> list[Game]:
    """Return legal games in which two islands changed places among the cards hidden from a viewer.

    What is hidden is said here anew, by the rules: dealt hands, draws from the pile and, where no
    cards lie open, discards of others.
    """
    found: list[Game] = []
    pairs = list(combinations(LETTERS, 2))
    rng.shuffle(pairs)
    for first, second in pairs:
        if len(found) == 3:
            break
        swap = str.maketrans(first + second, second + first)
        tokens = []
        for token, state in zip(game.tokens, game, strict=False):
            mine = state.turn.mover == ("White", "Black", "Spectator").index(viewer)
            hidden = token[:2] == "+?" or (token[0] == "/" and "2" not in game.setup.variants)
            swapped = token.translate(swap) if hidden and not mine else token
            tokens.append("/" + "".join(sorted(swapped[1:])) if token[0] == "/" else swapped)
        deal = game.setup.deal
        hands = {
            seat: hand if seat == viewer else hand.translate(swap)
            for seat, hand in (("White", deal.white), ("Black", deal.black))
        }
        tags = dict(game.to_record().tags)
        tags["Deal"] = f"White {hands['White']} Black {hands['Black']} Row {deal.row}"
        try:
            other = Game.from_record(Record(tags, tokens))
        except RecordError:
            continue  # impossible with these cards
        if other != game:
            found.append(other)
    return found


def test_other_hidden_cards_are_found_at_all() -> None:
    """Else the property above would show nothing."""
    rng = random.Random(1)
    found = 0
    for n in range(20):
        game = Game(seed=bytes([n]), variants=VARIANTS[n % 4])
        for _ in range(40):
            if not game.is_over:
                game.play(rng.choice(game.legal()))
        found += len(_with_other_hidden_cards(game, VIEWERS[n % 3], rng))
    assert found >= 40


@st.composite
def mutated_records(draw: st.DrawFn) -> str:
    """Return a golden record with something changed."""
    text = draw(st.sampled_from(GOLDEN))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text) - 1))
        end = start + draw(st.integers(0, 12))
        new = draw(
            st.sampled_from(["", " ", "AB", "+?", "-", "@ABC", "{", "}", "[", "\\", '"', "?"])
        )
        text = text[:start] + draw(st.one_of(st.just(new), st.text(max_size=4))) + text[end:]
    return text


@settings(max_examples=1000, deadline=None)
@given(text=mutated_records())
def test_a_mutated_record_is_refused_or_means_what_it_says(text: str) -> None:
    game = _read(text)
    if game is None:
        return
    written = game.record()
    again = Game.from_record(written)
    assert again == game
    assert again.tags == game.tags
    assert again.comments == game.comments
    assert again.record() == written


@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=400))
def test_binary_junk_is_refused(data: bytes) -> None:
    assert _read(data) is None


def _read(text: str | bytes) -> Game | None:
    """Return the game; None if the record is refused, which has to be said in one line."""
    problem = ""
    try:
        return Game.from_record(text)
    except RecordError as error:
        problem = str(error)
    assert problem.splitlines() == [problem]
    return None


def test_states_can_be_hashed_and_compared() -> None:
    first, second = Game(seed=b"x"), Game(seed=b"x")
    assert hash(first.state) == hash(second.state)
    assert len({first.state, second.state}) == 1
    assert isinstance(first.state, State)
