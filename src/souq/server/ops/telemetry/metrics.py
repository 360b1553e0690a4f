"""The figures of a house, as Prometheus reads them. Each house has its own.

No label ever holds what a client can make up: commands, levels, games, routes and statuses are a house's own words.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import Engine

from souq.engine.errors import SouqError
from souq.server.errors import OutOfReach
from souq.server.ops.telemetry.observer import Observer, Span, Spread

QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds in seconds for what should be over at once."""
LONG = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""And for what may take its time."""

ADVICE = ("hint", "solution", "evaluation", "review")
"""What processes are asked besides bots' decisions."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
CODES = (1000, 1001, 1005, 1006, 1008, 1009, 1011, 1012, 1013, 4404, 4408, 4429)
"""With what sockets are closed, by us or by browsers."""
OTHER = "other"
"""In place of what a client has made up."""


class _Timed:
    """Seconds from being entered to being left, and how it ended."""

    __slots__ = ("_began", "_ended", "_what")

    def __init__(self, ended: Callable[[Hashable, float, BaseException | None], None], what: Hashable) -> None:
        self._ended, self._what = ended, what

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._ended(self._what, time.perf_counter() - self._began, error)


class _Times:
    """A histogram whose labels are looked up once each."""

    def __init__(self, made: Histogram) -> None:
        self._made = made
        self._known: dict[tuple[str, ...], Histogram] = {}

    def observe(self, labels: tuple[str, ...], seconds: float) -> None:
        """Count something that took so long."""
        known = self._known.get(labels)
        if known is None:
            known = self._known[labels] = self._made.labels(*labels)
        known.observe(seconds)


class Metrics(Observer):
    """Counts what the parts of one house tell."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)

        def times(name: str, said: str, labels: tuple[str, ...], bounds: tuple[float, ...]) -> _Times:
            return _Times(Histogram(name, said, labels, registry=self.registry, buckets=bounds))

        self._commands = times(
            "souq_command_seconds", "Commands, from coming in to being answered.", ("command", "ended"), QUICK
        )
        self._requests = times(
            "souq_http_request_seconds", "HTTP requests, by route.", ("route", "method", "status"), LONG
        )
        self._database = times(
            "souq_database_seconds", "Reads and transactions, with the wait for their turn.", ("kind",), QUICK
        )
        self._bots = times("souq_bot_seconds", "Bots' decisions.", ("level", "game", "part"), LONG)
        self._advice = times("souq_advice_seconds", "Hints, solutions and analyses.", ("what", "game", "part"), LONG)
        self._shown = Histogram(
            "souq_shown_seconds",
            "From a change being stored to it being sent to the last who watches.",
            registry=self.registry,
            buckets=QUICK,
        )
        self._refusals = self._counter("souq_refusals", "What was refused, by HTTP status.", "by", "status")
        self._closed = self._counter("souq_sockets_closed", "Sockets that were closed, by code.", "code")
        self._troubles = self._counter("souq_database_troubles", "Times that the database failed.", "kind")
        for kind in ("read", "write"):
            self._troubles.labels(kind)

    def _counter(self, name: str, said: str, *labels: str) -> Counter:
        return Counter(name, said, labels, registry=self.registry)

    def command(self, kind: str, table_id: str) -> Span:
        """A command is carried out."""
        return _Timed(self._commanded, kind)

    def _commanded(self, kind: Hashable, seconds: float, error: BaseException | None) -> None:
        if not isinstance(error, asyncio.CancelledError):
            self._commands.observe((str(kind), how(error)), seconds)

    def database(self, kind: str) -> Span:
        """The database is read, or written to."""
        return _Timed(self._asked, kind)

    def _asked(self, kind: Hashable, seconds: float, error: BaseException | None) -> None:
        self._database.observe((str(kind),), seconds)
        if isinstance(error, OutOfReach):
            self._troubles.labels(kind).inc()

    def question(self, part: str, what: str, game: str) -> Span:
        """A process is asked something."""
        return _Timed(self._thought, (what, game, part))

    def _thought(self, labels: Hashable, seconds: float, error: BaseException | None) -> None:
        assert isinstance(labels, tuple)
        if not isinstance(error, asyncio.CancelledError):
            (self._advice if labels[0] in ADVICE else self._bots).observe(labels, seconds)

    def spread(self, watchers: int) -> Spread | None:
        """A change is about to be told to so many."""
        return Spread(watchers, self._shown.observe) if watchers else None

    def refused(self, by: str, status: int) -> None:
        """Something was refused."""
        self._refusals.labels(by, str(status)).inc()

    def requested(self, route: str, method: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.observe((route, method if method in METHODS else OTHER, f"{status // 100}xx"), seconds)
        if status >= 400:
            self.refused("http", status)

    def closed(self, code: int) -> None:
        """A socket was closed."""
        self._closed.labels(str(code) if code in CODES else OTHER).inc()

    def instrument(self, app: FastAPI, engines: Sequence[Engine]) -> None:
        """Look closer at an application, and at the engines of its database; there is nothing more to count."""

    async def close(self) -> None:
        """Nothing more will happen."""

    def exposed(self, accept: str) -> tuple[bytes, str]:
        """All figures as text, and of what kind it is."""
        encode, kind = choose_encoder(accept)
        return encode(self.registry), kind

    def names(self) -> set[str]:
        """What figures are called, as they are asked for."""
        return {name for metric in self.registry.collect() for name in _called(metric)}


def how(error: BaseException | None) -> str:
    """How a command ended.

    >>> how(None), how(SouqError("Not now.")), how(OutOfReach("locked.")), how(ValueError())
    ('done', 'refused', 'failed', 'failed')
    """
    if error is None:
        return "done"
    return "refused" if isinstance(error, SouqError) and not isinstance(error, OutOfReach) else "failed"


def _called(metric: Metric) -> Iterator[str]:
    """The names of a figure's samples, had it any."""
    if metric.type == "histogram":
        yield from (f"{metric.name}_{part}" for part in ("bucket", "count", "sum"))
    else:
        yield f"{metric.name}_total" if metric.type == "counter" else metric.name


Found = dict[tuple[str, ...], float]
"""Values by their labels."""


class Gauge:
    """A figure that is looked up when somebody asks.

    Args:
        name: what it is called.
        said: what it is.
        look: finds its values now.
        labels: what tells them apart.
        counts: whether it only ever grows.
    """

    def __init__(
        self, name: str, said: str, look: Callable[[], Found | float], *labels: str, counts: bool = False
    ) -> None:
        self._name, self._said, self._look, self._labels, self._counts = name, said, look, labels, counts

    def now(self) -> Metric:
        """Its values."""
        family = CounterMetricFamily if self._counts else GaugeMetricFamily
        made = family(self._name, self._said, labels=self._labels)
        found = self._look()
        for labels, value in (found if isinstance(found, dict) else {(): found}).items():
            made.add_metric(labels, value)
        return made


class Gauges(Collector):
    """Figures as they were when somebody looked last: they are written down elsewhere than where the house runs."""

    def __init__(self, gauges: Iterable[Gauge]) -> None:
        self._gauges = tuple(gauges)
        self._found: list[Metric] = []

    def look(self) -> None:
        """Find all values now."""
        self._found = [gauge.now() for gauge in self._gauges]

    def collect(self) -> Iterable[Metric]:
        """What was found."""
        return self._found
