"""The site as the command line finds it: nothing runs but what writes."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from kahuna.server.admin.place import file_of
from kahuna.server.settings import Settings
from kahuna.server.site import Site


@asynccontextmanager
async def visit(settings: Settings) -> AsyncGenerator[Site, None]:
    """Open the site's database; what is changed is told to the processes that run the site."""
    site = Site(settings)
    if site.database.is_sqlite:
        file_of(site.database)
    site.news.is_visitor = True
    site.appender.news = site.news
    await site.database.open()
    site.appender.start()
    try:
        yield site
    finally:
        await site.appender.stop()
        await site.database.close()
