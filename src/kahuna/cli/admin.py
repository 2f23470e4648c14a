"""`kahuna admin …`: what whoever runs a site does beside it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from kahuna.cli.serve import Config, Data, Database

if TYPE_CHECKING:
    from kahuna.server.settings import Settings
    from kahuna.server.site import Site

T = TypeVar("T")
TIMES = ("created", "ended", "seen")
Link = Annotated[str, typer.Argument(help="The game's link or number.")]
Who = Annotated[str, typer.Argument(help="The person's number, or name if only one has it.")]
Most = Annotated[int, typer.Option(min=1, max=100_000, help="How many at most.")]

app = typer.Typer(
    help="Look after a site: list, ban, delete, close, back up, move. Works beside a running one.",
    no_args_is_help=True,
)


@app.callback()
def settings(
    context: typer.Context, config: Config = None, database: Database = None, data: Data = None
) -> None:
    """Find the site by the same settings as `kahuna serve`."""
    from kahuna.server import logs
    from kahuna.server.settings import read_settings

    logs.set_up("warning")
    folder = None if data is None else str(data)
    context.obj = read_settings(config, database=database, data=folder)


@app.command()
def games(
    context: typer.Context,
    status: Annotated[
        Literal["open", "running", "over", "aborted"] | None, typer.Option(help="Only these.")
    ] = None,
    person: Annotated[
        str | None, typer.Option(help="Only those of this person, by number or name.")
    ] = None,
    limit: Most = 50,
) -> None:
    """List games, newest first."""
    from kahuna.server.admin.games import GameLine, list_games
    from kahuna.server.admin.people import find

    async def look(site: "Site") -> list[GameLine]:
        number = None if person is None else (await find(site, person)).number
        return await list_games(site, status, number, limit)

    _show(GameLine._fields, _beside(context.obj, look))


@app.command()
def people(
    context: typer.Context,
    kind: Annotated[
        Literal["guest", "account", "bot", "computer", "gone"] | None,
        typer.Option(help="Only these."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Only those with this in their name.")] = None,
    banned: Annotated[bool, typer.Option("--banned", help="Only who is shut out.")] = False,
    limit: Most = 50,
) -> None:
    """List people, who was here last first."""
    from kahuna.server.admin.people import PersonLine, list_people

    async def look(site: "Site") -> list[PersonLine]:
        return await list_people(site, kind, name, banned=banned, limit=limit)

    _show(PersonLine._fields, _beside(context.obj, look))


@app.command()
def game(context: typer.Context, link: Link) -> None:
    """Show a game's public facts."""
    from kahuna.server.admin.games import facts

    async def look(site: "Site") -> dict[str, str]:
        return facts(await site.rooms.get(link))

    for name, value in _beside(context.obj, look).items():
        print(f"{name:10} {value}")


@app.command()
def ban(context: typer.Context, who: Who) -> None:
    """Shut somebody out; a running site sends them away within seconds."""
    _set_banned(context.obj, who, banned=True)


@app.command()
def unban(context: typer.Context, who: Who) -> None:
    """Let somebody in again."""
    _set_banned(context.obj, who, banned=False)


@app.command()
def delete(
    context: typer.Context,
    who: Who,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a person and all that is theirs; past games stay, without the name."""
    from kahuna.server.admin.people import PersonLine, find

    async def look(site: "Site") -> PersonLine:
        return await find(site, who)

    async def remove(site: "Site") -> int:
        return await site.leaving.leave(person.number)

    person = _beside(context.obj, look)
    if not yes:
        typer.confirm(f"Delete {person.name}, number {person.number}, for ever?", abort=True)
    ended = _beside(context.obj, remove)
    print(f"{person.name} is gone; {ended} {'game was' if ended == 1 else 'games were'} ended.")


@app.command()
def close(
    context: typer.Context,
    link: Link,
    winner: Annotated[
        Literal["White", "Black"] | None,
        typer.Option(
            help="Give the game to this side, as if the other had resigned. Else it is called off."
        ),
    ] = None,
) -> None:
    """End a game: call it off, or give it to one side."""

    async def end(site: "Site") -> str:
        room = await site.rooms.get(link)
        if winner is None:
            await site.endings.call_off(room)
        else:
            await site.endings.adjudicate(room, winner)
        return f"Game {room.id} is {room.status}."

    print(_beside(context.obj, end))


@app.command()
def backup(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="Where to write it.")]
) -> None:
    """Copy the site's SQLite database, also while it runs."""
    from kahuna.server.admin.backup import back_up

    size = back_up(context.obj, file)
    print(f"{file}: {size} bytes, sound.")


@app.command()
def move(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Option("--from", help="The SQLite file; else that of the data folder.")
    ] = None,
) -> None:
    """Copy a stopped site from SQLite into the PostgreSQL database that the settings name."""
    from kahuna.server.admin.moving import move_site

    with Console(stderr=True).status("locking the old database") as status:

        def tell(table: str, done: int, total: int) -> None:
            status.update(f"{table}: {done:,} of {total:,}")

        moved = asyncio.run(move_site(context.obj, file, tell))
    for table, rows in moved.items():
        print(f"{table:16} {rows:>10,}")
    print("All of it is in PostgreSQL now. The old file is as it was: keep it as a backup.")


@app.command()
def migration(
    message: Annotated[str, typer.Argument(help="What it does, in a few words.")],
) -> None:
    """Write the migration for a change of the tables; for developers."""
    from kahuna.server.admin.migration import new_migration

    print(new_migration(message))


def _set_banned(settings: "Settings", who: str, *, banned: bool) -> None:
    from kahuna.server.admin.people import find, set_banned

    async def change(site: "Site") -> str:
        person = await find(site, who)
        await set_banned(site, person.number, banned=banned)
        return f"{person.name}, number {person.number}, is {'out' if banned else 'in again'}."

    print(_beside(settings, change))


def _beside(settings: "Settings", work: Callable[["Site"], Awaitable[T]]) -> T:
    """Do something beside the running site, if there is one."""
    from kahuna.server.admin.visit import visit

    async def inside() -> T:
        async with visit(settings) as site:
            return await work(site)

    return asyncio.run(inside())


def _show(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Print a table; where nobody looks, tabs between the columns."""
    words = [[_word(*cell) for cell in zip(columns, row, strict=True)] for row in rows]
    console = Console()
    if not console.is_terminal:
        for row in words:
            print("\t".join(row))
        return
    table = Table(*columns, box=None)
    for row in words:
        table.add_row(*map(escape, row))
    console.print(table)


def _word(column: str, value: object) -> str:
    """Return a value to be read: times are UTC."""
    if value is None or value is False:
        return "-"
    if column in TIMES and isinstance(value, int):
        return f"{datetime.fromtimestamp(value / 1000, UTC):%Y-%m-%d %H:%M}"
    return "yes" if value is True else str(value)
