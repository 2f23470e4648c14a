"""Replays over HTTP: a game step by step, every position with what each player could know."""

import asyncio

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from kahuna.game import Game
from kahuna.server.api.studies import KgnRecord, id_of
from kahuna.server.people.person import Person
from kahuna.server.play.records import record
from kahuna.server.site import Site
from kahuna.server.studying.positions import read_game
from kahuna.server.studying.replay import Replay, replay

TAGS = ("study",)


@post("/api/replays", tags=TAGS, summary="A record, step by step", status_code=200)
async def replay_record(data: JSONBody[KgnRecord]) -> Replay:
    """Return every position of a record that you have."""
    return await asyncio.to_thread(_replay_text, data.kgn)


@get("/api/games/{link:str}/replay", tags=TAGS, summary="A game, step by step")
async def replay_game(
    link: FromPath[str], site: NamedDependency[Site], visitor: NamedDependency[Person | None]
) -> Replay:
    """Return every position: all of a game that is over, until then as far as you may know it."""
    room = await site.rooms.visit(link)
    text = record(room, room.viewer_of(id_of(visitor)), site.settings.address)
    return await asyncio.to_thread(_replay_own, text)


def _replay_text(kgn: str) -> Replay:
    return replay(read_game(kgn))


def _replay_own(kgn: str) -> Replay:
    return replay(Game.from_record(kgn))
