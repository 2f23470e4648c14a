"""Replays over HTTP: a game step by step, every position with what each player could know."""

import asyncio
from typing import Annotated, Literal

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from kahuna import svg
from kahuna.game import Game
from kahuna.notation.setup import Seat
from kahuna.server.api.studies import Kgn, KgnRecord, id_of
from kahuna.server.errors import invalid
from kahuna.server.people.person import Person
from kahuna.server.play.records import record
from kahuna.server.site import Site
from kahuna.server.studying.positions import read_game
from kahuna.server.studying.replay import Replay, replay
from kahuna.svg.animation import Frame, animation

TAGS = ("study",)
SVG = "image/svg+xml"
MOST_FRAMES = 400


class Drawn(msgspec.Struct, frozen=True):
    """What is to be drawn: a record, after how many of its tokens, and how."""

    kgn: Kgn
    at: Annotated[int, Meta(ge=0, le=10_000)] = 0
    side: Seat = "White"
    theme: Literal["day", "night"] = "day"


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


@post(
    "/api/replays/picture", tags=TAGS, summary="A position as a picture", media_type=SVG,
    status_code=200,
)  # fmt: skip
async def draw_position(data: JSONBody[Drawn]) -> str:
    """Return the board after so many tokens."""
    return await asyncio.to_thread(_draw, data)


@post(
    "/api/replays/animation", tags=TAGS, summary="A game as a moving picture", media_type=SVG,
    status_code=200,
)  # fmt: skip
async def draw_game(data: JSONBody[Drawn]) -> str:
    """Return the whole game, turn by turn, over and over."""
    return await asyncio.to_thread(_animate, data)


def _draw(data: Drawn) -> str:
    states = list(read_game(data.kgn))
    if data.at >= len(states):
        raise invalid("record", f"the game has only {len(states) - 1} tokens")
    state = states[data.at]
    return str(
        svg.board(
            state.white.bridges, state.black.bridges, side=data.side, theme=data.theme, size=1120
        )
    )


def _animate(data: Drawn) -> str:
    """Draw the position after each turn; what stands below is understood in any language."""
    game = read_game(data.kgn)
    states, frames = list(game), list[Frame]()
    names = f"{game.tags.get('White', '')} – {game.tags.get('Black', '')}".strip(" –")
    for n, state in enumerate(states):
        ends = n + 1 == len(states) or states[n + 1].turn.number != state.turn.number
        if n == 0 or (ends and len(frames) < MOST_FRAMES):
            score = f"{state.white.points} : {state.black.points}"
            caption = f"{state.turn.number} · {names} · {score}" if names else score
            frames.append(Frame(state.white.bridges, state.black.bridges, caption))
    return str(animation(frames, side=data.side, theme=data.theme))


def _replay_text(kgn: str) -> Replay:
    return replay(read_game(kgn))


def _replay_own(kgn: str) -> Replay:
    return replay(Game.from_record(kgn))
