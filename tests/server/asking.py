"""The site in this process, asked over HTTP without a network."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import httpx

from kahuna.server.api.app import create_app
from kahuna.server.settings import Settings
from kahuna.server.site import Site

HOST = "http://play.test"
CLIENT = "192.0.2.7"


class Asking(NamedTuple):
    """A site, and a browser that asks it."""

    site: Site
    browser: httpx.AsyncClient

    async def become(self, name: str = "Lani") -> None:
        """Be somebody."""
        answer = await self.browser.post("/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text


@asynccontextmanager
async def asking(
    data: Path, settings: Settings | None = None, client: str = CLIENT
) -> AsyncIterator[Asking]:
    """Start a site with its files in that folder, and a browser at that address."""
    site = Site(replace(settings or Settings(), data=str(data), thinkers=0))
    transport = httpx.ASGITransport(
        create_app(site),  # type: ignore[arg-type]  # httpx' types are looser than litestar's
        client=(client, 50000),
    )
    await site.start()
    try:
        async with httpx.AsyncClient(transport=transport, base_url=HOST) as browser:
            yield Asking(site, browser)
    finally:
        await site.stop()
