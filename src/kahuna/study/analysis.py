"""Analysis of a game: turn by turn, by what each player knew then, luck apart from skill.

>>> from kahuna import Game
>>> game = Game(seed=b"aloha")
>>> _ = game.play("DE +G")
>>> studies = list(study_turns(game, Depth(nodes=24, worlds=8)))
>>> studies[0].seat, studies[0].tokens
('White', ('DE', '+G>K'))
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import structs

from kahuna import outcome
from kahuna.ai.network import score_of
from kahuna.errors import KahunaError
from kahuna.notation import Seat
from kahuna.rules.state import HANDICAP, OVER, PLAY, SEATS, WHITE
from kahuna.study.depth import STANDARD, Depth
from kahuna.study.effect import effect_of, turn_of
from kahuna.study.examine import Examiner
from kahuna.study.judged import Examined
from kahuna.study.judgement import JUDGEMENTS, accuracy, judge_loss
from kahuna.study.moments import key_moments
from kahuna.study.shapes import Analysis, Option, PlayerStudy, TurnStudy
from kahuna.study.walk import Source, Step, seats_known, track_of, walk
from kahuna.view import Scoring, View

PLACES: Final = 4
SHOWN: Final = 5  # turns told of for each position


class _Known(NamedTuple):
    """What is known of a position: White's probability, by whom, and the turns judged."""

    win: float
    by: dict[Seat, float]  # White's probability as each player would tell it
    examined: Examined | None


def study_turns(
    source: Source, depth: Depth = STANDARD, done: Sequence[TurnStudy] = ()
) -> Iterator[TurnStudy]:
    """Study a game turn by turn, going on after those that are done already.

    The source is a full game or record, or what one player knows of it: then only that
    player's turns are judged, and the other's are part of luck. A running game must be given
    as a view.
    """
    track = track_of(source)
    examiner = Examiner(depth)
    steps = walk(track, len(done))
    step = next(steps)
    if not step.actions:
        return
    known = _know(examiner, step)
    for following in steps:
        known_after = _know(examiner, following)
        yield _study(step, known, following, known_after)
        step, known = following, known_after


def analyse(source: Source, depth: Depth = STANDARD) -> Analysis:
    """Study a whole game."""
    return conclude(source, list(study_turns(source, depth)), depth)


def conclude(source: Source, turns: Sequence[TurnStudy], depth: Depth = STANDARD) -> Analysis:
    """Put the studies of all its turns together."""
    track = track_of(source)
    if not turns:
        raise KahunaError("there is nothing to analyse: no turn has been played")
    skill, luck = _sum(t.skill for t in turns), _sum(t.luck for t in turns)
    seats = seats_known(track)
    return Analysis(
        viewer=None if len(seats) == 2 else seats[0],
        result=outcome.result(track.state),
        termination=outcome.TERMINATIONS[track.state.ending],
        score=outcome.score(track.state),
        start=turns[0].win,
        end=_sum((turns[0].win, skill, luck)),
        skill=skill,
        luck=luck,
        turns=tuple(turns),
        players=tuple(_player(seat, turns) for seat in seats),
        moments=key_moments(turns),
        nodes=depth.nodes,
    )


def _know(examiner: Examiner, step: Step) -> _Known:
    """Judge a position by what each player whom we may ask knows."""
    if step.before.turn.phase == OVER:
        result = score_of(step.before, WHITE)
        return _Known(result, dict.fromkeys(step.views, result), None)
    if step.before.turn.phase == HANDICAP:
        return _Known(0.5, dict.fromkeys(step.views, 0.5), None)
    examined: Examined | None = None
    by: dict[Seat, float] = {}
    for seat, view in step.views.items():
        if seat == step.seat and step.before.turn.phase == PLAY:
            examined = _examine(examiner, view, step)
            by[seat] = for_white(seat, examined.value)
        else:
            by[seat] = for_white(seat, examiner.estimate(view))
    return _Known(round(sum(by.values()) / len(by), PLACES), by, examined)


def _examine(examiner: Examiner, view: View, step: Step) -> Examined:
    turn = turn_of(step.actions) if step.actions else None
    return examiner.examine(view, () if turn is None else (turn,))


def _study(step: Step, known: _Known, following: Step, after: _Known) -> TurnStudy:
    skill = round(_skill(step, known), PLACES)
    study = TurnStudy(
        number=step.before.turn.number,
        seat=step.seat,
        round=step.before.round,
        last_turns=step.before.last_turns,
        tokens=step.tokens,
        win=known.win,
        skill=skill,
        luck=round(after.win - known.win - skill, PLACES) + 0.0,
        scoring=_scoring(step, following),
    )
    if known.examined is None:
        return study
    return _judge(study, step, known.examined, after)


def _skill(step: Step, known: _Known) -> float:
    """Return what a player's decision gave away, in White's favour."""
    seat = step.gave_up
    if seat is not None:  # what is thrown away is nobody's luck
        result = 0.0 if seat == SEATS[WHITE] else 1.0
        return result - known.by.get(seat, result)
    loss = _loss(step, known.examined)
    return 0.0 - loss if step.seat == SEATS[WHITE] else loss


def _loss(step: Step, examined: Examined | None) -> float:
    """Return what the turn played lost against the best, as its player could know."""
    played = _played(step, examined)
    return 0.0 if played is None or examined is None else examined.value - played


def _played(step: Step, examined: Examined | None) -> float | None:
    """Return what the turn played is worth; None if that cannot be known."""
    turn = turn_of(step.actions)
    if examined is None or turn is None or step.gave_up is not None:
        return None
    judged = examined.find(effect_of(step.views[step.seat].state, turn))
    return None if judged is None else judged.value


def _judge(study: TurnStudy, step: Step, examined: Examined, after: _Known) -> TurnStudy:
    """Add what the player of the turn could have done."""
    mover, played = step.before.turn.mover, _played(step, examined)
    options = tuple(
        Option(judged.turn.tokens(mover), round(judged.value, PLACES))
        for judged in examined.turns[:SHOWN]
    )
    study = structs.replace(
        study, mover_win=round(examined.value, PLACES), options=options, exact=examined.exact
    )
    if played is None:
        return study
    loss = round(examined.value - played, PLACES)
    drawn = after.by[step.seat] - for_white(step.seat, played)
    return structs.replace(
        study,
        played=round(played, PLACES),
        loss=loss,
        judgement="forced" if len(examined.turns) == 1 else judge_loss(loss),
        drawn=round(drawn, PLACES),
    )


def _scoring(step: Step, following: Step) -> Scoring | None:
    """Return the scoring that the turn brought about."""
    before, after = (next(iter(s.views.values())).scorings for s in (step, following))
    return after[-1] if len(after) > len(before) else None


def _player(seat: Seat, turns: Sequence[TurnStudy]) -> PlayerStudy:
    own = [turn for turn in turns if turn.seat == seat]
    chosen = [t.loss for t in own if t.loss is not None and t.judgement != "forced"]
    counts = Counter(turn.judgement for turn in own if turn.judgement is not None)
    side = 1 if seat == SEATS[WHITE] else -1
    return PlayerStudy(
        seat=seat,
        accuracy=accuracy(chosen),
        turns=len(chosen),
        lost=_sum(chosen),
        luck=side * _sum(turn.luck for turn in turns),
        judgements={name: counts[name] for name in JUDGEMENTS if counts[name]},
    )


def for_white(seat: Seat, value: float) -> float:
    """Return a player's probability of winning as White's."""
    return value if seat == SEATS[WHITE] else 1 - value


def _sum(numbers: Iterable[float]) -> float:
    return round(sum(numbers), PLACES) + 0.0  # never -0.0
