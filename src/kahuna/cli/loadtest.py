"""`kahuna loadtest`: how many games a site carries, and how fast turns reach the other side."""

from typing import TYPE_CHECKING, Annotated

import typer

from kahuna.cli.output import stderr

if TYPE_CHECKING:
    from kahuna.server.loadtest.figures import Figures, Times


def loadtest(
    *,
    games: Annotated[
        int, typer.Option(min=1, max=20_000, help="How many at once; each has two sockets.")
    ] = 500,
    rate: Annotated[
        float, typer.Option(min=0, help="Turns a second; 0 for as many as the site takes.")
    ] = 0.0,
    seconds: Annotated[float, typer.Option(min=1, help="How long it is measured.")] = 20.0,
    warm_up: Annotated[float, typer.Option(min=0, help="Seconds before, not counted.")] = 3.0,
    url: Annotated[
        list[str] | None,
        typer.Option(
            help="A site that runs already, such as http://127.0.0.1:8717; for another "
            "server process of it, once more. Without any, one is started on SQLite."
        ),
    ] = None,
    database: Annotated[
        str, typer.Option(help="For the servers that are started: postgresql://…")
    ] = "",
    servers: Annotated[
        int, typer.Option(min=1, max=64, help="How many of them; more than one need PostgreSQL.")
    ] = 1,
    clients: Annotated[
        int, typer.Option(min=1, max=64, help="Processes in which the players are.")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let many players play at a site, over real sockets, and measure.

    They pick any legal turn from what they are shown, and begin anew when a game is
    over. Measured is the time from sending a turn to its arrival on the opponent's
    screen. To a site, all players are one client: its request_limit and entry_limit have
    to allow for that, 0 is no limit.
    """
    import msgspec

    from kahuna.errors import KahunaError
    from kahuna.server.loadtest.figures import Order
    from kahuna.server.loadtest.run import run

    if servers > 1 and not database.startswith("postgres"):
        raise KahunaError("several servers share a PostgreSQL database: say --database")
    order = Order(url or [], servers, database, games, rate, seconds, warm_up, clients)
    with stderr.status("starting", spinner="dots") as status:
        found = run(order, status.update)
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(lines(found)))


def lines(found: "Figures") -> list[str]:
    """Return the figures for people."""
    rate = f"at {found.wanted_rate:g} a second" if found.wanted_rate else "as fast as possible"
    told = [f"{found.games} games, {found.sockets} sockets, {rate}, {found.seconds:g} seconds"]
    rows = [
        ("turns a second", f"{found.turns_per_second:,.0f}"),
        ("to the opponent's screen", _times(found.to_opponents_screen)),
        *_undisturbed(found),
        ("to the acknowledgement", _times(found.to_acknowledgement)),
        ("server's CPU time a turn", _number(found.cpu_ms_per_turn, "ms")),
        ("server's memory a game", _number(found.memory_per_game, "kB", 1000)),
        ("games that came to an end", f"{found.games_over:,}"),
    ]
    if found.late:
        rows.append(("turns late, nobody ready", f"{found.late:,}"))
    told += [f"  {name:<28}{value}" for name, value in rows]
    told += [f"  trouble, {times} times: {what}" for what, times in found.troubles.items()]
    return told


def _undisturbed(found: "Figures") -> list[tuple[str, str]]:
    """Return what a machine that stood still at times would have shown without that."""
    if found.undisturbed is None or found.undisturbed == found.turns:
        return []
    part = found.undisturbed / found.turns if found.turns else 0
    return [(f"  of {part:.0%}, undisturbed", _times(found.undisturbed_to_screen))]


def _times(found: "Times | None") -> str:
    if found is None:
        return "–"
    return (
        f"median {found.median:.1f} ms, 99th percentile {found.p99:.1f} ms, "
        f"longest {found.longest:.1f} ms"
    )


def _number(value: float | None, unit: str, scale: int = 1) -> str:
    return "–" if value is None else f"{value / scale:.2f} {unit}"
