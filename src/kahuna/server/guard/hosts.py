"""By which names the site may be called."""

from litestar.types import Scope

from kahuna.server.errors import RefusedError
from kahuna.server.guard.asgi import header
from kahuna.server.settings import Settings

FOR_THE_HOST = ("/healthz", "/metrics")  # asked by address, within the house


class Hosts:
    """Refuses requests to another name, where names are set."""

    def __init__(self, settings: Settings) -> None:
        """Take the names."""
        self.names = {name.strip().lower() for name in settings.hosts.split(",") if name.strip()}

    def __call__(self, scope: Scope) -> None:
        """Refuse a request that was meant for somebody else."""
        if self.names and scope["path"] not in FOR_THE_HOST and _name(scope) not in self.names:
            raise RefusedError(421, "other-host", "there is no site of that name here")


def _name(scope: Scope) -> str:
    """Return the name of the site that was called, without the port."""
    host = (header(scope, b"host") or "").lower()
    return host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
