"""KGN: records are read strictly, written exactly, and refused with the token and the reason."""

import pytest

from kahuna import Deal, Game, Record, RecordError
from kahuna.notation.tokens import name, parse
from kahuna.rules import actions

TAGS = '[KGN "1"]\n[Starts "White"]\n[Variants "none"]\n[Deal "White ABE Black HHE Row FGI"]\n'


def read(moves: str = "", tags: str = TAGS) -> Game:
    return Game.from_record(f"{tags}\n{moves}")


@pytest.mark.parametrize(
    ("token", "action"),
    [
        ("AB", actions.build(0, 0)),
        ("BA", actions.build(0, 1)),
        ("AAxAB", actions.cut(0, actions.FIRST_TWICE)),
        ("ABxAB", actions.cut(0, actions.BOTH_ENDS)),
        ("BBxAB", actions.cut(0, actions.SECOND_TWICE)),
        ("=AB", actions.free_bridge(0)),
        ("^KL", actions.handicap_bridge(26)),
        ("+B>F", actions.draw_row(1, 5)),
        ("+B", actions.draw_row(1)),
        ("+?B", actions.draw_pile(1)),
        ("+?", actions.draw_pile()),
        ("-", actions.abstain()),
        ("@CFH", actions.lay_row(2 | 5 << 4 | 7 << 8)),
        ("/??", actions.discard(0, 2)),
        ("resign", actions.resign(0)),
        ("Black:resign", actions.resign(1)),
        ("timeout", actions.time_out(0)),
    ],
)
def test_a_token_says_an_action_and_an_action_is_written_as_its_token(
    token: str, action: int
) -> None:
    assert parse(token, 0) == action
    assert name(action, 0) == token


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        ("AB XY", "token 2, XY: unknown token"),
        ("AC", "token 1, AC: there is no line AC"),
        ("1. AB 2. BC 3. CB", "token 3, CB: White does not hold a COCO card"),
        ("AB AB", "token 2, AB: White does not hold an ALOA card"),
        ("BD DB", "token 2, DB: White does not hold a DUDA card"),
        ("BAxAB", "token 1, BAxAB: a cut is AAxAB, ABxAB or BBxAB"),
        ("ABxBA", "token 1, ABxBA: the line's letters are in alphabetical order here: AB"),
        ("=BA", "token 1, =BA: the line's letters are in alphabetical order here: AB"),
        ("/BA", "token 1, /BA: the letters of a discard are sorted: /AB"),
        ("/AAA", "token 1, /AAA: there is no third A card"),
        ("/", "token 1, /: a discard names its cards, such as /AC"),
        ("+A>B", "token 1, +A>B: there is no ALOA card in the row"),
        ("+F", "token 1, +F: the card that takes its place is missing: +F>…"),
        ("+F>E", "token 1, +F>E: ELAI cannot come from the pile: both its cards are elsewhere"),
        ("+?", "token 1, +?: the cards of White are known here: name the card drawn, +?…"),
        ("- -", "token 2, -: your opponent did not draw, so you must"),
        ("@ABC", "token 1, @ABC: a new row is laid out only after the draw that ends round 1 or 2"),
        ("^AB", "token 1, ^AB: there is no handicap bridge left to place"),
        ("resign AB", "token 2, AB: the game is over"),
        ("White:resign", "token 1, White:resign: White is to move: write resign"),
        ("White:timeout", "token 1, White:timeout: unknown token"),
        ("ab", "token 1, ab: unknown token"),
        ("AB {never closed", "token 2, {never closed: this comment is never closed"),
        ('AB [Event "x"]', "the tag Event stands after the moves began"),
        ("AB\x00", "token 1, AB·: unknown token"),
    ],
)
def test_a_token_that_cannot_be_is_named_with_its_number_and_the_reason(
    moves: str, error: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read(moves)
    assert str(caught.value) == error


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (('[KGN "1"]', ""), "the tag KGN is missing"),
        (('[KGN "1"]', '[KGN "2"]'), "the tag KGN is '2', but has to be 1"),
        (('"White"', '"white"'), "the tag Starts is 'white', but has to be White or Black"),
        (('"none"', '"2 1"'), "the tag Variants is '2 1', but has to be none or 1 or 2 or 1 2"),
        (("ABE", "ABEE"), "the tag Deal is wrong: there is no third E card"),
        (("ABE", "AB"), "the tag Deal is wrong: each hand and the row have three cards"),
        (("ABE", "A??"), "the tag Deal is wrong: '?' is no island"),
        (("FGI", "???"), "the tag Deal is wrong: each hand and the row have three cards"),
        (("White ABE", "ABE"), "the tag Deal is 'ABE Black HHE Row FGI', but has to be White ABC"),
        (('[KGN "1"]', '[KGN "1"] [KGN "1"]'), "the tag KGN stands twice"),
        (('[KGN "1"]', "[KGN 1]"), '[KGN 1]: not a tag; a tag is [Name "value"]'),
    ],
)
def test_a_wrong_tag_is_named(wrong: tuple[str, str], error: str) -> None:
    with pytest.raises(RecordError) as caught:
        read("AB", TAGS.replace(*wrong))
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize(
    "handicap", ["Black 4", "Black", "black 2", "2 Black", "Black two", "none"]
)
def test_a_handicap_is_a_player_and_one_to_three(handicap: str) -> None:
    with pytest.raises(RecordError, match="the tag Handicap"):
        read("", f'{TAGS}[Handicap "{handicap}"]\n')


@pytest.mark.parametrize(
    ("tags", "moves", "error"),
    [
        ('[Result "Black"]', "AB", "'Black', but from the moves * follows"),
        ('[Result "White"]', "resign", "'White', but from the moves Black follows"),
        ('[Score "1-0"]', "AB", "'1-0', but from the moves 0-0 follows"),
        ('[Termination "time"]', "resign", "'time', but from the moves resignation follows"),
        ('[Termination "points"]', "AB", "'points', but from the moves none follows"),
        ('[Result "*"]', "timeout", "'*', but from the moves Black follows"),
    ],
)
def test_a_result_that_does_not_follow_is_refused(tags: str, moves: str, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(moves, f"{TAGS}{tags}\n")
    assert error in str(caught.value)


def test_a_game_that_just_stopped_may_be_called_abandoned() -> None:
    game = read("AB", f'{TAGS}[Result "*"]\n[Termination "abandoned"]\n')
    assert 'Termination "abandoned"' in game.record()


def test_a_record_is_written_as_it_was_read() -> None:
    text = (
        '[KGN "1"]\n[White "Ana \\"the wave\\""]\n[Note "a \\\\ b"]\n[Starts "Black"]\n'
        '[Variants "1 2"]\n[Handicap "White 1"]\n[Deal "White EBA Black HHE Row FGI"]\n'
        '[Result "Black"]\n\n'
        "{before all} ^AB\n1. HA ;to the end } of the line\n+F>C {two\n lines}\n"
        "2. AD {one} {after another} resign\n"
    )
    assert Game.from_record(text).record() == text


def test_turn_numbers_line_breaks_and_a_byte_order_mark_do_not_matter() -> None:
    assert Game.from_record(f"\ufeff{TAGS} 1. AB\r\n+F>C 2. HI") == read("AB +F>C HI")


def test_a_record_fits_on_one_line() -> None:
    game = read("1. AB {a comment} +F>C 2. HI -")
    line = game.to_record().one_line()
    assert "\n" not in line
    assert line.endswith('[Deal "White ABE Black HHE Row FGI"] AB +F>C HI -')
    assert Game.from_record(line) == game


def test_the_mask_hides_hands_draws_and_discards_of_others() -> None:
    game = read("/AB +?C /HH +?D", TAGS)
    assert game.record("White").splitlines()[3:] == [
        '[Deal "White ABE Black ??? Row FGI"]', "", "1. /AB +?C", "2. /?? +?",
    ]  # fmt: skip
    assert game.record("Black").splitlines()[3:] == [
        '[Deal "White ??? Black HHE Row FGI"]', "", "1. /?? +?", "2. /HH +?D",
    ]  # fmt: skip
    assert game.record("Spectator").splitlines()[3:] == [
        '[Deal "White ??? Black ??? Row FGI"]', "", "1. /?? +?", "2. /?? +?",
    ]  # fmt: skip


def test_the_mask_drops_comments_and_tags_that_may_tell_secrets() -> None:
    tags = f'{TAGS}[White "Ana"]\n[Seed "00"]\n[SeedHash "11"]\n[Note "Black holds HHE"]\n'
    masked = Game.from_record(f"{tags}\nAB {{Black holds HHE}} -").record("White")
    assert "HHE" not in masked
    assert "Seed" not in masked
    assert 'White "Ana"' in masked


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        ("- +?B", "Black's cards are hidden in this record: a draw from the pile is +?"),
        ("- /HH", "of Black's hidden cards a discard shows only '?'"),
        ("- /????", "Black does not hold so many cards"),
        ("+?", "the cards of White are known here"),
        ("/?", "the cards of White are known here and have to be named"),
        ("- AB +?", None),
        ("AH - AAxAH", "Black does not hold two ALOA cards"),
        ("- EB EF", "Black does not hold an ELAI card"),  # White has the other one
        ("- FB GC FJ", "Black does not hold a FAAA card"),  # one lies in the row
        ("- AB BC CF DE", "Black does not hold a DUDA card"),  # it had three cards
    ],
)
def test_a_masked_record_is_read_as_strictly_as_its_mask_allows(
    moves: str, error: str | None
) -> None:
    masked = TAGS.replace("HHE", "???")
    if error is None:
        assert read(moves, masked).viewer == "White"
        return
    with pytest.raises(RecordError) as caught:
        read(moves, masked)
    assert error in str(caught.value)


def test_records_that_are_too_long_or_no_text_are_refused() -> None:
    with pytest.raises(RecordError, match="at most 1,000,000 bytes"):
        Game.from_record(TAGS.encode() + b" " * 10_000_000)
    with pytest.raises(RecordError, match="not a text in UTF-8 \\(byte 1\\)"):
        Game.from_record(b"\xff\xfe")


def test_tags_that_cannot_be_written_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot be written in a line"):
        Game(tags={"White": "two\nlines"})
    with pytest.raises(ValueError, match="not a tag's name"):
        Game(tags={"My tag": "x"})


def test_a_deal_of_ones_own_begins_a_game_without_a_dealer() -> None:
    game = Game(deal=Deal("ABE", "HHE", "FGI"))
    assert game.play("AB +F>C") == ["AB", "+F>C"]
    assert Record.parse(game.record()).tags["Deal"] == "White ABE Black HHE Row FGI"
