"""An analysis as a page in one file: no script, nothing from elsewhere, light and dark."""

from collections.abc import Iterator, Mapping
from html import escape
from importlib import resources

from kahuna.study.report import words
from kahuna.study.report.graph import graph
from kahuna.study.report.pictures import Pictures
from kahuna.study.shapes import Analysis, Moment, PlayerStudy, TurnStudy
from kahuna.track import Track

TITLE = "Kahuna: analysis"


def page(analysis: Analysis, track: Track, names: Mapping[str, str]) -> str:
    """Return the page; `track` is the game that was analysed, for its pictures."""
    style = (resources.files("kahuna.study.report") / "page.css").read_text(encoding="utf-8")
    title = " – ".join(_who(seat, names) for seat in ("White", "Black"))
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{title} · {TITLE}</title>",
            f"<style>{style}</style></head><body><main>",
            f'<header><p class="over">{TITLE}</p><h1>{title}</h1>',
            f"<p>{escape(words.ending(analysis))} · {len(analysis.turns)} turns</p></header>",
            *_seen_by(analysis),
            '<section aria-label="Win probability">',
            "<h2>White’s probability of winning</h2>",
            graph(analysis),
            *_balance(analysis),
            "</section>",
            '<section class="players" aria-label="The players">',
            *(_player(player, names) for player in analysis.players),
            "</section>",
            *_moments(analysis, Pictures(track)),
            *_turns(analysis),
            *_foot(analysis),
            "</main></body></html>",
            "",
        ]
    )


def _who(seat: str, names: Mapping[str, str]) -> str:
    return escape(names.get(seat) or seat)


def _seen_by(analysis: Analysis) -> Iterator[str]:
    if analysis.viewer:
        yield (
            f'<p class="note">As {analysis.viewer} saw it: the other’s cards are not known, so '
            "the other’s turns are not judged; what they did is part of luck.</p>"
        )


def _balance(analysis: Analysis) -> Iterator[str]:
    """Show that luck and skill add up."""
    by_seat = {
        seat: sum(turn.skill for turn in analysis.turns if _decided(turn) == seat)
        for seat in ("White", "Black")
    }
    yield '<dl class="balance">'
    yield f"<div><dt>start</dt><dd>{words.percent(analysis.start)}</dd></div>"
    for seat, change in by_seat.items():
        yield f"<div><dt>{seat}’s turns</dt><dd>{words.signed(change)}</dd></div>"
    yield f"<div><dt>luck</dt><dd>{words.signed(analysis.luck)}</dd></div>"
    yield f'<div class="end"><dt>end</dt><dd>{words.percent(analysis.end)}</dd></div>'
    yield "</dl>"


def _decided(turn: TurnStudy) -> str:
    """Return whose decision the turn's skill is: a loss is never in its player's favour."""
    return "White" if turn.skill < 0 else "Black"


def _player(player: PlayerStudy, names: Mapping[str, str]) -> str:
    seat, name = player.seat, _who(player.seat, names)
    if player.accuracy is None:
        return (
            f'<article class="player {seat.lower()}"><h2>{name}</h2>'
            "<p>No turn to judge.</p></article>"
        )
    bars = "".join(
        f'<i class="{kind}" style="flex:{number}"></i>'
        for kind, number in player.judgements.items()
    )
    return (
        f'<article class="player {seat.lower()}"><h2>{name} <small>{seat}</small></h2>'
        f'<p class="accuracy"><b>{player.accuracy:.1f}</b> accuracy</p>'
        f'<div class="bar" aria-hidden="true">{bars}</div>'
        f"<p>{words.of_each(player)}</p>"
        f"<p>Gave away {words.percent(player.lost)} in {player.turns} turns; "
        f"luck {words.signed(player.luck)}.</p></article>"
    )


def _moments(analysis: Analysis, pictures: Pictures) -> Iterator[str]:
    shown = [moment for moment in analysis.moments if moment.kind != "scoring"]
    if not shown:
        return
    turns = {turn.number: turn for turn in analysis.turns}
    yield '<section><h2>Key moments</h2><div class="moments">'
    for moment in shown:
        yield _moment(moment, turns[moment.turn], pictures)
    yield "</div></section>"


def _moment(moment: Moment, turn: TurnStudy, pictures: Pictures) -> str:
    if moment.kind == "luck":
        lucky = "White" if moment.amount > 0 else "Black"
        head = (
            f'<span class="chip luck">luck</span> {words.percent(abs(moment.amount))} for {lucky}'
        )
        body = f"<p>{turn.seat} played {_code(turn.tokens)}; what came was worth that much.</p>"
        picture = pictures.after(turn)
    else:
        head = f"{_chip(turn)} {words.percent(moment.amount)} lost by {turn.seat}"
        body = (
            f'<p><span class="key red"></span>Played {_code(turn.tokens)}</p>'
            f'<p><span class="key green"></span>Better {_code(turn.options[0].tokens)}</p>'
            f"<p>{turn.seat} could win {words.percent(turn.mover_win or 0.0)} of such games, "
            f"and kept {words.percent(turn.played or 0.0)}.</p>"
        )
        picture = pictures.before(turn)
    return (
        f'<article class="moment"><h3><a href="#turn-{turn.number}">Turn {turn.number}</a> '
        f"{head}</h3>{picture}{body}</article>"
    )


def _turns(analysis: Analysis) -> Iterator[str]:
    yield '<section><h2>Turn by turn</h2><table><thead><tr><th scope="col">Turn</th>'
    yield '<th scope="col">White wins</th><th scope="col">Played</th>'
    yield '<th scope="col">Judgement</th><th scope="col">Better</th></tr></thead><tbody>'
    for turn in analysis.turns:
        yield _row(turn)
        if turn.scoring:
            scoring = turn.scoring
            won = f"{scoring.winner} +{scoring.points}" if scoring.winner else "no points"
            yield (
                f'<tr class="scored"><td colspan="5">Round {scoring.round}: {scoring.white} to '
                f"{scoring.black} tokens, {won}</td></tr>"
            )
    yield "</tbody></table></section>"


def _row(turn: TurnStudy) -> str:
    side = "white" if turn.seat == "White" else "black"
    loss, better = "", tuple[str, ...]()
    if words.better(turn):
        loss = f" <small>−{words.percent(turn.loss or 0.0)}</small>"
        better = turn.options[0].tokens
    return (
        f'<tr id="turn-{turn.number}"><th scope="row"><i class="seat {side}"></i>{turn.number}'
        f'<span class="hidden"> {turn.seat}</span></th>'
        f'<td class="win"><i class="meter"><b style="width:{100 * turn.win:.0f}%"></b></i>'
        f"{100 * turn.win:.0f} %</td><td>{_code(turn.tokens)}</td>"
        f"<td>{_chip(turn)}{loss}</td><td>{_code(better)}</td></tr>"
    )


def _chip(turn: TurnStudy) -> str:
    if turn.judgement is None:
        return ""
    sign, name = words.SIGNS[turn.judgement], words.NAMES[turn.judgement]
    return f'<span class="chip {turn.judgement}">{sign} {name}</span>'


def _code(tokens: tuple[str, ...]) -> str:
    return f"<code>{escape(' '.join(tokens))}</code>" if tokens else ""


def _foot(analysis: Analysis) -> Iterator[str]:
    yield (
        "<footer><p>Every turn is judged by what its player knew then: a loss is what the turn "
        "gave away against the best turn of the same search. Luck is all that decisions do not "
        "explain: the cards drawn, and the cards that the other held. "
        "<code>AB</code> builds from island A, <code>AAxAB</code> cuts, <code>+C</code> draws "
        "C from the row, <code>+?</code> from the pile, <code>-</code> draws nothing. "
        f"{analysis.nodes} nodes a turn.</p></footer>"
    )
