"""How a site is set up: by its defaults, a file, and the environment, each over the one before.

The file is TOML with the names below; the environment has them in capitals after
`KAHUNA_`, such as `KAHUNA_DATABASE`. What the command line says comes last.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from platformdirs import user_data_path

from kahuna.errors import KahunaError, shorten

PREFIX = "KAHUNA_"
LOOPBACK = "127.0.0.1"
LEAST_NODES = 16
MOST_THINKERS = 256
LOG_LEVELS = ("debug", "info", "warning", "error")
Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a site."""

    host: str = LOOPBACK  # the address to listen at
    port: int = 8717
    url: str = ""  # the public address, where it is not http://host:port
    data: str = ""  # a folder; the user's data directory if empty
    database: str = ""  # postgresql://…; SQLite in that folder if empty
    thinkers: int = 1  # processes that think for the computer; 0 leaves that to workers
    study_nodes: int = 1500  # how deep a turn is looked at when games are studied
    hosts: str = ""  # names by which the site may be called, with commas between; any if empty
    proxies: str = f"{LOOPBACK},::1"  # addresses whose word on the client's address is taken
    contact: str = ""  # an e-mail address, for Web Push and for people with questions
    smtp: str = ""  # smtp://user:password@host:587; no mail if empty
    mail_from: str = ""
    push_services: str = (  # hosts of browsers' push services, with * for any part
        "fcm.googleapis.com *.push.services.mozilla.com *.notify.windows.com *.push.apple.com"
    )
    metrics: str = f"{LOOPBACK},::1"  # addresses that may read /metrics; none if empty
    log_level: str = "info"  # debug, info, warning or error
    # Limits a minute, of which a minute's worth may come at once; 0 is no limit
    request_limit: int = 3000  # requests from one client
    entry_limit: int = 60  # new guests and accounts, and log-ins, from one client
    commit_limit: int = 600  # requests and messages of one account that change something

    @property
    def folder(self) -> Path:
        """Where the site keeps its files."""
        return Path(self.data) if self.data else user_data_path("kahuna", appauthor=False)

    @property
    def database_url(self) -> str:
        """The database in SQLAlchemy's words."""
        if not self.database:
            return f"sqlite+aiosqlite:///{self.folder / 'site.sqlite'}"
        scheme, separator, rest = self.database.partition("://")
        if not separator or scheme not in ("postgresql", "postgres", "sqlite"):
            raise KahunaError(
                "a database is postgresql://user:password@host/name or sqlite:///file, not "
                f"{shorten(scheme, 40)!r}"
            )
        return f"{'sqlite+aiosqlite' if scheme == 'sqlite' else 'postgresql+asyncpg'}://{rest}"

    @property
    def address(self) -> str:
        """The public address, without a slash at the end."""
        host = f"[{self.host}]" if ":" in self.host else self.host  # IPv6
        return (self.url or f"http://{host}:{self.port}").rstrip("/")

    @property
    def secure(self) -> bool:
        """Whether the site is reached by HTTPS."""
        return self.address.startswith("https://")

    @property
    def is_local(self) -> bool:
        """Whether the site is reached by this machine alone."""
        host = urlsplit(self.address).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:  # a name
            return host == "localhost"


def read_settings(
    file: Path | None = None, environment: Mapping[str, str] = os.environ, **given: object
) -> Settings:
    """Return the settings; a name or value that is not one is refused by name.

    >>> read_settings(environment={"KAHUNA_PORT": "80"}, host="0.0.0.0").port
    80
    >>> read_settings(environment={"KAHUNA_PORT": "many"})
    Traceback (most recent call last):
    kahuna.errors.KahunaError: KAHUNA_PORT: 'many' is not a whole number
    """
    settings = Settings()
    if file is not None:
        settings = _with(settings, _of_file(file), str(file))
    of_environment = {
        part.name: environment[PREFIX + part.name.upper()]
        for part in fields(Settings)
        if PREFIX + part.name.upper() in environment
    }
    settings = _with(settings, of_environment, PREFIX)
    said = {name: value for name, value in given.items() if value is not None}
    settings = _with(settings, said, "")
    _check(settings)
    return settings


def networks(addresses: str) -> tuple[Network, ...]:
    """Read addresses and networks, with commas between.

    >>> networks("127.0.0.1, 10.0.0.0/8")
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    return tuple(ip_network(part.strip()) for part in addresses.split(",") if part.strip())


def _of_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise KahunaError(f"{file} cannot be read as settings: {error}") from None


def _with(settings: Settings, values: Mapping[str, object], source: str) -> Settings:
    """Return the settings with these values over them."""
    known = {part.name: type(getattr(Settings(), part.name)) for part in fields(Settings)}
    changes: dict[str, Any] = {}
    for name, value in values.items():
        where = f"{source}{name.upper()}" if source == PREFIX else f"{source}: {name}".lstrip(": ")
        if name not in known:
            raise KahunaError(f"{where} is not a setting; there are {', '.join(sorted(known))}")
        changes[name] = _as(known[name], value, where)
    return replace(settings, **changes)


def _check(settings: Settings) -> None:
    """Refuse values that cannot be meant."""
    if not 0 <= settings.port <= 65535:
        raise KahunaError(f"port: a port is a number up to 65535, not {settings.port}")
    if settings.log_level not in LOG_LEVELS:
        raise KahunaError(f"log_level: it is one of {', '.join(LOG_LEVELS)}")
    _check_url(settings.url)
    _check_smtp(settings.smtp)
    if settings.thinkers > MOST_THINKERS:
        raise KahunaError(f"thinkers: it cannot be more than {MOST_THINKERS}")
    for name in ("thinkers", "request_limit", "entry_limit", "commit_limit"):
        if getattr(settings, name) < 0:
            raise KahunaError(f"{name}: it cannot be less than 0")
    if settings.study_nodes < LEAST_NODES:
        raise KahunaError(f"study_nodes: it cannot be less than {LEAST_NODES}")
    for name in ("proxies", "metrics"):
        try:
            networks(getattr(settings, name))
        except ValueError:
            raise KahunaError(
                f"{name}: addresses or networks with commas between, such as 127.0.0.1,10.0.0.0/8"
            ) from None


def _check_url(url: str) -> None:
    """Refuse a public address that is none, or at which the page would not find its own parts."""
    if not url:
        return
    parts = _split(url)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        raise KahunaError("url: the public address is https://host or http://host:port")
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None:
        raise KahunaError(
            "url: the public address ends with its host and port: a site has a name of its own"
        )


def _check_smtp(url: str) -> None:
    """Refuse a mail server that is none; its password is not told."""
    if not url:
        return
    parts = _split(url)
    if parts is None or parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise KahunaError(
            "smtp: it is smtp://user:password@host:587 or smtps://…, with %23, %2F, %3F and %40 "
            "for #, /, ? and @ in a password"
        )


def _split(url: str) -> SplitResult | None:
    """Return the parts of an address, if it is one."""
    try:
        parts = urlsplit(url)
        return None if parts.port == 0 else parts
    except ValueError:  # by a port that is no number, or half a bracket
        return None


def _as(kind: type, value: object, where: str) -> object:
    """Return the value as of that type."""
    if type(value) is kind:
        return value
    text = str(value)
    if kind is bool and text.lower() in ("1", "true", "yes", "on", "0", "false", "no", "off"):
        return text.lower() in ("1", "true", "yes", "on")
    if kind is int and text.lstrip("-").isdigit():
        return int(text)
    if kind is str and isinstance(value, str | int | float):
        return text
    wanted = {bool: "yes or no", int: "a whole number", str: "a text"}[kind]
    raise KahunaError(f"{where}: {shorten(text, 40)!r} is not {wanted}")
