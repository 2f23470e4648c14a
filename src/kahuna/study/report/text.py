"""An analysis in characters, for a terminal."""

from collections.abc import Iterator, Mapping

from kahuna.study.report import words
from kahuna.study.shapes import Analysis, Moment, PlayerStudy, TurnStudy

BAR = 10  # characters for a probability
WIDTH = 22  # of a turn's tokens


def in_text(analysis: Analysis, names: Mapping[str, str]) -> str:
    """Return the whole report; `names` are the players' by seat, as far as they are known."""
    return "\n".join(
        [
            *_head(analysis, names),
            "",
            *_turns(analysis),
            "",
            *_moments(analysis),
        ]
    )


def _head(analysis: Analysis, names: Mapping[str, str]) -> Iterator[str]:
    title = " – ".join(_named(seat, names) for seat in ("White", "Black"))
    yield f"{title}: {words.ending(analysis)}, {len(analysis.turns)} turns"
    if analysis.viewer:
        yield f"As {analysis.viewer} saw it: the other's turns are not judged, but part of luck."
    yield (
        f"White's probability of winning: {words.percent(analysis.start)} at the start, "
        f"{words.percent(analysis.end)} at the end; "
        f"skill {words.signed(analysis.skill)}, luck {words.signed(analysis.luck)}"
    )
    for player in analysis.players:
        yield _player(player, names)


def _player(player: PlayerStudy, names: Mapping[str, str]) -> str:
    if player.accuracy is None:
        return f"{_named(player.seat, names)}: no turn to judge"
    return (
        f"{_named(player.seat, names)}: accuracy {player.accuracy:.1f}, "
        f"gave away {words.percent(player.lost)}, luck {words.signed(player.luck)} "
        f"({words.of_each(player)})"
    )


def _turns(analysis: Analysis) -> Iterator[str]:
    yield f"turn        White wins          {'played':{WIDTH}}    loses           better"
    for turn in analysis.turns:
        yield _turn(turn)
        if turn.scoring:
            scoring = turn.scoring
            won = f"{scoring.winner} +{scoring.points}" if scoring.winner else "nobody"
            yield f"---- round {scoring.round}: {scoring.white} to {scoring.black} tokens, {won}"


def _turn(turn: TurnStudy) -> str:
    full = round(BAR * turn.win)
    bar = "█" * full + "░" * (BAR - full)
    mark = loss = ""
    if turn.judgement:
        mark = words.SIGNS[turn.judgement]
        loss = words.percent(turn.loss or 0.0) if words.better(turn) else ""
    line = (
        f"{turn.number:>4} {turn.seat}  {bar} {words.percent(turn.win):>7}  "
        f"{words.turn_text(turn):{WIDTH}} {mark:2} {loss:>7}"
    )
    return f"{line:70}  {words.better(turn)}".rstrip()


def _moments(analysis: Analysis) -> Iterator[str]:
    yield "Key moments"
    turns = {turn.number: turn for turn in analysis.turns}
    for moment in analysis.moments:
        if moment.kind != "scoring":
            yield f"  {moment_text(moment, turns[moment.turn])}"


def moment_text(moment: Moment, turn: TurnStudy) -> str:
    """Return what happened, in a line."""
    if moment.kind == "luck":
        lucky = "White" if moment.amount > 0 else "Black"
        share = words.percent(abs(moment.amount))
        return f"turn {turn.number}: fortune smiles on {lucky}, worth {share}"
    name = words.NAMES[turn.judgement] if turn.judgement else "loss"
    return (
        f"turn {turn.number}: {turn.seat} plays {words.turn_text(turn)} ({name}), "
        f"which loses {words.percent(moment.amount)}; better is {words.better(turn)}"
    )


def _named(seat: str, names: Mapping[str, str]) -> str:
    return f"{names[seat]} ({seat})" if names.get(seat) else seat
