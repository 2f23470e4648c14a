"""Serve the site that the environment describes; `kahuna serve`, without what people need."""

import uvicorn

from kahuna.server.api.app import create_app
from kahuna.server.settings import read_settings
from kahuna.server.site import Site
from kahuna.server.wire import LeanWebSocket


def main() -> None:
    """Serve until told to stop."""
    settings = read_settings()
    uvicorn.run(
        create_app(Site(settings)),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        ws=LeanWebSocket,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main()
