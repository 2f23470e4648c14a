"""What the site counts of itself, for Prometheus: numbers only, nothing of anybody."""

import time
from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from sqlalchemy import func, select

from kahuna import __version__
from kahuna.server.storage.appender import Append
from kahuna.server.storage.database import Database
from kahuna.server.storage.tables import games, people

disable_created_metrics()  # type: ignore[no-untyped-call]  # nobody reads when a figure was first counted

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
EVENTS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
COUNTED = 60.0  # for so many seconds, what is in the database is not counted again


class Metrics:
    """The site's figures. Each site has its own, so that two in a process do not mix."""

    def __init__(self, database: Database) -> None:
        """Begin at nothing."""
        self.database = database
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        version = Gauge("kahuna_info", "The version that runs", ["version"], registry=registry)
        version.labels(__version__).set(1)
        self.requests = Counter(
            "kahuna_requests", "Requests", ["method", "route", "status"], registry=registry
        )
        self.latency = Histogram(
            "kahuna_request_seconds",
            *("Time to answer a request", ["method", "route"]),
            buckets=SECONDS,
            registry=registry,
        )
        self.events = Counter(
            "kahuna_events", "Events of games made durable", ["kind"], registry=registry
        )
        self.commits = Histogram(
            "kahuna_commit_seconds",
            "Time to make a batch of events durable",
            buckets=SECONDS,
            registry=registry,
        )
        self.batches = Histogram(
            "kahuna_commit_events", "Events in a batch", buckets=EVENTS, registry=registry
        )
        self.games = Gauge("kahuna_games", "Games", ["status"], registry=registry)
        self.people = Gauge("kahuna_people", "People", ["kind"], registry=registry)
        self._counted = -COUNTED

    def watch(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Tell a number that changes by itself."""
        Gauge(name, help_text, registry=self.registry).set_function(value)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests.labels(method, route, str(status)).inc()
        self.latency.labels(method, route).observe(seconds)

    def written(self, items: list[Append], seconds: float) -> None:
        """Count a batch of events that is durable."""
        self.commits.observe(seconds)
        self.batches.observe(len(items))
        for item in items:
            self.events.labels(item.event["kind"]).inc()

    async def text(self) -> bytes:
        """Return all figures in Prometheus' words."""
        if time.monotonic() > self._counted + COUNTED:
            await self._count()
            self._counted = time.monotonic()
        return generate_latest(self.registry)

    async def _count(self) -> None:
        """Count what is in the database."""
        for gauge, column in ((self.games, games.c.status), (self.people, people.c.kind)):
            async with self.database.reading() as connection:
                found = await connection.execute(select(column, func.count()).group_by(column))
                rows = found.all()
            gauge.clear()
            for name, number in rows:
                gauge.labels(name).set(number)
