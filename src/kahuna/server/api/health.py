"""For the host: whether the site is well, and its figures."""

import asyncio
from ipaddress import ip_address
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from kahuna.server.errors import not_found
from kahuna.server.settings import networks
from kahuna.server.site import Site

PATIENCE = 3.0  # seconds for the database to answer


class Health(msgspec.Struct, frozen=True):
    """How the site is: whether its database answers, turns are written, and it is to stay."""

    ok: bool
    database: bool
    writing: bool
    stopping: bool


@get(
    "/healthz",
    summary="Is the site well?",
    tags=("host",),
    description="503 if the database does not answer, turns are not written, or it is stopping.",
)
async def healthz(site: NamedDependency[Site]) -> Response[Health]:
    """Say whether people can play here."""
    database, writing = await _answers(site), site.appender.is_well
    ok = database and writing and not site.is_stopping
    health = Health(ok, database, writing, site.is_stopping)
    return Response(health, status_code=200 if ok else 503, headers={"cache-control": "no-store"})


# Litestar adds the charset itself.
FORMAT = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")


@get("/metrics", include_in_schema=False)
async def metrics(
    request: Request[Any, Any, State], site: NamedDependency[Site]
) -> Response[bytes]:
    """Return the figures, to those who may read them; for others there is nothing here."""
    if not _may_read(request, site.settings.metrics):
        raise not_found("page")
    return Response(
        await site.metrics.text(),
        media_type=FORMAT,
        headers={"cache-control": "no-store"},
    )


async def _answers(site: Site) -> bool:
    try:
        async with asyncio.timeout(PATIENCE), site.database.reading() as connection:
            await connection.execute(text("SELECT 1 FROM alembic_version"))
    except (TimeoutError, OSError, SQLAlchemyError):
        return False
    return True


def _may_read(request: Request[Any, Any, State], readers: str) -> bool:
    try:
        address = ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    return any(address in network for network in networks(readers))
